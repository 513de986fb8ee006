"""Report gradients of operations that a script replaces below a Keras model: `graph.gradient_override_map`.

## What it does

Reports the call in files that use Keras. It rewrites nothing.

## Why

The layers of Keras 2 made operations in the default graph, and the map named other gradients for them: guided
backpropagation is written so. A model of Keras 3 makes its operations where it is called, in no such graph.
https://www.tensorflow.org/api_docs/python/tf/Graph#gradient_override_map

## Numbers

They can differ, without a word: the gradients are the plain ones
(`tests/compat/tables/test_gradient_overrides.py`).

## What it leaves to you

To write the activation with `tf.custom_gradient`, and to set it on the layers: `layer.activation = guided_relu`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.graph_entries import has_switch
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_METHOD = "gradient_override_map"
_SAID = "models of Keras 3 make their operations in no such graph: their gradients stay the plain ones"
_ADVICE = "write the activation with tf.custom_gradient, and set it: layer.activation = guided_relu"


@rule(
    "TFM321",
    stage=Stage.ADVICE,
    example="""
    import keras
    import tensorflow as tf

    with tf.get_default_graph().gradient_override_map({"Relu": "GuidedRelu"}):
        model = keras.applications.VGG16()
    """,
    severity=Severity.NUMBERS,
)
def gradient_overrides(file: File) -> Iterator[Manual]:
    """Report each call, unless the file says that it builds graphs, or was written for Keras 3."""
    if not since(file.target, "keras 3.0") or has_switch(file) or written_for(file).keras is KerasLine.KERAS_3:
        return
    for node in file.attributes:
        if node.attr.value == _METHOD and isinstance(file.parent(node), cst.Call) and _uses_keras(file):
            yield Manual(node, f"tensorflow.Graph.{_METHOD}", _SAID, _ADVICE)


def _uses_keras(file: File) -> bool:
    return any(reference.canonical.startswith("keras.") for reference in file.all_references())
