"""Take the MNIST reader of TensorFlow's tutorials from the shims.

## What it does

`from tensorflow.examples.tutorials.mnist import input_data` becomes
`from compat.tensorflow.examples.tutorials.mnist import input_data`, and so do imports of `read_data_sets` and of the
module in `tf.contrib.learn` that it comes from.

## Why

TensorFlow 2 has neither, and `keras.datasets.mnist` has other shapes, types and no `next_batch`.
https://www.tensorflow.org/datasets/catalog/mnist

## Numbers

Same: images, labels, and the order of the batches for each seed are those of TensorFlow 1.15.5
(`tests/compat/shims/tensorflow/test_mnist_data.py`).

## What it leaves to you

The other data sets of `tf.contrib.learn`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.shim_coverage import SHIM_MODULES
from codemods.rewriting.shim_imports import shimmed_imports
from codemods.source.file import File, ImportedName
from codemods.types import Edit, rule

_NAMES = frozenset(name for name, module in SHIM_MODULES.items() if module == "compat.shims.tensorflow.mnist_data")
_MODULES = frozenset(name.rpartition(".")[0] for name in _NAMES)


@rule(
    "TFM211",
    example="""
    from tensorflow.examples.tutorials.mnist import input_data

    mnist = input_data.read_data_sets("MNIST_data", one_hot=True)
    images, labels = mnist.train.next_batch(100)
    """,
)
def mnist_reader(file: File) -> Iterator[Edit]:
    """Change imports of the module and of its names."""
    yield from shimmed_imports(file, lambda imported: _path_on_shims(file, imported))


def _path_on_shims(file: File, imported: ImportedName) -> str | None:
    if not file.target.is_modern or (isinstance(imported.statement, cst.Import) and imported.alias.asname is None):
        return None
    return f"compat.{imported.qualified}" if imported.qualified in _MODULES | _NAMES else None
