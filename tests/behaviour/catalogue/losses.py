"""Every loss as a function, a class and a name: ranks, options, targets at the edges, and what a model makes of it."""

import numpy as np

from tests.behaviour.probes import integers, probe, reals, register

REAL = (
    "mean_squared_error mean_absolute_error mean_absolute_percentage_error mean_squared_logarithmic_error "
    "cosine_similarity cosine_proximity huber huber_loss log_cosh logcosh"
).split()
MARGIN = "hinge squared_hinge categorical_hinge".split()
SHARES = "binary_crossentropy categorical_crossentropy kl_divergence kullback_leibler_divergence poisson".split()
NAMES = (
    "mse mae mape msle kld cosine cosine_proximity cosine_similarity logcosh log_cosh huber huber_loss hinge "
    "squared_hinge categorical_hinge poisson binary_crossentropy categorical_crossentropy kullback_leibler_divergence "
    "kl_divergence mean_squared_error MSE MAE"
).split()
CLASSES = {
    "real": (
        "MeanSquaredError MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredLogarithmicError CosineSimilarity "
        "Huber LogCosh Hinge SquaredHinge CategoricalHinge"
    ).split(),
    "shares": "BinaryCrossentropy CategoricalCrossentropy KLDivergence Poisson".split(),
}
SHAPES = ((4,), (4, 3), (2, 3, 4))


def shares(*shape, **options):
    """Positive numbers that add up to 1 along the last axis."""
    values = np.exp(2 * reals(*shape, **options))
    return (values / values.sum(-1, keepdims=True)).astype("float32")


def pair(kind, *shape):
    """Targets and predictions."""
    if kind == "shares":
        return shares(*shape, start=1.0), shares(*shape, start=2.0)
    targets = reals(*shape, start=1.0)
    return (np.sign(targets) if kind == "margin" else targets), reals(*shape, start=2.0)


def _function(name, kind):
    def run(surface):
        function = getattr(surface.keras.losses, name)
        for shape in SHAPES:
            y, p = map(surface.K.constant, pair(kind, *shape))
            yield f"rank {len(shape)}", surface.numbers(function(y, p))

    return run


def _class(name, kind):
    def run(surface):
        loss = getattr(surface.keras.losses, name)
        y, p = map(surface.K.constant, pair(kind, 4, 3))
        weights = surface.K.constant(np.array([0.0, 2.0, 1.0, 1.0], "float32"))
        yield "mean", surface.numbers(loss()(y, p))
        yield "weighted", surface.numbers(loss()(y, p, sample_weight=weights))
        for reduction in ("sum", "none"):
            yield reduction, surface.numbers(loss(reduction=reduction)(y, p))
        y, p = map(surface.K.constant, pair(kind, 2, 3, 4))
        yield "mean of rank 3", surface.numbers(loss()(y, p))

    return run


def _of_rows_of_steps(name, kind):
    def run(surface):
        y, p = map(surface.K.constant, pair(kind, 2, 3, 4))
        loss = getattr(surface.keras.losses, name)()
        yield "value", surface.numbers(loss(y, p, sample_weight=surface.K.constant([0.0, 2.0])))

    return run


def _found(name):
    def run(surface):
        function = surface.keras.losses.get(name)
        y, p = map(surface.K.constant, pair("shares", 4, 3))
        yield "value", surface.numbers(function(y, p))

    return run


for _kind, _names in (("real", REAL), ("margin", MARGIN), ("shares", SHARES)):
    for _name in _names:
        register("losses: losses." + _name, _function(_name, _kind))
for _kind, _names in CLASSES.items():
    for _name in _names:
        register(f"losses: losses.{_name}()", _class(_name, _kind))
for _name in ("MeanSquaredError", "CategoricalCrossentropy"):
    _weighted = _of_rows_of_steps(_name, "shares")
    register(f"losses with weights of rows for steps: losses.{_name}()", _weighted)
for _name in NAMES:
    register(f"losses: losses.get('{_name}')", _found(_name))

