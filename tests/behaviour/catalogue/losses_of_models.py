"""What a model makes of its loss: custom functions, targets of other shapes and types, sample weights."""

import numpy as np

from tests.behaviour.catalogue.losses import shares
from tests.behaviour.probes import fill, integers, reals, register

ROWS, OUT = 5, 2

FUNCTIONS = {
    "a scalar": lambda K: lambda y, p: K.mean(K.square(y - p)),
    "a scalar that is a sum": lambda K: lambda y, p: K.sum(K.square(y - p)),
    "a vector": lambda K: lambda y, p: K.mean(K.square(y - p), axis=-1),
    "a matrix": lambda K: lambda y, p: K.square(y - p),
}


def model_of(surface, outputs=OUT, activation=None, steps=0):
    """One dense layer with given weights, on rows or on steps."""
    layers = surface.keras.layers
    shape = (steps, 3) if steps else (3,)
    model = surface.keras.models.Sequential([layers.Dense(outputs, input_shape=shape, activation=activation)])
    fill(model)
    return model


def measured(surface, model, loss, x, y, **fit):
    """The loss of a batch, and the weights after it."""
    compiled = {"sample_weight_mode": fit.pop("mode")} if "mode" in fit else {}
    model.compile(surface.keras.optimizers.SGD(0.1), loss, **compiled)
    yield "loss", float(np.mean(model.train_on_batch(x, y, **fit)))
    yield "weights", model.get_weights()


def _own(name, **fit):
    def run(surface):
        loss = FUNCTIONS[name](surface.K if not surface.is_keras_3 else surface.keras.ops)
        yield from measured(surface, model_of(surface), loss, reals(ROWS, 3), reals(ROWS, OUT), **fit)

    return run


for _name in FUNCTIONS:
    register("losses of models: a function that returns " + _name, _own(_name))
    _weights = np.array([0, 1, 2, 0, 1], "float32")
    register(f"losses of models: a function that returns {_name}, weighted", _own(_name, sample_weight=_weights))

TARGETS = {
    "mse of a column to flat targets": ("mse", 1, None, reals(ROWS)),
    "mse of a column to whole numbers": ("mse", 1, None, integers(ROWS, 1, below=3)),
    "mse of a column to flat whole numbers": ("mse", 1, None, integers(ROWS, below=3)),
    "mse to float64": ("mse", OUT, None, reals(ROWS, OUT).astype("float64")),
    "mse of three outputs to one column": ("mse", 3, None, reals(ROWS, 1)),
    "binary_crossentropy to flat whole numbers": ("binary_crossentropy", 1, "sigmoid", integers(ROWS, below=2)),
    "binary_crossentropy to booleans": ("binary_crossentropy", 1, "sigmoid", integers(ROWS, 1, below=2) > 0),
    "binary_crossentropy of large logits": ("binary_crossentropy", 1, "sigmoid", 40 * integers(ROWS, 1, below=2)),
    "sparse_categorical_crossentropy to flat": ("sparse_categorical_crossentropy", 3, "softmax", integers(ROWS, below=3)),
    "sparse_categorical_crossentropy to a column": (
        "sparse_categorical_crossentropy", 3, "softmax", integers(ROWS, 1, below=3),
    ),
    "categorical_crossentropy of a sigmoid": ("categorical_crossentropy", 3, "sigmoid", shares(ROWS, 3)),
    "categorical_crossentropy of linear outputs": ("categorical_crossentropy", 3, None, shares(ROWS, 3)),
    "kld": ("kld", 3, "softmax", shares(ROWS, 3)),
    "hinge to 0 and 1": ("hinge", 1, "tanh", integers(ROWS, 1, below=2)),
    "cosine_similarity": ("cosine_similarity", 3, None, reals(ROWS, 3)),
    "logcosh": ("logcosh", 3, None, reals(ROWS, 3)),
    "mape": ("mape", 3, None, reals(ROWS, 3)),
}  # fmt: skip


def _targets(loss, outputs, activation, y):
    def run(surface):
        model = model_of(surface, outputs, activation)
        yield from measured(surface, model, loss, 3 * reals(ROWS, 3), y)

    return run


for _name, _case in TARGETS.items():
    register("losses of models: " + _name, _targets(*_case))


def _saturated(loss, activation):
    def run(surface):
        model = model_of(surface, 3, activation)
        x = 200 * reals(ROWS, 3)
        yield from measured(surface, model, loss, x, np.eye(ROWS, 3, dtype="float32")[:, ::-1].copy())

    return run


for _loss, _activation in (
    ("binary_crossentropy", "sigmoid"),
    ("categorical_crossentropy", "softmax"),
    ("binary_crossentropy", "hard_sigmoid"),
    ("categorical_crossentropy", None),
):
    register(f"losses of models: {_loss} of a certain {_activation}", _saturated(_loss, _activation))
