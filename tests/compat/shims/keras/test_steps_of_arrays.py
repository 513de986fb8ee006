"""Steps over arrays, and metrics that go on counting, with the numbers of Keras 2.3.1 on TensorFlow 1.15.5."""

import numpy as np
import pytest

from compat import keras
from compat import tensorflow as compat_tensorflow

X, Y = np.ones((10, 3)), np.arange(10.0).reshape(10, 1)


def compiled(package=keras, **options):
    model = package.models.Sequential([package.layers.Dense(1, kernel_initializer="ones", input_shape=(3,))])
    model.compile(package.optimizers.SGD(0.01), "mse", **options)
    return model


def test_each_step_is_over_all_rows():
    model = compiled()
    assert model.fit(X, Y, steps_per_epoch=3, epochs=2, verbose=0).history["loss"] == pytest.approx(
        [10.172095, 9.415472], abs=1e-5
    )
    history = model.fit(X, Y, None, 2, 0, steps_per_epoch=20, validation_data=(X, Y), validation_steps=2).history
    assert history["loss"] == pytest.approx([8.509699, 8.259247], abs=1e-5)
    assert history["val_loss"] == pytest.approx([2 * 4.139728, 2 * 4.125524], abs=1e-5)  # 2.3.1 halved it
    assert model.evaluate(X, Y, steps=3, verbose=0) == pytest.approx(3 * 2.750349, abs=1e-5)


def test_weights_and_a_validation_split():
    history = compiled().fit(
        X, Y, steps_per_epoch=2, sample_weight=np.arange(10.0), validation_split=0.5, validation_steps=3, verbose=0
    )
    assert history.history["loss"] == pytest.approx([2.0], abs=1e-5)
    assert history.history["val_loss"] == pytest.approx([3 * 47.333333], abs=1e-4)


@pytest.mark.parametrize("x", [X, [X], {"inputs": X}])
def test_predict_returns_the_rows_of_each_step(x):
    model = compiled()
    if isinstance(x, dict):
        inputs = keras.layers.Input((3,), name="inputs")
        model = keras.models.Model({"inputs": inputs}, keras.layers.Dense(1)(inputs))
    assert model.predict(x, steps=2).shape == (20, 1)
    assert model.predict(x).shape == (10, 1)


def test_tf_keras_divides_the_rows():
    model = compiled(compat_tensorflow.keras)
    assert model.predict(X, steps=2).shape == (10, 1)


def test_metrics_that_go_on():
    model = compiled(metrics=["mae"])
    found = [
        model.train_on_batch(X, Y, None, None, False),
        model.train_on_batch(X[:4], Y[:4], None, None, False),
        model.test_on_batch(X, Y, None, False),
        model.test_on_batch(X[:2], Y[:2], None, True),
        model.train_on_batch(X[:2], Y[:2], None, None, True),
        model.train_on_batch(X[:2], Y[:2], reset_metrics=False),
    ]
    expected = [
        (10.5, 2.7),
        (3.8744, 2.3914),
        (10.5289, 2.5216),
        (6.4521, 2.5192),
        (6.4521, 2.4904),
        (5.4994, 2.2912),
    ]
    np.testing.assert_allclose(found, expected, atol=1e-4)
