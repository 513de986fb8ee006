"""Gradients that a step adds up itself: kept as they are up to Keras 2.15, divided by the replicas on Keras 3."""

import numpy as np
import pytest

pytest.importorskip("tensorflow")

import tensorflow as tf

from tests.compat.releases import IS_MODERN, TENSORFLOW

pytestmark = pytest.mark.skipif(TENSORFLOW < (2, 3), reason="the keyword came with TensorFlow 2.2")

X = np.linspace(-1, 1, 32).reshape(16, 2).astype("float32")
Y = (X**2).sum(axis=1, keepdims=True)
LEGACY = {"skip_gradients_aggregation": True} if TENSORFLOW >= (2, 11) else {"experimental_aggregate_gradients": False}
LOSSES = [4.501646, 0.149393, 3.341290, 0.119063]
"""Those of TensorFlow 2.3.4 and 2.15.1, with the keyword."""


def losses():
    strategy = tf.distribute.MirroredStrategy(
        ["/gpu:0", "/gpu:1"], cross_device_ops=tf.distribute.ReductionToOneDevice()
    )
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), kernel_initializer="ones")])
        optimizer = tf.keras.optimizers.SGD(0.1, momentum=0.9)
        if IS_MODERN:
            optimizer.build(model.trainable_variables)

    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum((model(x) - y) ** 2) / 8
        gradients = tape.gradient(loss, model.trainable_variables)
        gradients = tf.distribute.get_replica_context().all_reduce("SUM", gradients)
        gradients = [tf.clip_by_norm(each, 1.0) for each in gradients]
        if IS_MODERN:
            gradients = [each / strategy.num_replicas_in_sync for each in gradients]
        optimizer.apply_gradients(zip(gradients, model.trainable_variables), **({} if IS_MODERN else LEGACY))
        return loss

    @tf.function
    def train(x, y):
        return strategy.reduce("SUM", strategy.run(step, args=(x, y)), axis=None)

    dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensor_slices((X, Y)).batch(8).repeat(2))
    return [float(train(x, y)) for x, y in dataset]


def test_losses():
    np.testing.assert_allclose(losses(), LOSSES, rtol=1e-5)


@pytest.mark.skipif(not IS_MODERN, reason="what Keras 3 takes")
@pytest.mark.parametrize("keyword", ["experimental_aggregate_gradients", "skip_gradients_aggregation"])
def test_keras_3_takes_neither_keyword(keyword):
    with pytest.raises(TypeError, match=keyword):
        tf.keras.optimizers.SGD(0.1).apply_gradients([], **{keyword: False})
