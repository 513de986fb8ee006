"""Report layers whose own `call` returns another shape than the layer of Keras that they derive from.

## What it does

Reports a class that derives from a layer of Keras, such as `Embedding`, has a `call` of its own that visibly returns
several tensors or another shape, and has no `compute_output_shape`. It rewrites nothing.

## Why

`tf.keras` took the shape of an output from `call`. Keras 3 asks `compute_output_shape`, and the layer inherits that of
its base: a model of the functional API gets one tensor where `call` returns two, or one of the wrong shape.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/layer.py

## Numbers

No numbers involved: Keras 3 fails where the tensor is used.

## What it leaves to you

To write `compute_output_shape`. Layers that are only called in `call` of a subclassed model do without it.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.data.batch_sources import return_values
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import LAYER, MODEL, derived_from
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.repeated_code import methods_of
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

_SHAPES = frozenset({"compute_output_shape", "compute_output_spec"})
_CALL = "call"
_RESHAPING = frozenset(
    {
        "concat",
        "concatenate",
        "expand_dims",
        "flatten",
        "mean",
        "max",
        "permute_dimensions",
        "reduce_max",
        "reduce_mean",
        "reduce_sum",
        "repeat_elements",
        "reshape",
        "squeeze",
        "stack",
        "sum",
        "tile",
        "transpose",
    }
)
"""Functions of TensorFlow and of the backend whose result has another shape."""
_CELL = "Cell"
"""What the names of cells end with; the layers around them ask for their states, and for no shape."""
_FREE = frozenset(
    f"keras.layers.{name}" for name in ("Bidirectional", "GRU", "LSTM", "Lambda", "RNN", "SimpleRNN", "Wrapper")
)
"""Layers whose subclasses are not told by a few lines."""


@rule(
    "TFM352",
    stage=Stage.ADVICE,
    example="""
    from tensorflow import keras


    class TokenEmbedding(keras.layers.Embedding):
        def call(self, inputs):
            return [super().call(inputs), self.embeddings]
    """,
)
def inherited_shapes(file: File) -> Iterator[Manual]:
    """Only classes whose base is a layer with a shape of its own, in code for Keras 2."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file) or written_for(file).keras is KerasLine.KERAS_3:
        return
    for owner in file.every(cst.ClassDef):
        base = derived_from(file, owner)
        path = base.path.removeprefix("tensorflow.") if base is not None else ""
        if (
            base is None
            or not base.is_a(LAYER)
            or base.is_a(MODEL)
            or path == LAYER
            or path in _FREE
            or path.endswith(_CELL)
        ):
            continue
        if _SHAPES & {name for each in base.derived for name in methods_of(each)}:
            continue
        call = methods_of(owner).get(_CALL)
        values = return_values(file, call) if call is not None else []
        changed = next((each for each in values if _has_another_shape(file, each)), None)
        if changed is not None:
            said = f"Keras 3 takes the shape of what {owner.name.value} returns from {path.rpartition('.')[2]}"
            yield Manual(changed, f"{path}.compute_output_shape", said, "write compute_output_shape(self, input_shape)")


def _has_another_shape(file: File, node: cst.BaseExpression) -> bool:
    """True for several tensors, and for what a function that changes shapes makes."""
    if isinstance(node, cst.Name):
        values = file.definitions(node) or []
        return len(values) == 1 and not isinstance(values[0], cst.Name) and _has_another_shape(file, values[0])
    if isinstance(node, cst.Tuple | cst.List):
        return len(node.elements) > 1
    symbol = file.symbol(node.func) or "" if isinstance(node, cst.Call) else ""
    module, _, name = symbol.rpartition(".")
    return module in ("keras.backend", "tensorflow", "tensorflow.math", "keras.ops") and name in _RESHAPING
