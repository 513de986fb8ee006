"""Numbers that are certainly integers, or certainly not, in code that was written for Python 2."""

from __future__ import annotations

from enum import Enum

import libcst as cst

from codemods.source.arguments import literal
from codemods.source.file import File

_DEPTH = 8


class Kind(Enum):
    """What is known of a value."""

    INTEGER = "integer"
    FLOAT = "float"
    OTHER = "other"
    """A text or a list, which is not divided."""


_INTEGER_CALLS = ("int", "len", "ord", "id", "hash")
_FLOAT_CALLS = ("float", "round")
_FLOATS = (
    *(f"numpy.{name}" for name in ("float16", "float32", "float64", "mean", "std", "var", "median", "average")),
    *(f"numpy.{name}" for name in ("sqrt", "exp", "log", "log2", "log10", "log1p", "sin", "cos", "tanh", "pi", "e")),
    *(f"numpy.{name}" for name in ("ceil", "floor", "linspace", "divide", "true_divide", "logspace", "inf", "nan")),
    *(f"numpy.random.{name}" for name in ("rand", "randn", "random", "random_sample", "uniform", "normal")),
    *(f"numpy.linalg.{name}" for name in ("norm", "inv", "det")),
    *("math", "time.time", "time.clock", "random.random", "random.uniform", "random.gauss", "timeit.default_timer"),
    *(f"tensorflow.{name}" for name in ("exp", "log", "sqrt", "rsqrt", "sigmoid", "tanh", "sin", "cos", "pow", "norm")),
    *(
        f"tensorflow.{name}"
        for name in ("to_float", "reduce_mean", "random_normal", "random_uniform", "truncated_normal")
    ),
    *("tensorflow.nn", "tensorflow.losses", "tensorflow.linalg", "tensorflow.random", "tensorflow.truediv"),
    *(f"keras.backend.{name}" for name in ("exp", "log", "sqrt", "mean", "std", "var", "epsilon", "sigmoid", "tanh")),
    *(f"keras.backend.{name}" for name in ("softmax", "categorical_crossentropy", "binary_crossentropy", "sin", "cos")),
)
"""Functions and constants that are floats, and modules of nothing else."""
_FLOAT_ARRAYS = frozenset(f"numpy.{name}" for name in ("ones", "zeros", "empty", "eye", "identity"))
"""Where no type is given."""
_FLOAT_METHODS = frozenset({"mean", "std", "var", "total_seconds"})
_CASTS = frozenset({"tensorflow.cast", "keras.backend.cast"})
_TYPES = frozenset({"float", "numpy.float32", "numpy.float64", "numpy.float", "tensorflow.float32"})
_TYPE_NAMES = frozenset({"float", "float32", "float64", "f", "d"})


