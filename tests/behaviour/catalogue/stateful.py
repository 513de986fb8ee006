"""Stateful recurrent layers: states across batches, `reset_states`, given states, returned states."""

from tests.behaviour.probes import fill, probe, reals, register

KINDS = ("SimpleRNN", "LSTM", "GRU")


def model_of(surface, kind, **options):
    """A stateful layer of two units and one output, for batches of two rows."""
    keras = surface.keras
    extra = {"reset_after": False, "recurrent_activation": "sigmoid"} if kind == "GRU" else {}
    if kind == "LSTM":
        extra = {"recurrent_activation": "sigmoid"}
    given = keras.layers.Input(batch_shape=(2, 3, 2))
    layer = getattr(keras.layers, kind)(2, stateful=True, **dict(extra, **options))
    model = keras.models.Model(given, keras.layers.Dense(1)(layer(given)))
    fill(model)
    return model, layer


def _predicting(kind):
    def run(surface):
        model, layer = model_of(surface, kind)
        x = reals(2, 3, 2)
        yield "first", model.predict(x, batch_size=2)
        yield "second", model.predict(x, batch_size=2)
        layer.reset_states() if hasattr(layer, "reset_states") else layer.reset_state()
        yield "after a reset", model.predict(x, batch_size=2)
        yield "two batches", model.predict(reals(4, 3, 2), batch_size=2)

    return run


def _training(kind):
    def run(surface):
        model, _ = model_of(surface, kind)
        model.compile(surface.keras.optimizers.SGD(0.1), "mse")
        x, y = reals(4, 3, 2), reals(4, 1)
        history = model.fit(x, y, batch_size=2, epochs=2, shuffle=False, verbose=0)
        yield "history", history.history
        yield "weights", model.get_weights()
        yield "predicted then", model.predict(x, batch_size=2)

    return run


for _kind in KINDS:
    register("stateful: predicting with " + _kind, _predicting(_kind))
    register("stateful: training " + _kind, _training(_kind))


@probe
def reset_by_the_model(surface):
    model, _ = model_of(surface, "LSTM")
    x = reals(2, 3, 2)
    first = model.predict(x, batch_size=2)
    model.reset_states()
    yield "same", bool(abs(first - model.predict(x, batch_size=2)).max() < 1e-6)


@probe
def reset_to_given_states(surface):
    model, layer = model_of(surface, "LSTM")
    layer.reset_states(states=[reals(2, 2), reals(2, 2, start=3.0)])
    yield "output", model.predict(reals(2, 3, 2), batch_size=2)


@probe
def states_read(surface):
    model, layer = model_of(surface, "LSTM")
    model.predict(reals(2, 3, 2), batch_size=2)
    yield "states", [surface.K.get_value(each) for each in layer.states]


@probe
def validation_within_fit(surface):
    model, _ = model_of(surface, "LSTM")
    model.compile(surface.keras.optimizers.SGD(0.1), "mse")
    x, y = reals(4, 3, 2), reals(4, 1)
    history = model.fit(x, y, batch_size=2, epochs=2, shuffle=False, verbose=0, validation_data=(x, y))
    yield "history", history.history


@probe
def reset_between_epochs(surface):
    model, _ = model_of(surface, "LSTM")
    model.compile(surface.keras.optimizers.SGD(0.1), "mse")
    for _ in range(2):
        model.fit(reals(4, 3, 2), reals(4, 1), batch_size=2, epochs=1, shuffle=False, verbose=0)
        for layer in model.layers:
            if getattr(layer, "stateful", False):
                (layer.reset_states if hasattr(layer, "reset_states") else layer.reset_state)()
    yield "weights", model.get_weights()


@probe
def initial_and_returned_states(surface):
    keras = surface.keras
    given, state = keras.layers.Input((3, 2)), keras.layers.Input((2,))
    layer = keras.layers.LSTM(2, return_state=True, recurrent_activation="sigmoid")
    model = keras.models.Model([given, state], layer(given, initial_state=[state, state]))
    fill(model)
    yield "outputs", model.predict([reals(2, 3, 2), reals(2, 2)])


@probe
def encoder_and_decoder(surface):
    keras = surface.keras
    given, wanted = keras.layers.Input((None, 2)), keras.layers.Input((None, 2))
    _, *states = keras.layers.LSTM(2, return_state=True, recurrent_activation="sigmoid")(given)
    decoder = keras.layers.LSTM(2, return_sequences=True, return_state=True, recurrent_activation="sigmoid")
    decoded, _, _ = decoder(wanted, initial_state=states)
    model = keras.models.Model([given, wanted], keras.layers.Dense(1)(decoded))
    fill(model)
    model.compile(keras.optimizers.SGD(0.1), "mse")
    x = [reals(2, 4, 2), reals(2, 3, 2)]
    yield "losses", [model.train_on_batch(x, reals(2, 3, 1)) for _ in range(3)]
