"""Report convolutions over tensors with more axes than they have themselves.

## What it does

Reports `Conv1D` on `(batch, 10, 1, 6)`, where `input_shape=`, `Input`, the layer before or `model.build` shows the
axes; `Conv2D` and `Conv3D` likewise. It rewrites nothing.

## Why

`tf.keras` of TensorFlow 2.3 to 2.15 took axes before those that a convolution runs over for more of the batch. Keras 3
raises ValueError, as Keras did before: "Kernel shape must have the same length as input". No other layer differs.
https://keras.io/api/layers/convolution_layers/convolution1d/

## Numbers

Not measured: it fails. What fails and what does not was measured on TensorFlow 1.15.5, 2.3.4, 2.10.1 and 2.21.

## What it leaves to you

`TimeDistributed(Conv1D(...))`, which is the same for one more axis, or a `Reshape` before and after. It names the
weights in another way. Tensors whose axes the file does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.reaching import last_value
from codemods.analysis.models.sequential_layers import SAME_WIDTH, layers_of
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.tensor_shapes import layer_of, shape_of
from codemods.releases.origin import KerasLine
from codemods.source.arguments import argument, keyword
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_LAYERS = "keras.layers."
_AXES = {f"{_LAYERS}{name}{axes}D": axes + 1 for name in ("Conv", "Convolution") for axes in (1, 2, 3)}
"""The axes of the input, without that of the batch."""
_INPUTS = ("keras.layers.Input", "keras.Input", "keras.layers.InputLayer")
_WITH_BATCH = ("batch_input_shape", "batch_shape")
_OF_MODELS = ("build", "compile")


@rule(
    "TFM473",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Conv1D(4, kernel_size=1, input_shape=(10, 1, 6))])
    """,
)
def convolved_ranks(file: File) -> Iterator[Edit | Manual]:
    """Report each convolution once."""
    if not file.reaches_family() or written_for(file).keras is KerasLine.KERAS_3:
        return
    told: set[cst.CSTNode] = set()
    for layer, rank in _convolved(file):
        name = file.symbol(layer.func) or ""
        if layer in told or rank <= _AXES[name]:
            continue
        told.add(layer)
        short = name.removeprefix(_LAYERS)
        said = f"{short} takes {_AXES[name] + 1} axes today, with that of the batch, and here are {rank + 1}"
        advice = f"wrap it, TimeDistributed({short}(...)), for each axis too many, or reshape before and after"
        yield Manual(layer, name, said, advice)


def _convolved(file: File) -> Iterator[tuple[cst.Call, int]]:
    """The convolutions of a file, each with a rank of what it gets."""
    models: set[str] = set()
    for call in file.calls:
        if file.symbol(call.func) in _AXES:
            rank = _given_rank(call)
            yield from [(call, rank)] if rank is not None and not _is_wrapped(file, call) else []
            continue
        layer = layer_of(file, call.func)
        if layer is not None and file.symbol(layer.func) in _AXES and len(call.args) == 1:
            given = call.args[0].value
            shape = shape_of(file, last_value(file, given) or given)
            yield from [(layer, len(shape))] if shape is not None else []
        elif isinstance(call.func, cst.Attribute) and call.func.attr.value in _OF_MODELS:
            yield from _of_model(file, call, call.func.value, models)


def _of_model(file: File, call: cst.Call, model: cst.BaseExpression, seen: set[str]) -> Iterator[tuple[cst.Call, int]]:
    """The convolutions with which a `Sequential` begins, up to a layer that may have another rank."""
    built = call.func.attr.value == "build" if isinstance(call.func, cst.Attribute) else False
    place = f"{file.code(model)} {built}"
    if place in seen or (built and not call.args):
        return
    seen.add(place)
    rank = _length(call.args[0].value, with_batch=True) if built else None
    for layer in layers_of(file, model) or ():
        symbol = file.symbol(layer.func) if isinstance(layer, cst.Call) else None
        if not isinstance(layer, cst.Call) or symbol is None:
            return
        rank = rank if rank is not None else _given_rank(layer, is_input=symbol in _INPUTS)
        if rank is None or symbol not in (*_AXES, *SAME_WIDTH, *_INPUTS):
            return
        if symbol in _AXES:
            yield layer, rank


def _given_rank(call: cst.Call, *, is_input: bool = False) -> int | None:
    """The rank that the arguments of a layer, or of an `Input`, show without that of the batch."""
    for name in _WITH_BATCH:
        if (given := keyword(call, name)) is not None:
            return _length(given.value, with_batch=True)
    given = keyword(call, "input_shape") or (argument(call, "shape") if is_input else None)
    return _length(given.value) if given is not None else None


def _length(node: cst.BaseExpression, *, with_batch: bool = False) -> int | None:
    """The number of axes of a shape that is written out, without that of the batch."""
    if not isinstance(node, cst.Tuple | cst.List) or not all(isinstance(e, cst.Element) for e in node.elements):
        return None
    return len(node.elements) - with_batch


def _is_wrapped(file: File, call: cst.Call) -> bool:
    """True for the layer in `TimeDistributed(Conv1D(...))`."""
    arg = file.parent(call)
    around = file.parent(arg) if isinstance(arg, cst.Arg) else None
    return isinstance(around, cst.Call) and (file.symbol(around.func) or "").startswith(_LAYERS)
