"""What Keras 3 reads again of functional models with operations between their layers."""

import numpy as np
import pytest

from tests.compat.releases import FAMILIES, IS_MODERN

keras = FAMILIES[0].keras
layers = keras.layers


def masked():
    words = layers.Input((5,))
    hidden = layers.Embedding(7, 3, mask_zero=True)(words)
    return keras.Model(words, layers.LSTM(2, recurrent_activation="sigmoid")(hidden))


def masking():
    steps = layers.Input((5, 3))
    return keras.Model(steps, layers.LSTM(2, recurrent_activation="sigmoid")(layers.Masking()(steps)))


def divided():
    rows = layers.Input((5,))
    return keras.Model(rows, layers.Dense(2)(rows / 255.0))


def plain():
    words = layers.Input((5,))
    return keras.Model(words, layers.LSTM(2, recurrent_activation="sigmoid")(layers.Embedding(7, 3)(words)))


def in_sequence():
    return keras.Sequential(
        [layers.Embedding(7, 3, mask_zero=True, name="words"), layers.LSTM(2, recurrent_activation="sigmoid")]
    )


def read_again(model, path):
    rows = np.ones((2, 5, 3) if len(model.input_shape) > 2 else (2, 5))
    expected = model.predict(rows, verbose=0)
    model.save(str(path))
    again = keras.models.load_model(str(path), compile=False)
    np.testing.assert_allclose(again.predict(rows, verbose=0), expected, rtol=1e-5)


@pytest.mark.skipif(not IS_MODERN, reason="only Keras 3 has operations in a model")
@pytest.mark.parametrize("build", [masked, masking, divided])
def test_operations(build, tmp_path):
    with pytest.raises(ValueError, match="Unknown layer"):
        read_again(build(), tmp_path / "model.h5")
    read_again(build(), tmp_path / "model.keras")


@pytest.mark.parametrize("build", [masked, masking, plain])
def test_models_without_operations(build, tmp_path):
    if IS_MODERN and build is not plain:
        pytest.skip("these have operations in Keras 3")
    read_again(build(), tmp_path / "model.h5")
