"""What the seeds of a legacy script determine, as in `tests/codemods/rules/models/test_random_seeds.py`."""

import random

import numpy as np
import pytest
import tensorflow as tf

pytest.importorskip("keras", "3.0")

import compat.keras
import compat.tensorflow

ROWS = np.linspace(0.0, 1.0, 64, dtype="float32").reshape(32, 2)


class Own(compat.keras.layers.Layer):
    """A layer of a script, which draws a number of its own."""

    def build(self, input_shape):
        self.drawn = random.random()
        self.kernel = self.add_weight("kernel", (2, 3), initializer="glorot_uniform")
        super().build(input_shape)

    def call(self, inputs):
        return inputs @ self.kernel


def _model(keras):
    layers = keras.layers
    model = keras.models.Sequential([layers.Dense(2, input_shape=(2,)), layers.Dropout(0.5), layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


def _trained(keras):
    model = _model(keras)
    first = model.get_weights()
    model.fit(ROWS, ROWS[:, :1], batch_size=8, epochs=2, verbose=0, shuffle=False)
    return [*first, *model.get_weights()]


def _orders(keras):
    """The order of eight rows in each of three epochs, from what each batch of one row makes of a weight of 0."""
    orders = []

    class Notes(keras.callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            self.model.set_weights([np.zeros((1, 1))])
            orders.append([])

        def on_batch_end(self, batch, logs=None):
            weight = float(self.model.get_weights()[0][0][0])
            orders[-1].append(round(np.sqrt(weight / 0.02)))
            self.model.set_weights([np.zeros((1, 1))])

    model = keras.models.Sequential([keras.layers.Dense(1, use_bias=False, input_shape=(1,))])
    model.compile("sgd", "mse")
    rows = np.arange(8.0).reshape(8, 1)
    model.fit(rows, rows, batch_size=1, epochs=3, verbose=0, callbacks=[Notes()])
    return [tuple(order) for order in orders]


def _are_equal(one, other):
    return all(np.array_equal(first, second) for first, second in zip(one, other))


@pytest.fixture(autouse=True)
def _without_seeds():
    yield
    tf.random.set_seed(None)
    np.random.seed()
    random.seed()


def test_numpys_seed_determines_standalone_keras():
    np.random.seed(7)
    first = _trained(compat.keras)
    np.random.seed(7)
    assert _are_equal(_trained(compat.keras), first)
    np.random.seed(8)
    assert not _are_equal(_trained(compat.keras), first)


def test_tensorflows_seed_determines_its_keras():
    tf.random.set_seed(7)
    first = _trained(compat.tensorflow.keras)
    tf.random.set_seed(7)
    assert _are_equal(_trained(compat.tensorflow.keras), first)
    tf.random.set_seed(8)
    assert not _are_equal(_trained(compat.tensorflow.keras), first)


@pytest.mark.parametrize("package", [compat.keras, compat.tensorflow.keras], ids=["keras", "tf.keras"])
def test_each_epoch_has_an_order_of_its_own(package):
    """With a seed of TensorFlow, Keras 3 has one for all: `tests/codemods/rules/training/test_seeded_order.py`."""
    tf.random.set_seed(1)
    orders = _orders(package)
    assert [sorted(order) for order in orders] == [list(range(8))] * 3
    assert len(set(orders)) > 1
    assert tf.compat.v1.get_seed(None)[0] is not None


def test_layers_differ():
    np.random.seed(7)
    one, other = (compat.keras.layers.Dense(3) for _ in range(2))
    one.build((None, 2))
    other.build((None, 2))
    assert not np.array_equal(one.kernel, other.kernel)


def test_an_own_layer():
    """Its weights follow NumPy's seed, its own numbers Python's."""
    drawn = []
    for seed in (7, 7, 8):
        np.random.seed(seed)
        random.seed(seed)
        layer = Own()
        layer(ROWS)
        drawn.append((layer.drawn, np.asarray(layer.kernel).tolist()))
    assert drawn[0] == drawn[1]
    assert drawn[0][0] == random.Random(7).random()
    assert drawn[0][1] != drawn[2][1]


def test_pythons_generator_stays():
    before = random.getstate()
    _trained(compat.keras)
    compat.keras.initializers.RandomNormal()((2, 3))
    assert random.getstate() == before


def test_layers_that_draw_nothing_leave_numpys_generator():
    before = np.random.get_state()
    compat.keras.layers.Flatten()
    compat.keras.layers.Dense(2, kernel_initializer="zeros")
    after = np.random.get_state()
    assert before[2] == after[2]
    assert np.array_equal(before[1], after[1])


def test_layers_that_draw_move_numpys_generator():
    before = np.random.get_state()
    compat.keras.layers.Dense(2)
    after = np.random.get_state()
    assert before[2] != after[2] or not np.array_equal(before[1], after[1])
