"""Convolutions with channels first, without a GPU: the numbers of the same layer with channels last."""

import numpy as np
import pytest

from compat import keras
from compat.keras import backend as K  # noqa: N812

L = keras.layers
RNG = np.random.RandomState(0)
LAYERS = {
    "Conv1D": ((2, 8), lambda **given: L.Conv1D(3, 3, **given)),
    "Conv2D": ((2, 7, 6), lambda **given: L.Conv2D(3, 3, strides=2, padding="same", **given)),
    "Conv2DTranspose": ((2, 5, 6), lambda **given: L.Conv2DTranspose(3, 3, strides=2, **given)),
    "DepthwiseConv2D": ((2, 5, 6), lambda **given: L.DepthwiseConv2D(3, depth_multiplier=2, **given)),
    "SeparableConv1D": ((2, 8), lambda **given: L.SeparableConv1D(3, 3, **given)),
    "SeparableConv2D": ((2, 5, 6), lambda **given: L.SeparableConv2D(3, 3, **given)),
    "Conv3DTranspose": ((2, 3, 4, 5), lambda **given: L.Conv3DTranspose(3, 2, **given)),
    "ConvLSTM2D": ((3, 2, 5, 6), lambda **given: L.ConvLSTM2D(2, 3, **given)),
}


def _last(x, first):
    return np.moveaxis(x, first, -1)


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=[] if each == "Conv2D" else [pytest.mark.full]) for each in LAYERS]
)
def test_layers(name):
    shape, make = LAYERS[name]
    first = 2 if name == "ConvLSTM2D" else 1
    x = RNG.rand(4, *shape).astype("float32")
    models = []
    for data_format, images in (("channels_first", x), ("channels_last", _last(x, first))):
        activation = "softmax" if name == "Conv2D" else "tanh"
        layer = make(data_format=data_format, activation=activation, input_shape=images.shape[1:])
        models.append((keras.models.Sequential([layer]), images))
    (model, images), (other, turned) = models
    other.set_weights(model.get_weights())
    if name == "Conv2D":  # softmax goes along the last axis, whatever that is
        found = model.predict(images)
        np.testing.assert_allclose(found.sum(-1), np.ones(found.shape[:-1]), rtol=1e-5)
    else:
        np.testing.assert_allclose(_last(model.predict(images), 1), other.predict(turned), rtol=1e-4, atol=1e-5)
    model.compile("sgd", "mse")
    model.train_on_batch(images, np.zeros((4, *model.output_shape[1:])))
    assert model.layers[0].data_format == "channels_first"


@pytest.mark.parametrize("name", ["Conv2DTranspose", pytest.param("ConvLSTM2D", marks=pytest.mark.full)])
def test_layers_of_a_configuration(name):
    shape, make = LAYERS[name]
    model = keras.models.Sequential([make(data_format="channels_first", input_shape=shape)])
    made = keras.models.Sequential.from_config(model.get_config())
    made.set_weights(model.get_weights())
    x = RNG.rand(4, *shape).astype("float32")
    np.testing.assert_allclose(made.predict(x), model.predict(x), rtol=1e-5)
    made.compile("sgd", "mse")
    made.train_on_batch(x, np.zeros((4, *made.output_shape[1:])))
    assert made.get_config()["layers"][-1]["class_name"] == name


FUNCTIONS = {
    "conv1d": ((2, 8), [(3, 2, 4)], {}),
    "conv2d": ((2, 5, 6), [(3, 3, 2, 4)], {"padding": "same"}),
    "conv2d_transpose": ((2, 5, 6), [(3, 3, 4, 2)], {"output_shape": (3, 4, 7, 8)}),
    "conv3d": ((2, 5, 6, 4), [(3, 3, 3, 2, 4)], {}),
    "conv3d_transpose": ((2, 3, 4, 5), [(2, 2, 2, 4, 2)], {"output_shape": (3, 4, 4, 5, 6)}),
    "depthwise_conv2d": ((2, 5, 6), [(3, 3, 2, 1)], {}),
    "separable_conv1d": ((2, 8), [(3, 2, 1), (1, 2, 4)], {}),
    "separable_conv2d": ((2, 5, 6), [(3, 3, 2, 1), (1, 1, 2, 4)], {}),
    "pool2d": ((2, 4, 6), [], {"pool_size": (2, 2), "strides": (2, 2)}),
    "pool3d": ((2, 4, 6, 4), [], {"pool_size": (2, 2, 2), "pool_mode": "avg"}),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name):
    shape, kernels, options = FUNCTIONS[name]
    x = RNG.rand(3, *shape).astype("float32")
    arrays = [K.variable(RNG.rand(*each)) for each in kernels]
    first = K.eval(getattr(K, name)(K.variable(x), *arrays, data_format="channels_first", **options))
    if "output_shape" in options:
        rows, channels, *lengths = options["output_shape"]
        options = {**options, "output_shape": (rows, *lengths, channels)}
    last = K.eval(getattr(K, name)(K.variable(_last(x, 1)), *arrays, data_format="channels_last", **options))
    np.testing.assert_allclose(_last(first, 1), last, rtol=1e-4)


@pytest.mark.parametrize("name", ["conv2d", "conv3d_transpose", "separable_conv1d"])
def test_functions_on_tensors_of_a_model(name):
    shape, kernels, options = FUNCTIONS[name]
    arrays = [K.variable(RNG.rand(*each)) for each in kernels]
    x = L.Input(shape)
    found = K.function([x], [getattr(K, name)(x, *arrays, data_format="channels_first", **options)])
    values = RNG.rand(3, *shape).astype("float32")
    expected = getattr(K, name)(K.variable(values), *arrays, data_format="channels_first", **options)
    np.testing.assert_allclose(found([values])[0], K.eval(expected), rtol=1e-5)


def test_unknown_channels():
    with pytest.raises(ValueError, match="channel dimension"):
        L.DepthwiseConv2D(3)(L.Input((4, 4, None)))
