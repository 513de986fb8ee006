"""Keep `ParameterServerStrategy()` of TensorFlow 2.0 to 2.3, and report `fit` under that of TensorFlow 2.4.

## What it does

`tf.distribute.experimental.ParameterServerStrategy`, without a resolver or in a file with Estimators and without a
coordinator, becomes that of `tf.compat.v1`, which is the same strategy.
In a file that makes the strategy of TensorFlow 2.4, the first `fit`, `evaluate` or `predict` of a Keras model is
reported.

## Why

Since 2.4 the name is that of another strategy, which a coordinator leads and which requires a resolver.
Keras 3 does not train under it: `fit` ends with ValueError, "To use this dataset, you need to pass this dataset to
ClusterCoordinator.create_per_worker_dataset". Keras 2 could, from a `DatasetCreator`.
https://www.tensorflow.org/tutorials/distribute/parameter_server_training

## Numbers

Same: the strategy is the same object. A loop of one's own under a coordinator trains a Keras 3 model: with one worker
to the weights of one process, 1e-5 (`tests/compat/strategies/test_parameter_servers.py`). With two, its counter of
steps misses up to 18 of 100.

## What it leaves to you

To write the training step as a function that a `ClusterCoordinator` schedules.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.estimators import has_estimators
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.rewriting.add_imports import bind_module
from codemods.source.canonical_names import V1, below
from codemods.source.file import File
from codemods.source.method_calls import method_calls
from codemods.types import Edit, Manual, Stage, rule

_STRATEGIES = (
    "tensorflow.distribute.ParameterServerStrategy",
    "tensorflow.distribute.experimental.ParameterServerStrategy",
)
_COORDINATORS = (
    "tensorflow.distribute.coordinator.ClusterCoordinator",
    "tensorflow.distribute.experimental.coordinator.ClusterCoordinator",
)
_ON_SHIMS = "compat.tensorflow.estimator"
_TRAINING = ("fit", "fit_generator", "evaluate", "evaluate_generator", "predict", "predict_generator")


@rule(
    "TFM176",
    stage=Stage.LATE,
    example="""
    import tensorflow as tf

    resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
    strategy = tf.distribute.experimental.ParameterServerStrategy(resolver)
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse")
    model.fit(dataset)
    """,
)
def parameter_servers(file: File) -> Iterator[Edit | Manual]:
    """Tell the two strategies apart: that of TensorFlow 2.4 requires a resolver, and does not run in an Estimator."""
    coordinated = False
    for reference in file.references(*_STRATEGIES):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed or reference.spelling.plain.startswith(V1):
            continue
        if call.args and not _is_for_estimators(file):
            coordinated = True
            continue
        tensorflow, imports = bind_module(file, "tensorflow", "tf", call)
        strategy = cst.parse_expression(f"{tensorflow}.compat.v1.distribute.experimental.ParameterServerStrategy")
        said = "the ParameterServerStrategy of Estimators and sessions is in tf.compat.v1 since TensorFlow 2.4"
        yield Edit(call, said, ((call.func, strategy),), imports)
    training = _first_training(file) if coordinated else None
    if training is not None:
        yield Manual(
            training,
            _STRATEGIES[0],
            "Keras 3 does not train, evaluate or predict under ParameterServerStrategy: ValueError",
            "run a step of your own with tf.distribute.coordinator.ClusterCoordinator(strategy).schedule, or use "
            "tf.distribute.MultiWorkerMirroredStrategy",
        )


def _is_for_estimators(file: File) -> bool:
    estimators = has_estimators(file) or any(below(each.qualified, _ON_SHIMS) for each in file.imports)
    return estimators and not file.references(*_COORDINATORS)


def _first_training(file: File) -> cst.Call | None:
    calls = method_calls(file, *_TRAINING)
    return next((call for call, receiver in calls if evidence(file, receiver, Kind.MODEL).is_enough), None)