OPTIONS = [
    ("losses.binary_crossentropy(y, p, from_logits=True)", "logits"),
    ("losses.binary_crossentropy(y, p, label_smoothing=0.2)", "shares"),
    ("losses.categorical_crossentropy(y, p, from_logits=True)", "logits"),
    ("losses.categorical_crossentropy(y, p, label_smoothing=0.2)", "shares"),
    ("losses.CategoricalCrossentropy(label_smoothing=0.2)(y, p)", "shares"),
    ("losses.BinaryCrossentropy(from_logits=True)(y, p)", "logits"),
    ("losses.Huber(delta=0.3)(y, p)", "real"),
    ("losses.CosineSimilarity(axis=0)(y, p)", "real"),
    ("losses.categorical_crossentropy(y, 3 * p)", "shares"),
    ("losses.binary_crossentropy(y, K.round(p))", "shares"),
    ("losses.categorical_crossentropy(K.round(y), K.round(p))", "shares"),
    ("losses.kullback_leibler_divergence(K.round(y), K.round(p))", "shares"),
    ("losses.poisson(y, 0 * p)", "shares"),
    ("losses.mean_absolute_percentage_error(0 * y, p)", "real"),
    ("losses.mean_squared_logarithmic_error(y - 3, p)", "real"),
    ("losses.hinge(K.round(y), p)", "shares"),
    ("losses.squared_hinge(K.round(y), p)", "shares"),
    ("losses.mean_squared_error(y, K.cast(p, 'float64'))", "real"),
    ("losses.mean_squared_error(K.cast(y, 'int32'), p)", "real"),
    ("losses.binary_crossentropy(K.cast(K.round(y), 'int32'), p)", "shares"),
]


def _option(code, kind):
    def run(surface):
        y, p = map(surface.K.constant, pair("shares" if kind == "shares" else "real", 4, 3))
        y = surface.K.constant(shares(4, 3)) if kind == "logits" else y
        yield "value", surface.numbers(surface.run(code, y=y, p=p))

    return run


for _code, _kind in OPTIONS:
    register("losses: " + _code, _option(_code, _kind))


@probe
def sparse_targets(surface):
    """Class numbers as targets, as numbers of several kinds and shapes."""
    keras, K = surface.keras, surface.K
    p = K.constant(shares(4, 3))
    for kind in ("int32", "float32"):
        for shape in ((4,), (4, 1)):
            y = K.constant(integers(*shape, below=3), dtype=kind)
            value = keras.losses.sparse_categorical_crossentropy(y, p)
            yield f"{kind} {shape}", surface.numbers(value)
    steps = K.constant(integers(2, 3, below=4))
    yield "steps", surface.numbers(keras.losses.sparse_categorical_crossentropy(steps, K.constant(shares(2, 3, 4))))
    y = K.constant(integers(4, below=3))
    yield "class", surface.numbers(keras.losses.SparseCategoricalCrossentropy()(y, p))
    logits = keras.losses.SparseCategoricalCrossentropy(from_logits=True)(y, K.constant(reals(4, 3)))
    yield "class of logits", surface.numbers(logits)
    edge = K.constant(np.eye(4, 3, dtype="float32"))
    yield "certain", surface.numbers(keras.losses.sparse_categorical_crossentropy(y, edge))


@probe
def described(surface):
    """Losses as configurations."""
    losses = surface.keras.losses
    y, p = map(surface.K.constant, pair("real", 4, 3))
    yield "made again", surface.numbers(losses.deserialize("mean_squared_error")(y, p))
    yield "class", surface.numbers(losses.deserialize(losses.serialize(losses.Huber(delta=0.3)))(y, p))


@probe
def own_class(surface):
    """A subclass of `Loss` is reduced to the mean."""

    class Absolute(surface.keras.losses.Loss):
        def call(self, y_true, y_pred):
            return surface.K.abs(y_true - y_pred)

    y, p = map(surface.K.constant, pair("real", 4, 3))
    yield "value", surface.numbers(Absolute()(y, p))
