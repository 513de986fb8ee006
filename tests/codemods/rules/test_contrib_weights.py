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
        ("l2_regularizer(0.1)", "keras.regularizers.L2(0.05)"),
        ("l2_regularizer(scale=decay)", "keras.regularizers.L2(0.5 * decay)"),
        ("l2_regularizer(a + b, scope='s')", "keras.regularizers.L2(0.5 * (a + b))"),
        ("l2_regularizer(float(a))", "keras.regularizers.L2(0.5 * float(a))"),
        ("l1_regularizer(a)", "keras.regularizers.L1(a)"),
        ("l1_l2_regularizer(0.1, 0.2)", "keras.regularizers.L1L2(l1=0.1, l2=0.1)"),
        ("l1_l2_regularizer(scale_l2=b)", "keras.regularizers.L1L2(l1=1.0, l2=0.5 * b)"),
    ],
)
@pytest.mark.parametrize("home", ["layers", "slim"])
def test_upgraded(home: str, legacy: str, modern: str) -> None:
    check_upgraded(f"{TF}a = tf.contrib.{home}.{legacy}\n", f"{TF}a = tf.{modern}\n")


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
