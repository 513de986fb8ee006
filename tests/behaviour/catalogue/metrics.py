"""Every metric as a function, a class and a name: kept over batches, weighted, and over batches of other sizes."""

import numpy as np

from tests.behaviour.catalogue.losses import SHAPES, pair, shares
from tests.behaviour.probes import fill, integers, probe, reals, register

FUNCTIONS = {
    "real": (
        "mean_squared_error mean_absolute_error mean_absolute_percentage_error mean_squared_logarithmic_error "
        "cosine_proximity logcosh"
    ).split(),
    "margin": "hinge squared_hinge categorical_hinge".split(),
    "shares": (
        "binary_accuracy binary_crossentropy categorical_accuracy categorical_crossentropy kullback_leibler_divergence "
        "poisson top_k_categorical_accuracy"
    ).split(),
}
CLASSES = {
    "real": (
        "MeanSquaredError RootMeanSquaredError MeanAbsoluteError MeanAbsolutePercentageError Hinge SquaredHinge "
        "MeanSquaredLogarithmicError CosineSimilarity LogCoshError CategoricalHinge"
    ).split(),
    "shares": (
        "BinaryAccuracy BinaryCrossentropy CategoricalAccuracy CategoricalCrossentropy KLDivergence Poisson "
        "TopKCategoricalAccuracy"
    ).split(),
    "binary": (
        "AUC Precision Recall TruePositives TrueNegatives FalsePositives FalseNegatives BinaryAccuracy Accuracy"
    ).split(),
    "classes": "SparseCategoricalAccuracy SparseCategoricalCrossentropy SparseTopKCategoricalAccuracy".split(),
}
OPTIONS = [
    ("metrics.BinaryAccuracy(threshold=0.3)", "binary"),
    ("metrics.Precision(thresholds=0.3)", "binary"),
    ("metrics.Recall(thresholds=[0.3, 0.6])", "binary"),
    ("metrics.Precision(top_k=2)", "binary"),
    ("metrics.AUC(num_thresholds=5)", "binary"),
    ("metrics.AUC(curve='PR')", "binary"),
    ("metrics.AUC(summation_method='majoring')", "binary"),
    ("metrics.SensitivityAtSpecificity(0.5)", "binary"),
    ("metrics.SpecificityAtSensitivity(0.5)", "binary"),
    ("metrics.TopKCategoricalAccuracy(k=2)", "shares"),
    ("metrics.SparseTopKCategoricalAccuracy(k=2)", "classes"),
    ("metrics.CategoricalCrossentropy(label_smoothing=0.2)", "shares"),
    ("metrics.BinaryCrossentropy(from_logits=True)", "binary"),
    ("metrics.MeanIoU(num_classes=3)", "numbers"),
    ("metrics.MeanMetricWrapper(losses.mean_absolute_error)", "real"),
]


def batch(kind, number=0):
    """Targets and predictions of a batch."""
    if kind == "binary":
        return integers(4, 3, below=2).astype("float32"), 0.5 + 0.5 * reals(4, 3, start=2.0 + number)
    if kind == "classes":
        return integers(4, 1, below=3), shares(4, 3, start=1.0 + number)
    if kind == "numbers":
        return integers(6, below=3), np.roll(integers(6, below=3), number + (np.arange(6) > 3).sum() - 1)
    return pair(kind, 4, 3)[0], pair(kind, 4, 3)[1] + np.float32(0.1 * number)


def _function(name, kind):
    def run(surface):
        function = getattr(surface.keras.metrics, name)
        for shape in SHAPES[1:] if "top_k" not in name else SHAPES[1:2]:
            y, p = map(surface.K.constant, pair(kind, *shape))
            options = {"k": 2} if "top_k" in name else {}
            yield f"rank {len(shape)}", surface.numbers(function(y, p, **options))

    return run


def _class(code, kind):
    def run(surface):
        metric = surface.run(code)
        weights = surface.K.constant(np.array([0.0, 2.0, 1.0, 1.0], "float32"))
        for number, options in enumerate(({}, {}, {"sample_weight": weights})):
            if kind == "numbers" and options:
                continue
            y, p = map(surface.K.constant, batch(kind, number))
            yield f"after {number + 1}", surface.numbers(metric(y, p, **options))

    return run


for _kind, _names in FUNCTIONS.items():
    for _name in _names:
        register("metrics: metrics." + _name, _function(_name, _kind))
for _kind, _names in CLASSES.items():
    for _name in _names:
        register(f"metrics: metrics.{_name}() of {_kind}", _class(f"metrics.{_name}()", _kind))
for _code, _kind in OPTIONS:
    register("metrics: " + _code, _class(_code, _kind))


@probe
def names(surface):
    """The names of metrics, in the order in which they are made."""
    made = surface.keras.metrics
    for name in ("AUC", "Precision", "Recall", "TruePositives", "BinaryAccuracy", "MeanSquaredError", "KLDivergence"):
        yield name, [getattr(made, name)().name for _ in range(2)]


