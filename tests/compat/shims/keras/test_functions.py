"""`backend.function`: the numbers are those of Keras 2.3.1 on TensorFlow 1.15.5."""

import numpy as np
import pytest
from compat.keras.layers import Add, BatchNormalization, Dense, Dropout, Input
from compat.keras.models import Model, Sequential

from compat.keras import backend

X = np.arange(12.0).reshape(4, 3)


@pytest.fixture
def model():
    return Sequential(
        [
            Dense(2, kernel_initializer="ones", input_shape=(3,)),
            BatchNormalization(),
            Dropout(0.5),
            Dense(1, kernel_initializer="ones"),
        ]
    )


def test_phases(model):
    both = backend.function([model.input, backend.learning_phase()], [model.layers[0].output, model.layers[1].output])
    first, normalized = both([X, 0])
    assert isinstance(first, np.ndarray)
    np.testing.assert_allclose(normalized[:, 0], [2.9985, 11.994, 20.9895, 29.985], atol=1e-4)
    np.testing.assert_allclose(both([X, 1])[1][:, 0], [-1.3416, -0.4472, 0.4472, 1.3416], atol=1e-4)
    np.testing.assert_array_equal(model.layers[1].get_weights()[2], [0, 0])


def test_dropout_goes_on(model):
    dropped = backend.function([model.input, backend.learning_phase()], [model.layers[2].output])
    several = [dropped([X, 1])[0] for _ in range(4)]
    assert several[0].shape == (4, 2)
    assert any((each != several[0]).any() for each in several[1:])
    assert (dropped([X, 0])[0] == dropped([X, 0])[0]).all()


def test_from_the_middle(model):
    last = backend.function([model.layers[1].input, backend.learning_phase()], [model.output])
    np.testing.assert_allclose(last([X[:, :2], 0])[0][:, 0], [0.9995, 6.9965, 12.9935, 18.9905], atol=1e-4)


def test_from_the_middle_of_layers_that_were_added():
    added = Sequential()
    added.add(Dense(2, input_shape=(3,)))
    for units in (2, 3, 1):
        added.add(Dense(units, kernel_initializer="ones"))
    last = backend.function([added.layers[2].input], [added.layers[2].output, added.layers[3].output])
    wide, total = last([X[:, :2]])
    np.testing.assert_array_equal(wide[0], [1, 1, 1])
    np.testing.assert_array_equal(total[:, 0], [3, 21, 39, 57])


def test_several_inputs():
    left, right = Input((2,)), Input((2,))
    added = backend.function([left, right], [Add()([left, right])])
    np.testing.assert_array_equal(added([X[:, :2], X[:, 1:]])[0][0], [1, 3])


def test_input_layer():
    tensor = Input((3,))
    functional = Model(tensor, Dense(1, kernel_initializer="ones")(tensor))
    total = backend.function([functional.layers[0].input, backend.learning_phase()], [functional.layers[1].output])
    np.testing.assert_array_equal(total([X, 0])[0][:, 0], [3, 12, 21, 30])


def test_input_layer_of_several():
    left, right = Input((3,)), Input((3,))
    functional = Model([left, right], Add()([left, right]))
    with pytest.raises(ValueError, match=r"use model\.inputs"):
        backend.function([functional.layers[0].input, functional.layers[1].input], [functional.output])


def test_refused(model):
    with pytest.raises(NotImplementedError, match="updates"):
        backend.function([model.input], [model.output], updates=[1])
    with pytest.raises(TypeError, match="takes 1 inputs, got 2"):
        backend.function([model.input], [model.output])([X, X])
