"""Tell whether an expression is visibly a float or complex number or tensor."""

from __future__ import annotations

import libcst as cst

from codemods.source.arguments import bind
from codemods.source.file import File

_DEPTH = 12


def _named(names: str) -> frozenset[str]:
    return frozenset("tensorflow." + name for name in names.split())


_MAKE_FLOATS = _named("""
acos asin atan ceil cos cosh digamma erf erfc exp expm1 floor lgamma log log1p rint rsqrt sigmoid sin sinh sqrt tan
tanh to_bfloat16 to_double to_float math.ceil math.cos math.digamma math.erf math.exp math.expm1 math.lgamma math.log
math.log1p math.rsqrt math.sigmoid math.sin math.sqrt math.tanh norm linalg.norm nn.elu nn.l2_normalize nn.log_softmax
nn.sigmoid nn.sigmoid_cross_entropy_with_logits nn.softmax nn.softmax_cross_entropy_with_logits nn.softplus nn.tanh
reduce_logsumexp truncated_normal random_normal random.normal random.truncated_normal
""")
"""Functions whose results are never whole numbers in type."""

_PASS_ON = _named("""
abs add add_n add_v2 clip_by_value concat divide expand_dims gather identity matmul math.abs math.add math.maximum
math.minimum math.multiply math.reduce_max math.reduce_mean math.reduce_min math.reduce_sum math.square math.subtract
maximum minimum multiply negative nn.relu pad pow reduce_max reduce_mean reduce_min reduce_prod reduce_sum reshape
slice square squared_difference squeeze stack stop_gradient subtract tile transpose
""")
"""Functions whose result has the type of their tensors; two tensors must have the same."""

_FLOAT_TYPES = _named("bfloat16 complex64 complex128 double float16 float32 float64 half")


def is_float(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if every value that reaches `node` is visibly a float, or can only be combined with one."""
    if depth == 0:
        return False
    if isinstance(node, cst.Float):
        return True
    if isinstance(node, cst.UnaryOperation):
        return is_float(file, node.expression, depth - 1)
    if isinstance(node, cst.BinaryOperation):
        if not isinstance(node.operator, cst.Add | cst.Subtract | cst.Multiply | cst.Divide | cst.Power):
            return False
        return is_float(file, node.left, depth - 1) or is_float(file, node.right, depth - 1)
    if isinstance(node, cst.Name):
        values = file.definitions(node) or []
        return bool(values) and all(is_float(file, each, depth - 1) for each in values)
    return isinstance(node, cst.Call) and _gives_float(file, node, depth)


def _gives_float(file: File, call: cst.Call, depth: int) -> bool:
    reference = file.reference(call.func)
    name = reference.spelling.in_tensorflow_1 if reference is not None else ""
    if name in _MAKE_FLOATS:
        return not any(arg.keyword is not None and arg.keyword.value == "dtype" for arg in call.args)
    if name == "tensorflow.cast":
        given = bind(call, "x", "dtype", "name") or {}
        found = file.reference(given["dtype"].value) if "dtype" in given else None
        return found is not None and found.spelling.in_tensorflow_1 in _FLOAT_TYPES
    if name not in _PASS_ON:
        return False
    tensors = [arg.value for arg in call.args[:2] if not arg.star and arg.keyword is None]
    return any(is_float(file, part, depth - 1) for each in tensors[: _tensors(name)] for part in _parts(each))


def _tensors(name: str) -> int:
    """The number of leading arguments that are tensors of one type."""
    binary = ("add", "add_v2", "divide", "matmul", "maximum", "minimum", "multiply", "pow", "subtract")
    return 2 if name.rpartition(".")[2] in (*binary, "squared_difference") else 1


def _parts(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    if isinstance(node, cst.List | cst.Tuple):
        return [each.value for each in node.elements if isinstance(each, cst.Element)]
    return [node]
