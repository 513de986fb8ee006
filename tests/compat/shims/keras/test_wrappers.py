"""`TimeDistributed` and `Bidirectional`, with the numbers of Keras 2.3.1, where the same tests pass."""

import numpy as np
import pytest
from compat.keras.layers.wrappers import Wrapper

from compat import keras
from tests.quick import only

X = np.arange(24.0).reshape((2, 3, 4)) / 10
ONES = {"kernel_initializer": "ones", "recurrent_initializer": "ones"}


def trained(layer):
    model = keras.models.Sequential([layer])
    model.compile(keras.optimizers.SGD(0.0), "mse")
    return model.train_on_batch(X, np.zeros((2, *model.output_shape[1:]))), model


def test_steps_are_normalized_together():
    normalization = keras.layers.BatchNormalization(momentum=0.5)
    loss, model = trained(keras.layers.TimeDistributed(normalization, input_shape=(3, 4)))
    assert loss == pytest.approx(0.99786, abs=1e-5)
    mean, variance = model.get_weights()[-2:]
    assert mean == pytest.approx([0.5, 0.55, 0.6, 0.65])
    assert variance == pytest.approx([0.78006] * 4, abs=1e-5)


def test_activity_regularizers():
    layers = keras.layers
    dense = layers.Dense(2, kernel_initializer="ones", activity_regularizer="l2")
    assert trained(layers.TimeDistributed(dense, input_shape=(3, 4)))[0] == pytest.approx(32.06187, abs=1e-4)
    for mode, expected in (("concat", 1.07409), ("sum", 4.13716)):
        rnn = layers.SimpleRNN(2, activity_regularizer="l2", **ONES)
        loss, model = trained(layers.Bidirectional(rnn, merge_mode=mode, input_shape=(3, 4)))
        again = keras.models.model_from_json(model.to_json())
        again.compile("sgd", "mse")
        again.set_weights(model.get_weights())
        assert [loss, again.test_on_batch(X, np.zeros((2, *model.output_shape[1:])))] == pytest.approx(
            [expected] * 2, abs=1e-5
        )


def test_masks_and_states():
    layers = keras.layers
    model = keras.models.Sequential(
        [
            layers.Masking(input_shape=(3, 4)),
            layers.Bidirectional(layers.LSTM(2, return_sequences=True)),
            layers.TimeDistributed(layers.Dense(2)),
        ]
    )
    assert model.predict(X).shape == (2, 3, 2)
    inputs = layers.Input((3, 4))
    states = layers.Bidirectional(layers.LSTM(2, return_state=True))(inputs)
    assert [tuple(each.shape)[1] for each in states] == [4, 2, 2, 2, 2]


@pytest.mark.parametrize("steps", only((None,), [8, None]))
def test_a_masked_model_is_saved(steps, tmp_path):
    layers = keras.layers
    words = layers.Input((steps,))
    hidden = layers.TimeDistributed(layers.Dense(3))(layers.Embedding(20, 4, mask_zero=True)(words))
    model = keras.models.Model(words, layers.LSTM(4)(hidden))
    rows = np.array([[1, 2, 3, 0, 0, 0, 0, 0], [4, 0, 0, 0, 0, 0, 0, 0]])
    before = model.predict(rows)
    model.save_weights(str(tmp_path / "w.h5"))
    model.set_weights([np.zeros_like(each) for each in model.get_weights()])
    model.load_weights(str(tmp_path / "w.h5"))
    assert np.array_equal(model.predict(rows), before)
    model.save(str(tmp_path / "m.h5"))
    assert keras.models.load_model(str(tmp_path / "m.h5")).predict(rows) == pytest.approx(before, abs=1e-6)


def test_states_of_one_direction_alone():
    layers = keras.layers
    state = layers.Input((2,))
    with pytest.raises(ValueError, match="underlying RNNs"):
        layers.Bidirectional(layers.LSTM(2))(layers.Input((3, 4)), initial_state=state)


