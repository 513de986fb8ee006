"""A call for each value of the table of changed values: one that breaks the row's condition, and one that meets it."""

import os
from typing import Any, Callable, NamedTuple, Optional, Tuple

import numpy as np
import tensorflow as tf

from compat.tables.rows import Given
from tests.compat.releases import ALWAYS, FAMILIES, IS_MODERN, NEVER, TENSORFLOW, X, Y, model

Releases = Tuple[Tuple[int, int], Tuple[int, int]]


class Case(NamedTuple):
    """`call(package, value)` for a value that breaks the condition and one that meets it.

    `keras` and `tf_keras` are the first and the last release that took the first value.
    """

    symbol: str
    keyword: str
    call: Callable[[Any, Any], Any]
    breaking: Any
    fine: Any
    keras: Releases = ALWAYS
    tf_keras: Releases = ALWAYS
    given: Optional[Given] = None


def save_weights(package, path):
    model(package).save_weights(path)


def load_weights(package, path, **given):
    made = model(package)
    if path.endswith(".weights.h5"):
        made.save_weights(path)
    else:
        made.save("saved.h5")
        os.rename("saved.h5", path)
    made.load_weights(path, **given)


def load_weights_by_name(package, path):
    load_weights(package, path, by_name=True)


def save(package, path):
    model(package).save(path)


def save_model(package, path):
    package.models.save_model(model(package), path)


def load_model(package, path):
    save(package, "saved.h5")
    os.rename("saved.h5", path)
    package.models.load_model(path, compile=False)


def checkpoint(package, path, **given):
    callback = package.callbacks.ModelCheckpoint(path, **given)
    if not IS_MODERN:
        model(package).fit(X, Y, verbose=0, callbacks=[callback])


def checkpoint_weights(package, path):
    checkpoint(package, path, save_weights_only=True)


def get_file(package, name):
    open_file("origin")
    name = os.path.abspath("file") if name == "/file" else name
    package.utils.get_file(name, "file://" + os.path.abspath("origin"), cache_dir=os.getcwd())


def get_file_from(package, origin):
    os.mkdir("datasets")
    open_file(os.path.join("datasets", "file"))
    package.utils.get_file("file", origin, cache_dir=os.getcwd())


def open_file(path):
    with open(path, "w") as file:
        file.write("text")


FILE_NAMES = (
    *(
        Case("keras.models.Model.save_weights", "filepath", save_weights, path, "x.weights.h5")
        for path in ("./x", "./x.h5", "./x.hdf5", "./x.ckpt", "./x.weights")
    ),
    Case("keras.models.Model.load_weights", "filepath", load_weights, "x", "x.hdf5"),
    Case(
        "keras.models.Model.load_weights",
        "filepath",
        load_weights_by_name,
        "x.weights.h5",
        "x.h5",
        given=Given("by_name", value=True),
    ),
    Case("keras.models.Model.save", "filepath", save, "x", "x.keras"),
    Case("keras.models.save_model", "filepath", save_model, "x.model", "x.hdf5"),
    Case("keras.models.load_model", "filepath", load_model, "x", "x.hdf5"),
    Case("keras.models.load_model", "filepath", load_model, "x.model", "x.h5"),
    *(
        Case(
            "keras.callbacks.ModelCheckpoint",
            "filepath",
            checkpoint_weights,
            path,
            "x.weights.h5",
            given=Given("save_weights_only", value=True),
        )
        for path in ("./x.h5", "./x.hdf5")
    ),
    *(
        Case(
            "keras.callbacks.ModelCheckpoint",
            "filepath",
            checkpoint,
            path,
            "x.h5",
            given=Given("save_weights_only", value=False, is_default=True),
        )
        for path in ("./x", "./x.hdf5")
    ),
    Case("keras.utils.get_file", "fname", get_file, "/file", "file"),
    Case("keras.utils.get_file", "origin", get_file_from, None, "file:///nowhere"),
)


def train(keyword):
    def call(package, value):
        made = model(package)
        value = value() if keyword == "optimizer" and callable(value) else value
        made.compile(**dict({"optimizer": "sgd", "loss": "mse"}, **{keyword: value}))
        made.train_on_batch(X, Y)

    return call


def classify(method):
    def call(package, weights):
        inputs = package.layers.Input((4,))
        made = package.models.Model(inputs, package.layers.Dense(2, activation="softmax")(inputs))
        made.compile("sgd", "categorical_crossentropy")
        getattr(made, method)(X, np.eye(2)[np.arange(8) % 2], class_weight=weights)

    return call


def weigh(method):
    def call(package, weights):
        inputs = package.layers.Input((4,))
        made = package.models.Model(inputs, package.layers.Dense(1, name="out")(inputs))
        made.compile("sgd", "mse")
        getattr(made, method)(X, Y, sample_weight=weights)

    return call


def batches():
    while True:
        yield X, Y


