"""Report operations that are counted in the default graph, where Keras 3 puts no model.

## What it does

Reports `tf.profiler.profile(graph=graph)` of TensorFlow 1 in a file that uses Keras. It rewrites nothing.

## Why

Without eager execution the layers of Keras 2 were in the default graph, and a profile of it counted their operations.
Those of Keras 3 are in the graphs of functions only.
https://www.tensorflow.org/guide/intro_to_graphs

## Numbers

They can differ, without an error: a model of two `Dense` layers had 53 operations in TensorFlow 1.15.5 and 2.3.4, and
has 0 today (`tests/codemods/rules/tensorflow_1/test_profiled_graphs.py`).

## What it leaves to you

Each reported call: `tf.function(model).get_concrete_function(tf.TensorSpec([1, ...]))` has the graph to profile. What
belongs to TensorFlow 1 alone, and names no Keras.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.graphs.graph_mode import keras_uses
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_PROFILE = "tensorflow.profiler.profile"
_SAID = "Keras 3 puts no model into the default graph: a profile of it counts 0 operations"
_ADVICE = "profile the graph of tf.function(model).get_concrete_function(tf.TensorSpec(shape))"


@rule(
    "TFM434",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf
    from keras.applications.mobilenet import MobileNet

    model = MobileNet(weights=None)
    options = tf.profiler.ProfileOptionBuilder.float_operation()
    flops = tf.profiler.profile(graph=tf.get_default_graph(), cmd="op", options=options)
    """,
    severity=Severity.NUMBERS,
)
def profiled_graphs(file: File) -> Iterator[Manual]:
    """Report each profile of a graph that the file does not take from a function."""
    if not file.target.is_modern or has_keras_2_only(file) or not keras_uses(file):
        return
    for reference in file.all_references():
        call = file.call_of(reference) if reference.spelling.in_tensorflow_1 == _PROFILE else None
        graph = (bind(call, "graph") or {}).get("graph") if call is not None else None
        is_of_function = graph is not None and "concrete" in file.code(graph.value)
        if call is not None and not is_of_function:
            yield Manual(call, _PROFILE, _SAID, _ADVICE)
