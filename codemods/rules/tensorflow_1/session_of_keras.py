"""Report what is done with the session of Keras, on the shims.

## What it does

Reports `K.get_session()` of `compat`, unless the session is only closed, or handed to `K.set_session`.
It rewrites nothing.

## Why

Models of Keras 3 are in no graph and in no session: `K.get_session().run(...)` raises RuntimeError, "The Session graph
is empty", and `tf.train.Saver().save(K.get_session(), path)` finds no variables.
https://keras.io/guides/migrating_to_keras_3/

## Numbers

No numbers involved.

## What it leaves to you

Every reported use: to call the model, or `model.save_weights`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.graph_entries import has_switch
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_GET = "keras.backend.get_session"
_SET = "keras.backend.set_session"
_HARMLESS = ("close", "list_devices")


@rule(
    "TFM179",
    stage=Stage.TABLES,
    example="""
    from compat.keras import backend as K
    from compat.keras.models import load_model

    model = load_model("model.h5")
    print(K.get_session().run(model.output, {model.input: x}))
    """,
)
def session_of_keras(file: File) -> Iterator[Edit | Manual]:
    """Report each session that something may run in; a file that is in graph mode has one."""
    if has_switch(file) or not file.target.is_modern:
        return
    for reference in file.references(_GET):
        call = file.call_of(reference)
        if reference.spelling.shimmed and (call is None or not _is_harmless(file, call)):
            symbol = reference.qualified.removeprefix("compat.")
            said = "models of Keras 3 are in no session, and this one is empty"
            yield Manual(reference.node, symbol, said, "call the model on arrays; save with model.save_weights")


def _is_harmless(file: File, node: cst.BaseExpression) -> bool:
    """True if nothing runs in a session: it is dropped, closed, set again, or has a name for which the same holds."""
    above = file.parent(node)
    if isinstance(above, cst.Expr):
        return True
    if isinstance(above, cst.Attribute):
        return above.attr.value in _HARMLESS
    if isinstance(above, cst.Arg):
        call = file.parent(above)
        return isinstance(call, cst.Call) and file.symbol(call.func) == _SET
    target = above.targets[0].target if isinstance(above, cst.Assign) and len(above.targets) == 1 else None
    if not isinstance(target, cst.Name) or file.only_value(target) is not node:
        return False
    uses = [use for binding in file.assignments(target) for use in binding.uses]
    return all(isinstance(use, cst.Name) and _is_harmless(file, use) for use in uses if use is not target)
