"""Arrays that models predict, as the file hands them on."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.unpacking import unpacked
from codemods.analysis.objects.built_models import returned_by
from codemods.source.arguments import bind
from codemods.source.file import File, once_per_file

_METHODS = frozenset(("predict", "predict_generator", "predict_on_batch"))
_KEPT_ARRAYS = frozenset(("numpy.asarray", "numpy.atleast_1d", "numpy.ravel"))
_DEPTH = 4


@once_per_file
def predictions(file: File) -> frozenset[cst.Call]:
    """The calls of `predict` on models of Keras."""
    return frozenset(
        each.call
        for each in training_calls(file)
        if each.canonical.startswith("keras.") and each.canonical.rpartition(".")[2] in _METHODS
    )


def is_predicted(file: File, node: cst.BaseExpression) -> bool:
    """True for what `predict` of a model returns, and for a name of nothing else."""
    if isinstance(node, cst.Name):
        values = file.definitions(node) or []
        return bool(values) and all(isinstance(each, cst.Call) and each in predictions(file) for each in values)
    return isinstance(node, cst.Call) and node in predictions(file)


def is_row(file: File, node: cst.BaseExpression) -> bool:
    """True for `predictions[0]` and `predictions[i]`."""
    return isinstance(node, cst.Subscript) and has_index(node) and is_predicted(file, node.value)


def has_index(node: cst.BaseExpression) -> bool:
    """True for `rows[0]` and `rows[i]`."""
    place = node.slice[0].slice if isinstance(node, cst.Subscript) and len(node.slice) == 1 else None
    return isinstance(place, cst.Index) and isinstance(place.value, cst.Integer | cst.Name | cst.UnaryOperation)


def returned_arrays(file: File, call: cst.Call) -> bool:
    """True for a call of a function of the file that returns nothing but predictions, or rows of them."""
    found = _returned(file, call)
    return bool(found) and all(each is not None and _is_array(file, each) for each in found)


def returned_parts(file: File, call: cst.Call, count: int) -> list[bool]:
    """Which parts of the tuple that a call gives are predictions; [] if the file does not show such a tuple."""
    if call in predictions(file):
        return [True] * count
    found = _returned(file, call)
    parts = [_parts(each, count) for each in found]
    if not parts or not all(parts):
        return []
    return [all(_is_array(file, part[place]) for part in parts) for place in range(count)]


def _parts(value: cst.BaseExpression | None, count: int) -> list[cst.BaseExpression]:
    """The parts of a tuple of that size; [] for everything else."""
    is_plain = isinstance(value, cst.Tuple) and all(isinstance(each, cst.Element) for each in value.elements)
    if not is_plain or not isinstance(value, cst.Tuple) or len(value.elements) != count:
        return []
    return [each.value for each in value.elements]


def _returned(file: File, call: cst.Call) -> list[cst.BaseExpression | None]:
    """What the only function or method of that name in the file returns."""
    is_method = isinstance(call.func, cst.Attribute)
    name = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
    if not isinstance(name, cst.Name) or file.reference(call.func) is not None:
        return []
    same = [each for each in file.every(cst.FunctionDef) if each.name.value == name.value]
    if len(same) != 1 or (file.enclosing_class(same[0]) is not None) != is_method:
        return []
    return returned_by(file, same[0])


def _is_array(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for predictions, rows of them, and what `np.squeeze(..., axis=-1)` makes of them."""
    if is_predicted(file, node) or is_row(file, node):
        return True
    if not depth:
        return False
    if has_index(node) and isinstance(node, cst.Subscript) and isinstance(node.value, cst.Name):
        return all(_is_one_of_several(file, each.node) for each in file.assignments(node.value))
    if isinstance(node, cst.Name):
        bindings = file.assignments(node)
        return bool(bindings) and all(_is_bound_to_array(file, each.node, depth) for each in bindings)
    if not isinstance(node, cst.Call) or not node.args or node.args[0].star:
        return False
    name = file.qualified_name(node.func)
    bound = bind(node, "a", "axis") if name == "numpy.squeeze" else None
    is_kept = name in _KEPT_ARRAYS or (bound is not None and "axis" in bound)
    return is_kept and _is_array(file, node.args[0].value, depth - 1)


def _is_bound_to_array(file: File, target: cst.CSTNode | None, depth: int) -> bool:
    """True for `array = value`, and for `a, b = model.predict(x)`."""
    above = file.parent(target) if target is not None else None
    assign = file.parent(above) if isinstance(above, cst.AssignTarget) else None
    if isinstance(assign, cst.Assign):
        return _is_array(file, assign.value, depth - 1)
    part = unpacked(file, target)
    if part is not None and not part.path:
        return _is_array(file, part.whole, depth - 1)
    return _is_one_of_several(file, target)


def _is_one_of_several(file: File, target: cst.CSTNode | None) -> bool:
    """True for `a` in `a, b = model.predict(x)`."""
    part = unpacked(file, target)
    return part is not None and len(part.path) == 1 and part.whole in predictions(file)
