"""A frozen BatchNormalization takes the statistics of the batch, as in Keras 2.3.1 on TensorFlow 1.15.5."""

import numpy as np
import pytest

from compat import keras

X = np.random.RandomState(0).rand(8, 2) * 10
LOSSES = [3.4066730, 3.2526255, 3.1055889]
"""Of three steps; those of a free layer are 3.406673, 3.068631 and 2.779905."""
PREDICTED = 11.802142


def test_losses_and_weights():
    normalization = keras.layers.BatchNormalization(input_shape=(2,), trainable=False)
    model = keras.models.Sequential([normalization, keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse")
    before = normalization.get_weights()
    losses = [float(model.train_on_batch(X, np.ones((8, 1)))) for _ in range(3)]
    assert losses == pytest.approx(LOSSES, rel=1e-5)
    for one, other in zip(before, normalization.get_weights()):
        np.testing.assert_array_equal(one, other)
    assert model.predict(X).ravel()[0] == pytest.approx(PREDICTED, rel=1e-5)


def test_of_tensorflow_2():
    """`tf.keras` has taken the moving statistics since TensorFlow 2.0."""
    from compat import tensorflow as tf

    normalization = tf.keras.layers.BatchNormalization(trainable=False)
    model = tf.keras.models.Sequential([normalization, tf.keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse")
    assert float(model.train_on_batch(X, np.ones((8, 1)))) == pytest.approx(123.5487823, rel=1e-5)
