"""Leave out a `compute_output_shape` that reads what `call` keeps.

## What it does

Removes the method from a layer where it reads an attribute that only `call` sets, as in
`return K.int_shape(self.result)`.

## Why

Keras 2 ran `call` first, Keras 3 asks for the shape first: "'NoneType' object has no attribute 'shape'". Without the
method Keras 3 takes the shape from `call` itself.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/layer.py

## Numbers

No numbers involved: shapes of outputs.

## What it leaves to you

Layers of a file that calls `compute_output_shape` itself, or puts layers into `TimeDistributed`, which needs the
method, and layers that derive from another one than `Layer`: they are reported. Methods that ask whether the
attribute is set yet.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.calls.output_shape_methods import SHAPE, only_keras_asks
from codemods.analysis.flow.self_attributes import attribute_of_self
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import LAYER, derived_from
from codemods.analysis.tensors.repeated_code import methods_of
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule

_CALL = "call"
_SAID = "Keras 3 asks for the shape before it runs call(), which sets {}"


@rule(
    "TFM350",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras import backend as K
    from keras.layers import Layer


    class Distance(Layer):
        def call(self, x):
            self.result = K.sum(K.abs(x[0] - x[1]), axis=1, keepdims=True)
            return self.result

        def compute_output_shape(self, input_shape):
            return K.int_shape(self.result)
    """,
)
def shapes_kept_by_call(file: File) -> Iterator[Edit | Manual]:
    """Remove the method where nothing but Keras calls it."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for owner in file.every(cst.ClassDef):
        base = derived_from(file, owner)
        methods = methods_of(owner)
        if base is None or not base.is_a(LAYER) or not {SHAPE, _CALL} <= set(methods):
            continue
        kept = _set_by_call_alone(file, owner)
        read = [each for each in _of_self(file, methods[SHAPE]) if each.attr.value in kept and not _is_set(file, each)]
        if not read or _is_prepared(file, read, methods[SHAPE]):
            continue
        method, name = methods[SHAPE], file.code(read[0])
        if not only_keras_asks(file, base):
            yield Manual(read[0], f"{LAYER}.{SHAPE}", _SAID.format(name), "compute the shape from input_shape")
        else:
            said = f"{_SAID.format(name)}; without {SHAPE} it takes the shape from call()"
            yield Edit(method, said, ((method, cst.RemoveFromParent()),))


def _set_by_call_alone(file: File, owner: cst.ClassDef) -> set[str]:
    """The attributes that `call` sets, and no other method sets to anything but None."""
    inside: set[str] = set()
    outside: set[str] = set()
    for each in _of_self(file, owner):
        statement = file.parent(file.parent(each) or each)
        if not _is_set(file, each):
            continue
        method = file.function(each)
        if isinstance(method, cst.FunctionDef) and method.name.value == _CALL:
            inside.add(each.attr.value)
        elif not isinstance(statement, cst.Assign) or file.code(statement.value) != "None":
            outside.add(each.attr.value)
    return inside - outside


def _is_prepared(file: File, read: list[cst.Attribute], method: cst.FunctionDef) -> bool:
    """True if the method asks whether there is such an attribute yet: `self.lags is None`, `hasattr(self, "lags")`."""
    if any(isinstance(file.parent(each), cst.Comparison) for each in read):
        return True
    names = {each.attr.value for each in read}
    asked = [each for each in nodes(method, cst.Call) if file.is_builtin(each.func, "hasattr", "getattr")]
    return any(literal(arg.value) in names for each in asked for arg in each.args[1:2])


def _of_self(file: File, node: cst.CSTNode) -> Iterator[cst.Attribute]:
    for each in nodes(node, cst.Attribute):
        if attribute_of_self(file, each) is not None:
            yield each


def _is_set(file: File, node: cst.Attribute) -> bool:
    """True for the target of `=`, also in a tuple, and of `+=`."""
    above = file.parent(node)
    if isinstance(above, cst.AugAssign | cst.AnnAssign):
        return above.target is node
    if isinstance(above, cst.Element):
        above = file.parent(file.parent(above) or above)
    return isinstance(above, cst.AssignTarget)
