"""The reader of MNIST of TensorFlow's tutorials, against what that of TensorFlow 1.15.5 gave for the same files."""

import gzip
import json

import numpy as np
import pytest
import tensorflow as tf

from tests.compat.paths import ORACLES
from tests.compat.shims.tensorflow.mnist_cases import CASES, describe, write

pytest.importorskip("sklearn")
RECORDED = json.loads((ORACLES / "mnist_data.json").read_text())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("mnist")
    write(str(made))
    return str(made)


@pytest.fixture
def read_data_sets():
    from compat.tensorflow.examples.tutorials.mnist import input_data

    return input_data.read_data_sets


@pytest.mark.parametrize("name", CASES)
def test_same_numbers(read_data_sets, folder, name):
    v1 = tf.compat.v1
    with v1.Graph().as_default():
        assert describe(read_data_sets, folder, CASES[name], v1.set_random_seed) == RECORDED[name]


def test_fake_data(read_data_sets):
    data = read_data_sets("nowhere", fake_data=True, one_hot=True)
    images, labels = data.train.next_batch(2, fake_data=True)
    assert (np.shape(images), labels) == ((2, 784), [[1] + [0] * 9] * 2)
    assert data.test.num_examples == 10000


def test_bad_calls(read_data_sets, folder, tmp_path):
    with pytest.raises(ValueError, match="Validation size should be between 0 and 40"):
        read_data_sets(folder, validation_size=41)
    with pytest.raises(TypeError, match="expected uint8 or float32"):
        read_data_sets(folder, validation_size=0, dtype="float64")
    write(str(tmp_path))
    with gzip.open(str(tmp_path / "train-labels-idx1-ubyte.gz"), "wb") as file:
        file.write(b"\0\0\0\1")
    with pytest.raises(ValueError, match=r"Invalid magic number 1 in MNIST label file: .*train-labels"):
        read_data_sets(str(tmp_path))


def test_all_homes():
    from compat.tensorflow.contrib.learn.datasets import mnist as public
    from compat.tensorflow.contrib.learn.python.learn.datasets.mnist import DataSet, read_data_sets

    assert public.read_data_sets is read_data_sets
    assert public.DataSet is DataSet
