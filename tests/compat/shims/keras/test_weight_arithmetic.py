"""Sums and multiples of weights are computed when they are asked for, as in Keras 2."""

import keras as keras_3
import numpy as np
import pytest
import tensorflow as tf
from compat.keras.layers import BatchNormalization, Dense, Dropout
from compat.keras.models import Sequential

from compat.keras import backend, optimizers
from compat.shims.keras.weight_arithmetic import WeightExpression


def model(weight):
    made = Sequential([Dense(1, use_bias=False, input_shape=(1,))])
    made.set_weights([np.array([[weight]])])
    return made


ONE, ZERO = np.ones((1, 1)), np.zeros((1, 1))


def soft(target, source, tau):
    pairs = zip(target.trainable_weights, source.trainable_weights)
    return [(mine, tau * other + (1.0 - tau) * mine) for mine, other in pairs]


def test_the_value_is_that_of_the_moment():
    first, second = model(1.0), model(3.0)
    ((_, mixed),) = soft(first, second, 0.5)
    assert isinstance(mixed, WeightExpression)
    np.testing.assert_array_equal(mixed.numpy(), [[2.0]])
    second.set_weights([np.array([[5.0]])])
    for value in (mixed.numpy(), np.asarray(mixed), tf.square(mixed) / 3.0, backend.get_value(mixed), mixed[0] + 0.0):
        np.testing.assert_array_equal(np.ravel(value), [3.0])
    assert mixed.shape == (1, 1)
    np.testing.assert_array_equal(backend.eval(backend.sum(-mixed / 2)), -1.5)


@pytest.mark.parametrize("other", [np.array([[2.0]]), tf.constant([[2.0]])])
def test_arithmetic_with_arrays_and_tensors_gives_a_value(other):
    (weight,) = model(3.0).weights
    assert tf.is_tensor(weight * other)
    np.testing.assert_array_equal(weight * other, [[6.0]])
    np.testing.assert_array_equal((2.0 * weight) * other, [[12.0]])


def test_tapes_and_graphs_compute_at_once():
    (weight,) = model(3.0).weights
    with tf.GradientTape() as tape:
        doubled = 2.0 * weight
    np.testing.assert_array_equal(tape.gradient(doubled, weight.value), [[2.0]])
    assert tf.function(lambda: tf.is_tensor(2.0 * weight))().numpy()


def test_weights_of_keras_3_are_left_alone():
    native = keras_3.Sequential([keras_3.layers.Dense(1)])
    native.build((None, 1))
    assert tf.is_tensor(2.0 * native.weights[0])


def test_optimizer_with_updates_of_another_model():
    """A target that follows, as in keras-rl."""

    class Following(optimizers.Optimizer):
        def __init__(self, optimizer, more):
            super().__init__()
            self.optimizer = optimizer
            self.more = more

        def get_updates(self, params, loss):
            self.updates = self.optimizer.get_updates(params=params, loss=loss) + self.more
            return self.updates

    made, target = model(1.0), model(0.0)
    made.compile(Following(optimizers.SGD(lr=0.25), soft(target, made, 0.5)), "mse")
    made.train_on_batch(ONE, ZERO)
    made.train_on_batch(ONE, ZERO)
    # the weight is 1, 0.5, 0.25; the target follows what it was before each step
    np.testing.assert_allclose(made.get_weights()[0], 0.25)
    np.testing.assert_allclose(target.get_weights()[0], 0.5)


@pytest.mark.parametrize(("arguments", "values"), [({}, [2.0, 3.0, 4.0]), ({"clipnorm": 1.0}, [2.0, 2.5, 3.0])])
def test_function_with_updates(arguments, values):
    """The policy gradient of an actor, and its target."""
    made, target = model(1.0), model(0.0)
    loss = -backend.mean(made(made.input))
    updates = optimizers.SGD(lr=0.25, **arguments).get_updates(params=made.trainable_weights, loss=loss)
    updates += soft(target, made, 0.5)
    updates += made.updates
    step = backend.function([made.input, backend.learning_phase()], [made.output], updates=updates)
    assert [float(step([2 * ONE, 1])[0].item()) for _ in range(3)] == values
    np.testing.assert_allclose(
        target.get_weights()[0], 0.125 * values[0] / 2 + 0.25 * values[1] / 2 + 0.5 * values[2] / 2
    )
    assert step([ONE])[0].shape == (1, 1)


def test_values_of_functions_with_updates():
    made = model(1.0)
    updates = optimizers.SGD(lr=0.25).get_updates(params=made.trainable_weights, loss=backend.mean(made(made.input)))
    step = backend.function([made.input], [made.output], updates=[*updates, (made.weights[0], made.weights[0] * 1.0)])
    assert step([2 * ONE])[0].item() == 2.0
    np.testing.assert_allclose(made.get_weights()[0], 1.0)


def test_function_with_an_update_of_its_input():
    made, mean = model(2.0), keras_3.Variable(0.0)
    step = backend.function([made.input], [made.output], updates=[(mean, backend.mean(made.output))])
    step([3 * ONE])
    assert float(mean.numpy()) == 6.0


@pytest.mark.parametrize("value", [tf.constant([[1.0]]), np.ones((1, 1)), 1.0])
def test_values_that_stay_what_they_are_are_refused(value):
    made = model(1.0)
    with pytest.raises(NotImplementedError, match="stays what it is"):
        backend.function([made.input], [made.output], updates=[(made.weights[0], value)])


def test_other_updates_are_refused():
    made = model(1.0)
    with pytest.raises(NotImplementedError, match="no graph"):
        backend.function([made.input], [made.output], updates=[tf.constant(1.0)])


def test_updates_of_layers_with_statistics():
    assert len(Sequential([BatchNormalization(input_shape=(1,))]).updates) == 2


def test_use_of_the_learning_phase():
    assert not model(1.0).uses_learning_phase
    assert Sequential([Dropout(0.5, input_shape=(1,))]).uses_learning_phase
