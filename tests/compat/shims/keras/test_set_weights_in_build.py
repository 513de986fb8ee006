"""Weights that the `build` of a subclass sets; the numbers are those of Keras 2.3.1 on TensorFlow 1.15.5."""

import numpy as np
import pytest
from compat.keras.layers import BatchNormalization, Dense, Embedding, Layer
from compat.keras.models import Sequential
from compat.keras.optimizers import SGD

from compat.keras import backend as K  # noqa: N812


class WeightNormDense(Dense):
    def build(self, input_shape):
        self.kernel = self.add_weight(shape=(input_shape[-1], self.units), initializer="ones", name="kernel")
        self.rows = int(self.kernel.shape[0])
        self.built = True

    def call(self, inputs):
        return K.dot(inputs, self.kernel / K.sqrt(K.sum(K.square(self.kernel), axis=0)))


def test_a_kernel():
    model = Sequential([WeightNormDense(2, input_shape=(3,))])
    np.testing.assert_allclose(model.predict(np.ones((1, 3))), [[3**0.5, 3**0.5]], rtol=1e-6)
    assert [each.shape for each in model.get_weights()] == [(3, 2)]
    assert model.layers[0].rows == 3
    model.compile(SGD(lr=0.01), "mse")
    before = model.get_weights()[0]
    model.train_on_batch(np.eye(3), np.eye(3)[:, :2])
    assert model.layers[0].kernel.shape == (3, 2)
    assert not np.array_equal(model.get_weights()[0], before)


def test_embeddings():
    class Ones(Embedding):
        def build(self, input_shape):
            self.embeddings = self.add_weight(shape=(self.input_dim, self.output_dim), initializer="ones", name="e")
            self.built = True

    model = Sequential([Ones(4, 2, input_length=2)])
    assert model.predict(np.zeros((1, 2))).tolist() == [[[1, 1], [1, 1]]]
    assert len(model.get_weights()) == 1


def test_what_is_no_variable_is_refused():
    layer = Dense(1)
    layer.build((None, 2))
    with pytest.raises(AttributeError, match="another name"):
        layer.kernel = layer.kernel * 2


def test_a_kernel_before_there_is_one():
    with pytest.raises(AttributeError):
        _ = Dense(1).kernel


def test_weights_of_a_layer_in_a_layer():
    class Attention(Layer):
        def build(self, input_shape):
            self.inner = Dense(2, use_bias=False, kernel_initializer="ones")
            self.inner.build((None, input_shape[1]))
            self._trainable_weights += self.inner.trainable_weights
            super().build(input_shape)

        def call(self, inputs):
            return self.inner(inputs)

        def compute_output_shape(self, input_shape):
            return (input_shape[0], 2)

    model = Sequential([Attention(input_shape=(3,))])
    model.compile(SGD(lr=0.01), "mse")
    assert model.train_on_batch(np.ones((2, 3)), np.zeros((2, 2))) == pytest.approx(9.0)
    assert len(model.trainable_weights) == 1


def test_batch_normalization():
    class Norm(BatchNormalization):
        def build(self, input_shape):
            shape = (input_shape[-1],)
            self.gamma = self.add_weight(shape=shape, name="gamma", initializer="ones")
            self.beta = self.add_weight(shape=shape, name="beta", initializer="zeros")
            self.moving_mean = self.add_weight(shape=shape, name="mean", initializer="zeros", trainable=False)
            self.moving_variance = self.add_weight(shape=shape, name="variance", initializer="ones", trainable=False)
            self.built = True

    model = Sequential([Norm(input_shape=(2,))])
    model.compile(SGD(lr=0.01), "mse")
    x = np.array([[1.0, 10.0], [2.0, 20.0], [6.0, 30.0]])
    assert model.train_on_batch(x, np.ones((3, 2))) == pytest.approx(1.9998856, rel=1e-6)
