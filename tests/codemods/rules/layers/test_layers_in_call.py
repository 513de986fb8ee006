from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

LAYER = """import tensorflow as tf


class Noisy(tf.keras.layers.Layer):
    def __init__(self, rate, **kwargs):
        super(Noisy, self).__init__(**kwargs)
        self.rate = rate  # of the inputs{made}

    def call(self, x, training=None):
        {use}
        return x
"""


@pytest.mark.parametrize(
    ("layer", "name"),
    [
        ("tf.keras.layers.Dropout(self.rate)", "dropout_layer"),
        ("tf.keras.layers.Dropout(0.5)", "dropout_layer"),
        ("tf.keras.layers.GaussianNoise(stddev=self.rate)", "gaussian_noise_layer"),
        ("tf.keras.layers.SpatialDropout1D(0.1, seed=None)", "spatial_dropout1d_layer"),
    ],
)
@pytest.mark.parametrize("to", ["native", "compat"])
def test_layer_of_noise(layer: str, name: str, to: str) -> None:
    before = LAYER.format(made="", use=f"x = {layer}(x, training=training)")
    made = f"\n        self.{name} = {layer}"
    after = LAYER.format(made=made, use=f"x = self.{name}(x, training=training)")
    check_upgraded(before, after, to=to)


def test_equal_layers_are_one() -> None:
    use = "x = {0}(x)\n        x = {0}(x)\n        x = {1}(x)"
    layers = ("tf.keras.layers.Dropout(self.rate)", "tf.keras.layers.Dropout(0.5)")
    made = f"\n        self.dropout_layer = {layers[0]}\n        self.dropout_layer_2 = {layers[1]}"
    after = use.format("self.dropout_layer", "self.dropout_layer_2")
    check_upgraded(LAYER.format(made="", use=use.format(*layers)), LAYER.format(made=made, use=after))


def test_method_that_call_calls() -> None:
    source = """from tensorflow.keras import layers


class Attention(layers.Layer):
    def __init__(self, rate):
        super().__init__()
        self.rate = rate{made}

    def _weigh(self, x):
        return {layer}(x)

    def call(self, x):
        return self._weigh(x)
"""
    layer = "layers.Dropout(self.rate)"
    before = source.format(made="", layer=layer)
    after = source.format(made=f"\n        self.dropout_layer = {layer}", layer="self.dropout_layer")
    check_upgraded(before, after)


@pytest.mark.parametrize(
    "use",
    [
        "x = tf.keras.layers.Dropout(self.rate, seed=1)(x)",
        "x = tf.keras.layers.Dropout(rate=x.shape[0])(x)",
        "x = tf.keras.layers.Dropout(self.share)(x)",
        "layer = tf.keras.layers.Dropout(self.rate)",
        "x = tf.keras.layers.TimeDistributed(tf.keras.layers.Dropout(0.5))(x)",
        "x = tf.keras.layers.Dense(2)(x)",
        "x = tf.keras.layers.BatchNormalization()(x)",
        "self.dense = tf.keras.layers.Dense(2)",
    ],
)
def test_reported(use: str) -> None:
    check_declined(LAYER.format(made="", use=use), "TFM242", 10)


@pytest.mark.parametrize(
    "made",
    ["\n        if rate:\n            return", "\n        self.rate += 1"],
)
def test_start_that_is_not_plain(made: str) -> None:
    source = LAYER.format(made=made, use="x = tf.keras.layers.Dropout(self.rate)(x)")
    check_declined(source, "TFM242", 10 + made.count("\n"))


def test_no_start() -> None:
    source = """import tensorflow as tf


class Net(tf.keras.Model):
    def call(self, x):
        return tf.keras.layers.Dropout(0.5)(x)
"""
    check_declined(source, "TFM242", 6)


def test_layers_that_are_counted() -> None:
    source = LAYER.replace("layers.Layer", "Model").format(made="", use="x = tf.keras.layers.Dropout(0.5)(x)")
    check_declined(f"{source}\n\nprint(len(Noisy(0.5).layers))\n", "TFM242", 10)


@pytest.mark.parametrize("function", ["lambda t: tf.keras.layers.Dropout(0.5)(t)", "scaled"])
def test_function_of_lambda(function: str) -> None:
    source = f"""import tensorflow as tf

inputs = tf.keras.Input((3,))
scaled = tf.keras.layers.Lambda({function})(inputs)
"""
    if function == "scaled":
        source = """import tensorflow as tf


def scaled(t): return tf.keras.layers.Dense(2)(t)


outputs = tf.keras.layers.Lambda(scaled)(tf.keras.Input((3,)))
"""
    check_declined(source, "TFM242", 4)


@pytest.mark.parametrize(
    "use",
    [
        "x = tf.keras.layers.ReLU()(x)",
        "x = tf.keras.layers.Concatenate()([x, x])",
        'x = tf.keras.layers.Flatten()(tf.keras.layers.Activation("relu")(x))',
        "x = self.dropout(x)",
        "x = tf.nn.dropout(x, rate=0.5)",
    ],
)
def test_left_alone(use: str) -> None:
    check_untouched(LAYER.format(made="", use=use))


@pytest.mark.parametrize(
    "source",
    [
        """import tensorflow as tf


class Block:
    def call(self, x):
        return tf.keras.layers.Dropout(0.5)(x)
""",
        """import tensorflow as tf


class Block(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.dense = tf.keras.layers.Dense(2)

    def call(self, x):
        if not self.built:
            self.build(x.shape)
        return self.dense(x)
""",
        """import tensorflow as tf

outputs = tf.keras.layers.Lambda(lambda t: 2 * t)(tf.keras.layers.Dropout(0.5)(tf.keras.Input((3,))))
""",
        """import keras


class Block(keras.layers.Layer):
    def call(self, x):
        return keras.layers.Dropout(0.5)(keras.ops.relu(x))
""",
    ],
)
def test_other_classes(source: str) -> None:
    check_untouched(source)


WEIGHT = """import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def {method}(self, x):
        {line}
        return x
"""


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize("name", ["add_weight", "add_variable"])
def test_weight_that_call_adds(name: str, to: str) -> None:
    line = f"w = self.{name}(name='w', shape=(3,), initializer='zeros')"
    source = WEIGHT.format(method="call", line=line) + "\n\nx = tf.placeholder(tf.float32)\n"
    result = upgrade(source.encode(), Settings(to))
    assert isinstance(result, Upgraded)
    assert "adds a weight each time" in " ".join(each.message for each in result.findings if each.code == "TFM242")


@pytest.mark.parametrize(
    ("method", "line"),
    [
        ("build", "self.w = self.add_weight(name='w', shape=(3,))"),
        ("call", "if not hasattr(self, 'w'): self.w = self.add_weight(name='w', shape=(3,))"),
        ("call", "other.add_weight(name='w', shape=(3,))"),
    ],
)
def test_weights_added_elsewhere(method: str, line: str) -> None:
    check_untouched(WEIGHT.format(method=method, line=line))
