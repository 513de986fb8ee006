"""Layers around layers: TimeDistributed and Bidirectional."""

import numpy as np

from tests.behaviour.catalogue.layers_random import in_training, same_along
from tests.behaviour.probes import fill, last_name, reals, register, roughly
from tests.behaviour.single_layers import compile_model, frozen_layers, layers, masked_layers

layers(
    [
        ("layers.TimeDistributed(layers.Dense(2))", (4, 3)),
        ("layers.TimeDistributed(layers.Dense(2, kernel_regularizer='l2', activity_regularizer='l2'))", (4, 3)),
        ("layers.TimeDistributed(layers.Conv2D(2, 2))", (3, 4, 4, 2)),
        ("layers.TimeDistributed(layers.BatchNormalization())", (4, 3)),
        ("layers.TimeDistributed(layers.BatchNormalization())", (2, 3, 4, 2)),
        ("layers.TimeDistributed(layers.SimpleRNN(2))", (3, 4, 2)),
        ("layers.TimeDistributed(layers.Flatten())", (3, 4, 2)),
        ("layers.Bidirectional(layers.SimpleRNN(2))", (4, 3)),
        ("layers.Bidirectional(layers.SimpleRNN(2), merge_mode='sum')", (4, 3)),
        ("layers.Bidirectional(layers.SimpleRNN(2), merge_mode='mul')", (4, 3)),
        ("layers.Bidirectional(layers.SimpleRNN(2), merge_mode='ave')", (4, 3)),
        ("layers.Bidirectional(layers.SimpleRNN(2), merge_mode=None)", (4, 3)),
        ("layers.Bidirectional(layers.SimpleRNN(2, return_sequences=True))", (4, 3)),
        ("layers.Bidirectional(layers.LSTM(2, recurrent_activation='sigmoid'))", (4, 3)),
        ("layers.Bidirectional(layers.GRU(2, recurrent_activation='sigmoid', reset_after=True))", (4, 3)),
        ("layers.Bidirectional(layers.SimpleRNN(2, kernel_regularizer='l2', activity_regularizer='l2'))", (4, 3)),
    ]
)
frozen_layers(
    [
        ("layers.TimeDistributed(layers.Dense(2, kernel_regularizer='l2'))", (4, 3)),
        ("layers.TimeDistributed(layers.BatchNormalization())", (4, 3)),
        ("layers.Bidirectional(layers.SimpleRNN(2))", (4, 3)),
    ]
)
masked_layers(
    [
        ("layers.TimeDistributed(layers.Dense(2))", (5, 3)),
        ("layers.TimeDistributed(layers.BatchNormalization())", (5, 3)),
        ("layers.Bidirectional(layers.SimpleRNN(2))", (5, 3)),
        ("layers.Bidirectional(layers.SimpleRNN(2, return_sequences=True))", (5, 3)),
        ("layers.Bidirectional(layers.SimpleRNN(2, return_sequences=True), merge_mode='sum')", (5, 3)),
    ]
)


def _dropped(surface):
    """Whether each step draws for itself."""
    keras = surface.keras
    layer = keras.layers.TimeDistributed(keras.layers.Dropout(0.5))
    drawn = in_training(surface, layer, np.ones((20, 50, 40), "float32"))
    yield "mean", roughly(drawn.mean())
    yield "axes along which all is equal", same_along(drawn)


register("layers: TimeDistributed(Dropout(0.5)), random", _dropped)


def _in_training(code):
    """In training by fit, without `training=`."""

    def run(surface):
        keras = surface.keras
        inputs = keras.layers.Input((50, 40))
        model = keras.models.Model(inputs, surface.run(code)(inputs))
        fill(model)
        compile_model(surface, model)
        ones = np.ones((20, 50, 40), "float32")
        yield "training loss", roughly(model.train_on_batch(ones, 0 * ones))
        yield "test loss", roughly(model.test_on_batch(ones, 0 * ones))

    return run


register(
    "layers: TimeDistributed(Dropout(0.5)) in training", _in_training("layers.TimeDistributed(layers.Dropout(0.5))")
)


def _both_states(surface):
    """States of both directions given out and taken in."""
    keras = surface.keras
    inputs = keras.layers.Input((4, 3))
    layer = keras.layers.Bidirectional(keras.layers.LSTM(2, return_state=True, recurrent_activation="sigmoid"))
    after = keras.layers.Bidirectional(keras.layers.LSTM(2, recurrent_activation="sigmoid"))
    outputs = layer(inputs)
    model = keras.models.Model(inputs, [*outputs, after(inputs, initial_state=outputs[1:])])
    fill(model)
    yield "weights", [last_name(each) for each in layer.weights]
    yield "outputs", model.predict_on_batch(reals(3, 4, 3))


register("layers: Bidirectional(LSTM(2, return_state=True)), states passed on", _both_states)


def _stateful_directions(surface):
    """Both directions keep their states."""
    keras = surface.keras
    inputs = keras.layers.Input(batch_shape=(2, 3, 2))
    layer = keras.layers.Bidirectional(keras.layers.SimpleRNN(2, stateful=True))
    model = keras.models.Model(inputs, layer(inputs))
    fill(model)
    x = reals(2, 3, 2)
    yield "outputs", [model.predict_on_batch(x), model.predict_on_batch(x)]
    layer.reset_states()
    yield "reset", model.predict_on_batch(x)


register("layers: Bidirectional(SimpleRNN(2, stateful=True))", _stateful_directions)


def _given_directions(surface):
    """Weights of each direction, by attribute."""
    keras = surface.keras
    inputs = keras.layers.Input((4, 3))
    layer = keras.layers.Bidirectional(keras.layers.SimpleRNN(2, go_backwards=True, return_sequences=True))
    model = keras.models.Model(inputs, layer(inputs))
    fill(model)
    yield "forward", layer.forward_layer.get_weights()
    yield "backward", layer.backward_layer.get_weights()
    yield "output", model.predict_on_batch(reals(3, 4, 3))


register("layers: Bidirectional(SimpleRNN(2, go_backwards=True))", _given_directions)
