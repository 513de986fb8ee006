"""What a frozen BatchNormalization normalizes with, on every release."""

import numpy as np
import pytest

from tests.compat.releases import FAMILIES, IS_MODERN

X, Y = np.random.RandomState(0).rand(8, 2) * 10, np.ones((8, 1))
BATCH, MOVING = 3.4066730, 123.5487823


def loss(keras, *, frozen, free_statistics=False):
    options = {} if IS_MODERN else {"input_shape": (2,)}
    normalization = keras.layers.BatchNormalization(trainable=not frozen, **options)
    model = keras.models.Sequential([normalization, keras.layers.Dense(1, kernel_initializer="ones")])
    if free_statistics:
        model.build((None, 2))
        normalization.momentum = 1.0
        normalization.gamma.trainable = normalization.beta.trainable = False
    model.compile("sgd", "mse")
    before = normalization.get_weights()
    found = float(model.train_on_batch(X, Y))
    changed = [bool(abs(a - b).max() > 1e-7) for a, b in zip(before, normalization.get_weights())] if before else []
    return found, changed


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_loss(family):
    is_legacy = family.release < ((2, 4) if family.name == "keras" else (2, 0))
    assert loss(family.keras, frozen=False)[0] == pytest.approx(BATCH, rel=1e-5)
    assert loss(family.keras, frozen=True)[0] == pytest.approx(BATCH if is_legacy else MOVING, rel=1e-5)


@pytest.mark.skipif(not IS_MODERN, reason="the advice is for Keras 3")
def test_the_advice_keeps_the_statistics_of_the_batch():
    found, changed = loss(FAMILIES[0].keras, frozen=False, free_statistics=True)
    assert found == pytest.approx(BATCH, rel=1e-5)
    assert changed == [False] * 4
