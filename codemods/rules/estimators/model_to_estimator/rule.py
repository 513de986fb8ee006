"""Train a Keras model with `fit` instead of turning it into an Estimator.

## What it does

The model is built and compiled under the strategy. `estimator.train` becomes `fit` on one batch for each replica and
step, hooks become callbacks, a `tf.train` optimizer becomes the equal one of Keras, and `evaluate` runs on one device.
If this cannot be proven inside the file, the Estimator runs on through the shims, see TFM170.

## Why

TensorFlow 2.16 took `tf.estimator` and `model_to_estimator` away.
https://www.tensorflow.org/guide/migrate/migrating_estimator

## Numbers

They can differ. The upgraded retinal OCT script follows TensorFlow 1.13.2 to 9.8e-6 in the loss. The upgraded Fashion
MNIST script drifts by up to 1.0e-1: `tf.train.AdamOptimizer` rounds its powers of beta to float32, Keras does not. The
modern script with an Adam that rounds them agrees to 3.0e-8 (`tests/equivalence/README.md`).
The loss of `evaluate` is the mean over the samples, where an Estimator took the mean over the batches.

## What it leaves to you

Nothing, if the shims may stay. Otherwise what could not be proven in the file: a `model_dir`, hooks that look into
the session, a learning rate that changes.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.flow.proofs import Declined
from codemods.rules.estimators.model_to_estimator.plan import CALL, calls, training
from codemods.rules.estimators.model_to_estimator.writer import as_fit
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule


@rule(
    "TFM173",
    stage=Stage.WHOLE_FILE,
    example="""
    import tensorflow as tf

    def input_fn():
        return tf.data.Dataset.from_tensor_slices((x, y)).batch(64)

    model = tf.keras.Sequential([tf.keras.layers.Dense(10, activation="softmax", input_shape=(784,))])
    model.compile(tf.train.AdamOptimizer(0.001), "categorical_crossentropy")
    strategy = tf.contrib.distribute.MirroredStrategy(num_gpus=2)
    config = tf.estimator.RunConfig(train_distribute=strategy)
    estimator = tf.keras.estimator.model_to_estimator(model, config=config)
    estimator.train(input_fn)
    """,
)
def model_to_estimator(file: File) -> Iterator[Edit | Manual]:
    """Carry the Estimator of a file to `fit` as a whole, or report why it stays on the shims."""
    uses = calls(file)
    if not uses:
        return
    found = training(file)
    if isinstance(found, Declined):
        said = f"model_to_estimator runs on the shims: {found}"
        advice = "nothing if the shims may stay; otherwise build and compile the model in strategy.scope() and call fit"
        yield Manual(uses[0].node, CALL, said, advice, is_note=True, culprit=found.node)
    elif not any(use.spelling.shimmed for use in uses):
        yield as_fit(file, found)
