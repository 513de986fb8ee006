"""Layers of Keras in the graph of a `model_fn` are reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound

HEAD = "import tensorflow as tf\nfrom tensorflow import keras\n"


def _codes(source: str) -> list[str]:
    return [each.code for each in check_sound(source).findings if each.code == "TFM171"]


@pytest.mark.parametrize(
    "body",
    [
        "    x = tf.keras.layers.Dense(3)(features)\n    return tf.estimator.EstimatorSpec(mode, predictions=x)\n",
        "    x = keras.layers.Dense(3)(features)\n    return tf.estimator.EstimatorSpec(mode, predictions=x)\n",
        "    x = keras.Sequential([keras.layers.Dense(3)])\n    return tf.contrib.tpu.TPUEstimatorSpec(mode, x)\n",
        "    tf.layers.dense(features, 3)\n    x = keras.optimizers.Adam()\n    return tf.estimator.EstimatorSpec(mode, x)\n",
    ],
)
def test_reported(body: str) -> None:
    assert _codes(HEAD + "def model_fn(features, labels, mode):\n" + body) == ["TFM171"]


@pytest.mark.parametrize(
    "source",
    [
        HEAD
        + "def model_fn(features, mode):\n    return tf.estimator.EstimatorSpec(mode, tf.layers.dense(features, 3))\n",
        HEAD + "model = keras.Sequential()\ndef model_fn(mode):\n    return tf.estimator.EstimatorSpec(mode)\n",
        HEAD + "def build():\n    return keras.layers.Dense(3)\ntf.estimator.RunConfig()\n",
        HEAD + "def model_fn(mode):\n    keras.utils.to_categorical(x)\n    return tf.estimator.EstimatorSpec(mode)\n",
        HEAD + "def model_fn(mode):\n    return EstimatorSpec(mode, keras.layers.Dense(3))\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _codes(source) == []
