"""Make arrays of objects of lists of weights, whose shapes differ, as NumPy did by itself.

## What it does

`np.array(model.get_weights())` gets `dtype=object`. In `np.save(path, model.get_weights())`, and in the arithmetic of
`np.mean`, `np.multiply` and their like, the list becomes such an array.

## Why

NumPy made an array of lists of arrays that have different shapes. It has refused since 1.24: "setting an array element
with a sequence. The requested array has an inhomogeneous shape".
https://numpy.org/doc/stable/release/1.24.0-notes.html

## Numbers

Same: predictions with averaged weights are those of Keras 2.3.1 (`tests/codemods/fixtures/arrays_of_weights`).

## What it leaves to you

Weights of a layer, which may all have one shape, and `get_weights` of objects that may be no models: both are reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

import libcst as cst

from codemods.analysis.arrays.numpy_numbers import ARRAYS
from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.layers.model_layers import is_layer_of_model
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.object_types import Unknown, origin_of
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Import, Manual, Stage, rule

_METHOD = "get_weights"
_MAKERS = (*ARRAYS, "numpy.asanyarray")
_FUNCTIONS = {
    **dict.fromkeys(("numpy.mean", "numpy.sum", "numpy.average", "numpy.negative", "numpy.square"), (0,)),
    **dict.fromkeys(("numpy.add", "numpy.subtract", "numpy.multiply", "numpy.divide"), (0, 1)),
    "numpy.save": (1,),
}
"""What NumPy computes of arrays of arrays as of numbers, and the places of these arguments."""
_WITH_BIAS = (
    *("Dense", "Conv1D", "Conv2D", "Conv3D", "Conv2DTranspose", "DepthwiseConv2D", "SeparableConv2D"),
    *("LSTM", "GRU", "SimpleRNN"),
)
_SAID = "NumPy makes no array of weights of different shapes without dtype=object"
_ADVICE = "nothing if all these weights have one shape; else np.array(weights, dtype=object)"


class _Shapes(IntEnum):
    """Whether weights have different shapes."""

    NO_WEIGHTS = 0
    MAY_DIFFER = 1
    DIFFER = 2


@rule(
    "TFM391",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(4, input_dim=3), Dense(2)])
    weights = np.array(model.get_weights())
    model.set_weights(0.9 * weights)
    """,
)
def arrays_of_weights(file: File) -> Iterator[Edit | Manual]:
    """Of lists that are what `get_weights` returns, or that hold it for several models or layers."""
    if not file.target.is_modern or not file.reaches_family() or written_for(file).keras is KerasLine.KERAS_3:
        return
    choices = Choices(file)
    for call in file.calls if any(each.attr.value == _METHOD for each in file.attributes) else ():
        path = file.qualified_name(call.func) or ""
        if not path.startswith("numpy.") or choices.leading_to(call):
            continue
        if path in _MAKERS and len(call.args) == 1 and not call.args[0].star:
            shapes = _shapes(file, call.args[0].value)
            changed = with_args(call, [*call.args, named(cst.Arg(cst.Name("object")), "dtype")])
            if shapes is not _Shapes.NO_WEIGHTS:
                yield _outcome(call, path, shapes, changed)
        for index in _FUNCTIONS.get(path, ()):
            given = call.args[index] if index < len(call.args) else None
            if given is None or given.star or given.keyword is not None or keyword(call, "dtype") is not None:
                continue
            shapes = _shapes(file, given.value)
            if shapes is not _Shapes.NO_WEIGHTS:
                numpy, imports = bind_module(file, "numpy", "np", call)
                array = cst.parse_expression(f"{numpy}.array({file.code(given.value)}, dtype=object)")
                yield _outcome(given.value, path, shapes, array, imports)


def _outcome(
    node: cst.BaseExpression, path: str, shapes: _Shapes, changed: cst.BaseExpression, imports: tuple[Import, ...] = ()
) -> Edit | Manual:
    if shapes is _Shapes.DIFFER:
        return Edit(node, _SAID, ((node, changed),), imports)
    return Manual(node, path, _SAID, _ADVICE)


