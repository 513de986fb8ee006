"""Names without an equal are reported, wherever they are used."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("from keras.layers import CuDNNLSTM\n", 1),
        ("from keras.layers import Dense, CuDNNGRU as GRU\n", 1),
        ("import keras\nx = keras.layers.CuDNNLSTM(3)\n", 2),
        ("import keras as k\nx = [k.layers.LocallyConnected2D(3)]\n", 2),
        ("import tensorflow as tf\nx = tf.keras.layers.CuDNNLSTM(3)\n", 2),
        ("from keras import layers as L\ndef f(n=L.LocallyConnected1D): pass\n", 2),
        ("from keras.layers.local import LocallyConnected2D\n", 1),
        ("from keras.layers.cudnn_recurrent import CuDNNLSTM\n", 1),
        ("from keras.models import model_from_yaml\n", 1),
        ("import keras\nm = keras.models.model_from_yaml(text)\n", 2),
        ("from keras.utils.io_utils import HDF5Matrix\n", 1),
        ("import tensorflow as tf\ne = tf.estimator.Estimator(f)\n", 2),
        ("import tensorflow as tf\ne = tf.contrib.layers.flatten(x)\n", 2),
        ("import tensorflow.contrib as contrib\nimport os\n", 1),
        ("from tensorflow import contrib\n", 1),
        ("from keras.utils.training_utils import slice_arrays\n", 1),
        ("try:\n    from keras.layers import CuDNNLSTM\nexcept ImportError:\n    pass\n", 2),
        ("def f():\n    from keras.models import model_from_yaml\n", 2),
    ],
)
def test_reported(source: str, line: int) -> None:
    finding = check_declined(source, "TFM190", line)
    assert "http" in finding.advice or "do without" in finding.advice


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("from keras.wrappers import scikit_learn\n", 1),
        ("import keras.wrappers.scikit_learn as sk\n", 1),
    ],
)
def test_removed_module_is_reported(source: str, line: int) -> None:
    check_declined(source, "TFM190", line)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("from tensorflow.contrib import slim\n", 1),
        ("from tensorflow.contrib.distribute import MirroredStrategy\n", 1),
        ("import tensorflow.contrib.slim as slim\n", 1),
        ("import tensorflow.contrib.eager\n", 1),
        ("from tensorflow.estimator import Estimator\n", 1),
        ("from keras.wrappers.scikit_learn import KerasClassifier\n", 1),
    ],
)
def test_names_below_a_removed_module_are_reported(source: str, line: int) -> None:
    check_declined(source, "TFM190", line)


def test_one_finding_for_a_chain() -> None:
    source = "import tensorflow as tf\nx = tf.contrib.layers.flatten(y)\n"
    assert len(check_sound(source).findings) == 1


def test_each_use_is_named() -> None:
    source = "import keras\na = keras.layers.CuDNNLSTM(1)\nb = keras.layers.CuDNNGRU(1)\n"
    assert [finding.line for finding in check_sound(source).findings] == [2, 3]


@pytest.mark.parametrize(
    "source",
    [
        "from keras.layers import LSTM, Dense\n",
        "from .layers import CuDNNLSTM\nimport keras\n",
        "from mylayers import CuDNNLSTM\nimport keras\nCuDNNLSTM(3)\n",
        "import tensorflow as tf\ntf.data.Dataset.range(3)\n",
        "import tensorflow_estimator as tfe\nfrom tensorflow_estimator.python import estimator\n",
        "import keras\ndef f(tf): return tf.contrib.slim\n",
        "import keras\ntf = other()\ntf.contrib.slim\n",
        "from tf_slim import layers as contrib\nimport keras\ncontrib.flatten(x)\n",
        "# tf.contrib.slim\nimport tensorflow as tf\ntext = 'tf.contrib.slim'\n",
        "import keras\nclass contrib: slim = 1\ncontrib.slim\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
