"""`trainable` counts when a model is compiled, as in Keras 2.3.1 on TensorFlow 1.15.5, where the numbers are from."""

import warnings

import numpy as np
import pytest

from compat import keras

X = np.ones((4, 1), "float32")
Y = np.zeros((4, 1), "float32")


def critic(**options):
    """One weight of 1, which a step on `X` multiplies by 0.8."""
    layer = keras.layers.Dense(1, use_bias=False, kernel_initializer="ones", input_dim=1)
    model = keras.models.Sequential([layer])
    model.compile(keras.optimizers.SGD(0.1), "mse", **options)
    return model


def weight(model):
    return float(model.get_weights()[0][0, 0])


def test_frozen_after_compile():
    model = critic()
    model.trainable = False
    model.train_on_batch(X, Y)
    assert weight(model) == pytest.approx(0.8)
    assert not model.trainable
    assert model.trainable_weights == []
    model.fit(X, Y, verbose=0)
    assert weight(model) == pytest.approx(0.64)


def test_thawed_after_compile():
    model = critic()
    model.layers[0].trainable = False
    model.compile(keras.optimizers.SGD(0.1), "mse")
    model.layers[0].trainable = True
    model.train_on_batch(X, Y)
    assert weight(model) == 1.0
    assert model.layers[0].trainable


def test_compiled_again():
    model = critic()
    model.train_on_batch(X, Y)
    model.trainable = False
    model.compile(keras.optimizers.SGD(0.1), "mse")
    model.train_on_batch(X, Y)
    assert weight(model) == pytest.approx(0.8)


def test_adversaries():
    model = critic()
    model.trainable = False
    noise = keras.layers.Input((1,))
    maker = keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
    combined = keras.models.Model(noise, model(maker(noise)))
    combined.compile(keras.optimizers.SGD(0.1), "mse")
    for _ in range(2):
        model.train_on_batch(X, Y)
        combined.train_on_batch(X, Y)
    assert weight(model) == pytest.approx(0.64)
    assert float(maker.get_weights()[0][0, 0]) == pytest.approx((1 - 0.2 * 0.64) * (1 - 0.2 * 0.64**2))


def test_unbuilt_model():
    """Compiled when its first batch shows its shapes."""
    layer = keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
    model = keras.models.Sequential([layer])
    model.compile(keras.optimizers.SGD(0.1), "mse")
    layer.trainable = False
    model.train_on_batch(X, Y)
    assert weight(model) == 1.0


def test_an_error_leaves_the_layers_as_they_were():
    model = critic()
    model.trainable = False
    with pytest.raises(ValueError, match="incompatible"):
        model.fit(np.ones((4, 3)), Y, verbose=0)
    assert not model.layers[0].trainable


def test_saved(tmp_path):
    model = critic()
    model.trainable = False
    model.train_on_batch(X, Y)
    for name in ("model.keras", "model.h5"):
        model.save(str(tmp_path / name))
        again = keras.models.load_model(str(tmp_path / name))
        assert weight(again) == pytest.approx(0.8)


def test_moving_statistics_stay_frozen():
    """Keras 2.3.1 trains gamma and beta then, but runs no updates of a frozen model."""
    model = keras.models.Sequential([keras.layers.BatchNormalization(input_shape=(2,)), keras.layers.Dense(1)])
    model.compile(keras.optimizers.SGD(0.1), "mse")
    model.trainable = False
    before = model.layers[0].get_weights()
    model.train_on_batch(np.arange(8.0).reshape(4, 2), Y)
    gamma, _, mean, variance = (np.abs(a - b).max() for a, b in zip(before, model.layers[0].get_weights()))
    assert (mean, variance) == (0, 0)
    assert gamma > 0


def test_weights_of_a_compiled_model_load(tmp_path):
    inner, file = critic(), str(tmp_path / "a.weights.h5")
    inputs = keras.layers.Input((1,))
    model = keras.models.Model(inputs, inner(inputs))
    model.compile(keras.optimizers.SGD(0.1), "mse")
    model.train_on_batch(X, Y)
    model.save_weights(file)
    model.train_on_batch(X, Y)
    model.load_weights(file)
    assert weight(model) == pytest.approx(0.8)


def test_a_change_after_compile_is_told():
    model = critic()
    model.trainable = False
    for use in (model.summary, lambda: model.train_on_batch(X, Y), lambda: model.fit(X, Y, verbose=0)):
        with pytest.warns(UserWarning, match="Discrepancy"):
            use()
    model.compile(keras.optimizers.SGD(0.1), "mse")
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message="Discrepancy")
        model.summary()


def test_regularizers_of_frozen_weights_count():
    """In every legacy release; Keras 3 leaves them out of the loss."""
    dense = keras.layers.Dense(1, use_bias=False, kernel_initializer="ones", kernel_regularizer=keras.regularizers.l2())
    inputs = keras.layers.Input((1,))
    model = keras.models.Model(inputs, dense(inputs))
    losses = []
    for is_trained in (True, False):
        dense.trainable = is_trained
        model.compile("sgd", "mse")
        losses.append(float(model.evaluate(X, Y, verbose=0)))
    assert losses == pytest.approx([1.01, 1.01])
    assert weight(model) == 1.0
