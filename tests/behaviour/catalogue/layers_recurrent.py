"""Recurrent layers with each argument that changes what they compute."""

from tests.behaviour.probes import fill, reals, register
from tests.behaviour.single_layers import compile_model, frozen_layers, layers, masked_layers

_NAMES = ("SimpleRNN", "GRU", "LSTM")
_GIVEN = {
    "SimpleRNN": {},
    "GRU": {"reset_after": False, "recurrent_activation": "sigmoid"},
    "LSTM": {"recurrent_activation": "sigmoid"},
}
"""Defaults that changed, so that each option shows what it does by itself."""
_BACKWARDS = {"go_backwards": True, "return_sequences": True}
_OF_ALL = (
    {},
    {"return_sequences": True},
    _BACKWARDS,
    {"unroll": True},
    {"use_bias": False},
    {"activation": "relu"},
    {"kernel_regularizer": "l2", "recurrent_regularizer": "l1", "bias_regularizer": "l2"},
    {"activity_regularizer": "l2"},
    {"recurrent_constraint": "unit_norm"},
)
_OF_GATED = (
    {"implementation": 1},
    {"implementation": 2},
    {"recurrent_activation": "hard_sigmoid"},
    {"recurrent_activation": None},
)
_OF = {"SimpleRNN": (), "GRU": (*_OF_GATED, {"reset_after": True}), "LSTM": _OF_GATED}


def _code(name, options):
    words = "".join(f", {key}={value!r}" for key, value in {**_GIVEN[name], **options}.items())
    return f"layers.{name}(2{words})"


for _name in _NAMES:
    layers([(_code(_name, options), (4, 3)) for options in (*_OF_ALL, *_OF[_name])])
    layers([(_code(_name, {}), (1, 3))])
    frozen_layers([(_code(_name, {"kernel_regularizer": "l2"}), (4, 3))])
    masked_layers(
        [(_code(_name, options), (5, 3)) for options in ({}, {"return_sequences": True}, {"unroll": True}, _BACKWARDS)]
    )

layers(
    [
        ("layers.GRU(2)", (4, 3)),
        ("layers.LSTM(2)", (4, 3)),
        ("layers.ConvLSTM2D(2, 2)", (3, 4, 4, 2)),
        (
            "layers.ConvLSTM2D(2, 2, recurrent_activation='sigmoid', padding='same', return_sequences=True)",
            (3, 4, 4, 2),
        ),
        ("layers.ConvLSTM2D(2, 2, strides=2, recurrent_activation='sigmoid')", (3, 4, 4, 2)),
        ("layers.ConvLSTM2D(2, 2, recurrent_activation='sigmoid', dilation_rate=2, go_backwards=True)", (3, 4, 4, 2)),
        ("layers.ConvLSTM2D(2, 2, recurrent_activation='sigmoid', use_bias=False, activation='relu')", (3, 4, 4, 2)),
        ("layers.ConvLSTM2D(2, 2, recurrent_activation='sigmoid', data_format='channels_first')", (3, 2, 4, 4)),
        ("layers.RNN(layers.SimpleRNNCell(2))", (4, 3)),
        ("layers.RNN(layers.GRUCell(2), return_sequences=True)", (4, 3)),
        ("layers.RNN(layers.GRUCell(2, reset_after=False, recurrent_activation='sigmoid'))", (4, 3)),
        ("layers.RNN(layers.GRUCell(2, reset_after=True))", (4, 3)),
        ("layers.RNN(layers.LSTMCell(2))", (4, 3)),
        ("layers.RNN(layers.LSTMCell(2, recurrent_activation='sigmoid', implementation=2))", (4, 3)),
        ("layers.RNN([layers.LSTMCell(2), layers.LSTMCell(3)])", (4, 3)),
        ("layers.RNN(layers.StackedRNNCells([layers.SimpleRNNCell(2), layers.SimpleRNNCell(3)]))", (4, 3)),
    ]
)
masked_layers(
    [
        ("layers.RNN([layers.SimpleRNNCell(2), layers.SimpleRNNCell(3)])", (5, 3)),
        ("layers.RNN(layers.SimpleRNNCell(2), return_sequences=True)", (5, 3)),
    ]
)


