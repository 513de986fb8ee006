"""Modules that a script takes by assignment are imported where something behind the name needs an upgrade."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            TF + "layers = tf.keras.layers\ny = layers.CuDNNLSTM(3)\n",
            TF + "from tensorflow.keras import layers\ny = layers.LSTM(3)\n",
        ),
        (
            "import keras\nL = keras.layers\ny = [L.CuDNNLSTM(3), L.Dense(2)]\n",
            "import keras\nfrom keras import layers as L\ny = [L.LSTM(3), L.Dense(2)]\n",
        ),
        (
            "import keras\nopts = keras.optimizers\ny = opts.Adam(lr=0.1)\n",
            "import keras\nfrom keras import optimizers as opts\ny = opts.Adam(learning_rate=0.1)\n",
        ),
        (
            TF + "def f():\n    L = tf.keras.layers  # short\n    return L.CuDNNLSTM(3)\n",
            TF + "def f():\n    from tensorflow.keras import layers as L  # short\n    return L.LSTM(3)\n",
        ),
        (
            TF + "mp = tf.keras.mixed_precision\nmp.experimental.set_policy('mixed_float16')\n",
            TF + "from tensorflow.keras import mixed_precision as mp\nmp.set_global_policy('mixed_float16')\n",
        ),
        (
            TF + "tf.get_variable('a', [1])\nnn = tf.nn\ny = nn.dropout(x, 0.9)\n",
            TF + "tf.compat.v1.get_variable('a', [1])\nfrom tensorflow import nn\ny = nn.dropout(x, rate=1 - 0.9)\n",
        ),
    ],
)
def test_imported(before: str, after: str) -> None:
    check_upgraded(before, after)


def test_an_alias_of_an_alias() -> None:
    check_upgraded(
        TF + "keras = tf.keras\nlayers = keras.layers\ny = layers.CuDNNLSTM(3)\n",
        TF + "from tensorflow import keras\nfrom tensorflow.keras import layers\ny = layers.LSTM(3)\n",
    )


def test_what_is_gone_is_reported() -> None:
    result = check_sound("import keras\nL = keras.layers\ny = L.LocallyConnected1D(3, 2)\n")
    assert [each.line for each in result.findings] == [3]


def test_legacy_keras_elsewhere_in_the_file() -> None:
    source = TF + "cb = tf.keras.callbacks\nm.fit_generator(g, callbacks=[cb.ModelCheckpoint('a.hdf5')])\n"
    assert b"from tensorflow.keras import callbacks as cb\n" in check_sound(source).after


@pytest.mark.parametrize(
    "source",
    [
        # nothing to upgrade
        "import keras\nL = keras.layers\ny = L.Dense(2)\n",
        TF + "keras = tf.keras\nlayers = keras.layers\ny = layers.Dense(2)\n",
        TF + "nn = tf.nn\ny = nn.relu(x)\n",
        # the project's own name
        "import keras\nfrom nets import Mine\nL = keras.layers\nL.Mine = Mine\ny = L.Mine(2)\n",
        # no module
        "import keras\nDense = keras.layers.Dense\ny = Dense(2)\n",
        # a keyword that the user's own class takes
        "import keras\nclass L:\n    Adam = dict\nopts = keras.optimizers\ny = L.Adam(lr=0.1)\n",
        # a module of one's own
        "import nets\nimport keras\nL = nets.layers\ny = L.CuDNNLSTM(3)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "source",
    [
        # assigned twice
        "import keras\nL = keras.layers\nL = keras.layers\ny = L.CuDNNLSTM(3)\n",
        "import keras\nif a:\n    L = keras.layers\nelse:\n    L = None\ny = L.CuDNNLSTM(3)\n",
        # beside another target
        "import keras\nL = M = keras.layers\ny = L.CuDNNLSTM(3)\n",
        # in a class
        "import keras\nclass A:\n    L = keras.layers\n    y = L.CuDNNLSTM(3)\n",
        # another name in the function
        "import keras\nL = keras.layers\ndef f(L): return L.CuDNNLSTM(3)\n",
    ],
)
def test_no_import(source: str) -> None:
    assert check_sound(source).changes == ()


def test_a_graph_goes_to_compat_v1_as_a_whole() -> None:
    source = TF + "nn = tf.nn\nx = tf.placeholder(tf.float32)\ny = nn.dropout(x, 0.9)\ntf.Session().run(y)\n"
    assert b"\nnn = tf.nn\n" in check_sound(source).after


def test_the_shims_need_none() -> None:
    check_upgraded(
        TF + "L = tf.keras.layers\ny = L.CuDNNLSTM(3)\n",
        "from compat import tensorflow as tf\nL = tf.keras.layers\ny = L.CuDNNLSTM(3)\n",
        to="compat",
    )
