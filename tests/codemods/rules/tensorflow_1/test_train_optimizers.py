"""Models are compiled with optimizers of Keras."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_upgraded

HEAD = "import tensorflow as tf\nm = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("GradientDescentOptimizer(0.2)", "SGD(learning_rate=0.2)"),
        (
            "MomentumOptimizer(0.1, 0.9, use_nesterov=True)",
            "SGD(learning_rate=0.1, momentum=0.9, nesterov=True)",
        ),
        ("AdamOptimizer()", "Adam(epsilon=1e-08)"),
        ("AdamOptimizer(learning_rate=1e-3, beta1=0.8)", "Adam(learning_rate=1e-3, beta_1=0.8, epsilon=1e-08)"),
        ("AdagradOptimizer(0.1, name='a')", "Adagrad(learning_rate=0.1, epsilon=0.0)"),
    ],
)
@pytest.mark.parametrize(
    "use",
    [
        "m.compile(optimizer=tf.train.{}, loss='mse')\n",
        "m.compile(tf.train.{}, 'mse')\n",
        "o = tf.train.{}\nm.compile(loss='mse', optimizer=o)\n",
    ],
)
def test_equal_optimizers(legacy: str, modern: str, use: str) -> None:
    after = use.replace("tf.train.{}", f"tf.keras.optimizers.{modern}")
    check_upgraded(HEAD + use.format(legacy), HEAD + after)


@pytest.mark.parametrize(
    "use",
    [
        "m.compile(tf.train.RMSPropOptimizer(0.1), 'mse')\n",
        "m.compile(tf.train.AdamOptimizer(tf.train.exponential_decay(0.1, s, 10, 0.9)), 'mse')\n",
        "m.compile(tf.train.AdamOptimizer(*options), 'mse')\n",
        "o = tf.train.AdamOptimizer(0.1)\nm.compile(o, 'mse')\no.minimize(loss)\n",
        "m.compile(make(tf.train.AdamOptimizer(0.1)), 'mse')\n",
        "other.compile(tf.train.AdamOptimizer(0.1), 'mse')\n",
    ],
)
def test_others_are_left_alone(use: str) -> None:
    result = upgrade((HEAD + use).encode(), Settings())
    assert isinstance(result, Upgraded)
    assert "TFM269" not in [each.code for each in result.changes]
    assert b"train." in result.after
