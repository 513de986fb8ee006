"""Optimizers of scripts with `get_updates` compute what they did on Keras 2.3.1 over TensorFlow 1.15.5."""

import json
import sys

import keras as keras_3
import numpy as np
import pytest
import tensorflow as tf
from compat.keras.legacy import interfaces
from compat.keras.models import load_model

from compat import keras
from compat import tensorflow as legacy_tf
from compat.keras import backend, optimizers
from tests.compat.paths import ORACLES
from tests.quick import only

sys.path.insert(0, str(ORACLES))

from own_optimizer_cases import classes, losses, model

RECORDED = json.loads((ORACLES / "own_optimizers.json").read_text())
QUICK = ("adamw_clipped", "accumulated", "stored", "around_amsgrad", "multiplied", "dropped")


@pytest.mark.parametrize("name", only(QUICK, RECORDED))
def test_numbers_are_those_of_keras_2(name):
    found = losses(keras, model(keras), classes(keras, interfaces)[name]())
    np.testing.assert_allclose(found, RECORDED[name], rtol=2e-5, atol=2e-5)


class Plain(optimizers.Optimizer):
    def __init__(self, lr=0.1, **kwargs):
        super().__init__(**kwargs)
        self.iterations = backend.variable(0, dtype="int64", name="iterations")
        self.lr = backend.variable(lr, name="lr")

    def get_updates(self, loss, params):
        moments = [backend.zeros(backend.int_shape(param)) for param in params]
        self.weights = [self.iterations, *moments]
        self.updates = [backend.update_add(self.iterations, 1)]
        for param, gradient, moment in zip(params, self.get_gradients(loss, params), moments):
            self.updates.append(backend.update(moment, 0.5 * moment + gradient))
            self.updates.append(backend.update(param, param - self.lr * (0.5 * moment + gradient)))
        return self.updates

    def get_config(self):
        return {"lr": float(backend.get_value(self.lr))}


def line(weight=1.0):
    made = keras.models.Sequential([keras.layers.Dense(1, use_bias=False, input_shape=(1,))])
    made.set_weights([np.array([[weight]])])
    return made


ONE, ZERO = np.ones((1, 1)), np.zeros((1, 1))


def test_two_models_have_slots_of_their_own_and_one_rate():
    first, second, optimizer = line(), line(2.0), Plain()
    first.compile(optimizer, "mse")
    second.compile(optimizer, "mse")
    for each in (first, second):
        each.train_on_batch(ONE, ZERO)
        each.train_on_batch(ONE, ZERO)
    # 1 - 0.1 * 2 = 0.8; the moment is 2, then 1 + 1.6
    np.testing.assert_allclose(first.get_weights()[0], 0.54, rtol=1e-6)
    np.testing.assert_allclose(second.get_weights()[0], 1.08, rtol=1e-6)
    assert backend.get_value(optimizer.iterations) == 4


def test_callbacks_set_the_rate_of_the_optimizer_of_the_model():
    made = line()
    made.compile(Plain(), "mse")
    backend.set_value(made.optimizer.lr, 0.25)
    made.fit(ONE, ZERO, callbacks=[keras.callbacks.LearningRateScheduler(lambda epoch: 0.5)], verbose=0)
    np.testing.assert_allclose(made.get_weights()[0], 0.0, atol=1e-6)
    assert float(made.optimizer.learning_rate) == 0.5


def test_saved_and_loaded_with_its_slots(tmp_path):
    made = line()
    made.compile(Plain(), "mse")
    made.fit(ONE, ZERO, epochs=2, verbose=0)
    made.save(str(tmp_path / "model.h5"))
    loaded = load_model(str(tmp_path / "model.h5"), custom_objects={"Plain": Plain})
    for each in (made, loaded):
        each.fit(ONE, ZERO, verbose=0)
    np.testing.assert_allclose(loaded.get_weights()[0], made.get_weights()[0], rtol=1e-6)
    assert backend.get_value(loaded.optimizer.iterations) == 3


def test_optimizers_of_all_kinds_are_instances():
    assert isinstance(keras_3.optimizers.SGD(), optimizers.Optimizer)
    assert isinstance(optimizers.Adam(), optimizers.Optimizer)
    assert isinstance(Plain(), optimizers.Optimizer)
    assert not isinstance(object(), optimizers.Optimizer)


def test_the_methods_of_a_class_say_what_it_is_written_for():
    class OfKeras3(optimizers.Optimizer):
        def update_step(self, gradient, variable, learning_rate):
            self.assign_sub(variable, learning_rate * gradient)

    class OfTensorFlow(optimizers.Optimizer):
        def _resource_apply_dense(self, grad, var):
            return var.assign_sub(0.1 * grad)

    for optimizer in (OfKeras3(0.1), OfTensorFlow("own")):
        made = line()
        made.compile(optimizer, "mse")
        made.train_on_batch(ONE, ZERO)
        np.testing.assert_allclose(made.get_weights()[0], 0.8, rtol=1e-6)


