"""What comes of a function of the backend that a script replaces, on every release."""

import numpy as np
import pytest
import tensorflow as tf

from tests.compat.releases import FAMILIES, IS_MODERN


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_dense_and_dot(family, monkeypatch):
    """`Dense` of standalone Keras calls what is set; `tf.keras` and Keras 3 call functions of private modules."""
    keras = family.keras
    is_called = family.name == "keras" and family.release < (2, 4)
    backend = tf.keras.backend if IS_MODERN else keras.backend
    dot = backend.dot
    monkeypatch.setattr(backend, "dot", lambda x, y: 10 * dot(x, y))
    model = keras.models.Sequential([keras.layers.Dense(1, kernel_initializer="ones", input_shape=(2,))])
    assert model.predict(np.ones((1, 2)))[0, 0] == pytest.approx(20.0 if is_called else 2.0)
