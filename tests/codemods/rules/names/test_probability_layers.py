"""Layers of TensorFlow Probability are of Keras 2, and the package needs `tf_keras`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound

HEAD = "import tensorflow as tf\nimport tensorflow_probability as tfp\n"


def notes(source: str) -> list[int]:
    return [each.line for each in check_sound(source).notes if each.code == "TFM485"]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (HEAD + "m = tf.keras.Sequential([tfp.layers.DenseFlipout(1)])\nm.add(tfp.layers.DenseFlipout(1))\n", 3),
        (HEAD + "tfk, tfpl = tf.keras, tfp.layers\nx = tf.keras.Input((3,))\ntfp.layers.DistributionLambda(f)(x)\n", 5),
        (HEAD + "tfpl = tfp.layers\nm = tf.keras.Sequential([tfpl.IndependentNormal(1)])\n", 4),
        ("import keras\nfrom tensorflow_probability.python import x\nfrom tensorflow_probability import layers\nm = keras.Sequential([layers.DenseFlipout(1)])\n", 4),
        ("import keras\nfrom tensorflow_probability.layers import DenseFlipout\nm = keras.Sequential([DenseFlipout(1)])\n", 3),
    ],
)  # fmt: skip
def test_layers(source: str, line: int) -> None:
    finding = check_declined(source, "TFM485", line)
    assert "tf_keras" in finding.advice
    assert not notes(source)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (HEAD + "ds = tfp.distributions\nprint(ds.Normal(0., 1.).sample())\n", 2),
        (
            "import tensorflow as tf\nfrom tensorflow_probability import distributions as tfd\nimport tensorflow_probability\n",
            2,
        ),
        (HEAD + "print(tfp.layers.DenseFlipout(1)(tf.ones((2, 3))))\n", 2),
        (HEAD + "n = tfp.layers.IndependentNormal.params_size(2)\nx = tf.keras.Input((3,))\n", 2),
        (HEAD + "x = tf.keras.Input((3,))\nr = tfp.layers.KLDivergenceRegularizer(d)\n", 2),
    ],
)
def test_package(source: str, line: int) -> None:
    assert notes(source) == [line]
    assert not [each for each in check_sound(source).findings if each.code == "TFM485"]


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "import tf_keras\nm = tf_keras.Sequential([tfp.layers.DenseFlipout(1)])\n",
        "import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\n"
        + HEAD
        + "m = tf.keras.Sequential([tfp.layers.DenseFlipout(1)])\n",
        "import tensorflow as tf\nm = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n",
        "import tensorflow as tf\nfrom own import layers\nm = tf.keras.Sequential([layers.DenseFlipout(1)])\n",
        "import tensorflow as tf\nfrom tensorflow_probability.substrates import jax as tfp\nprint(tfp.distributions.Normal(0., 1.))\n",
        "import tensorflow as tf\nfrom tensorflow_probability_of_mine import layers\nlayers.DenseFlipout(1)\n",
    ],
)
def test_left_alone(source: str) -> None:
    result = check_sound(source)
    assert not [each for each in (*result.findings, *result.notes) if each.code == "TFM485"]
