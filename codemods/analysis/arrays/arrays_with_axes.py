"""What NumPy certainly gives as an array with axes: as a number it counts no longer, even if it has one element."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.arrays.array_ranks import FILLED, rank_of_drawn
from codemods.analysis.arrays.numpy_numbers import ARRAYS
from codemods.analysis.arrays.predictions import has_index, is_predicted, is_row
from codemods.analysis.arrays.weight_arrays import place_of_weight
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.self_attributes import values_of
from codemods.analysis.objects.library_objects import made_by
from codemods.source.arguments import bind, literal
from codemods.source.file import File

_JOINED = frozenset(f"numpy.{name}" for name in ("append", "concatenate", "hstack", "vstack", "argwhere", "atleast_1d"))
_PLACES = frozenset({"numpy.where", "numpy.nonzero"})
"""They give a tuple of arrays for a condition."""
_REDUCED = frozenset(f"numpy.{name}" for name in ("argmax", "argmin", "max", "amax", "min", "amin", "mean", "sum"))
_BY_ELEMENT = frozenset(
    f"numpy.{name}" for name in ("abs", "absolute", "around", "ceil", "exp", "floor", "log", "rint", "round", "sqrt")
)
_KEEPING = frozenset({"astype", "clip", "copy", "round"})
"""Methods of arrays that keep the shape."""
_OF_ROWS = frozenset({"decision_function", "predict", "predict_proba"})
_DEPTH = 4


def has_axes(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for an array of one axis or more, whatever it holds; a list is none."""
    if not depth:
        return False
    if is_predicted(file, node) or is_row(file, node) or place_of_weight(file, node) is not None:
        return True
    if isinstance(node, cst.Call):
        return _is_made_with_axes(file, node) or _is_of_scikit(file, node) or _is_kept(file, node, depth)
    if isinstance(node, cst.BinaryOperation):
        is_by_element = not isinstance(node.operator, cst.MatrixMultiply)
        return is_by_element and any(has_axes(file, each, depth - 1) for each in (node.left, node.right))
    if isinstance(node, cst.Comparison):
        return has_axes(file, node.left, depth - 1) and isinstance(literal(node.comparisons[0].comparator), int | float)
    if isinstance(node, cst.Subscript):
        return _is_part_with_axes(file, node, depth)
    values = values_of(file, node) or []
    return bool(values) and all(has_axes(file, each, depth - 1) for each in values)


def _is_of_scikit(file: File, call: cst.Call) -> bool:
    """True for what an estimator of scikit-learn predicts: one number or more for each row."""
    if method_of(call) not in _OF_ROWS or not isinstance(call.func, cst.Attribute):
        return False
    return (made_by(file, call.func.value) or "").startswith("sklearn.")


def _is_made_with_axes(file: File, call: cst.Call) -> bool:
    name = file.qualified_name(call.func) or ""
    if not call.args or any(arg.star for arg in call.args):
        return False
    first = call.args[0].value
    if name in ARRAYS:
        return isinstance(first, cst.List | cst.ListComp)
    if name in FILLED:
        return not isinstance(first, cst.Tuple) or bool(first.elements)
    return name in _JOINED or bool(rank_of_drawn(file, call)) or _is_reduced(file, call)


def _is_reduced(file: File, call: cst.Call) -> bool:
    """True for `np.argmax(p, axis=1)`, and for the last axis of predictions, which have two or more."""
    name = file.qualified_name(call.func) or ""
    if name in _REDUCED:
        bound = bind(call, "a", "axis") or {}
        array = bound["a"].value if "a" in bound else None
    elif isinstance(call.func, cst.Attribute) and f"numpy.{call.func.attr.value}" in _REDUCED:
        bound, array = bind(call, "axis") or {}, call.func.value
        if not _is_predicted_by_element(file, array):
            return False
    else:
        return False
    axis = literal(bound["axis"].value) if "axis" in bound else None
    if array is None or not isinstance(axis, int):
        return False
    return axis > 0 or (axis == -1 and _is_predicted_by_element(file, array))


def _is_predicted_by_element(file: File, node: cst.BaseExpression) -> bool:
    """True for predictions of several rows, and for what is computed with each of their numbers."""
    if is_predicted(file, node):
        return True
    if isinstance(node, cst.Comparison | cst.BinaryOperation):
        return _is_predicted_by_element(file, node.left)
    if not isinstance(node, cst.Call):
        return False
    kept = _kept(file, node)
    return kept is not None and _is_predicted_by_element(file, kept)


def _kept(file: File, call: cst.Call) -> cst.BaseExpression | None:
    """The array whose shape a call keeps."""
    name = file.qualified_name(call.func)
    if name in _BY_ELEMENT:
        return call.args[0].value if call.args and not call.args[0].star else None
    if name is None and isinstance(call.func, cst.Attribute) and call.func.attr.value in _KEEPING:
        return call.func.value
    return None


def _is_kept(file: File, call: cst.Call, depth: int) -> bool:
    kept = _kept(file, call)
    return kept is not None and has_axes(file, kept, depth - 1)


def _is_part_with_axes(file: File, node: cst.Subscript, depth: int) -> bool:
    """True for `np.where(c)[0]`, `a[:1]` and a row of what is computed with predictions."""
    value = node.value
    if len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Slice):
        return has_axes(file, value, depth - 1)
    if not has_index(node):
        return False
    if isinstance(value, cst.Call) and file.qualified_name(value.func) in _PLACES:
        return len(value.args) == 1 and not value.args[0].star
    return place_of_weight(file, value) == 0 or _is_predicted_by_element(file, value)
