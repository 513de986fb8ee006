"""Statements of Python that ask a tensor: `if tf.reduce_sum(x) > 0`, `while i < n`, `for i in tf.range(n)`."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.self_attributes import is_self, values_of_attribute
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.source.walk import nodes

Test = cst.If | cst.IfExp | cst.While | cst.For

_NAMES = """
    abs add_n argmax argmin broadcast_to cast clip_by_value concat constant convert_to_tensor cumsum divide equal exp
    expand_dims fill gather greater greater_equal identity less less_equal log logical_and logical_not logical_or
    matmul maximum minimum multiply norm not_equal ones ones_like pow range rank reduce_all reduce_any reduce_logsumexp
    reduce_max reduce_mean reduce_min reduce_prod reduce_std reduce_sum reduce_variance reshape round shape sigmoid
    sign size sqrt square squeeze stack stop_gradient subtract tensordot tile transpose where zeros zeros_like
"""
_OF_BACKEND = """
    abs all any argmax argmin cast clip concatenate equal exp expand_dims flatten gather greater greater_equal less
    less_equal log max maximum mean min minimum not_equal ones_like pow prod random_normal random_uniform reshape round
    shape sqrt square std sum zeros_like
"""
_MODULES = ("tensorflow.math.", "tensorflow.random.")
_OF_PYTHON = ("tensorflow.random.set_seed", "tensorflow.random.Generator", "tensorflow.random.get_global_generator")
_TENSORS = frozenset(
    [f"tensorflow.{name}" for name in _NAMES.split()] + [f"keras.backend.{name}" for name in _OF_BACKEND.split()]
)
_COUNTED = ("tensorflow.range", "keras.backend.arange")
_VARIABLES = ("tensorflow.Variable", "keras.backend.variable", "keras.Variable")
_WEIGHTS = ("add_weight", "add_variable")
_IDENTITY = cst.Is | cst.IsNot | cst.In | cst.NotIn
_ORDER = cst.LessThan | cst.LessThanEqual | cst.GreaterThan | cst.GreaterThanEqual


def tensor_tests(file: File, function: cst.FunctionDef | cst.Lambda, data: frozenset[str]) -> list[Test]:
    """The statements of a function that ask a tensor, in source order; `data` are its parameters that are tensors."""
    found: list[Test] = []
    for node in nodes(function.body, cst.If, cst.IfExp, cst.While, cst.For):
        assert isinstance(node, Test)
        inside = isinstance(function, cst.Lambda) or file.function(node) is function
        asked = node.iter if isinstance(node, cst.For) else node.test
        is_asked = _is_counted(file, asked) if isinstance(node, cst.For) else is_tensor(file, asked, data)
        if inside and is_asked:
            found.append(node)
    return sorted(found, key=file.order)


def is_tensor(file: File, node: cst.BaseExpression, data: frozenset[str], depth: int = 8) -> bool:
    """True if the value is certainly a tensor of TensorFlow, or a variable."""
    if depth == 0:
        return False
    below = depth - 1
    if isinstance(node, cst.Comparison):
        return _is_compared(file, node, data, below)
    if isinstance(node, cst.BooleanOperation | cst.BinaryOperation):
        return is_tensor(file, node.left, data, below) or is_tensor(file, node.right, data, below)
    if isinstance(node, cst.UnaryOperation):
        return is_tensor(file, node.expression, data, below)
    if isinstance(node, cst.Subscript):
        return is_tensor(file, node.value, data, below)
    if isinstance(node, cst.Call):
        symbol = file.symbol(node.func) or ""
        return symbol in _TENSORS or (symbol.startswith(_MODULES) and not symbol.startswith(_OF_PYTHON))
    if isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name):
        return is_self(file, node.value) and _is_variable(file, node)
    return isinstance(node, cst.Name) and _is_named(file, node, data, below)


def _is_compared(file: File, node: cst.Comparison, data: frozenset[str], depth: int) -> bool:
    if any(isinstance(each.operator, _IDENTITY) for each in node.comparisons):
        return False
    sides = [node.left, *(each.comparator for each in node.comparisons)]
    if any(map(is_none, sides)):
        return False
    if any(is_tensor(file, each, data, depth) for each in sides):
        return True
    return all(isinstance(each.operator, _ORDER) for each in node.comparisons) and any(
        _is_data(file, each, data) for each in sides
    )


def _is_data(file: File, node: cst.BaseExpression, data: frozenset[str]) -> bool:
    """True for `x`, `x[0]` and `x * 2`, where nothing but `x = f(x)` binds the parameter `x` anew."""
    if isinstance(node, cst.Subscript):
        return _is_data(file, node.value, data)
    if isinstance(node, cst.BinaryOperation):
        return _is_data(file, node.left, data) or _is_data(file, node.right, data)
    if not isinstance(node, cst.Name) or node.value not in data:
        return False
    values = [file.assigned_value(each) for each in file.assignments(node) if not isinstance(each.node, cst.Param)]
    return all(each is not None and node.value in {one.value for one in nodes(each, cst.Name)} for each in values)


def _is_named(file: File, name: cst.Name, data: frozenset[str], depth: int) -> bool:
    """True if each plain assignment of a local name is a tensor, and there is one; `i += 1` changes nothing."""
    found = False
    for binding in file.assignments(name):
        value = file.assigned_value(binding)
        if value is None:
            above = file.parent(binding.node) if binding.node is not None else None
            if not (isinstance(above, cst.AugAssign) and above.target is binding.node):
                return False
        elif is_tensor(file, value, data, depth):
            found = True
        elif name.value not in {each.value for each in nodes(value, cst.Name)}:
            return False
    return found


def is_none(node: cst.BaseExpression) -> bool:
    """True for `None`."""
    return isinstance(node, cst.Name) and node.value == "None"


def may_be_variable(file: File, node: cst.BaseExpression, depth: int = 4) -> bool:
    """True for a name or an attribute of `self` that a variable is given to, perhaps beside other values."""
    if depth == 0:
        return False
    if isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and is_self(file, node.value):
        values = values_of_attribute(file, node)
    elif isinstance(node, cst.Name):
        bindings = file.assignments(node)
        values = [value for each in bindings if (value := file.assigned_value(each)) is not None]
        values += [value for each in bindings if isinstance(each.node, cst.Param) for value in _given(file, each.node)]
    else:
        return False
    return any(_makes_variable(file, each) or may_be_variable(file, each, depth - 1) for each in values or ())


def is_weight_or_none(file: File, node: cst.BaseExpression) -> bool:
    """True for an attribute of `self` that is None or a weight, and nothing else, as the class sets it to both."""
    values = values_of_attribute(file, node) or []
    weights = [each for each in values if not is_none(each)]
    return 0 < len(weights) < len(values) and all(_makes_variable(file, each) for each in weights)


def _given(file: File, param: cst.Param) -> list[cst.BaseExpression]:
    """What the calls of its function, by name, give a parameter."""
    function = file.parent(file.parent(param) or param)
    if not isinstance(function, cst.FunctionDef) or param not in function.params.params:
        return []
    names = [each.name.value for each in function.params.params]
    place, found = names.index(param.name.value), []
    for call in file.calls:
        binding = file.only_binding(call.func) if isinstance(call.func, cst.Name) else None
        if binding is None or binding.node is not function:
            continue
        by_name = keyword(call, param.name.value)
        if by_name is not None:
            found.append(by_name.value)
        elif len(call.args) > place and not any(each.star or each.keyword for each in call.args[: place + 1]):
            found.append(call.args[place].value)
    return found


def _is_variable(file: File, node: cst.Attribute) -> bool:
    values = values_of_attribute(file, node) or []
    return bool(values) and all(_makes_variable(file, each) for each in values)


def _makes_variable(file: File, value: cst.BaseExpression) -> bool:
    if not isinstance(value, cst.Call):
        return False
    of_self = isinstance(value.func, cst.Attribute) and value.func.attr.value in _WEIGHTS
    return of_self or file.symbol(value.func) in _VARIABLES


def _is_counted(file: File, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and file.symbol(node.func) in _COUNTED
