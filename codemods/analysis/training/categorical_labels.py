"""Whether the labels that a file trains with have a column for each class."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.calls.training_calls import training_calls
from codemods.source.file import File, once_per_file

_FITS = (".evaluate", ".fit", ".test_on_batch", ".train_on_batch")
_CATEGORICAL = "keras.utils.to_categorical"


@once_per_file
def are_categorical(file: File) -> bool:
    """True if `to_categorical` makes all labels that the file trains and tests with."""
    labels = [each.argument("y") for each in training_calls(file) if each.canonical.endswith(_FITS)]
    return bool(labels) and all(arg is not None and _is_categorical(file, arg.value) for arg in labels)


def _is_categorical(file: File, node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.Name):
        values = file.definitions(node)
        return bool(values) and all(_is_categorical(file, each) for each in values or () if not _keeps(node, each))
    return isinstance(node, cst.Call) and file.symbol(node.func) == _CATEGORICAL


def _keeps(name: cst.Name, value: cst.BaseExpression) -> bool:
    """True for `y = y[order]`."""
    return isinstance(value, cst.Subscript) and isinstance(value.value, cst.Name) and value.value.value == name.value
