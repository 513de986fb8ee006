"""Layers that draw random numbers: statistics of what they give out, rounded."""

import numpy as np

from tests.behaviour.probes import register, roughly
from tests.behaviour.single_layers import compile_model, runs_eagerly

_CASES = [
    ("layers.Dropout(0.4)", (100, 40)),
    ("layers.Dropout(0.4, noise_shape=(None, 1, 40))", (100, 40)),
    ("layers.Dropout(0.4, noise_shape=(None, 100, 1))", (100, 40)),
    ("layers.Dropout(0.0)", (100, 40)),
    ("layers.SpatialDropout1D(0.5)", (20, 400)),
    ("layers.SpatialDropout2D(0.5)", (4, 4, 400)),
    ("layers.SpatialDropout2D(0.5, data_format='channels_first')", (400, 4, 4)),
    ("layers.SpatialDropout3D(0.5)", (2, 2, 2, 400)),
    ("layers.GaussianNoise(0.5)", (100, 40)),
    ("layers.GaussianDropout(0.5)", (100, 40)),
    ("layers.GaussianDropout(0.2)", (100, 40)),
    ("layers.AlphaDropout(0.2)", (100, 40)),
    ("layers.AlphaDropout(0.2, noise_shape=(None, 1, 40))", (100, 40)),
    ("layers.GaussianDropout(1.0)", (10, 4)),
]
ROWS = 40


def in_training(surface, layer, x):
    """What the layer gives when it is called for training."""
    keras = surface.keras
    if runs_eagerly(surface):
        return surface.numbers(layer(x, training=True))
    inputs = keras.layers.Input(x.shape[1:])
    return keras.models.Model(inputs, layer(inputs, training=True)).predict_on_batch(x)


def same_along(drawn):
    """The axes along which the numbers do not change, such as the time axis of SpatialDropout1D."""
    return [axis for axis in range(drawn.ndim) if np.all(drawn == drawn.take([0], axis=axis))]


def _statistics(code, shape):
    def run(surface):
        layer, ones = surface.run(code), np.ones((ROWS, *shape), "float32")
        drawn = in_training(surface, layer, ones)
        yield "mean", roughly(drawn.mean())
        yield "deviation", roughly(drawn.std())
        yield "part of zeros", roughly((drawn == 0).mean())
        yield "largest", roughly(drawn.max()) if "Gaussian" not in code else None
        yield "axes along which all is equal", same_along(drawn)
        yield "drawn anew", bool(np.any(in_training(surface, layer, ones) != drawn))

    return run


for _code, _shape in _CASES:
    register(f"layers: {_code} of {_shape}, random", _statistics(_code, _shape))


def _in_training(rate):
    """Whether fit draws, and predict does not."""

    def run(surface):
        keras = surface.keras
        model = keras.models.Sequential(
            [keras.layers.Dropout(rate, input_shape=(1000,)), keras.layers.Activation("linear")]
        )
        compile_model(surface, model)
        ones = np.ones((10, 1000), "float32")
        yield "training loss", roughly(model.train_on_batch(ones, 0 * ones))
        yield "test loss", float(model.test_on_batch(ones, 0 * ones))

    return run


for _rate in (0.5, 0):
    register(f"layers: Dropout({_rate}) in training and test", _in_training(_rate))


def _frozen(surface):
    """A frozen Dropout still draws."""
    keras = surface.keras
    model = keras.models.Sequential([keras.layers.Dropout(0.5, input_shape=(1000,)), keras.layers.Activation("linear")])
    model.layers[0].trainable = False
    compile_model(surface, model)
    ones = np.ones((10, 1000), "float32")
    yield "training loss", roughly(model.train_on_batch(ones, 0 * ones))


register("layers frozen: Dropout(0.5)", _frozen)


def _recurrent(name, options):
    """Dropout in a recurrent layer: with weights of ones, the deviation of its outputs."""

    def run(surface):
        layer = getattr(surface.keras.layers, name)(100, return_sequences=True, **options)
        layer.build((None, 4, 200))
        layer.set_weights([np.full(each.shape, 0.002, "float32") for each in layer.get_weights()])
        drawn = in_training(surface, layer, np.ones((200, 4, 200), "float32"))
        yield "mean", roughly(drawn.mean())
        yield "axes along which all is equal", [axis for axis in range(3) if np.ptp(drawn, axis=axis).max() < 1e-4]

    return run


for _name in ("SimpleRNN", "GRU", "LSTM"):
    for _options in ({"dropout": 0.5}, {"recurrent_dropout": 0.5}, {"dropout": 0.5, "implementation": 1}):
        _said = ", ".join(f"{key}={value}" for key, value in _options.items())
        register(f"layers: {_name}(100, {_said}), random", _recurrent(_name, _options))


def _called_for_training(surface):
    """`training=True` in the call of a layer, and a model made of it: dropout that goes on in prediction."""
    keras = surface.keras
    inputs = keras.layers.Input((1000,))
    model = keras.models.Model(inputs, keras.layers.Dropout(0.5)(inputs, training=True))
    ones = np.ones((10, 1000), "float32")
    yield "part of zeros in prediction", roughly((model.predict_on_batch(ones) == 0).mean())


register("layers called with training=True: Dropout(0.5)", _called_for_training)


def _called_for_prediction(surface):
    """`training=False` in the call of a layer: no dropout in training."""
    keras = surface.keras
    inputs = keras.layers.Input((1000,))
    model = keras.models.Model(inputs, keras.layers.Dropout(0.5)(inputs, training=False))
    compile_model(surface, model)
    ones = np.ones((10, 1000), "float32")
    yield "training loss", roughly(model.train_on_batch(ones, 0 * ones))


register("layers called with training=False: Dropout(0.5)", _called_for_prediction)


def _inner_model(surface):
    """`training=False` in the call of a model."""
    keras = surface.keras
    inner = keras.models.Sequential([keras.layers.Dropout(0.5, input_shape=(1000,))])
    inputs = keras.layers.Input((1000,))
    model = keras.models.Model(inputs, inner(inputs, training=False))
    compile_model(surface, model)
    ones = np.ones((10, 1000), "float32")
    yield "training loss", roughly(model.train_on_batch(ones, 0 * ones))


register("layers called with training=False: a model", _inner_model)
