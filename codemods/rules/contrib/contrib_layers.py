"""Take slim and the layers, losses and metrics of `tf.contrib` from the shims.

## What it does

`tf.contrib.slim`, and `layers`, `framework`, `losses`, `metrics` and `training` where the file uses what slim has, come
from `compat.tensorflow.contrib`. That is the genuine code, in the package `tf-slim`.

## Why

TensorFlow 2 has no `tf.contrib`. `import tf_slim` alone does not do: its `batch_norm`, `create_train_op` and any
`is_training` that is a placeholder look for functions that TensorFlow 2.21 has moved.
https://github.com/google-research/tf-slim

## Numbers

Same. Outputs, gradients, moving averages, losses, collections and names of variables of 44 networks are those of
TensorFlow 1.15.5 to 2e-5 (`tests/compat/shims/contrib/test_contrib_layers.py`).

## What it leaves to you

`pip install "tf-forward[slim]"`. Feature columns and other names that tf-slim does not have.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from codemods.analysis.shims.contrib_layers import is_module, packages_in_place, path_on_shims
from codemods.rewriting.named_modules import imported_in_place, module_in_place
from codemods.rewriting.shim_imports import shimmed_imports, star_imports
from codemods.source.file import File
from codemods.types import Edit, Stage, rule


@rule(
    "TFM154",
    stage=Stage.CARRIED,
    example="""
    import tensorflow as tf

    slim = tf.contrib.slim

    def network(images):
        with slim.arg_scope([slim.conv2d], normalizer_fn=slim.batch_norm):
            net = slim.conv2d(images, 8, [3, 3])
        return tf.contrib.layers.fully_connected(slim.flatten(net), 10)
    """,
)
def contrib_layers(file: File) -> Iterator[Edit]:
    """Change imports, and packages that are spelled out below `tf.contrib`."""
    path_of = partial(path_on_shims, file)
    yield from shimmed_imports(file, path_of)
    yield from star_imports(file, is_module)
    for reference in packages_in_place(file):
        yield imported_in_place(file, reference) or module_in_place(file, reference, path_of)