def _states(name):
    """States given out and taken in."""

    def run(surface):
        keras = surface.keras
        inputs = keras.layers.Input((4, 3))
        encoder = getattr(keras.layers, name)(2, return_state=True, **_GIVEN[name])
        decoder = getattr(keras.layers, name)(2, return_sequences=True, **_GIVEN[name])
        outputs = encoder(inputs)
        model = keras.models.Model(inputs, [*outputs, decoder(inputs, initial_state=outputs[1:])])
        fill(model)
        yield "outputs", model.predict_on_batch(reals(3, 4, 3))

    return run


def _stateful(name):
    """States that stay from batch to batch, until they are reset."""

    def run(surface):
        keras = surface.keras
        inputs = keras.layers.Input(batch_shape=(2, 3, 2))
        layer = getattr(keras.layers, name)(2, stateful=True, **_GIVEN[name])
        model = keras.models.Model(inputs, layer(inputs))
        fill(model)
        compile_model(surface, model)
        x = reals(2, 3, 2)
        yield "first", model.predict_on_batch(x)
        yield "second", model.predict_on_batch(x)
        layer.reset_states()
        yield "after the layer is reset", model.predict_on_batch(x)
        yield "loss", float(model.train_on_batch(x, reals(2, 2)))
        yield "after training", model.predict_on_batch(x)
        layer.reset_states([0.5 + 0 * reals(2, 2)] * (2 if name == "LSTM" else 1))
        yield "from given states", model.predict_on_batch(x)

    return run


def _reset_by_the_model(surface):
    """The model resets the states of its layers."""
    keras = surface.keras
    inputs = keras.layers.Input(batch_shape=(2, 3, 2))
    model = keras.models.Model(inputs, keras.layers.SimpleRNN(2, stateful=True)(inputs))
    fill(model)
    x = reals(2, 3, 2)
    first = model.predict_on_batch(x)
    model.reset_states()
    yield "as at first", bool((abs(model.predict_on_batch(x) - first) < 1e-6).all())


register("layers: SimpleRNN(2, stateful=True), reset by the model", _reset_by_the_model)


def _starts(code):
    """The biases a layer starts with."""

    def run(surface):
        layer = surface.run(code)
        layer(surface.keras.layers.Input((4, 3)))
        yield "bias", layer.get_weights()[2]

    return run


for _name in _NAMES:
    register(f"layers: {_name}(2, return_state=True), states passed on", _states(_name))
    register(f"layers: {_name}(2, stateful=True)", _stateful(_name))
    register(f"layers at the start: {_name}(2)", _starts(f"layers.{_name}(2)"))
register("layers at the start: LSTM(2, unit_forget_bias=False)", _starts("layers.LSTM(2, unit_forget_bias=False)"))


def _own_cell(surface):
    """A cell of one's own, as the documentation of Keras 2 writes it."""
    keras = surface.keras

    class MinimalCell(keras.layers.Layer):
        def __init__(self, units, **kwargs):
            self.units = units
            self.state_size = units
            super().__init__(**kwargs)

        def build(self, input_shape):
            self.kernel = self.add_weight(shape=(input_shape[-1], self.units), initializer="uniform", name="kernel")
            self.recurrent_kernel = self.add_weight(
                shape=(self.units, self.units), initializer="uniform", name="recurrent_kernel"
            )
            self.built = True

        def call(self, inputs, states):
            output = surface.K.dot(inputs, self.kernel) + surface.K.dot(states[0], self.recurrent_kernel)
            return output, [output]

    inputs = keras.layers.Input((4, 3))
    model = keras.models.Model(inputs, keras.layers.RNN([MinimalCell(2), MinimalCell(3)])(inputs))
    fill(model)
    compile_model(surface, model)
    x = reals(3, 4, 3)
    yield "output", model.predict_on_batch(x)
    yield "loss", float(model.train_on_batch(x, reals(3, 3)))
    yield "weights after", model.get_weights()


register("layers: RNN of two cells of one's own", _own_cell)