def _shapes(file: File, node: cst.BaseExpression) -> _Shapes:
    """Of the list of weights, or of lists of them, that an expression is."""
    return min((_of_value(file, each) for each in leaves(file, node) or ()), default=_Shapes.NO_WEIGHTS)


def _of_value(file: File, node: cst.BaseExpression) -> _Shapes:
    if isinstance(node, cst.Call):
        return _of_call(file, node)
    if isinstance(node, cst.List | cst.Tuple):
        return _of_several([_shapes(file, each.value) for each in node.elements])
    if isinstance(node, cst.ListComp) and node.for_in.inner_for_in is None:
        if _is_of_layer(file, node.elt):
            return _Shapes.DIFFER
        return max(_shapes(file, node.elt), _of_each(file, node))
    return _Shapes.NO_WEIGHTS


def _of_several(found: list[_Shapes]) -> _Shapes:
    """Of a list of lists of weights; a list of single arrays is none."""
    return min(found, default=_Shapes.NO_WEIGHTS)


def _of_each(file: File, made: cst.ListComp) -> _Shapes:
    """Of `[0.5 * w for w in model.get_weights()]`, also of the weights of two models in a `zip`."""
    loop = made.for_in
    is_zipped = isinstance(loop.iter, cst.Call) and file.is_builtin(loop.iter.func, "zip")
    lists = [arg.value for arg in loop.iter.args] if is_zipped and isinstance(loop.iter, cst.Call) else [loop.iter]
    found = min((_shapes(file, each) for each in lists), default=_Shapes.NO_WEIGHTS)
    targets = [each.value for each in loop.target.elements] if isinstance(loop.target, cst.Tuple) else [loop.target]
    names = {each.value for each in targets if isinstance(each, cst.Name)}
    return found if _keeps_shape(made.elt, names) else _Shapes.NO_WEIGHTS


def _keeps_shape(node: cst.BaseExpression, names: set[str]) -> bool:
    """True for a weight, and for sums and products of one."""
    if isinstance(node, cst.BinaryOperation):
        sides = (node.left, node.right)
        return any(_keeps_shape(each, names) for each in sides) and all(
            isinstance(each, cst.Name | cst.Attribute) or literal(each) is not ... or _keeps_shape(each, names)
            for each in sides
        )
    return isinstance(node, cst.Name) and node.value in names


def _is_of_layer(file: File, node: cst.BaseExpression) -> bool:
    return _receiver(node) is not None and is_layer_of_model(file, _receiver(node) or node)


def _receiver(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The `model` of `model.get_weights()`."""
    is_method = isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and not node.args
    if not is_method or not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute):
        return None
    return node.func.value if node.func.attr.value == _METHOD else None


def _of_call(file: File, call: cst.Call) -> _Shapes:
    receiver = _receiver(call)
    if receiver is None or evidence(file, receiver, Kind.OPTIMIZER).is_enough:
        return _Shapes.NO_WEIGHTS
    found = evidence(file, receiver, Kind.MODEL)
    if evidence(file, receiver, Kind.LAYER) is Evidence.CERTAIN and found is not Evidence.CERTAIN:
        return _Shapes.DIFFER if _has_bias(file, receiver) else _Shapes.MAY_DIFFER
    if is_layer_of_model(file, receiver):
        return _Shapes.MAY_DIFFER
    if found.is_enough:
        return _Shapes.DIFFER
    is_open = origin_of(file, receiver) is Unknown.OPEN and _METHOD not in own_names(file)
    return _Shapes.MAY_DIFFER if is_open else _Shapes.NO_WEIGHTS


def _has_bias(file: File, layer: cst.BaseExpression) -> bool:
    """True for a layer that is made with weights of two kinds."""
    found = leaves(file, layer) or []
    calls = [each for each in found if isinstance(each, cst.Call) and keyword(each, "use_bias") is None]
    names = [file.symbol(each.func) for each in calls]
    return len(calls) == len(found) > 0 and all(
        name in {f"keras.layers.{each}" for each in _WITH_BIAS} for name in names
    )
