"""The MNIST reader of TensorFlow's tutorials: `input_data.read_data_sets("MNIST_data", one_hot=True)`.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/learn/python/learn/datasets/mnist.py

Known deviations:
* a file that is not there is fetched by `keras.utils.get_file`
"""

import gzip
import os
from typing import Any, Callable, NamedTuple, Optional, Tuple

import numpy as np
import tensorflow as tf

DEFAULT_SOURCE_URL = "https://storage.googleapis.com/cvdf-datasets/mnist/"
_IMAGES, _LABELS = 2051, 2049
"""What the files of images and of labels begin with."""
_FILES = (
    *("train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz"),
    *("t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"),
)


class DataSet:
    """Images and labels that are given out in batches; the first example follows the last one.

    Raises:
        TypeError: `dtype` is neither `uint8`, which keeps 0 to 255, nor `float32`, which makes it 0 to 1.

    """

    def __init__(
        self,
        images: Any,
        labels: Any,
        fake_data: bool = False,
        one_hot: bool = False,
        dtype: Any = tf.float32,
        reshape: bool = True,
        seed: Optional[int] = None,
    ) -> None:
        of_graph, of_operation = tf.compat.v1.get_seed(seed)
        np.random.seed(of_graph if seed is None else of_operation)  # noqa: NPY002 - the generator of the legacy class
        dtype = tf.as_dtype(dtype).base_dtype
        if dtype not in (tf.uint8, tf.float32):
            raise TypeError(f"Invalid image dtype {dtype!r}, expected uint8 or float32")
        self.one_hot = one_hot
        self._num_examples = 10000
        if not fake_data:
            assert images.shape[0] == labels.shape[0], f"{images.shape} and {labels.shape}"
            self._num_examples = images.shape[0]
            if reshape:
                assert images.shape[3] == 1
                images = images.reshape(images.shape[0], images.shape[1] * images.shape[2])
            if dtype == tf.float32:
                images = np.multiply(images.astype(np.float32), 1.0 / 255.0)
        self._images, self._labels = images, labels
        self._epochs_completed = self._index_in_epoch = 0

    @property
    def images(self) -> Any:
        """The images in their order of today: (examples, 784), or (examples, 28, 28, 1) without `reshape`."""
        return self._images

    @property
    def labels(self) -> Any:
        """Their labels: (examples,), or (examples, 10) with `one_hot`."""
        return self._labels

    @property
    def num_examples(self) -> int:
        """The number of examples."""
        return self._num_examples

    @property
    def epochs_completed(self) -> int:
        """How often all examples were given out."""
        return self._epochs_completed

    def next_batch(self, batch_size: int, fake_data: bool = False, shuffle: bool = True) -> Tuple[Any, Any]:
        """Return the next `batch_size` images and labels; each epoch is shuffled anew."""
        if fake_data:
            label: Any = [1] + [0] * 9 if self.one_hot else 0
            return [[1] * 784 for _ in range(batch_size)], [label for _ in range(batch_size)]
        start = self._index_in_epoch
        if self._epochs_completed == 0 and start == 0 and shuffle:
            self._shuffle()
        if start + batch_size <= self._num_examples:
            self._index_in_epoch += batch_size
            return self._images[start : self._index_in_epoch], self._labels[start : self._index_in_epoch]
        self._epochs_completed += 1
        images, labels = self._images[start:], self._labels[start:]
        if shuffle:
            self._shuffle()
        end = self._index_in_epoch = batch_size - len(images)
        return np.concatenate((images, self._images[:end])), np.concatenate((labels, self._labels[:end]))

    def _shuffle(self) -> None:
        order = np.arange(self._num_examples)
        np.random.shuffle(order)  # noqa: NPY002 - the same order as the legacy class
        self._images, self._labels = self._images[order], self._labels[order]


class Datasets(NamedTuple):
    """The parts of MNIST."""

    train: Any
    validation: Any
    test: Any


def read_data_sets(
    train_dir: str,
    fake_data: bool = False,
    one_hot: bool = False,
    dtype: Any = tf.float32,
    reshape: bool = True,
    validation_size: int = 5000,
    seed: Optional[int] = None,
    source_url: str = DEFAULT_SOURCE_URL,
) -> Datasets:
    """Read the four files of MNIST in a folder, those that are not there from `source_url`.

    Raises:
        ValueError: a file is none of MNIST, or has fewer than `validation_size` images.

    """
    if fake_data:
        return Datasets(*(DataSet([], [], True, one_hot, dtype, seed=seed) for _ in range(3)))
    paths = [_file(name, train_dir, source_url or DEFAULT_SOURCE_URL) for name in _FILES]
    images, labels, test_images, test_labels = (
        _read(path, extract_images if "images" in path else lambda file: extract_labels(file, one_hot=one_hot))
        for path in paths
    )
    if not 0 <= validation_size <= len(images):
        raise ValueError(f"Validation size should be between 0 and {len(images)}. Received: {validation_size}.")
    options = {"dtype": dtype, "reshape": reshape, "seed": seed}
    return Datasets(
        train=DataSet(images[validation_size:], labels[validation_size:], **options),
        validation=DataSet(images[:validation_size], labels[:validation_size], **options),
        test=DataSet(test_images, test_labels, **options),
    )


def load_mnist(train_dir: str = "MNIST-data") -> Datasets:
    """Read MNIST with the defaults of `read_data_sets`."""
    return read_data_sets(train_dir)


def extract_images(f: Any) -> Any:
    """Return the images of a compressed file: uint8, (examples, rows, columns, 1).

    Raises:
        ValueError: the file does not begin with 2051.

    """
    with gzip.GzipFile(fileobj=f) as file:
        count = _begin(file, _IMAGES, "image", f)
        rows, columns = _number(file), _number(file)
        return np.frombuffer(file.read(rows * columns * count), np.uint8).reshape(count, rows, columns, 1)


def extract_labels(f: Any, one_hot: bool = False, num_classes: int = 10) -> Any:
    """Return the labels of a compressed file: uint8, (examples,), or float64, (examples, num_classes).

    Raises:
        ValueError: the file does not begin with 2049.

    """
    with gzip.GzipFile(fileobj=f) as file:
        labels = np.frombuffer(file.read(_begin(file, _LABELS, "label", f)), np.uint8)
    return dense_to_one_hot(labels, num_classes) if one_hot else labels


def dense_to_one_hot(labels_dense: Any, num_classes: int) -> Any:
    """Return labels as rows of float64 with a single 1."""
    return np.eye(num_classes)[labels_dense.ravel()]


def _file(name: str, folder: str, url: str) -> str:
    path = os.path.join(folder, name)
    if os.path.exists(path):
        return path
    return str(tf.keras.utils.get_file(name, url + name, cache_dir=os.path.abspath(folder), cache_subdir=""))


def _read(path: str, extract: Callable[[Any], Any]) -> Any:
    print("Extracting", path)  # noqa: T201 - as the legacy function
    with open(path, "rb") as file:
        return extract(file)


def _begin(file: gzip.GzipFile, magic: int, kind: str, f: Any) -> int:
    """Return the number of examples, which follows the magic number."""
    found = _number(file)
    if found != magic:
        raise ValueError(f"Invalid magic number {found} in MNIST {kind} file: {f.name}")
    return _number(file)


def _number(file: gzip.GzipFile) -> int:
    return int.from_bytes(file.read(4), "big")
