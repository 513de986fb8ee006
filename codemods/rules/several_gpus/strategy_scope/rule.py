"""Build and compile a model in the scope of the strategy that trains it.

## What it does

Where a model is built and compiled first, and trained in `with strategy.scope():` afterwards, the lines that build and
compile it move into a scope, and the strategy above them. Where a model is built in the scope and compiled outside, or
its optimizer is made outside, these lines get a scope of their own. What cannot be proven is reported.

## Why

Keras 3 makes the variables of an optimizer where `compile` is called: `RuntimeError: Mixing different
tf.distribute.Strategy objects`, or an `AssertionError` without a text. Keras 2 made them in `fit`, in the model's
scope; of a model that was built outside it said ``colocate_vars_with` must only be passed a variable created in this
tf.distribute.Strategy.scope()`, except where its layers were built by `fit` itself.
https://www.tensorflow.org/tutorials/distribute/keras

## Numbers

Same. A model that `fit` builds in the scope has the losses of TensorFlow 2.3.4, 2.10.1 and 2.15.1
(`tests/codemods/fixtures/strategy_scope`).

## What it leaves to you

Models that are used before the scope, or built in another function or block: build and compile them in the scope.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.flow.proofs import Declined
from codemods.rules.several_gpus.strategy_scope.plan import moved_into_scope
from codemods.rules.several_gpus.strategy_scope.training import Trained, trained_models
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_SYMBOL = "tensorflow.distribute.Strategy.scope"


@rule(
    "TFM205",
    stage=Stage.STRUCTURES,
    example="""
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile(optimizer="adam", loss="mse")
    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        model.fit(x, y)
    """,
)
def strategy_scope(file: File) -> Iterator[Edit | Manual]:
    """Move what is proven, model by model; report the others."""
    yield from (_moved(file, trained) for trained in trained_models(file))


def _moved(file: File, trained: Trained) -> Edit | Manual:
    try:
        return moved_into_scope(file, trained)
    except Declined as doubt:
        return Manual(
            trained.at,
            _SYMBOL,
            f"Keras 3 fails here (Mixing different tf.distribute.Strategy objects): {doubt}",
            f"build and compile {trained.model} in `with {trained.strategy.name}.scope():`",
            culprit=doubt.node,
        )
