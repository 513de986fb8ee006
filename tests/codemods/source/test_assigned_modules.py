"""Modules under names that a script assigns: `layers = tf.keras.layers`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded


@pytest.mark.parametrize(
    ("module", "use", "written"),
    [
        ("layers = tf.keras.layers", "layers.CuDNNLSTM(3)", "layers.LSTM(3, recurrent_activation='sigmoid')"),
        ("keras = tf.keras", "keras.optimizers.SGD(lr=0.1)", "keras.optimizers.SGD(learning_rate=0.1)"),
        ("keras = tf.keras\nop = keras.optimizers", "op.SGD(lr=0.1)", "op.SGD(learning_rate=0.1)"),
        ("mp = tf.keras.mixed_precision", "mp.experimental.set_policy('a')", "mp.set_global_policy('a')"),
        ("train = tf.train", "train.AdamOptimizer(0.1)", "tf.compat.v1.train.AdamOptimizer(0.1)"),
    ],
)
def test_uses_are_those_of_the_module(module: str, use: str, written: str) -> None:
    source = f"import tensorflow as tf\n{module}\nx = {{}}\n"
    check_upgraded(source.format(use), source.format(written))


def test_inside_a_function() -> None:
    source = "import tensorflow as tf\ndef build():\n    l = tf.keras.layers\n    return l.{}\n"
    check_upgraded(source.format("CuDNNLSTM(3)"), source.format("LSTM(3, recurrent_activation='sigmoid')"))


def test_module_that_only_the_shims_have() -> None:
    source = "from compat import tensorflow as tf\ntfe = tf.contrib.eager\nw = tfe.Network()\n"
    check_declined(source, "TFM190", 3, to="compat")


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\nlayers = tf.keras.layers\nx = layers.Dense(3)\n",
        "import tensorflow as tf\nlayers = tf.keras.layers\nlayers = build()\nlayers.CuDNNLSTM(3)\n",
        "import tensorflow as tf\ndef build(layers):\n    return layers.CuDNNLSTM(3)\n",
        "import keras\nfrom nets import Mine\nL = keras.layers\nL.Mine = Mine\ny = L.Mine(2)\n",
        "import keras\nclass L:\n    Adam = dict\nopts = keras.optimizers\ny = L.Adam(lr=0.1)\n",
        "import own\nlayers = own.layers\nlayers.CuDNNLSTM(3)\n",
        "import tensorflow as tf\nlayers = layers.layers\nlayers.CuDNNLSTM(3)\n",
        "import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\nimport tensorflow as tf\nk = tf.keras\nk.layers.CuDNNLSTM(3)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
