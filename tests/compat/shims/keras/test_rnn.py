"""`RNN` of cells as Keras 2 took them."""

import numpy as np
import pytest

from compat import keras
from compat.keras import backend as K  # noqa: N812

L = keras.layers


class Attending(L.Layer):
    """A cell that adds a constant to its input and its state."""

    def __init__(self, units, **options):
        self.units = self.state_size = units
        super().__init__(**options)

    def build(self, shapes):
        steps, constant = shapes
        self.kernel = self.add_weight("kernel", (steps[-1], self.units), initializer="ones")
        self.constant = self.add_weight("constant", (constant[-1], self.units), initializer="ones")
        super().build(shapes)

    def call(self, inputs, states, constants):
        output = K.dot(inputs, self.kernel) + states[0] + K.dot(constants[0], self.constant)
        return output, [output]

    def get_config(self):
        return {**super().get_config(), "units": self.units}


X = np.ones((2, 3, 4))
CONSTANT = np.full((2, 2), 0.5)


@pytest.mark.parametrize("stacked", [False, True])
def test_constants(stacked):
    x, constant = L.Input((None, 4)), L.Input((2,))
    layer = L.RNN(
        [L.SimpleRNNCell(4, "linear", kernel_initializer="identity"), Attending(2)] if stacked else Attending(2)
    )
    model = keras.models.Model([x, constant], layer(x, constants=constant))
    found = model.predict([X, CONSTANT])
    if not stacked:
        np.testing.assert_allclose(found, np.full((2, 2), 15.0))  # three steps, each adds 4 and 1
    listed = keras.models.Model([x, constant], layer([x, constant]))
    np.testing.assert_allclose(listed.predict([X, CONSTANT]), found)
    with keras.utils.CustomObjectScope({"Attending": Attending}):
        again = L.RNN.from_config(layer.get_config())
    copy = keras.models.Model([x, constant], again([x, constant]))
    copy.set_weights(model.get_weights())
    np.testing.assert_allclose(copy.predict([X, CONSTANT]), found)
    model.compile("sgd", "mse")
    model.train_on_batch([X, CONSTANT], np.zeros((2, 2)))


class Plain:
    """A cell that is no layer."""

    def __init__(self, units):
        self.state_size = (units, units)

    def call(self, inputs, states):
        first, second = states
        return first, [first + 1.0, second + K.sum(inputs, axis=-1, keepdims=True)]


def test_cells_that_are_no_layers():
    x = L.Input((None, 4))
    layer = L.RNN([Plain(2), Plain(3)], return_state=True)
    assert layer.cell.state_size == (2, 2, 3, 3)
    outputs = layer(x)
    assert [K.int_shape(each) for each in outputs] == [(None, 3), (None, 2), (None, 2), (None, 3), (None, 3)]
    assert layer.compute_output_shape((None, 5, 4))[1:] == [(None, 2), (None, 2), (None, 3), (None, 3)]
    found = keras.models.Model(x, outputs).predict(X)
    np.testing.assert_allclose([each[0, 0] for each in found], [2, 3, 12, 3, 6])


class Late(L.Layer):
    """A cell that learns its sizes when it is built."""

    state_size = None

    def build(self, input_shape):
        self.state_size = self.output_size = input_shape[-1]

    def call(self, inputs, states):
        return inputs, [states[0] + 1]


@pytest.mark.parametrize("unroll", [True, False])
def test_sizes_of_a_cell_that_is_built_late(unroll):
    x, state = L.Input((3, 4)), L.Input((4,))
    outputs = L.RNN(Late(), return_state=True, unroll=unroll)(L.Masking()(x), initial_state=state)
    steps = X.copy()
    steps[0, -1] = 0
    found, last = keras.models.Model([x, state], outputs).predict([steps, np.zeros((2, 4))])
    np.testing.assert_allclose(found, np.ones((2, 4)))
    np.testing.assert_allclose(last[:, 0], [2, 3])


def test_what_is_no_cell():
    with pytest.raises(ValueError, match="call"):
        L.RNN(3)


def test_order_of_states():
    cells = L.StackedRNNCells([L.LSTMCell(2), L.LSTMCell(3)], reverse_state_order=True)
    assert cells.state_size == (3, 3, 2, 2)
    x = L.Input((3, 4))
    outputs = L.RNN(cells, return_state=True)(x)
    assert [each.shape[1] for each in keras.models.Model(x, outputs).predict(X)] == [3, 3, 3, 2, 2]
