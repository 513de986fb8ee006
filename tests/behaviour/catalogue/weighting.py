"""Sample weights, class weights, masks, weights of losses, several outputs: what counts how much."""

import numpy as np

from tests.behaviour.probes import fill, integers, probe, reals, register

WEIGHTS = {
    "ones": [1, 1, 1, 1, 1, 1],
    "unequal": [0.5, 2, 1, 3, 0.1, 1],
    "some zero": [0, 2, 0, 1, 0, 1],
    "all zero": [0, 0, 0, 0, 0, 0],
}
STEPS = 4


def dense(surface, outputs=1, activation=None):
    """A layer with given weights as a model."""
    layer = surface.keras.layers.Dense(outputs, input_shape=(3,), activation=activation)
    model = surface.keras.models.Sequential([layer])
    fill(model)
    return model


def of_steps(surface, masked=True):
    """A model of the steps of sequences, whose zeros are masked."""
    layers = surface.keras.layers
    model = surface.keras.models.Sequential()
    model.add(layers.Embedding(5, 3, mask_zero=masked, input_length=STEPS))
    model.add(layers.TimeDistributed(layers.Dense(2)))
    model.build((None, STEPS))
    fill(model)
    return model


SEQUENCES = np.array([[1, 2, 3, 4], [2, 1, 0, 0], [3, 0, 0, 0]])


def _weighted(loss, weights):
    def run(surface):
        model = dense(surface, activation="sigmoid" if "entropy" in loss else None)
        model.compile(surface.keras.optimizers.SGD(0.1), loss, metrics=["mae"], weighted_metrics=["mse"])
        x, y = reals(6, 3), integers(6, 1, below=2)
        weights_of_rows = np.array(weights, "float32")
        yield "train_on_batch", model.train_on_batch(x, y, sample_weight=weights_of_rows)
        yield "weights", model.get_weights()
        yield "evaluate", model.evaluate(x, y, batch_size=4, sample_weight=weights_of_rows, verbose=0)

    return run


for _loss in ("mse", "binary_crossentropy"):
    for _name, _weights in WEIGHTS.items():
        register(f"weighting: {_loss}, sample weights {_name}", _weighted(_loss, _weights))

CLASSES = {
    "of numbers": (integers(6, 1, below=3), {0: 1.0, 1: 0.5, 2: 3.0}),
    "of flat numbers": (integers(6, below=3), {0: 1.0, 1: 0.5, 2: 3.0}),
    "of one-hot rows": (np.eye(3)[integers(6, below=3)], {0: 1.0, 1: 0.5, 2: 3.0}),
    "not of each class": (integers(6, 1, below=3), {0: 1.0, 1: 0.5}),
    "as a list": (integers(6, 1, below=3), [1.0, 0.5, 3.0]),
    "as an array": (integers(6, 1, below=3), np.array([1.0, 0.5, 3.0])),
    "balanced": (integers(6, 1, below=3), "balanced"),
    "of a column of 0 and 1": (integers(6, 1, below=2), {0: 1.0, 1: 5.0}),
}


def _classes(y, class_weight):
    def run(surface):
        is_binary = y.max() == 1 and y.ndim > 1 and y.shape[1] == 1
        model = dense(surface, *((1, "sigmoid") if is_binary else (3, "softmax")))
        loss = "categorical_crossentropy" if y.ndim > 1 and y.shape[1] > 1 else "sparse_categorical_crossentropy"
        loss = "binary_crossentropy" if is_binary else loss
        model.compile(surface.keras.optimizers.SGD(0.1), loss)
        history = model.fit(
            reals(6, 3), y, batch_size=4, epochs=2, class_weight=class_weight, shuffle=False, verbose=0
        ).history
        yield "losses", history["loss"]
        yield "weights", model.get_weights()

    return run


for _name, _case in CLASSES.items():
    register("weighting: class weights " + _name, _classes(*_case))


@probe
def both_weights(surface):
    """Class weights and sample weights at once."""
    model = dense(surface, 3, "softmax")
    model.compile(surface.keras.optimizers.SGD(0.1), "sparse_categorical_crossentropy")
    weights = np.array(WEIGHTS["unequal"])
    options = {"class_weight": {0: 1.0, 1: 0.5, 2: 3.0}, "sample_weight": weights}
    model.fit(reals(6, 3), integers(6, 1, below=3), batch_size=3, shuffle=False, verbose=0, **options)
    yield "weights", model.get_weights()


