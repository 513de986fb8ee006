"""Train a Keras model by `fit` instead of turning it into an Estimator.

Where the flow cannot be proven inside the file, the Estimator runs on through the shims.

https://www.tensorflow.org/guide/migrate/migrating_estimator
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.proofs import Declined
from codemods.rules.model_to_estimator.plan import CALL, calls, training
from codemods.rules.model_to_estimator.writer import as_fit
from codemods.source.file import File
from codemods.types import Edit, Manual, rule


@rule(
    "TFM173",
    target="early",
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
    """The Estimator of a file goes one way as a whole: to `fit`, or to the shims."""
    uses = calls(file)
    if not uses:
        return
    found = training(file)
    if isinstance(found, Declined):
        said = f"model_to_estimator runs on the shims: {found}"
        advice = "nothing, if the shims may stay; else build and compile the model in strategy.scope() and call fit"
        yield Manual(uses[0].node, CALL, said, advice, culprit=found.node)
    elif not any(use.spelling.shimmed for use in uses):
        yield as_fit(file, found)
