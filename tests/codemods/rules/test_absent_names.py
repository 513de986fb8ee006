from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

TF = "import tensorflow as tf\n"


@pytest.mark.parametrize(
    ("source", "line", "today"),
    [
        (TF + "s = tf.Session()\n", 2, "tensorflow.compat.v1.Session"),
        (TF + "tf.set_random_seed(1)\n", 2, "tensorflow.compat.v1.set_random_seed"),
        ("from tensorflow import placeholder\n", 1, "tensorflow.compat.v1.placeholder"),
        ("from keras import backend as K\nK.RandomGenerator(0)\n", 2, ""),
        (TF + "tf.plugin_dir\n", 2, ""),
    ],
)
def test_reported(source: str, line: int, today: str) -> None:
    finding = check_declined(source, "TFM199", line)
    assert today in finding.advice


def test_names_that_the_shims_lack_are_reported() -> None:
    check_declined("from compat import tensorflow as tf\nx = tf.layers.dense(x, 3)\n", "TFM199", 2, to="compat")


@pytest.mark.parametrize(
    "source",
    [
        TF + "x = tf.reduce_sum(tf.constant(1))\n",
        TF + "s = tf.compat.v1.Session()\n",
        TF + "tf.no_release_ever_had_this()\n",
        TF + "def f(tf): return tf.Session()\n",
        "import keras\nm = keras.models.Sequential()\nm.whatever()\n",
        "import keras\nkeras.layers.Dense.from_config(c)\n",
        "from keras import ops\nops.sum(x)\n",
        "from keras.src import backend\nbackend.backend()\n",
        "from tensorflow.keras import backend as K\nK.mean(x)\n",
        "from tensorflow.keras.preprocessing.image import ImageDataGenerator\n",
        "from compat import tensorflow as tf\ns = tf.Session()\n",
        "from mylib import tensorflow as tf\ns = tf.Session()\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
