"""Masks of merged inputs. The same tests pass on Keras 2.3.1, natively."""

import numpy as np
import pytest

from compat import keras, tensorflow

X = np.array([[[1.0], [2.0], [0.0]]])
Y = np.array([[[0.0], [2.0], [3.0]]])
COUNTED = {"Add": 4.0, "Average": 2.0, "Maximum": 2.0, "Minimum": 2.0, "Multiply": 4.0, "Subtract": 0.0}
"""The second step, the only one that neither input masks."""


def _summed(keras, layer, masked=(True, True)):
    inputs = [keras.layers.Input((3, 1)) for _ in masked]
    merged = layer([keras.layers.Masking()(x) if is_masked else x for x, is_masked in zip(inputs, masked)])
    total = keras.layers.SimpleRNN(1, activation="linear", kernel_initializer="ones", recurrent_initializer="ones")
    return keras.models.Model(inputs, total(merged)).predict([X, Y])[0, 0]


@pytest.mark.parametrize("keras", [keras, pytest.param(tensorflow.keras, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", COUNTED)
def test_masks_of_both(keras, name):
    np.testing.assert_allclose(_summed(keras, getattr(keras.layers, name)()), COUNTED[name])


def test_the_mask_of_one():
    assert _summed(keras, keras.layers.add, (True, False)) == 5.0  # 1 + 0, 2 + 2; the third step is masked
    assert _summed(keras, keras.layers.Add(), (False, False)) == 8.0
    assert _summed(keras, keras.layers.Multiply(), (True, False)) == 4.0


def test_masks_of_parts():
    assert _summed(keras, keras.layers.Concatenate()) == 4.0
    assert _summed(keras, keras.layers.Concatenate(), (True, False)) == 5.0
    assert _summed(keras, keras.layers.Concatenate(axis=1)) == 8.0


@pytest.mark.parametrize("name", ["Add", "Concatenate"])
def test_masks_that_do_not_fit(name):
    layer, inputs = getattr(keras.layers, name)(), [keras.layers.Input((3, 1)), keras.layers.Input((3, 1))]
    for given, mask in ((inputs, X), (inputs[0], [None, None]), (inputs, [None])):
        with pytest.raises(ValueError, match="should"):
            layer.compute_mask(given, mask)
    assert layer.compute_mask(inputs, [None, None]) is None


def test_numbers_of_inputs():
    inputs = [keras.layers.Input((3, 1)) for _ in range(3)]
    for layer, given in ((keras.layers.Subtract(), inputs), (keras.layers.Concatenate(), inputs[:1])):
        with pytest.raises(ValueError, match="inputs"):
            layer(given)
    assert keras.layers.add(inputs)._keras_shape == (None, 3, 1)


def test_a_model_is_saved(tmp_path):
    x = keras.layers.Input((2,))
    model = keras.models.Model(x, keras.layers.Add()([x, x]))
    model.save(str(tmp_path / "m.h5"))
    found = keras.models.load_model(str(tmp_path / "m.h5")).predict(np.ones((1, 2)))
    np.testing.assert_allclose(found, [[2.0, 2.0]])
