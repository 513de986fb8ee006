"""Multiply symbolic tensors by numbers in the ways that Keras 3 takes.

## What it does

`x *= c` and `c * x` become `keras.layers.Rescaling(c)(x)` where a layer of your own takes the product and `c` is a
number; a tensor that is one is given as `float(c)`. A number of NumPy beside a symbolic tensor becomes `float(c)`, as
in `float(np.sqrt(8)) * x`.

## Why

Keras 3 takes the product of a symbolic tensor and anything else for a sparse one, and a layer without
`compute_output_shape` is then tried out with a `tf.SparseTensor`: `inputs + table` raises ValueError or TypeError. A
number of NumPy on the left of an operator raises "A KerasTensor is symbolic", and one on the right makes a `float32`
tensor `float64`.
https://github.com/keras-team/keras/blob/v3.11.0/keras/src/ops/numpy.py

## Numbers

Same (`tests/codemods/fixtures/scaled_tensors`).

## What it leaves to you

Factors that may be no numbers, arrays of NumPy on the left of an operator, and files with masks: `Rescaling` hands a
mask on, which an operator of `tf.keras` did not. They are reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import LAYER, Receiver, origin_of
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.mask_sources import has_masks
from codemods.analysis.tensors.symbolic import is_symbolic
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_keras, imported_name
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_SYMBOL = "keras.KerasTensor"
_OPERATORS = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide)
_OF_NUMPY = frozenset(f"numpy.{name}" for name in ("exp", "float32", "float64", "log", "log10", "log2", "sqrt"))
_ARRAYS = frozenset(f"numpy.{name}" for name in ("arange", "array", "asarray", "linspace", "ones", "zeros"))
_KEEPING_FLOAT32 = "numpy.float32"
_OF_TENSORS = frozenset(
    {
        *(f"tensorflow.{name}" for name in ("cast", "constant", "exp", "log", "math.exp", "math.log", "math.rsqrt")),
        *("tensorflow.math.sqrt", "tensorflow.rsqrt", "tensorflow.sqrt", "keras.backend.cast", "keras.backend.sqrt"),
    }
)
_SIZES = frozenset(("d", "depth", "dim", "dk", "features", "filters", "heads", "hidden", "model", "k", "size", "units"))
_DEPTH = 6
_SPARSE = "Keras 3 takes this product for a sparse tensor, and the layer of yours that is called with it fails"
_LEFT = "a symbolic tensor of Keras 3 cannot stand behind an operator and a number or an array of NumPy"
_RIGHT = "a number of NumPy makes this tensor float64 in Keras 3"
_AS_TENSOR = "write tf.constant({0}, tf.float32) in place of {0}"


class _Number(NamedTuple):
    """A factor that is one number; `is_plain` if it is one of Python, `is_numpy` if it is one of NumPy."""

    is_plain: bool
    is_numpy: bool = False


_PLAIN = _Number(is_plain=True)


@rule(
    "TFM400",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    from tensorflow import keras

    x = keras.Input(shape=(4,))
    h = keras.layers.Dense(8)(x)
    model = keras.Model(x, np.sqrt(8) * h)
    """,
)
def scaled_tensors(file: File) -> Iterator[Edit | Manual]:
    """Look at the operators of symbolic tensors."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file) or not file.reaches_family():
        return
    if written_for(file).keras is KerasLine.KERAS_3:
        return
    for node in file.every(cst.BinaryOperation):
        if not isinstance(node.operator, _OPERATORS):
            continue
        is_left, is_right = is_symbolic(file, node.left), is_symbolic(file, node.right)
        if is_left is is_right:
            continue
        tensor, factor = (node.left, node.right) if is_left else (node.right, node.left)
        if isinstance(node.operator, cst.Multiply) and _goes_to_own_layer(file, node):
            yield _rescaled(file, node, tensor, factor)
        else:
            yield from _beside_numpy(file, factor, is_left=is_right)
    for each in file.every(cst.AugAssign):
        is_scaled = is_symbolic(file, each.target) and not is_symbolic(file, each.value)
        if is_scaled and isinstance(each.operator, cst.MultiplyAssign) and _is_given_on(file, each.target):
            yield _rescaled(file, each, each.target, each.value)


def _rescaled(
    file: File,
    node: cst.BinaryOperation | cst.AugAssign,
    tensor: cst.BaseAssignTargetExpression | cst.BaseExpression,
    factor: cst.BaseExpression,
) -> Edit | Manual:
    number = _number(file, factor)
    if number is None or has_masks(file) or not isinstance(tensor, cst.BaseExpression):
        return Manual(node, _SYMBOL, _SPARSE, "scale it with keras.layers.Rescaling, or in a layer of your own")
    tensorflow = imported_name(file, node, "tensorflow")
    has_keras = imported_name(file, node, "tensorflow.keras", "keras") is not None or tensorflow is None
    keras, imports = bind_keras(file, node) if has_keras else (f"{tensorflow}.keras", ())
    scale = file.code(factor) if number.is_plain else f"float({file.code(factor)})"
    code = f"{keras}.layers.Rescaling({scale})({file.code(tensor)})"
    new = cst.parse_expression(code)
    assigned = cst.Assign([cst.AssignTarget(node.target)], new) if isinstance(node, cst.AugAssign) else new
    return Edit(node, f"{_SPARSE}: {code}", ((node, assigned),), imports=imports)


def _beside_numpy(file: File, factor: cst.BaseExpression, *, is_left: bool) -> Iterator[Edit | Manual]:
    """What NumPy gives, beside a symbolic tensor; `is_left` says that it stands on the left of it."""
    number = _number(file, factor)
    said = _LEFT if is_left else _RIGHT
    if number is not None and number.is_numpy and (is_left or not _is_float32(file, factor)):
        code = file.code(factor)
        yield Edit(factor, f"{said}: float({code})", ((factor, cst.Call(cst.Name("float"), [cst.Arg(factor)])),))
    elif is_left and _is_array(file, factor):
        yield Manual(factor, _SYMBOL, said, _AS_TENSOR.format(file.code(factor)))


def _number(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> _Number | None:
    """What kind of number an expression gives; None if it may give something else."""
    if isinstance(literal(node), int | float):
        return _PLAIN
    if not depth or is_symbolic(file, node):
        return None
    bound = file.only_value(node) if isinstance(node, cst.Name) else None
    if bound is not None:
        return _number(file, bound, depth - 1)
    if isinstance(node, cst.Name | cst.Attribute):
        return _PLAIN if _is_called_a_size(node) else None
    if isinstance(node, cst.UnaryOperation):
        return _number(file, node.expression, depth - 1)
    if isinstance(node, cst.BinaryOperation):
        left, right = (_number(file, each, depth - 1) for each in (node.left, node.right))
        if left is None or right is None:
            return None
        return _Number(left.is_plain and right.is_plain, left.is_numpy or right.is_numpy)
    return _of_call(file, node, depth - 1) if isinstance(node, cst.Call) and node.args else None


def _of_call(file: File, call: cst.Call, depth: int) -> _Number | None:
    path = file.qualified_name(call.func) or ""
    if file.is_builtin(call.func, "float", "int", "len") or path.startswith("math."):
        return _PLAIN
    if _number(file, call.args[0].value, depth) is None:
        return None
    if path in _OF_NUMPY:
        return _Number(is_plain=False, is_numpy=True)
    return _Number(is_plain=False) if file.symbol(call.func) in _OF_TENSORS else None


def _is_called_a_size(node: cst.Name | cst.Attribute) -> bool:
    """True for a setting that is called as numbers are: `d_model`, `hparams.units`, `self.num_heads`."""
    name = node.attr.value if isinstance(node, cst.Attribute) else node.value
    return name.rpartition("_")[2] in _SIZES


def _is_float32(file: File, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and file.qualified_name(node.func) == _KEEPING_FLOAT32


def _is_array(file: File, node: cst.BaseExpression) -> bool:
    made = file.only_value(node) if isinstance(node, cst.Name) else node
    return isinstance(made, cst.Call) and file.qualified_name(made.func) in _ARRAYS


# --- the layers that take a product


def _goes_to_own_layer(file: File, node: cst.BaseExpression) -> bool:
    """True for an argument of a layer of the project, and for what is assigned to a name that becomes one."""
    above = file.parent(node)
    if isinstance(above, cst.Element):
        above = file.parent(file.parent(above) or above)
    if isinstance(above, cst.Arg):
        call = file.parent(above)
        return isinstance(call, cst.Call) and _is_own_layer(file, call.func)
    return isinstance(above, cst.Assign) and any(_is_given_on(file, each.target) for each in above.targets)


def _is_given_on(file: File, target: cst.BaseExpression) -> bool:
    """True if a later use of a name goes to such a layer."""
    bindings = file.assignments(target) if isinstance(target, cst.Name) else []
    uses = {use: None for each in bindings for use in each.uses if file.before(target, use)}
    return any(
        isinstance(use, cst.Name) and _reaches(file, target, use) and _goes_to_own_layer(file, use) for use in uses
    )


def _reaches(file: File, target: cst.BaseExpression, use: cst.Name) -> bool:
    return any(each.node is target for each in reaching(file, use))


def _is_own_layer(file: File, func: cst.BaseExpression) -> bool:
    """True for a layer or model of the project that Keras has to try out to learn the shape of its output."""
    origin = origin_of(file, func)
    if not isinstance(origin, Receiver) or not origin.is_a(LAYER) or origin.is_plain:
        return False
    return not origin.shows(file, "compute_output_shape")