def loop(method, keyword):
    def call(package, steps):
        more = {"validation_data": batches(), "steps_per_epoch": 1} if keyword == "validation_steps" else {}
        made = model(package)
        run = getattr(made, method if IS_MODERN else method + "_generator")
        run(batches(), verbose=0, **dict(more, **{keyword: steps}))

    return call


TF_13 = ((1, 12), (1, 13))
TF_15 = ((1, 12), (1, 15))
TF_21 = ((1, 12), (2, 1))
SINCE_TF_15 = ((1, 15), (2, 15))
SINCE_TF_22 = ((2, 2), (2, 15))
METRICS = [
    Case("keras.models.Model.compile", keyword, train(keyword), value, ["mae"], NEVER, SINCE_TF_22)
    for keyword in ("metrics", "weighted_metrics")
    for value in ("mae", lambda true, predicted: true - predicted, FAMILIES[0].keras.metrics.mean_squared_error)
]
METRIC_NAMES = [
    Case("keras.models.Model.compile", keyword, train(keyword), [name], ["mae"], tf_keras=tf_keras)
    for keyword in ("metrics", "weighted_metrics")
    for name, tf_keras in (
        ("ce", ALWAYS),
        ("cosine", TF_13),
        ("cosine_proximity", ALWAYS),
        ("crossentropy", ALWAYS),
        ("kullback_leibler_divergence", ALWAYS),
        ("logcosh", ALWAYS),
    )
]
LOSS_NAMES = [
    Case("keras.models.Model.compile", "loss", train("loss"), name, "mse", keras, tf_keras)
    for name, keras, tf_keras in (
        ("cosine", ALWAYS, TF_13),
        ("cosine_proximity", ALWAYS, TF_15),
        ("huber_loss", ((2, 3), (2, 3)), ((1, 15), (2, 15))),
        ("kullback_leibler_divergence", ALWAYS, ALWAYS),
        ("logcosh", ALWAYS, ALWAYS),
    )
]
TENSORFLOW_OPTIMIZER = (tf.compat.v1 if hasattr(tf.compat, "v1") else tf).train.GradientDescentOptimizer
TRAINING = (
    *METRICS,
    *METRIC_NAMES,
    *LOSS_NAMES,
    Case(
        "keras.models.Model.compile",
        "optimizer",
        train("optimizer"),
        lambda: TENSORFLOW_OPTIMIZER(0.1),
        "sgd",
        keras=ALWAYS if TENSORFLOW < (2, 0) else NEVER,
    ),
    *(
        Case("keras.models.Model." + method, "class_weight", classify(method), weights, {0: 1.0, 1: 2.0}, ALWAYS, TF_21)
        for method in ("fit", "train_on_batch")
        for weights in ("auto", [1.0, 2.0], (1.0, 2.0), np.array([1.0, 2.0]))
    ),
    *(
        Case("keras.models.Model." + method, "sample_weight", weigh(method), {"out": np.ones(8)}, np.ones(8))
        for method in ("fit", "evaluate", "train_on_batch", "test_on_batch")
    ),
    *(
        Case("keras.models.Model." + method, keyword, loop(method, keyword), 1.5, 2, ALWAYS, SINCE_TF_15)
        for method, keyword in (
            ("fit", "steps_per_epoch"),
            ("fit", "validation_steps"),
            ("evaluate", "steps"),
            ("predict", "steps"),
        )
    ),
)

LAYERS = {
    "BatchNormalization": (2, {}),
    "Conv1D": (2, {"filters": 2, "kernel_size": 1}),
    "Conv2D": (3, {"filters": 2, "kernel_size": 1}),
    "Conv2DTranspose": (3, {"filters": 2, "kernel_size": 1}),
    "Conv3D": (4, {"filters": 2, "kernel_size": 1}),
    "Conv3DTranspose": (4, {"filters": 2, "kernel_size": 1}),
    "Dense": (1, {"units": 2}),
    "Embedding": (1, {"input_dim": 3, "output_dim": 2}),
    "LSTM": (2, {"units": 2}),
    "SeparableConv1D": (2, {"filters": 2, "kernel_size": 1}),
    "SeparableConv2D": (3, {"filters": 2, "kernel_size": 1}),
    "SpatialDropout1D": (2, {}),
    "SpatialDropout2D": (3, {}),
    "SpatialDropout3D": (4, {}),
    "ZeroPadding2D": (3, {}),
}
"""The rank of the input, without the batch, and what the layer asks for."""


def layer(name, keyword, breaking, fine, keras=ALWAYS, tf_keras=ALWAYS):  # noqa: PLR0917
    def call(package, value):
        rank, arguments = LAYERS.get(name, (1, {}))
        made = getattr(package.layers, name)(**dict(arguments, **{keyword: value}))
        made(package.layers.Input((4,) * rank))

    return Case("keras.layers." + name, keyword, call, breaking, fine, keras, tf_keras)


MERGES = ("add", "average", "concatenate", "dot", "maximum", "minimum", "multiply", "subtract")


