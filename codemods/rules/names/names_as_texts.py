"""Read attributes with legacy names as attributes, where a text names them: `getattr(strategy, "experimental_run_v2")`.

## What it does

`getattr(strategy, "experimental_run_v2")(step)` becomes `strategy.experimental_run_v2(step)`, which the other rules
carry to `strategy.run(step)` or report. Of an object whose class the file shows, that is any name that a rule looks
for: `getattr(x, "_keras_shape")` is `x._keras_shape`. Likewise `getattr(tf, "to_float")`, and, in a file of TensorFlow
1, `getattr(tf.nn, "dropout")`, which takes something else in TensorFlow 2. `globals()["SGD"](lr=0.1)` is `SGD(lr=0.1)`
if an import of Keras or TensorFlow binds the name.

## Why

A text is no name that a rule knows: the script raised AttributeError on TensorFlow 2.21, without a word before.
https://docs.python.org/3/library/functions.html#getattr

## Numbers

No numbers involved.

## What it leaves to you

Calls of `getattr` with a default, which ask whether there is such a name, and names that are computed.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.graphs.graph_mode import swap
from codemods.analysis.layers.model_layers import is_layer_of_model
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.objects.object_types import LOGS, Receiver, origin_of
from codemods.analysis.objects.well_known import WELL_KNOWN
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1
from codemods.source.arguments import literal, literal_key
from codemods.source.file import File
from codemods.types import Edit, Stage, rule
from compat.tables.methods.gone_methods import GONE_METHODS
from compat.tables.names.tensorflow_1 import CHANGED

_PARAMETERS = 2
_OF_OBJECTS = frozenset({"metrics_names", *(name for row in GONE_METHODS for name in row.names)}) - {"lr"}
"""What rules look for on objects of which the file shows the class; TFM111 carries `getattr(optimizer, "lr")`."""


@rule(
    "TFM246",
    stage=Stage.WHOLE_FILE,
    example="""
    import tensorflow as tf

    strategy = tf.distribute.MirroredStrategy()
    losses = getattr(strategy, "experimental_run_v2")(step, args=(batch,))
    """,
)
def names_as_texts(file: File) -> Iterator[Edit]:
    """Only names that the target lacks, or has for something else; without a default it is the attribute itself."""
    if not file.target.is_modern or not file.imports_family():
        return
    for call in file.calls:
        yield from _of_globals(file, call)
        if not file.is_builtin(call.func, "getattr") or len(call.args) != _PARAMETERS:
            continue
        owner, name = (arg.value for arg in call.args)
        text = literal(name)
        is_plain = isinstance(text, str) and text.isidentifier() and not text.startswith("__")
        if (
            is_plain
            and isinstance(text, str)
            and not any(arg.star for arg in call.args)
            and _is_legacy(file, owner, text)
        ):
            tight = owner if isinstance(owner, cst.Name | cst.Attribute | cst.Call | cst.Subscript) else None
            if tight is not None:
                new = cst.Attribute(tight, cst.Name(text), lpar=call.lpar, rpar=call.rpar)
                yield Edit(call, f"{file.code(call)} is {file.code(new)}", ((call, new),))


def _of_globals(file: File, call: cst.Call) -> Iterator[Edit]:
    """`globals()["SGD"](lr=0.1)` becomes `SGD(lr=0.1)` for a name that an import binds, and nothing else."""
    taken = call.func
    if not isinstance(taken, cst.Subscript) or not isinstance(taken.value, cst.Call):
        return
    name = literal_key(taken)
    if not isinstance(name, str) or taken.value.args or not file.is_builtin(taken.value.func, "globals"):
        return
    bindings = file.global_scope[name]
    is_known = any(each.local == name and each.spelling is not None for each in file.imports)
    if is_known and len(bindings) == 1 and file.scope(call)[name] == bindings:
        new = cst.Name(name)
        yield Edit(taken, f"{file.code(taken)} is {name}", ((taken, new),))


def _is_legacy(file: File, owner: cst.BaseExpression, name: str) -> bool:
    reference = file.reference(owner)
    if reference is not None:
        path = f"{reference.qualified}.{name}"
        is_native = reference.certain and not reference.spelling.shimmed
        return is_native and (file.target.lacks(path) or _is_changed(file, path))
    if name in own_names(file):
        return False
    return name in WELL_KNOWN or (name in _OF_OBJECTS and _is_known(file, owner, name))


def _is_known(file: File, owner: cst.BaseExpression, name: str) -> bool:
    """True for an object of Keras or TensorFlow, unless its class defines the name itself."""
    origin = origin_of(file, owner)
    if isinstance(origin, Receiver):
        return origin.path != LOGS and not origin.defines(file, name)
    return is_layer_of_model(file, owner) or evidence(file, owner, Kind.MODEL).is_enough


def _is_changed(file: File, path: str) -> bool:
    """True if TensorFlow 2 has the name for something else."""
    return path in CHANGED and is_written_for_tensorflow_1(file) and swap(file) is None