@probe
def sparse_functions(surface):
    """The metrics of class numbers, in two shapes."""
    metrics, K = surface.keras.metrics, surface.K
    for shape in ((4,), (4, 1)):
        y, p = K.constant(integers(*shape, below=3)), K.constant(shares(4, 3))
        for name in ("sparse_categorical_accuracy", "sparse_categorical_crossentropy"):
            yield f"{name} of {shape}", surface.numbers(getattr(metrics, name)(y, p))
        yield f"top k of {shape}", surface.numbers(metrics.sparse_top_k_categorical_accuracy(y, p, k=2))


@probe
def means(surface):
    """`Mean` and `Sum`, weighted, and after a reset."""
    for name in ("Mean", "Sum"):
        metric = getattr(surface.keras.metrics, name)()
        yield name, surface.numbers(metric(surface.K.constant(reals(4))))
        weighted = metric(surface.K.constant(reals(4)), sample_weight=surface.K.constant([0.0, 1.0, 2.0, 0.0]))
        yield name + " weighted", surface.numbers(weighted)


@probe
def described(surface):
    """Metrics as configurations."""
    metrics = surface.keras.metrics
    made = metrics.deserialize(metrics.serialize(metrics.BinaryAccuracy(threshold=0.3)))
    yield "is one", isinstance(made, metrics.Metric)
    y, p = map(surface.K.constant, batch("binary"))
    yield "value", surface.numbers(made(y, p))
    yield "by name", surface.numbers(metrics.get("mae")(y, p))


def _of_model(loss, given, outputs, activation, y):
    def run(surface):
        keras = surface.keras
        layer = keras.layers.Dense(outputs, input_shape=(3,), activation=activation)
        model = keras.models.Sequential([layer])
        fill(model)

        def own(y, p):
            return (keras.ops if surface.is_keras_3 else surface.K).mean(y - p)

        model.compile(keras.optimizers.SGD(0.1), loss, metrics=[own if given == "own" else given])
        x = reals(10, 3)
        yield "in batches of 4", model.evaluate(x, y, batch_size=4, verbose=0)
        weights = np.arange(10).astype("float32")
        yield "weighted", model.evaluate(x, y, batch_size=4, sample_weight=weights, verbose=0)
        history = model.fit(x, y, batch_size=4, epochs=2, shuffle=False, verbose=0).history
        yield "history", sorted({tuple(float(np.round(value, 5)) for value in values) for values in history.values()})

    return run


BINARY, CLASS = integers(10, 1, below=2), integers(10, 1, below=3)
ONE_HOT = np.eye(3, dtype="float32")[CLASS.ravel()]
OF_MODELS = {
    "accuracy of a sigmoid": ("binary_crossentropy", "accuracy", 1, "sigmoid", BINARY),
    "accuracy of a sigmoid, flat targets": ("binary_crossentropy", "accuracy", 1, "sigmoid", BINARY.ravel()),
    "accuracy of one-hot classes": ("categorical_crossentropy", "accuracy", 3, "softmax", ONE_HOT),
    "accuracy of class numbers": ("sparse_categorical_crossentropy", "accuracy", 3, "softmax", CLASS),
    "accuracy of flat class numbers": ("sparse_categorical_crossentropy", "accuracy", 3, "softmax", CLASS.ravel()),
    "accuracy of binary_crossentropy over classes": ("binary_crossentropy", "accuracy", 3, "sigmoid", ONE_HOT),
    "accuracy of mse over classes": ("mse", "accuracy", 3, "softmax", ONE_HOT),
    "accuracy of mse to 0 and 1": ("mse", "accuracy", 1, "sigmoid", BINARY),
    "accuracy of a regression": ("mse", "accuracy", 1, None, reals(10, 1)),
    "acc of a sigmoid": ("binary_crossentropy", "acc", 1, "sigmoid", BINARY),
    "mae": ("mse", "mae", 1, None, reals(10, 1)),
    "mae of flat targets": ("mse", "mae", 1, None, reals(10)),
    "crossentropy of classes": ("categorical_crossentropy", "crossentropy", 3, "softmax", ONE_HOT),
    "cosine_proximity": ("mse", "cosine_proximity", 3, None, ONE_HOT),
    "cosine_similarity": ("mse", "cosine_similarity", 3, None, ONE_HOT),
    "top_k_categorical_accuracy": ("categorical_crossentropy", "top_k_categorical_accuracy", 3, "softmax", ONE_HOT),
    "binary_accuracy over classes": ("categorical_crossentropy", "binary_accuracy", 3, "softmax", ONE_HOT),
    "a function that returns a scalar": ("mse", "own", 1, None, reals(10, 1)),
}
for _name, _case in OF_MODELS.items():
    register("metrics of models: " + _name, _of_model(*_case))


@probe
def kept_over_batches(surface):
    """What `train_on_batch` returns for the second batch, of metrics of both kinds."""
    keras = surface.keras
    for name, metric in (("function", "mae"), ("class", keras.metrics.MeanAbsoluteError)):
        model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(3,))])
        fill(model)
        model.compile(keras.optimizers.SGD(0.1), "mse", metrics=[metric if isinstance(metric, str) else metric()])
        for step in range(3):
            values = model.train_on_batch(reals(4, 3, start=float(step)), reals(4, 1))
            yield f"{name} in step {step + 1}", values
        yield f"{name} tested", model.test_on_batch(reals(4, 3), reals(4, 1))
