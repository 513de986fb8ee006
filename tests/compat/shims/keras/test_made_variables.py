"""Variables that are made in a loss, a `Lambda` or a `call` are made once, as in Keras 2.3.1 on TensorFlow 1.15.5."""

import numpy as np
import pytest
from compat.keras.models import Sequential

import compat.tensorflow as tf
from compat.keras import backend as K  # noqa: N812
from compat.keras import layers


def _losses(loss="mse", *more):
    model = Sequential([layers.Dense(2, kernel_initializer="ones", input_shape=(4,)), *more])
    model.compile("sgd", loss)
    return [float(model.train_on_batch(np.ones((4, 4)), np.ones((4, 2)))) for _ in range(3)]


def test_variable_that_a_loss_changes():
    def counted(y_true, y_pred):
        seen = tf.Variable(0.0)
        seen = tf.assign_add(seen, 1.0)
        return tf.reduce_mean(tf.square(y_true - y_pred)) * seen

    np.testing.assert_allclose(_losses(counted), [9.0, 16.245, 19.737679], rtol=1e-6)


@pytest.mark.parametrize(
    "ones",
    [
        lambda: K.variable(np.ones(2)),
        lambda: K.variable([1.0, 1.0]),
        lambda: K.ones((2,)),
        lambda: 1 + K.zeros((2,)),
        lambda: tf.Variable([1.0, 1.0]),
        lambda: tf.Variable(lambda: [1.0, 1.0]),
    ],
)
def test_variables_that_nothing_changes(ones):
    plain = _losses(lambda y_true, y_pred: K.mean(K.square(y_true - y_pred)))
    assert _losses(lambda y_true, y_pred: K.mean(K.square(y_true - y_pred) * ones())) == plain
    assert _losses("mse", layers.Lambda(lambda x: x * ones())) == plain


def test_variable_of_a_call():
    class Doubled(layers.Layer):
        def call(self, inputs):
            return inputs * K.variable(2.0)

    assert _losses("mse", Doubled()) == _losses("mse", layers.Lambda(lambda x: x * 2.0))
