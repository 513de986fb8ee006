"""Whether a value is certainly one whole number, and no tuple of them."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.self_attributes import is_self, places_of, value_of
from codemods.analysis.objects.program_options import is_whole_option
from codemods.analysis.objects.provenance import leaves
from codemods.source.arguments import literal
from codemods.source.file import File

_DEPTH = 5
_COUNTING = ("int", "len")
_OF_ARRAYS = frozenset({"numpy.prod", "numpy.product"})
_SHAPES = frozenset({"shape"})
_SHAPES_OF_MODELS = frozenset({"input_shape", "output_shape"})
"""Those of a model with several inputs hold a tuple for each: a name for such a place is not followed."""
_ARITHMETIC = (cst.Add, cst.Subtract, cst.Multiply, cst.FloorDivide, cst.Power)
_REFUSING = (cst.Subtract, cst.Divide, cst.FloorDivide, cst.Power, cst.Modulo)
"""What no tuple takes part in."""
_UNITS = frozenset({"keras.layers.Dense", "keras.layers.LSTM", "keras.layers.GRU", "keras.layers.RepeatVector"})
_DRAWING = ("numpy.random.", "tensorflow.random.", "tensorflow.random_", "keras.backend.random_")
_WEIGHTS = ("add_variable", "add_weight")
_FILLING = frozenset(f"numpy.{name}" for name in ("empty", "ones", "zeros"))


def is_whole_number(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for a whole number, and for what the file uses as one everywhere else; False if nothing tells."""
    if not depth:
        return False
    if isinstance(node, cst.Integer):
        return True
    if isinstance(node, cst.BinaryOperation):
        is_known = isinstance(node.operator, _ARITHMETIC)
        return is_known and all(is_whole_number(file, each, depth - 1) for each in (node.left, node.right))
    if isinstance(node, cst.Subscript):
        return _is_size(node) or _is_known_part(file, node, depth)
    if isinstance(node, cst.Call) and _counts(file, node):
        return True
    if _is_annotated(file, node):
        return True
    if isinstance(node, cst.Name | cst.Attribute | cst.Call):
        return _is_given(file, node, depth) or _is_option(file, node) or _counts_elsewhere(file, node)
    return False


def _counts(file: File, call: cst.Call) -> bool:
    """True for `len(x)` and `int(x)`, and for `np.prod(shape)` of a whole shape."""
    if file.is_builtin(call.func, *_COUNTING):
        return True
    return file.qualified_name(call.func) in _OF_ARRAYS and len(call.args) == 1


def _is_size(node: cst.Subscript) -> bool:
    """True for `x.shape[1]`, `model.input_shape[1]` and `x.get_shape().as_list()[1]`."""
    place = node.slice[0].slice if len(node.slice) == 1 else None
    if not isinstance(place, cst.Index):
        return False
    owner = node.value
    if isinstance(owner, cst.Call):
        name = owner.func.attr.value if isinstance(owner.func, cst.Attribute) else ""
        return name == "as_list"
    if not isinstance(owner, cst.Attribute):
        return False
    of_model = owner.attr.value in _SHAPES_OF_MODELS and isinstance(literal(place.value), int)
    return owner.attr.value in _SHAPES or of_model


def _is_known_part(file: File, node: cst.Subscript, depth: int) -> bool:
    """True for a place of a tuple, or a key of a dictionary, that holds a whole number whatever the value is."""
    place = node.slice[0].slice if len(node.slice) == 1 else None
    at = literal(place.value) if isinstance(place, cst.Index) else None
    values = leaves(file, node.value) if isinstance(at, int | str) else None
    parts = [_part(each, at) for each in values or ()]
    return bool(parts) and all(each is not None and is_whole_number(file, each, depth - 1) for each in parts)


def _part(value: cst.BaseExpression, at: object) -> cst.BaseExpression | None:
    if isinstance(value, cst.Tuple | cst.List) and isinstance(at, int) and -len(value.elements) <= at:
        is_plain = at < len(value.elements) and all(isinstance(each, cst.Element) for each in value.elements)
        return value.elements[at].value if is_plain else None
    if isinstance(value, cst.Dict) and all(isinstance(each, cst.DictElement) for each in value.elements):
        found = [each.value for each in value.elements if isinstance(each, cst.DictElement) and literal(each.key) == at]
        return found[-1] if found else None
    return None


def _is_option(file: File, node: cst.BaseExpression) -> bool:
    """True for `args.size` of a parser that makes a whole number of it."""
    is_plain = isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and not is_self(file, node.value)
    return is_plain and isinstance(node, cst.Attribute) and is_whole_option(file, node.attr.value)


def _is_annotated(file: File, node: cst.BaseExpression) -> bool:
    """True for a parameter that is said to be an `int`, and for an attribute of `self` that holds one."""
    name = value_of(file, node) if isinstance(node, cst.Attribute) else node
    bound = file.only_binding(name) if isinstance(name, cst.Name) else None
    param = bound.node if bound is not None else None
    said = param.annotation if isinstance(param, cst.Param) else None
    return said is not None and file.is_builtin(said.annotation, "int")


def _is_given(file: File, node: cst.BaseExpression, depth: int) -> bool:
    values = leaves(file, node) or []
    return bool(values) and all(each is not node and is_whole_number(file, each, depth - 1) for each in values)


def _counts_elsewhere(file: File, node: cst.BaseExpression) -> bool:
    """True for `size` of `Dense(size)`, `size // 2`, `range(size)` and `add_weight(shape=(3, size))`."""
    if isinstance(node, cst.Name) and len(file.assignments(node)) != 1:
        return False
    return any(_is_used_as_number(file, each) for each in places_of(file, node) if each is not node)


def _is_used_as_number(file: File, use: cst.CSTNode) -> bool:
    above = file.parent(use)
    if isinstance(above, cst.BinaryOperation):
        is_text = isinstance(above.operator, cst.Modulo) and above.right is use
        other = above.right if above.left is use else above.left
        return isinstance(above.operator, _REFUSING) and not is_text and isinstance(literal(other), int)
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    if isinstance(call, cst.Call) and isinstance(above, cst.Arg):
        is_first = above is call.args[0] and above.keyword is None
        is_units = is_first or (above.keyword is not None and above.keyword.value == "units")
        return (is_first and file.is_builtin(call.func, "range")) or (is_units and file.symbol(call.func) in _UNITS)
    return isinstance(above, cst.Element) and _is_part_of_shape(file, above)


def _is_part_of_shape(file: File, element: cst.Element) -> bool:
    """True in the shape of a weight, or that a function of random numbers, or one that fills an array, is given."""
    shape = file.parent(element)
    arg = file.parent(shape) if isinstance(shape, cst.Tuple | cst.List) else None
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    if not isinstance(call, cst.Call) or not isinstance(arg, cst.Arg):
        return False
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in _WEIGHTS:
        return arg.keyword is not None and arg.keyword.value == "shape"
    path = file.symbol(call.func) or file.qualified_name(call.func) or ""
    is_shape = arg.keyword.value in ("shape", "size") if arg.keyword is not None else isinstance(shape, cst.Tuple)
    if path.startswith(_DRAWING):
        return is_shape and path.rpartition(".")[2] not in ("choice", "shuffle", "permutation", "categorical")
    is_first = arg is call.args[0]
    return path in _FILLING and (is_first or arg.keyword is not None) and is_shape
