"""`LocallyConnected1D` and `LocallyConnected2D`, by the formula, which is what Keras 2.3.1 on TensorFlow 1.15.5 computes."""

import h5py
import numpy as np
import pytest

from compat import keras, tensorflow

LINE = np.random.RandomState(0).randn(2, 7, 3).astype("float32")
IMAGE = np.random.RandomState(1).randn(2, 5, 6, 3).astype("float32")


def alone(layer, x):
    model = keras.models.Sequential([layer])
    model.compile("sgd", "mse")
    shapes = [np.shape(weight) for weight in model.get_weights()]
    random = np.random.RandomState(2)
    weights = [random.randn(*shape).astype("float32") for shape in shapes]
    model.set_weights(weights)
    return weights, model.predict(x), model


def on_line(x, kernel, bias, size, stride):
    steps = [x[:, i * stride : i * stride + size].reshape(len(x), -1) for i in range(len(kernel))]
    return np.stack([step @ each for step, each in zip(steps, kernel)], 1) + bias


def on_image(x, kernel, bias, size, strides):
    """Patches of `x` of the shape `(rows, height, width, channels)`; a patch is flat in the order of its axes."""
    height, width = bias.shape[:2]
    found = np.empty((len(x), *bias.shape), "float32")
    for i, j in np.ndindex(height, width):
        row, column = i * strides[0], j * strides[1]
        patch = x[:, row : row + size[0], column : column + size[1]].reshape(len(x), -1)
        found[:, i, j] = patch @ kernel[i * width + j]
    return found + bias


def test_line():
    (kernel, bias), found, _ = alone(keras.layers.LocallyConnected1D(4, 3, strides=2, input_shape=(7, 3)), LINE)
    assert (kernel.shape, bias.shape, found.shape) == ((3, 9, 4), (3, 4), (2, 3, 4))
    np.testing.assert_allclose(found, on_line(LINE, kernel, bias, 3, 2), rtol=1e-4, atol=1e-5)


def test_image():
    layer = keras.layers.LocallyConnected2D(2, (2, 3), strides=(2, 1), activation="relu", input_shape=(5, 6, 3))
    (kernel, bias), found, _ = alone(layer, IMAGE)
    assert (kernel.shape, bias.shape, found.shape) == ((8, 18, 2), (2, 4, 2), (2, 2, 4, 2))
    wanted = np.maximum(on_image(IMAGE, kernel, bias, (2, 3), (2, 1)), 0)
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)


def test_image_with_channels_first():
    """The channels come first in a patch, too, and the numbers of the bias are taken as they lie."""
    layer = keras.layers.LocallyConnected2D(2, 3, data_format="channels_first", input_shape=(3, 5, 6))
    (kernel, bias), found, _ = alone(layer, IMAGE.transpose(0, 3, 1, 2))
    assert (bias.shape, found.shape) == ((3, 4, 2), (2, 2, 3, 4))
    kernel = kernel.reshape(12, 3, 9, 2).transpose(0, 2, 1, 3).reshape(12, 27, 2)
    wanted = on_image(IMAGE, kernel, np.zeros_like(bias), (3, 3), (1, 1)).transpose(0, 3, 1, 2)
    np.testing.assert_allclose(found, wanted + bias.reshape(1, 2, 3, 4), rtol=1e-4, atol=1e-5)


def test_trained_saved_and_loaded(tmp_path):
    layer = keras.layers.LocallyConnected1D(
        1, 3, use_bias=False, kernel_regularizer="l2", activity_regularizer="l2", input_shape=(7, 3), name="local"
    )
    (kernel,), found, model = alone(layer, LINE)
    loss = np.mean(found**2) + 0.01 * np.sum(kernel**2) + 0.01 * np.sum(found**2)
    assert model.evaluate(LINE, np.zeros_like(found), verbose=0) == pytest.approx(loss, rel=1e-4)
    assert model.train_on_batch(LINE, np.zeros_like(found)) == pytest.approx(loss, rel=1e-4)
    steps = np.stack([LINE[:, i : i + 3].reshape(2, 9) for i in range(5)], 1)
    slope = np.einsum("npf,np->pf", steps, found[:, :, 0]) * (2 / found.size + 0.02)
    np.testing.assert_allclose(
        model.get_weights()[0][:, :, 0], kernel[:, :, 0] * (1 - 0.01 * 0.02) - 0.01 * slope, rtol=1e-4, atol=1e-5
    )
    model.save(str(tmp_path / "a.h5"))
    again = keras.models.load_model(str(tmp_path / "a.h5"))
    np.testing.assert_allclose(again.predict(LINE), model.predict(LINE), rtol=1e-5)
    assert isinstance(again.get_layer("local"), keras.layers.LocallyConnected1D)
    assert keras.models.model_from_json(model.to_json()).count_params() == 45


def test_refused():
    with pytest.raises(ValueError, match="valid"):
        keras.layers.LocallyConnected1D(2, 3, padding="same")
    with pytest.raises(ValueError, match="fully"):
        keras.models.Sequential([keras.layers.LocallyConnected2D(2, 3, input_shape=(None, 6, 3))])


def test_of_keras_1():
    layer = keras.layers.LocallyConnected2D(nb_filter=2, nb_row=2, nb_col=3, border_mode="valid", subsample=(2, 2))
    config = layer.get_config()
    assert (config["kernel_size"], config["strides"], config["filters"]) == ((2, 3), (2, 2), 2)
    line = keras.layers.local.LocallyConnected1D(nb_filter=2, filter_length=3, subsample_length=2, bias=False)
    assert (line.kernel_size, line.strides, line.use_bias) == ((3,), (2,), False)


def test_of_tf_keras():
    """An activity regularizer of `tf.keras` says the mean of the rows; `channels_first` holds for steps, too."""
    layers = tensorflow.keras.layers
    layer = layers.LocallyConnected1D(1, 3, activity_regularizer="l2", input_shape=(7, 3))
    model = tensorflow.keras.models.Sequential([layer])
    model.compile("sgd", "mse")
    found = model.predict(LINE)
    loss = np.mean(found**2) + 0.01 * np.sum(found**2) / 2
    assert model.evaluate(LINE, np.zeros_like(found), verbose=0) == pytest.approx(loss, rel=1e-4)
    first = layers.LocallyConnected1D(4, 3, data_format="channels_first", input_shape=(3, 7))
    assert tensorflow.keras.models.Sequential([first]).output_shape == (None, 4, 5)


def test_file_of_keras_2(tmp_path):
    """Files of Keras 2 name the class alone."""
    model = keras.models.Sequential([keras.layers.LocallyConnected1D(1, 3, input_shape=(7, 3))])
    text = model.to_json().replace("tf_forward>LocallyConnected1D", "LocallyConnected1D")
    assert keras.models.model_from_json(text).count_params() == 50
    model.save(str(tmp_path / "a.h5"))
    with h5py.File(str(tmp_path / "a.h5"), "r+") as file:
        config = file.attrs["model_config"]
        config = config.decode() if isinstance(config, bytes) else config
        file.attrs["model_config"] = config.replace("tf_forward>", "").encode()
    again = keras.models.load_model(str(tmp_path / "a.h5"))
    np.testing.assert_allclose(again.predict(LINE), model.predict(LINE), rtol=1e-5)