def test_a_switch_of_a_variable_in_init_is_refused():
    class Switched(Plain):
        def __init__(self, optimizer):
            super().__init__()
            optimizer.lr = backend.switch(backend.equal(self.iterations % 2, 0), optimizer.lr, 0.0)

    with pytest.raises(NotImplementedError, match="switch"):
        Switched(optimizers.SGD(lr=0.1))


def test_constants_and_values_in_init_are_kept():
    class Kept(Plain):
        def __init__(self):
            super().__init__()
            self.constant = backend.constant(0.1)
            self.first = float(backend.get_value(self.lr))

    assert Kept().first == pytest.approx(0.1)


def test_weight_without_a_part_in_the_loss():
    class Without(keras.layers.Dense):
        def build(self, input_shape):
            super().build(input_shape)
            self.add_weight(name="unused", shape=(1,), initializer="ones")

    made = keras.models.Sequential([Without(1, input_shape=(1,))])
    made.compile(Plain(), "mse")
    with pytest.raises(ValueError, match="None"):
        made.train_on_batch(ONE, ZERO)


def test_several_replicas_are_refused(two_replicas):
    with two_replicas.scope():
        made = line()
        made.compile(Plain(), "mse")
        with pytest.raises(NotImplementedError, match=r"Plain\.get_updates"):
            made.fit(np.ones((2, 1)), np.zeros((2, 1)), verbose=0)


def test_updates_outside_of_a_step_are_made_at_once():
    variable = backend.variable(1.0)
    backend.update(variable, 3.0)
    backend.update_add(variable, 2.0)
    backend.update_sub(variable, 1.0)
    assert backend.get_value(variable) == 4.0


def test_eagerly():
    made = line()
    made.compile(Plain(), "mse", run_eagerly=True)
    made.train_on_batch(ONE, ZERO)
    made.train_on_batch(ONE, ZERO)
    np.testing.assert_allclose(made.get_weights()[0], 0.54, rtol=1e-6)


@pytest.mark.parametrize("keywords", [{"loss": 1, "params": 2}, {"params": 2, "loss": 1}])
def test_arguments_of_keras_1(keywords):
    @interfaces.legacy_get_updates_support
    def get_updates(self, loss, params):
        return loss, params

    assert get_updates(None, **keywords) == (1, 2)
    assert get_updates(None, 1, 2) == (1, 2)
    assert get_updates(None, [2], {}, 1) == (1, [2])
    assert get_updates(None, [2], {}, loss=1) == (1, [2])


def test_updates_in_the_order_of_keras_1():
    """As actor-critic scripts write it; 1.0 and 0.16 on Keras 2.2.4."""
    model = keras.models.Sequential([keras.layers.Dense(1, kernel_initializer="ones", input_dim=2)])
    target = backend.placeholder(shape=(None,))
    loss = backend.mean(backend.square(target - model.output[:, 0]))
    updates = keras.optimizers.SGD(lr=0.1).get_updates(model.trainable_weights, [], loss)
    train = backend.function([model.input, target], [loss], updates=updates)
    losses = [float(train([np.ones((3, 2)), np.ones(3)])[0]) for _ in range(2)]
    np.testing.assert_allclose(losses, [1.0, 0.16], rtol=1e-6)


def test_optimizers_of_tf_keras_clip_each_gradient():
    weights, optimizer = [tf.Variable(3.0), tf.Variable(4.0)], legacy_tf.keras.optimizers.SGD(clipnorm=1.0)

    @tf.function
    def gradients():
        loss = weights[0] ** 2 + weights[1] ** 2
        return optimizer.get_gradients(loss, weights)

    np.testing.assert_allclose([float(each) for each in gradients()], [1.0, 1.0])


def test_slots_of_one_name_in_a_file(tmp_path):
    class Momentum(optimizers.Optimizer):
        def get_updates(self, loss, params):
            means = [backend.zeros(backend.int_shape(each)) for each in params]
            self.weights, self.updates = means, []
            for param, gradient, mean in zip(params, self.get_gradients(loss, params), means):
                step = 0.9 * mean + gradient
                self.updates += [backend.update(mean, step), backend.update(param, param - 0.1 * step)]
            return self.updates

        def get_config(self):
            return {}

    dense = keras.layers.Dense(1, kernel_initializer="ones", input_shape=(2,))
    model = keras.models.Sequential([dense])
    model.compile(Momentum(), "mse")
    model.train_on_batch(np.ones((2, 2)), np.zeros((2, 1)))
    model.save(str(tmp_path / "m.h5"))
    loaded = load_model(str(tmp_path / "m.h5"), custom_objects={"Momentum": Momentum})
    batch = np.ones((2, 2)), np.zeros((2, 1))
    known = [model.train_on_batch(*batch) for _ in range(2)]
    assert [loaded.train_on_batch(*batch) for _ in range(2)] == pytest.approx(known, rel=1e-5)