class _Cell(keras.layers.Layer):
    """A cell whose output is its inputs, its state and a constant, each times a matrix."""

    def __init__(self, units, **kwargs):
        self.units = self.state_size = units
        super().__init__(**kwargs)

    def build(self, input_shape):
        inputs, constant = input_shape
        self.kernels = [
            self.add_weight(name=name, shape=(length, self.units), initializer="ones")
            for name, length in (("inputs", inputs[-1]), ("state", self.units), ("constant", constant[-1]))
        ]
        self.built = True

    def call(self, inputs, states, constants):
        (state,), (constant,) = states, constants
        products = [keras.backend.dot(*pair) for pair in zip((inputs, 0.1 * state, constant), self.kernels)]
        output = products[0] + products[1] + products[2]
        return output, [output]

    def get_config(self):
        return dict(super().get_config(), units=self.units)


@pytest.mark.parametrize(
    ("has_states", "expected"),
    [
        (False, [[6.744] * 2 + [3.672] * 2, [12.696] * 2 + [9.624] * 2]),
        (True, [[6.768] * 2 + [3.648] * 2, [12.72] * 2 + [9.6] * 2]),
    ],
)
def test_constants_in_two_directions(has_states, expected):
    layers = keras.layers
    steps, constant = layers.Input((3, 4)), layers.Input((2,))
    states = [layers.Input((2,)), layers.Input((2,))] if has_states else []
    rows = [X, *([np.full((2, 2), 3.0), np.full((2, 2), -3.0)] if has_states else []), np.ones((2, 2))]
    with keras.utils.CustomObjectScope({"_Cell": _Cell}):
        both = layers.Bidirectional(layers.RNN(_Cell(2)))
        named = both(steps, initial_state=states, constants=constant) if states else both(steps, constants=constant)
        model = keras.models.Model([steps, *states, constant], named)
        found = model.predict(rows)
        listed = keras.models.Model([steps, *states, constant], both([steps, *states, constant]))
        assert listed.predict(rows) == pytest.approx(found)
        again = layers.Bidirectional.from_config(both.get_config())
        copied = keras.models.Model([steps, *states, constant], again([steps, *states, constant]))
    copied.set_weights(model.get_weights())
    assert copied.predict(rows) == pytest.approx(found)
    model.compile("sgd", "mse")
    model.train_on_batch(rows, np.zeros((2, 4)))
    assert found == pytest.approx(np.array(expected), abs=1e-5)


def test_states_that_are_not_kept():
    layers = keras.layers
    assert layers.LSTM(2).states == [None, None]
    assert layers.SimpleRNN(2).states == [None]
    steps = layers.Input((None, 4))
    both = layers.Bidirectional(layers.GRU(2, return_state=True, return_sequences=True))
    outputs = both(layers.Masking()(steps))
    assert both.layer.states == [None]
    assert keras.models.Model(steps, layers.LSTM(2)(outputs[0])).predict(X).shape == (2, 2)


class _Computed(Wrapper):
    """It computes with twice the kernel of its layer, and a bias with one more, which it sets on the layer."""

    def build(self, input_shape):
        self.layer.build(input_shape)
        self.layer.built = True
        super().build()

    def compute_output_shape(self, input_shape):
        return self.layer.compute_output_shape(input_shape)

    def call(self, inputs):
        self.layer.kernel = self.layer.kernel * 2.0
        self.layer.bias = self.layer.bias + 1.0
        return self.layer.call(inputs)


def test_weights_that_a_wrapper_sets_on_its_layer():
    layers = keras.layers
    wrapped = _Computed(layers.Dense(3, kernel_initializer="ones"), input_shape=(4,))
    model = keras.models.Sequential([wrapped, layers.Dense(1, kernel_initializer="ones")])
    x, y = np.ones((2, 4)), np.ones((2, 1))
    assert model.predict(x) == pytest.approx(27)
    model.compile(keras.optimizers.SGD(0.001), "mse")
    losses = model.fit(x, y, epochs=3, verbose=0).history["loss"]
    assert losses == pytest.approx([676, 141.63702, 48.37193], rel=1e-5)
    assert model.evaluate(x, y, verbose=0) == pytest.approx(18.32875, rel=1e-5)
    assert [each.shape for each in model.get_weights()] == [(4, 3), (3,), (3, 1), (1,)]
