"""The MNIST reader of TensorFlow's tutorials comes from the shims."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HOME = "tensorflow.examples.tutorials.mnist"
LEARN = "tensorflow.contrib.learn.python.learn.datasets.mnist"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (f"from {HOME} import input_data", f"from compat.{HOME} import input_data"),
        (f"from {HOME} import input_data as data", f"from compat.{HOME} import input_data as data"),
        (f"import {HOME}.input_data as mnist", f"from compat.{HOME} import input_data as mnist"),
        (f"from {HOME}.input_data import read_data_sets", f"from compat.{HOME}.input_data import read_data_sets"),
        (f"from {LEARN} import DataSet, read_data_sets", f"from compat.{LEARN} import DataSet, read_data_sets"),
        ("from tensorflow.contrib.learn.datasets import mnist", "from compat.tensorflow.contrib.learn.datasets import mnist"),
    ],
)  # fmt: skip
def test_imports(legacy: str, modern: str) -> None:
    check_upgraded(f"{legacy}\n", f"{modern}\n")


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (f"from {HOME} import mnist\nmnist.inference(x)\n", "TFM190"),
        ("from tensorflow.contrib.learn.datasets import load_dataset\nload_dataset('iris')\n", "TFM190"),
    ],
)
def test_reported(source: str, code: str) -> None:
    check_declined(source, code, 1)


@pytest.mark.parametrize(
    "source",
    [
        "import input_data\nmnist = input_data.read_data_sets('data')\n",
        "from mnist import input_data\nmnist = input_data.read_data_sets('data')\n",
        f"from compat.{HOME} import input_data\nmnist = input_data.read_data_sets('data')\n",
        "from keras.datasets import mnist\nmnist.load_data()\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_a_graph_beside_the_reader() -> None:
    """The readers of `contrib.learn` are no Estimators, which would make their own graphs."""
    head = f"from {LEARN} import read_data_sets\n"
    rest = "data = read_data_sets('m')\nx = tf.placeholder(tf.float32)\nwith tf.Session() as session:\n    session.run(x)\n"
    check_upgraded(
        f"import tensorflow as tf\n{head}{rest}",
        f"import tensorflow.compat.v1 as tf\nfrom compat.{LEARN} import read_data_sets\ntf.disable_v2_behavior()\n{rest}",
    )