@probe
def class_weights_on_batch(surface):
    """`train_on_batch(class_weight=)`."""
    model = dense(surface, 3, "softmax")
    model.compile(surface.keras.optimizers.SGD(0.1), "sparse_categorical_crossentropy")
    y = integers(6, 1, below=3)
    yield "loss", float(model.train_on_batch(reals(6, 3), y, class_weight={0: 1.0, 1: 0.5, 2: 3.0}))
    yield "weights", model.get_weights()


def _masked(loss, weights=None, masked=True, temporal=False, metrics=()):
    def run(surface):
        model = of_steps(surface, masked)
        options = {"sample_weight_mode": "temporal"} if temporal else {}
        model.compile(surface.keras.optimizers.SGD(0.1), loss, metrics=list(metrics), **options)
        y = reals(3, STEPS, 2)
        given = {} if weights is None else {"sample_weight": np.array(weights, "float32")}
        measured = model.train_on_batch(SEQUENCES, y, **given)
        yield "loss", np.asarray(measured).ravel()[:1]
        if metrics:
            yield "metrics", np.asarray(measured).ravel()[1:]
        yield "weights", model.get_weights()
        yield "evaluated in batches of 2", np.asarray(model.evaluate(SEQUENCES, y, batch_size=2, verbose=0))

    return run


ROWS, TEMPORAL = [1, 0, 2], [[1, 2, 0, 1], [2, 1, 1, 1], [1, 1, 1, 1]]
register("weighting: a mask, mse", _masked("mse"))
register("weighting: a mask, mae", _masked("mae"))
register("weighting: a mask, a metric", _masked("mse", metrics=["mae"]))
register("weighting: a mask, weights of rows", _masked("mse", ROWS))
register("weighting: a mask, weights of steps", _masked("mse", TEMPORAL, temporal=True))
register("weighting: no mask, weights of rows", _masked("mse", ROWS, masked=False))
register("weighting: no mask, weights of steps", _masked("mse", TEMPORAL, masked=False, temporal=True))
register("weighting: no mask, weights of steps without a mode", _masked("mse", TEMPORAL, masked=False))


@probe
def masked_classes(surface):
    """A masked sequence with crossentropy and accuracy, as taggers of words have it."""
    model = of_steps(surface)
    model.add(surface.keras.layers.Activation("softmax"))
    model.compile(surface.keras.optimizers.SGD(0.1), "categorical_crossentropy", metrics=["accuracy"])
    y = np.eye(2, dtype="float32")[integers(3, STEPS, below=2)]
    yield "loss and accuracy", model.train_on_batch(SEQUENCES, y)
    yield "weights", model.get_weights()


def two_outputs(surface):
    """A model with the outputs `a` and `b`."""
    layers = surface.keras.layers
    inputs = layers.Input((3,))
    outputs = [layers.Dense(1, name="a")(inputs), layers.Dense(2, name="b")(inputs)]
    model = surface.keras.models.Model(inputs, outputs)
    fill(model)
    return model


def _outputs(loss, loss_weights, weights=None):
    def run(surface):
        model = two_outputs(surface)
        model.compile(surface.keras.optimizers.SGD(0.1), loss, loss_weights=loss_weights)
        x, y = reals(6, 3), [reals(6, 1), reals(6, 2)]
        given = {} if weights is None else {"sample_weight": weights}
        yield "losses", model.train_on_batch(x, y, **given)
        yield "weights", model.get_weights()
        yield "evaluated in batches of 4", model.evaluate(x, y, batch_size=4, verbose=0)

    return run


_ROWS = np.array(WEIGHTS["some zero"], "float32")
OUTPUTS = {
    "one loss": ("mse", None),
    "a list of losses": (["mse", "mae"], None),
    "a dictionary of losses": ({"a": "mse", "b": "mae"}, None),
    "one loss, a list of loss weights": ("mse", [0.3, 2.0]),
    "one loss, a dictionary of loss weights": ("mse", {"a": 0.3, "b": 2.0}),
    "a list of losses and of loss weights": (["mse", "mse"], [0.3, 2.0]),
    "a dictionary of loss weights": ({"a": "mse", "b": "mae"}, {"a": 0.3, "b": 2.0}),
    "a loss of one output only": (["mse", None], None),
    "a loss weight of zero": (["mse", "mse"], [1.0, 0.0]),
    "a list of sample weights": ("mse", None, [_ROWS, 2 * _ROWS]),
    "a dictionary of sample weights": ("mse", None, {"a": _ROWS, "b": 2 * _ROWS}),
    "sample weights of one output": ("mse", None, {"a": _ROWS}),
}
for _name, _case in OUTPUTS.items():
    register("weighting: two outputs, " + _name, _outputs(*_case))