def merged(function, breaking, fine):
    def call(package, name):
        inputs = [package.layers.Input((4,)) for _ in range(2)]
        given = {"axes": 1} if function == "dot" else {}
        getattr(package.layers, function)(inputs, name=name, **given)

    return Case("keras.layers." + function, "name", call, breaking, fine)


def name_weight(package, name):
    package.layers.Layer().add_weight(name=name, shape=(2,), initializer="zeros")


def name_model(package, name):
    inputs = package.layers.Input((4,))
    package.models.Model(inputs, package.layers.Dense(2)(inputs), name=name)


def name_sequential(package, name):
    package.models.Sequential(name=name)


def shape_input(package, shape):
    package.layers.Input(shape=shape)


def place_input_layer(package, shape):
    package.layers.InputLayer(shape)


def shape_input_layer(package, shape):
    package.layers.InputLayer(input_shape=shape)


def get_constraint(package, name):
    package.constraints.get(name)


def add_weight(package, shape):
    class Own(package.layers.Layer):
        def build(self, input_shape):
            if isinstance(shape, str):
                self.kernel = self.add_weight(shape, (4, 1), initializer="zeros")
            else:
                self.kernel = self.add_weight(shape=shape, initializer="zeros", name="kernel")
            self.built = True

        def call(self, inputs):
            return inputs

    Own()(package.layers.Input((4,)))


TF_ONLY = {"keras": NEVER, "tf_keras": SINCE_TF_15}
TF_22_ONLY = {"keras": NEVER, "tf_keras": SINCE_TF_22}
HAS = {
    "alpha": "PReLU",
    "beta": "BatchNormalization",
    "bias": "Dense",
    "depthwise": "SeparableConv2D",
    "embeddings": "Embedding",
    "gamma": "BatchNormalization",
    "kernel": "Dense",
    "moving_mean": "BatchNormalization",
    "moving_variance": "BatchNormalization",
    "pointwise": "SeparableConv2D",
    "recurrent": "LSTM",
}
"""The layer that has `alpha_initializer` and the like."""

BARE = ("alpha", "moving_mean", "moving_variance")
"""Parts for which the table has no regularizers and constraints."""

OF_LAYERS = (
    Case("keras.layers.Layer.add_weight", "name", name_weight, "a/b", "a_b"),
    Case("keras.models.Model", "name", name_model, "a/b", "a_b"),
    Case("keras.models.Sequential", "name", name_sequential, "a/b", "a_b"),
    *(layer(name, "name", "a/b", "a_b") for name in ("Dense", "Conv2D", "LSTM", "BatchNormalization")),
    *(merged(name, "a/b", "a_b") for name in MERGES),
    *(
        layer(name, stem + "_initializer", value, "zeros")
        for stem, name in HAS.items()
        for value in ("Constant", "constant")
    ),
    layer("Dense", "activity_regularizer", "l1_l2", "l2"),
    *(layer(name, stem + "_regularizer", "l1_l2", "l2") for stem, name in HAS.items() if stem not in BARE),
    *(
        layer(name, stem + "_constraint", breaking, fine)
        for stem, name in HAS.items()
        for breaking, fine in (("maxnorm", "max_norm"), ("nonneg", "non_neg"), ("unitnorm", "unit_norm"))
        if stem not in BARE
    ),
    *(
        Case("keras.layers.Dense", "kernel_constraint", get_constraint, name, "non_neg", **TF_ONLY)
        for name in ("RadialConstraint", "radial_constraint")
    ),
    *(layer(name, "rate", rate, 0.5) for name in ("AlphaDropout", "GaussianDropout") for rate in (-0.5, 1.5)),
    *(
        layer(name, "rate", rate, 0.5, tf_keras=NEVER)
        for name in ("Dropout", "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D")
        for rate in (-0.5, 1.5)
    ),
    layer("GaussianNoise", "stddev", 2.0, 1.0),
    layer("SeparableConv1D", "padding", "causal", "same", **TF_ONLY),
    layer("Dense", "units", 4.0, 4, **TF_ONLY),
    *(layer(name, "filters", 4.0, 4, **TF_22_ONLY) for name in LAYERS if "Conv" in name),
    Case("keras.layers.Input", "shape", shape_input, 4, (4,), **TF_ONLY),
    Case("keras.layers.InputLayer", "shape", place_input_layer, 4, (4,), **TF_ONLY),
    Case("keras.layers.InputLayer", "input_shape", shape_input_layer, 4, (4,), **TF_ONLY),
    layer("BatchNormalization", "axis", [2], 2, **TF_ONLY),
    layer("BatchNormalization", "axis", (1, 2), 2, **TF_22_ONLY),
    layer("ZeroPadding2D", "padding", {"top_pad": 1, "left_pad": 2}, ((1, 0), (2, 0)), tf_keras=NEVER),
    Case("keras.layers.Layer.add_weight", "shape", add_weight, "kernel", (4, 1)),
)

CASES = (*FILE_NAMES, *TRAINING, *OF_LAYERS)
