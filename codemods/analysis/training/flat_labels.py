"""Labels of one dimension, as the arrays and the data sets of Keras show them."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.arrays.array_ranks import rank_of
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.unpacking import unpacked
from codemods.analysis.objects.provenance import place
from codemods.source.file import File

_FLAT = tuple(
    f"keras.datasets.{name}.load_data" for name in ("boston_housing", "fashion_mnist", "imdb", "mnist", "reuters")
)
_SLICES = "tensorflow.data.Dataset.from_tensor_slices"
_SAME_ROWS = frozenset({"batch", "cache", "prefetch", "repeat", "shuffle", "skip", "take"})
_DEPTH = 8


def are_flat(file: File, labels: cst.BaseExpression) -> bool:
    """True for an array of one dimension, and for the labels of a data set of Keras that have one."""
    loaders = loaders_of(file, labels)
    return rank_of(file, labels) == 1 or (bool(loaders) and all(each in _FLAT for each in loaders))


def loaders_of(file: File, labels: cst.BaseExpression) -> list[str]:
    """The functions that return the tuples which labels are unpacked from; "" for anything else."""
    found = [unpacked(file, each) for each in _bound_at(file, labels)]
    calls = [each[0] if each is not None else None for each in found]
    return [(file.symbol(each.func) or "") if isinstance(each, cst.Call) else "" for each in calls]


def _bound_at(file: File, labels: cst.BaseExpression) -> list[cst.CSTNode | None]:
    """Where a name, or an attribute of `self`, is bound."""
    if isinstance(labels, cst.Name):
        return [each.node for each in reaching(file, labels)]
    if not isinstance(labels, cst.Attribute):
        return []
    here = place(file, labels)
    return [each for each in file.attributes if unpacked(file, each) is not None and place(file, each) == here]


def has_flat_labels(file: File, data: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for `Dataset.from_tensor_slices((x, y)).batch(8)` of such labels."""
    if isinstance(data, cst.Name):
        value = file.only_value(data)
        return value is not None and bool(depth) and has_flat_labels(file, value, depth - 1)
    if not isinstance(data, cst.Call) or (not data.args and not isinstance(data.func, cst.Attribute)):
        return False
    if file.qualified_name(data.func) == _SLICES:
        given = data.args[0].value if data.args else None
        parts = given.elements if isinstance(given, cst.Tuple) else ()
        return len(parts) > 1 and are_flat(file, parts[1].value)
    if isinstance(data.func, cst.Attribute) and data.func.attr.value in _SAME_ROWS and depth:
        return has_flat_labels(file, data.func.value, depth - 1)
    return False
