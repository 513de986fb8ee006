"""Hand on `tf.keras.backend` where `keras.backend` is handed on as an object.

## What it does

`helper(x, backend=keras.backend)` becomes `helper(x, backend=tf.keras.backend)`, and so does `{"backend": K}`. Other
modules of Keras that are handed on get a note.

## Why

What is called on a module that went through an argument or a dictionary does not show where it is called:
`backend.mean(loss)`. `keras.backend` of Keras 3 has few of the functions of Keras 2, `tf.keras.backend` has most.
https://keras.io/guides/migrating_to_keras_3/

## Numbers

Not measured. They take tensors, not the `KerasTensor` of a functional model.

## What it leaves to you

Files that do not show for which Keras they were written, and names that may also be another module, are reported.
What is used of `keras.layers`, `keras.utils` and the like where they arrive.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.releases.written_for import written_for
from codemods.releases import api
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.file import File, Reference, name_of
from codemods.source.wording import listed
from codemods.types import REVIEW, Edit, Manual, Severity, Stage, rule

_BACKEND = "keras.backend"
_SAID = "keras.backend is handed on as an object, and that of Keras 3 has few functions"
_ADVICE = "hand on tf.keras.backend, which has those of Keras 2, or import the functions where they are called"
_ASKING = frozenset({"dir", "getattr", "hasattr", "import_module", "print", "reload", "vars"})
"""Functions that use no name of a module, or that other rules look at."""


@rule(
    "TFM289",
    stage=Stage.BEHAVIOUR,
    example="""
    import keras
    from keras.layers.core import Dense
    from losses import dice

    loss = dice(Dense(1), backend=keras.backend)
    """,
    severity=Severity.DOUBT,
)
def modules_as_values(file: File) -> Iterator[Edit | Manual]:
    """Edit what is certainly the backend of standalone Keras; note other modules once a file."""
    line = written_for(file).keras
    if not since(file.target, "keras 3.0") or has_keras_2_only(file) or line is KerasLine.KERAS_3:
        return
    others: dict[str, cst.CSTNode] = {}
    for reference in file.all_references():
        if reference.spelling.shimmed or reference.spelling.root != "keras" or not _is_value(file, reference):
            continue
        if reference.spelling.plain != _BACKEND:
            others.setdefault(f"{reference.spelling.plain} (line {file.line(reference.node)})", reference.node)
        elif reference.certain and line is not None:
            module, imports = bind_module(file, "tensorflow", "tf", reference.node)
            modern = cst.parse_expression(f"{module}.{_BACKEND}")
            said = "the backend that is handed on is tf.keras.backend, with the functions of Keras 2"
            yield Edit(reference.node, said, ((reference.node, modern),), imports)
        else:
            yield Manual(reference.node, _BACKEND, _SAID, _ADVICE)
    if others:
        said = f"modules are handed on as objects; what is used of them does not show: {listed(others)}"
        yield Manual(next(iter(others.values())), "", said, REVIEW, is_note=True)


def _is_value(file: File, reference: Reference) -> bool:
    """True if a module is assigned, passed on, returned or put in a list."""
    path = reference.spelling.plain
    symbol = api.lookup(path)
    if not path.startswith("keras.") or symbol is None or symbol.kind != "module":
        return False
    parent = file.parent(reference.node)
    if isinstance(parent, cst.Arg):
        call = file.parent(parent)
        return isinstance(call, cst.Call) and (name_of(call.func) or "").rpartition(".")[2] not in _ASKING
    return isinstance(parent, cst.Assign | cst.AnnAssign | cst.Return | cst.DictElement | cst.Element | cst.Param)