def kind(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> Kind | None:
    """What a value is in Python 2; None if nothing tells."""
    if not depth:
        return None
    if isinstance(node, cst.UnaryOperation):
        return Kind.INTEGER if isinstance(node.operator, cst.Not) else kind(file, node.expression, depth - 1)
    if isinstance(node, cst.BinaryOperation):
        return _operation(file, node, depth)
    if isinstance(node, cst.Call):
        return _call(file, node, depth)
    if isinstance(node, cst.Name):
        return _name(file, node, depth)
    if isinstance(node, cst.Subscript):
        return Kind.INTEGER if _is_of_shape(node) else None
    if isinstance(node, cst.Attribute):
        return _attribute(file, node)
    if isinstance(node, cst.IfExp):
        return _common([kind(file, each, depth - 1) for each in (node.body, node.orelse)])
    return _literal(node)


def _literal(node: cst.BaseExpression) -> Kind | None:
    if isinstance(node, cst.Comparison | cst.Integer):
        return Kind.INTEGER
    if isinstance(node, cst.Float | cst.Imaginary):
        return Kind.FLOAT
    is_text = isinstance(node, cst.SimpleString | cst.ConcatenatedString | cst.List | cst.Dict)
    return Kind.OTHER if is_text else None


def _common(kinds: list[Kind | None]) -> Kind | None:
    return kinds[0] if len(set(kinds)) == 1 else None


def _operation(file: File, node: cst.BinaryOperation, depth: int) -> Kind | None:
    left, right = (kind(file, each, depth - 1) for each in (node.left, node.right))
    if isinstance(node.operator, cst.Modulo) and left is Kind.OTHER:
        return Kind.OTHER
    if Kind.FLOAT in (left, right):
        return Kind.FLOAT
    if Kind.OTHER in (left, right):
        return Kind.OTHER
    if isinstance(node.operator, cst.Power):
        is_whole = isinstance(literal(node.right), int) and not isinstance(node.right, cst.UnaryOperation)
        return left if is_whole else None
    return Kind.INTEGER if left is right is Kind.INTEGER else None


def _call(file: File, call: cst.Call, depth: int) -> Kind | None:
    if file.is_builtin(call.func, *_INTEGER_CALLS):
        return Kind.INTEGER
    if file.is_builtin(call.func, *_FLOAT_CALLS):
        return Kind.FLOAT
    if file.is_builtin(call.func, "abs") or (file.is_builtin(call.func, "max", "min") and len(call.args) > 1):
        return _common([kind(file, each.value, depth - 1) for each in call.args])
    if _is_float(file, call.func) or (len(call.args) == 1 and file.qualified_name(call.func) in _FLOAT_ARRAYS):
        return Kind.FLOAT
    return Kind.FLOAT if _is_float_method(file, call) else None


def _is_float_method(file: File, call: cst.Call) -> bool:
    """True for `x.mean()`, `x.astype("float32")` and `tf.cast(x, tf.float32)`."""
    path = file.qualified_name(call.func)
    name = call.func.attr.value if isinstance(call.func, cst.Attribute) and path is None else ""
    if name == "astype" or path in _CASTS:
        return bool(call.args) and _is_float_type(file, call.args[-1].value)
    return name in _FLOAT_METHODS


def _is_float(file: File, node: cst.BaseExpression) -> bool:
    path = file.qualified_name(node)
    reference = file.reference(node)
    names = {path, reference.canonical if reference is not None else None}
    return any(f"{name}.".startswith(f"{each}.") for name in names if name for each in _FLOATS)


def _is_float_type(file: File, node: cst.BaseExpression) -> bool:
    if file.is_builtin(node, "float"):
        return True
    return literal(node) in _TYPE_NAMES if isinstance(node, cst.SimpleString) else file.qualified_name(node) in _TYPES


def _name(file: File, name: cst.Name, depth: int) -> Kind | None:
    if name.value in ("True", "False"):
        return Kind.INTEGER
    values = file.definitions(name)
    if values is not None:
        return _common([kind(file, each, depth - 1) for each in values])
    return Kind.INTEGER if _counts(file, name) else Kind.FLOAT if _is_float(file, name) else None


def _counts(file: File, name: cst.Name) -> bool:
    """True for the variable of a loop over a range."""
    binding = file.only_binding(name)
    loop = file.parent(binding.node) if binding is not None and binding.node is not None else None
    if binding is None or not isinstance(loop, cst.For | cst.CompFor) or loop.target is not binding.node:
        return False
    over = loop.iter
    return isinstance(over, cst.Call) and isinstance(over.func, cst.Name) and over.func.value in ("range", "xrange")


def _attribute(file: File, node: cst.Attribute) -> Kind | None:
    if node.attr.value == "ndim" and file.qualified_name(node) is None:
        return Kind.INTEGER
    if node.attr.value == "value" and isinstance(node.value, cst.Subscript) and _is_of_shape(node.value):
        return Kind.INTEGER
    return Kind.FLOAT if _is_float(file, node) else None


def _is_of_shape(node: cst.Subscript) -> bool:
    """True for `x.shape[0]`, and for `x.get_shape()[0]` and `x.get_shape().as_list()[0]`."""
    if len(node.slice) != 1 or not isinstance(node.slice[0].slice, cst.Index):
        return False
    owner = node.value
    if isinstance(owner, cst.Call) and isinstance(owner.func, cst.Attribute) and owner.func.attr.value == "as_list":
        owner = owner.func.value
    if isinstance(owner, cst.Call):
        return isinstance(owner.func, cst.Attribute) and owner.func.attr.value == "get_shape"
    return isinstance(owner, cst.Attribute) and owner.attr.value == "shape"
