"""Report functional models with masks, operators or functions between layers that are written to HDF5 files.

## What it does

Looks for `model.save("model.h5")` and `ModelCheckpoint("best.h5")` in a file with a functional model that has a layer
with a mask (`Embedding(mask_zero=True)`, `Masking`), or computes on tensors between its layers: `Dense(8)(x / 255)`. Of
a model that another module makes it looks at the function that does. It rewrites nothing.

## Why

In Keras 3 masks, operators and functions are operations of the model, and what reads HDF5 files knows layers alone:
"Unknown layer: 'NotEqual'". The file is written without a word.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/legacy/saving/serialization.py

## Numbers

No numbers involved. A `.keras` file has the operations (`tests/compat/tables/test_operations_in_hdf5.py`).

## What it leaves to you

The suffix, here and where the file is read. It is silent where the file only loads weights, which works, and where
a callback saves what another module makes. The shims read models with masks.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.files.file_paths import path_ends, text_of
from codemods.analysis.files.written_files import Written, checkpoints, loaded_models, model_writers
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.objects.base_classes import is_layer_or_model
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.own_functions import likely_function_called
from codemods.analysis.tensors.symbolic import is_symbolic, takes_symbolic
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.source.project import HDF5
from codemods.source.walk import nodes
from codemods.types import Manual, Stage, rule
from compat.tables.names.operations import OPERATIONS

_MODELS = ("keras.Model", "keras.models.Model")
_OPS = "keras.ops."
_SAID = "Keras 3 does not read a model with masks or computations between its layers from an HDF5 file"
_ADVICE = "let the path end with .keras, here and where it is read"


@rule(
    "TFM335",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Dense, Embedding, Input, LSTM
    from keras.models import Model, load_model

    words = Input((20,))
    model = Model(words, Dense(1)(LSTM(8)(Embedding(500, 16, mask_zero=True)(words))))
    model.save("model.h5")
    model = load_model("model.h5")
    """,
)
def operations_in_hdf5(file: File) -> Iterator[Manual]:
    """Report each call that writes such a model."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    written = [each for each in (*model_writers(file), *checkpoints(file, weights_only=False)) if _is_hdf5(file, each)]
    if not written or _only_weights_are_read(file):
        return
    operation = _operation(file, file.module) if _is_functional(file) else None
    for each in written:
        elsewhere = _of_maker(file, each) if operation is None else None
        said = f"{_SAID}, as in {elsewhere}" if elsewhere is not None else _SAID
        if operation is not None or elsewhere is not None:
            yield Manual(each.call, "keras.Model.save", said, _ADVICE, culprit=operation)


def _of_maker(file: File, written: Written) -> str | None:
    """Where the function of another module that makes a model has such a layer or computation."""
    function = written.call.func
    made = value_of(file, function.value) if isinstance(function, cst.Attribute) else None
    found = likely_function_called(file, made) if isinstance(made, cst.Call) else None
    if found is None or found.file is file or not _is_functional(found.file):
        return None
    operation = _operation(found.file, found.function)
    return found.file.place(operation) if operation is not None else None


def _is_hdf5(file: File, written: Written) -> bool:
    ends = path_ends(file, written.path)
    return any(end is not None and text_of(end).endswith(HDF5) for end in ends)


def _is_functional(file: File) -> bool:
    calls = (file.call_of(each) for each in file.references(*_MODELS))
    return any(call is not None and len(call.args) > 1 for call in calls)


def _only_weights_are_read(file: File) -> bool:
    methods = {each.func.attr.value for each in file.calls if isinstance(each.func, cst.Attribute)}
    return "load_weights" in methods and not loaded_models(file)


def _operation(file: File, within: cst.CSTNode) -> cst.CSTNode | None:
    """The first layer with a mask, or computation on a symbolic tensor, that is no part of an own layer."""
    every = sorted(nodes(within, cst.Call, cst.BinaryOperation, cst.Subscript), key=file.order)
    return next((node for node in every if _is_operation(file, node) and not _is_inside(file, node)), None)


def _is_operation(file: File, node: cst.CSTNode) -> bool:
    if isinstance(node, cst.BinaryOperation):
        sides = (value_of(file, each) for each in (node.left, node.right))
        return is_symbolic(file, node) and not any(isinstance(each, cst.List | cst.Tuple) for each in sides)
    if isinstance(node, cst.Subscript):
        return _has_slices(node) and is_symbolic(file, node.value)
    if not isinstance(node, cst.Call):
        return False
    symbol = file.symbol(node.func) or ""
    if symbol in OPERATIONS or symbol.startswith(_OPS):
        return takes_symbolic(file, node)
    reference = file.reference(node.func)
    is_plain = reference is not None and not reference.spelling.shimmed
    return is_plain and _masks(node, symbol) and not isinstance(file.parent(node), cst.Element | cst.Arg)


def _has_slices(node: cst.Subscript) -> bool:
    """True for `x[:, 0]`: `x[0]` may be one of a list of tensors."""
    return any(isinstance(each.slice, cst.Slice) for each in node.slice)


def _masks(call: cst.Call, symbol: str) -> bool:
    given = keyword(call, "mask_zero") if symbol == "keras.layers.Embedding" else None
    return symbol == "keras.layers.Masking" or (given is not None and literal(given.value) is True)


def _is_inside(file: File, node: cst.CSTNode) -> bool:
    """True in a `Lambda`, and in a class of layers or models."""
    if any(isinstance(each, cst.Lambda) for each in file.ancestors(node)):
        return True
    owner = file.enclosing_class(node)
    return owner is not None and is_layer_or_model(file, owner)
