"""Report a function of the project that is what `multi_gpu_model` was.

## What it does

Looks for a function that, on each GPU of a loop, slices the inputs with a `Lambda` and calls a model on the slices, and
that returns or merges the outputs: the copies of `multi_gpu_model` and `make_parallel` that projects of 2017 have.
It rewrites nothing.

## Why

They were written before Keras had the function, or for a model class of the project. Keras 3 trains on several GPUs
under a strategy, and its `KerasTensor` lacks what they use, such as `get_shape`.
https://github.com/keras-team/keras/blob/2.3.1/keras/utils/multi_gpu_utils.py

## Numbers

No numbers involved.

## What it leaves to you

To take the function of Keras in its place. `upgrade` then makes a strategy scope of each call, or takes the shim, which
has the legacy arithmetic. Copies that leave out the rows which do not divide by the GPUs trained without them.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Manual, Stage, rule

_LAMBDA = "keras.layers.Lambda"
_DEVICES = ("tensorflow.device", "tensorflow.compat.v1.device")


@rule(
    "TFM212",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf
    from keras.layers import Lambda, concatenate
    from keras.models import Model

    def make_parallel(model, gpus):
        parts = []
        for i in range(gpus):
            with tf.device("/gpu:%d" % i):
                share = Lambda(lambda x: x[i::gpus])(model.inputs[0])
                parts.append(model(share))
        return Model(model.inputs, concatenate(parts, axis=0))
    """,
)
def own_multi_gpu_models(file: File) -> Iterator[Manual]:
    """Each function with such a loop."""
    if not file.target.is_modern or has_keras_2_only(file):
        return
    for reference in file.references(*_DEVICES):
        call = file.call_of(reference)
        function = file.function(reference.node)
        block = next((each for each in file.ancestors(reference.node) if isinstance(each, cst.With)), None)
        if call is None or block is None or not isinstance(function, cst.FunctionDef) or not _is_repeated(file, block):
            continue
        if _has_slices(file, function) and _calls_model(file, block):
            name = function.name.value
            said = f"{name} does what Keras's multi_gpu_model did; Keras 3 trains on several GPUs under a strategy"
            advice = "take keras.utils.multi_gpu_model in its place, and run upgrade again"
            yield Manual(function.name, name, said, advice)


def _is_repeated(file: File, block: cst.With) -> bool:
    """True in a loop of the same function."""
    for above in file.ancestors(block):
        if isinstance(above, cst.For):
            return True
        if isinstance(above, cst.FunctionDef):
            return False
    return False


def _has_slices(file: File, function: cst.FunctionDef) -> bool:
    return any(function in file.ancestors(each.node) for each in file.references(_LAMBDA))


def _calls_model(file: File, block: cst.With) -> bool:
    """True if the block calls a model that was made outside of it: `model(inputs)`, `self.inner_model(inputs)`."""
    for call in nodes(block.body, cst.Call):
        name = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
        if isinstance(name, cst.Name) and name.value.lower().endswith("model") and file.reference(call.func) is None:
            return True
    return False
