"""Initializers and regularizers of `tf.contrib.layers`."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("xavier_initializer()", "compat.v1.glorot_uniform_initializer()"),
        ("xavier_initializer_conv2d(seed=3)", "compat.v1.glorot_uniform_initializer(seed=3)"),
        ("xavier_initializer(True, 3, t)", "compat.v1.glorot_uniform_initializer(seed=3, dtype=t)"),
        (
            "variance_scaling_initializer(uniform=True)",
            'compat.v1.variance_scaling_initializer(scale=2.0, mode="fan_in", distribution="uniform")',
        ),
        (
            "variance_scaling_initializer(1.5, 'FAN_AVG', True, 5)",
            'compat.v1.variance_scaling_initializer(scale=1.5, mode="fan_avg", distribution="uniform", seed=5)',
        ),
    ],
)
@pytest.mark.parametrize("home", ["layers", "slim"])
def test_upgraded(home: str, legacy: str, modern: str) -> None:
    check_upgraded(f"{TF}a = tf.contrib.{home}.{legacy}\n", f"{TF}a = tf.{modern}\n")


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("l2_regularizer(0.1)", "lambda weights: 0.1 * tf.nn.l2_loss(weights)"),
        ("l2_regularizer(scale=a, scope='s')", "lambda weights: a * tf.nn.l2_loss(weights)"),
        ("l2_regularizer(self.decay)", "lambda weights: self.decay * tf.nn.l2_loss(weights)"),
        ("l1_regularizer(a)", "lambda weights: a * tf.reduce_sum(tf.abs(weights))"),
        (
            "l1_l2_regularizer(0.1, 0.2)",
            "lambda weights: 0.1 * tf.reduce_sum(tf.abs(weights)) + 0.2 * tf.nn.l2_loss(weights)",
        ),
        (
            "l1_l2_regularizer(scale_l2=b)",
            "lambda weights: 1.0 * tf.reduce_sum(tf.abs(weights)) + b * tf.nn.l2_loss(weights)",
        ),
        ("l2_regularizer(weights_decay)(kernel)", "(weights_decay * tf.nn.l2_loss(kernel))"),
        ("l2_regularizer(a)(self.kernel) + c", "(a * tf.nn.l2_loss(self.kernel)) + c"),
        ("l2_regularizer(a) if a else None", "(lambda weights: a * tf.nn.l2_loss(weights)) if a else None"),
        ("l2_regularizer(a)(make())", "(lambda weights: a * tf.nn.l2_loss(weights))(make())"),
    ],
)
@pytest.mark.parametrize("home", ["layers", "slim"])
@pytest.mark.parametrize("place", ["r = {}\n", "tf.get_variable('w', regularizer={})\n"])
def test_regularizers_of_graphs(home: str, legacy: str, modern: str, place: str) -> None:
    head = f"{TF}def f(self, a, b, weights_decay, kernel, c):\n    "
    after = place.format(modern).replace("tf.get_variable", "tf.compat.v1.get_variable")
    check_upgraded(head + place.format(f"tf.contrib.{home}.{legacy}"), head + after)


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("l2_regularizer(0.1)", "keras.regularizers.L2(0.05)"),
        ("l2_regularizer(scale=decay)", "keras.regularizers.L2(0.5 * decay)"),
        ("l2_regularizer(a + b, scope='s')", "keras.regularizers.L2(0.5 * (a + b))"),
        ("l2_regularizer(float(a))", "keras.regularizers.L2(0.5 * float(a))"),
        ("l1_regularizer(a)", "keras.regularizers.L1(a)"),
        ("l1_l2_regularizer(0.1, 0.2)", "keras.regularizers.L1L2(l1=0.1, l2=0.1)"),
        ("l1_l2_regularizer(scale_l2=b)", "keras.regularizers.L1L2(l1=1.0, l2=0.5 * b)"),
    ],
)
def test_regularizers_of_keras_layers(legacy: str, modern: str) -> None:
    layer = "tf.keras.layers.Dense(1, kernel_regularizer={})\n"
    check_upgraded(TF + layer.format(f"tf.contrib.layers.{legacy}"), TF + layer.format(f"tf.{modern}"))
    named = "r = {}\n" + layer.format("r")
    check_upgraded(TF + named.format(f"tf.contrib.layers.{legacy}"), TF + named.format(f"tf.{modern}"))


def test_one_regularizer_for_keras_and_a_graph() -> None:
    uses = "tf.keras.layers.Dense(1, kernel_regularizer=r)\nloss = r(w)\n"
    check_upgraded(
        f"{TF}r = tf.contrib.layers.l2_regularizer(0.1)\n{uses}",
        f"{TF}r = lambda weights: 0.1 * tf.nn.l2_loss(weights)\n{uses}",
    )


@pytest.mark.parametrize("scale", ["a + b", "float(a)", "a", "weights", "scales[0]"])
def test_scales_that_may_change_come_from_the_shims(scale: str) -> None:
    head = "def f(scales, weights):\n    a = 0.1\n    a = b = 0.2\n    "
    check_upgraded(
        f"{TF}{head}return tf.contrib.layers.l2_regularizer({scale})\n",
        f"from compat.tensorflow.contrib.layers import l2_regularizer\n{TF}{head}return l2_regularizer({scale})\n",
    )


@pytest.mark.tensorflow
def test_the_penalties_of_a_graph() -> None:
    """TensorFlow 1.15.5 prints the same."""
    tf = pytest.importorskip("tensorflow")
    result = upgrade(GRAPH.encode())
    assert isinstance(result, Upgraded)
    assert not result.findings
    found: dict[str, list[float]] = {}
    with tf.Graph().as_default():
        exec(compile(result.after.decode().replace("tf.disable_v2_behavior()\n", ""), "code", "exec"), found)
    assert found["penalties"] == pytest.approx([0.7, 0.6, 1.3], abs=1e-6)


GRAPH = """import tensorflow as tf
penalties = []
for number, regularizer in enumerate([
    tf.contrib.layers.l2_regularizer(0.1), tf.contrib.layers.l1_regularizer(0.1),
    tf.contrib.layers.l1_l2_regularizer(0.1, 0.1),
]):
    with tf.variable_scope("v%d" % number):
        w = tf.get_variable("w", initializer=[1.0, -2.0, 3.0], regularizer=regularizer)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    penalties += session.run(tf.losses.get_regularization_losses())
