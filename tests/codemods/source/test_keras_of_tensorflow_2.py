"""`tf.optimizers`, `tf.losses`, `tf.metrics`: modules of Keras that TensorFlow 2 also has at its top."""

from __future__ import annotations

import pytest

from codemods.source.canonical_names import spelling
from tests.codemods.checks import check_untouched, check_upgraded

PARTS = [
    "o = tf.keras.optimizers.Adam(lr=1e-3)\nprint(o.lr)\n",
    "o = tf.keras.optimizers.SGD(learning_rate=0.1, decay=0.5)\n",
    "m = tf.keras.metrics.CategoricalAccuracy()\nm.reset_states()\n",
    "s = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 100, 0.9)\no = tf.keras.optimizers.Nadam(lr=s)\n",
    "model.compile('sgd', tf.keras.losses.MeanSquaredError(), metrics=tf.keras.metrics.MeanSquaredError())\n",
]


@pytest.mark.parametrize("part", PARTS)
def test_the_same_as_below_keras(part: str) -> None:
    """What becomes of `tf.optimizers.Adam` is what becomes of `tf.keras.optimizers.Adam`."""
    head = "import tensorflow as tf\nmodel = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"
    written = check_upgraded(head + part, _upgraded(head + part))
    result = check_upgraded(head + _short(part), head + _short(written.after.decode().removeprefix(head)))
    assert [each.message for each in result.changes] != []


def _upgraded(source: str) -> str:
    old_to_new = {
        "lr=": "learning_rate=",
        "o.lr": "o.learning_rate",
        "reset_states": "reset_state",
        "metrics=tf.keras.metrics.MeanSquaredError()": "metrics=[tf.keras.metrics.MeanSquaredError()]",
        "learning_rate=0.1, decay=0.5": (
            "learning_rate=tf.keras.optimizers.schedules.InverseTimeDecay(0.1, decay_steps=1, decay_rate=0.5)"
        ),
    }
    for old, new in old_to_new.items():
        source = source.replace(old, new)
    return source


def _short(source: str) -> str:
    for module in ("optimizers", "losses", "metrics"):
        source = source.replace(f"tf.keras.{module}.", f"tf.{module}.")
    return source


def test_imports_of_the_modules() -> None:
    check_upgraded(
        "from tensorflow import optimizers\nfrom tensorflow.metrics import Mean\n"
        "optimizers.SGD(lr=0.1)\nmean = Mean()\nmean.reset_states()\n",
        "from tensorflow import optimizers\nfrom tensorflow.metrics import Mean\n"
        "optimizers.SGD(learning_rate=0.1)\nmean = Mean()\nmean.reset_state()\n",
    )


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("tensorflow.losses.Reduction.SUM", "tensorflow.losses.Reduction.SUM"),
        ("tensorflow.losses.mean_squared_error", "tensorflow.losses.mean_squared_error"),
        ("tensorflow.metrics.mean", "tensorflow.metrics.mean"),
        ("tensorflow.initializers.zeros", "tensorflow.initializers.zeros"),
        ("tensorflow.optimizers", "tensorflow.optimizers"),
        ("tensorflow.compat.v1.metrics.Mean", "tensorflow.compat.v1.metrics.Mean"),
        ("tensorflow.train.AdamOptimizer", "tensorflow.train.AdamOptimizer"),
        ("tensorflow.losses.Huber", "keras.losses.Huber"),
        ("tensorflow.initializers.HeNormal", "keras.initializers.HeNormal"),
    ],
)
def test_names_that_tensorflow_1_had_are_its_own(name: str, canonical: str) -> None:
    found = spelling(name)
    assert found is not None
    assert found.canonical == canonical


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\no = tf.optimizers.Adam(learning_rate=0.1)\nprint(o.learning_rate)\n",
        "import tensorflow as tf\nm = tf.metrics.Mean()\nm.reset_state()\n",
        "import tensorflow as tf\nprint(tf.losses.Huber(reduction='sum'))\n",
        "from optimizers import Adam\nprint(Adam(lr=0.1).lr)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize("part", PARTS)
def test_on_the_shims(part: str) -> None:
    source = "import tensorflow as tf\nmodel = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n" + _short(part)
    result = check_upgraded(source, source.replace("import tensorflow", "from compat import tensorflow"), to="compat")
    assert not result.findings
