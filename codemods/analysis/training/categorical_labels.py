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


def _is_categorical(file: File, node: cst.BaseExpression, seen: frozenset[cst.Name] = frozenset()) -> bool:
    """True for what `to_categorical` made, also a part of it: `y = y[order]`, `y[:-100]`."""
    if isinstance(node, cst.Name):
        values = file.definitions(node)
        within = seen | {node}
        return node in seen or bool(values and all(_is_categorical(file, each, within) for each in values))
    if isinstance(node, cst.Subscript) and isinstance(node.value, cst.Name):
        return _is_categorical(file, node.value, seen)
    return isinstance(node, cst.Call) and file.symbol(node.func) == _CATEGORICAL
