"""Small models with given weights, which the programs of the catalogue train.

Python 3.7 syntax: this runs in the environments of all releases.
"""

from tests.behaviour.probes import fill, reals

ROWS = 10


def sequential(surface, **options):
    """Two features, a hidden layer of three, one output; not compiled."""
    layers = surface.keras.layers
    model = surface.keras.models.Sequential(
        [
            layers.Dense(3, activation="tanh", input_shape=(2,), name="hidden"),
            layers.Dense(options.get("units", 1), activation=options.get("activation"), name="out"),
        ]
    )
    fill(model)
    return model


def compiled(surface, metrics=(), **options):
    """The sequential model with a plain optimizer and, by default, the mean squared error."""
    model = sequential(surface, **options)
    model.compile(surface.keras.optimizers.SGD(0.1), options.get("loss", "mse"), metrics=list(metrics) or None)
    return model


def with_two_outputs(surface, **options):
    """One input of two features and two outputs, `a` with one unit and `b` with two."""
    layers = surface.keras.layers
    given = layers.Input((2,))
    hidden = layers.Dense(3, activation="tanh", name="hidden")(given)
    outputs = [layers.Dense(1, name="a")(hidden), layers.Dense(2, name="b")(hidden)]
    model = surface.keras.models.Model(given, outputs)
    fill(model)
    if options:
        model.compile(surface.keras.optimizers.SGD(0.1), **options)
    return model


def rows(count=ROWS, features=2, **options):
    """Inputs."""
    return reals(count, features, **options)


def targets(count=ROWS, units=1):
    """Targets of the sequential model."""
    return reals(count, units, start=2.0)


def two_targets(count=ROWS):
    """Targets of the model with two outputs."""
    return [reals(count, 1, start=2.0), reals(count, 2, start=4.0)]


def batches(size=4, count=ROWS):
    """Batches of inputs and targets, over and over."""
    x, y = rows(count), targets(count)
    while True:
        for start in range(0, count, size):
            yield x[start : start + size], y[start : start + size]


def fit_batches(model, generator, **options):
    """Train on a generator, by the method that the release has for that."""
    return getattr(model, "fit_generator", model.fit)(generator, verbose=0, **options)


def history_of(history):
    """The keys in their order, and the numbers."""
    yield "keys", list(history.history)
    yield "history", {key: [float(each) for each in values] for key, values in history.history.items()}
