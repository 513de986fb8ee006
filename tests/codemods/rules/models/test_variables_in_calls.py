"""Variables that Keras 3 refuses in a loss, a `Lambda` or a `call` become constants, or are reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "import numpy as np\nimport tensorflow as tf\nfrom tensorflow.keras import backend as K, layers, models\n"
END = "m = models.Sequential()\nm.compile('sgd', loss)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("K.variable([1.0, 2.0])", "K.constant([1.0, 2.0])"),
        ("K.variable(value=2, name='two')", "K.constant(2)"),
        ("K.variable(np.ones(2), 'float64')", "K.constant(np.ones(2), dtype='float64')"),
        ("K.variable(weights)", "K.constant(weights)"),
        ("tf.Variable(2.0, trainable=False)", "tf.constant(2.0)"),
        ("tf.Variable(2.0, name='two', dtype=tf.float64)", "tf.constant(2.0, dtype=tf.float64)"),
        ("K.zeros((2,))", "tf.zeros((2,))"),
        ("K.ones(shape=(2,), dtype='int32')", "tf.ones((2,), dtype='int32')"),
        ("K.variable(dtype='int32', value=2)", "K.constant(2, dtype='int32')"),
        ("K.zeros(dtype='int32', shape=(2,))", "tf.zeros((2,), dtype='int32')"),
        ("K.eye(3)", "tf.eye(3)"),
        ("K.concatenate([y_true, K.zeros((2, 1))])", "K.concatenate([y_true, tf.zeros((2, 1))])"),
    ],
)
def test_constants(before: str, after: str) -> None:
    source = HEAD + "weights = [1.0, 2.0]\ndef loss(y_true, y_pred):\n    return K.mean(y_pred * {})\n" + END
    check_upgraded(source.format(before), source.format(after))


def test_where_it_runs() -> None:
    source = f"""
        {HEAD.splitlines()[1]}
        {HEAD.splitlines()[2]}
        class Scaled(layers.Layer):
            def call(self, x):
                return self.scaled(x)
            def scaled(self, x):
                scale = tf.{{0}}(2.0)
                return x * scale
        def helper(x):
            return x * K.{{1}}(3.0)
        def metric(y_true, y_pred):
            return helper(y_pred)
        class Net:
            def loss(self, y_true, y_pred):
                def times_four(x):
                    return x * K.{{1}}(4.0)
                return times_four(y_pred)
            def start(self):
                self.model = models.Sequential([Scaled(), layers.Lambda(lambda x: x * K.{{1}}(5.0))])
                self.model.compile("sgd", loss=self.loss, metrics=[metric])
    """
    check_upgraded(source.format("Variable", "variable"), source.format("constant", "constant"))


@pytest.mark.parametrize(
    "body",
    [
        "seen = tf.Variable(0.0)\n    seen.assign_add(1.0)\n    return y_pred * seen",
        "seen = K.variable(0.0)\n    K.moving_average_update(seen, 1.0, 0.9)\n    return y_pred * seen",
        "return y_pred * K.variable(  # one\n        1.0)",
        "seen = K.variable(0.0)\n    own(seen)\n    return y_pred * seen",
        "return y_pred * K.variable(y_pred)",
        "return y_pred * K.variable(draw())",
        "return y_pred * K.variable(1.0, constraint=own)",
        "return y_pred * K.random_uniform_variable((2,), 0, 1)",
        "return y_pred * tf.Variable(*given)",
    ],
)
def test_reported(body: str) -> None:
    source = f"{HEAD}def loss(y_true, y_pred):\n    {body}\n{END}"
    finding = check_declined(source, "TFM307", 5)
    assert "a loss or metric makes a variable each time" in finding.message


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "def loss(y_true, y_pred): return y_pred * K.constant(1.0)\n" + END,
        HEAD + "weights = K.variable([1.0])\ndef loss(y_true, y_pred): return y_pred * weights\n" + END,
        HEAD + "def own(y_true, y_pred): return y_pred * K.variable(1.0)\nown(a, b)\n",
        HEAD + "class Own:\n  def call(self, x): return x * tf.Variable(1.0)\n",
        HEAD + "def loss(y_true, y_pred): return y_pred * K.variable(1.0)\nm.compile('sgd', loss, run_eagerly=True)\n",
        "import mine as K\nfrom keras import models\ndef loss(y_true, y_pred): return y_pred * K.variable(1.0)\n" + END,
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


REGULARIZER = "def penalty(w): return K.sum(w * {})\nlayer = layers.Dense(1, {}=penalty)\n"
MADE = "def made(by):\n    def penalty(w): return by * K.sum(w * {})\n    return penalty\n"


@pytest.mark.parametrize(
    "source",
    [
        REGULARIZER.format("{}", "kernel_regularizer"),
        REGULARIZER.format("{}", "bias_constraint"),
        MADE + "layer = layers.Dense(1, kernel_regularizer=made(0.1))\n",
        (
            "from tensorflow.keras import regularizers\nclass Own(regularizers.Regularizer):\n"
            "    def __call__(self, w): return K.sum(w * {})\n"
        ),
    ],
)
def test_regularizers(source: str) -> None:
    check_upgraded(HEAD + source.format("K.eye(3)"), HEAD + source.format("tf.eye(3)"))


@pytest.mark.parametrize(
    "source",
    [REGULARIZER.format("K.eye(3)", "activation"), "class Own:\n    def __call__(self, w): return w * K.eye(3)\n"],
)
def test_no_regularizers(source: str) -> None:
    check_untouched(HEAD + source)


@pytest.mark.parametrize(
    "method",
    [
        "def build(self, shape): self.w = K.variable(1.0)",
        "def call(self, x):\n    if self.w is None: self.w = tf.Variable(1.0)\n    return x",
    ],
)
def test_variables_that_are_kept(method: str) -> None:
    result = check_sound(f"{HEAD}class Own(layers.Layer):\n  {method}\n")
    assert not [each for each in (*result.changes, *result.findings) if each.code == "TFM307"]


def test_carried_by_the_shims() -> None:
    source = "from keras import backend as K, models\ndef loss(y_true, y_pred): return y_pred * K.variable(1.0)\n" + END
    result = check_sound(source, to="compat")
    assert not result.findings
    assert b"K.variable(1.0)" in result.after
