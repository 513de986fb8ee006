"""Layers of one's own whose `call` says less about its arguments than Keras 3 asks for; Keras 2.3.1 took them."""

import keras
import numpy as np
import pytest

from compat.keras import backend, layers, models


class Rest(layers.BatchNormalization):
    def call(self, *args, **kwargs):
        return super().call(*args, **kwargs)


class Frozen(layers.BatchNormalization):
    def call(self, *args, **kwargs):
        kwargs["training"] = False
        return super().call(*args, **kwargs)


class WithoutTraining(layers.BatchNormalization):
    def call(self, inputs):
        return super().call(inputs)


class WithWeights(layers.Embedding):
    def compute_output_shape(self, input_shape):
        return [super().compute_output_shape(input_shape), (self.input_dim, self.output_dim)]

    def compute_mask(self, inputs, mask=None):
        return [super().compute_mask(inputs, mask), None]

    def call(self, inputs):
        return [super().call(inputs), self.embeddings + 0.0]


class Traced(layers.Embedding):
    def compute_mask(self, inputs, mask=None):
        return [super().compute_mask(inputs, mask), None]

    def call(self, inputs):
        return [super().call(inputs), self.embeddings + 0]


class Doubling(layers.Layer):
    def build(self, input_shape):
        self.two = self.add_weight("two", (input_shape[-1],), initializer="ones")
        super().build(input_shape)

    def call(self, *args):
        return args[0] * 2 * self.two


def trained(layer):
    model = models.Sequential(
        [
            layers.Dense(3, input_shape=(2,), kernel_initializer="ones"),
            layer,
            layers.Dense(1, kernel_initializer="ones"),
        ]
    )
    model.compile("sgd", "mse")
    x = np.arange(12.0).reshape(6, 2)
    model.fit(x, x[:, :1], epochs=2, batch_size=3, shuffle=False, verbose=0)
    return model.get_weights(), model.predict(x, verbose=0)


@pytest.mark.parametrize("cls", [Rest, WithoutTraining])
def test_normalization_trains_as_its_base(cls):
    (weights, predictions), (expected, predicted) = trained(cls()), trained(layers.BatchNormalization())
    for found, each in zip(weights, expected):
        np.testing.assert_array_equal(found, each)
    np.testing.assert_array_equal(predictions, predicted)


def test_normalization_that_is_told_not_to_train():
    weights, _ = trained(Frozen())
    np.testing.assert_array_equal(weights[4], np.zeros(3))
    np.testing.assert_array_equal(weights[5], np.ones(3))


def test_layer_with_only_a_rest():
    model = models.Sequential([Doubling(input_shape=(3,))])
    assert model.predict(np.ones((1, 3)), verbose=0).tolist() == [[2, 2, 2]]
    assert isinstance(model.layers[0], keras.layers.Layer)


@pytest.mark.parametrize("cls", [WithWeights, Traced])
def test_layer_with_another_output(cls):
    inputs = layers.Input((4,))
    embedded, weights = cls(5, 3, mask_zero=True)(inputs)
    assert (embedded.shape, weights.shape) == ((None, 4, 3), (5, 3))
    found, table = models.Model(inputs, [embedded, weights]).predict(np.array([[1, 2, 0, 4]]), verbose=0)
    np.testing.assert_array_equal(found[0], table[[1, 2, 0, 4]])


@pytest.mark.parametrize("functional", [False, True])
def test_model_from_config(functional):
    """Keras-RL copies its models this way."""
    model = models.Sequential([layers.Dense(3, input_shape=(2,)), layers.Dense(1)])
    if functional:
        model = models.Model(model.inputs, model.outputs)
    copy = models.model_from_config({"class_name": model.__class__.__name__, "config": model.get_config()})
    copy.set_weights(model.get_weights())
    x = np.ones((2, 2))
    np.testing.assert_array_equal(copy.predict(x), model.predict(x))
    copy.compile("sgd", "mse")
    copy.fit_generator(iter([(x, x[:, :1])]), 1, verbose=0)


def test_losses_and_updates_that_name_their_inputs():
    """The numbers are those of Keras 2.3.1."""

    class Counting(layers.Layer):
        def build(self, input_shape):
            self.total = self.add_weight("total", (), initializer="zeros", trainable=False)
            super().build(input_shape)

        def call(self, inputs):
            self.add_loss(backend.sum(inputs), inputs=inputs)
            self.add_update([backend.update_add(self.total, backend.sum(inputs))], inputs)
            return inputs

    model = models.Sequential([Counting(input_shape=(2,))])
    model.compile("sgd", "mse")
    x = np.ones((3, 2))
    assert [model.train_on_batch(x, 0 * x) for _ in range(2)] == [7.0, 7.0]
    assert model.get_weights() == [12.0]