"""


def test_imported_by_name() -> None:
    check_upgraded(
        "from tensorflow.contrib.layers import xavier_initializer as xavier\na = xavier()\n",
        "import tensorflow as tf\na = tf.compat.v1.glorot_uniform_initializer()\n",
    )


@pytest.mark.parametrize(
    "code",
    [
        "xavier_initializer(uniform=False)",
        "xavier_initializer(uniform=u)",
        "xavier_initializer(**options)",
        "xavier_initializer",
        "variance_scaling_initializer()",
        "variance_scaling_initializer(2.0, mode, True)",
    ],
)
@pytest.mark.parametrize("home", ["layers", "slim"])
def test_other_initializers_come_from_the_shims(home: str, code: str) -> None:
    name = code.partition("(")[0]
    check_upgraded(
        f"{TF}a = tf.contrib.{home}.{code}\nb = tf.log(a)\n",
        f"from compat.tensorflow.contrib.layers import {name}\n{TF}a = {code}\nb = tf.math.log(a)\n",
    )
    check_upgraded(
        f"from tensorflow.contrib import {home}\na = {home}.{code}\n",
        f"from compat.tensorflow.contrib.layers import {name}\na = {code}\n",
    )


def test_both_kinds_imported_by_name() -> None:
    result = check_sound(
        "from tensorflow.contrib.layers import xavier_initializer\n"
        "a = xavier_initializer(False)\nb = xavier_initializer(True)\n"
    )
    assert b"\na = legacy_xavier_initializer(False)\nb = tf.compat.v1.glorot_uniform_initializer()\n" in result.after
    assert not result.findings


@pytest.mark.parametrize(
    "code",
    [
        "l2_regularizer(**options)",
        "l2_regularizer(1)",
        "l2_regularizer()",
        "embed_sequence(a)",
    ],
)
def test_left_to_a_person(code: str) -> None:
    source = f"{TF}a = tf.contrib.layers.{code}\n".encode()
    result = upgrade(source, Settings())
    assert isinstance(result, Upgraded)
    assert result.after is source
    assert [finding.code for finding in result.findings] == ["TFM190"]


@pytest.mark.parametrize(
    "source",
    [
        "from compat import tensorflow as tf\na = tf.contrib.layers.xavier_initializer()\n",
        "import tensorflow as tf\na = tf.keras.regularizers.L2(0.1)\n",
        "from mine import l2_regularizer\nimport tensorflow as tf\na = l2_regularizer(0.1)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
