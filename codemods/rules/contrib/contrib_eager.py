"""Take `tf.contrib.eager` from the shims.

## What it does

`tfe.Variable`, `tfe.Iterator`, `tfe.implicit_gradients`, `tfe.metrics.Accuracy` and their like come from
`compat.tensorflow.contrib.eager`. Most of them are objects of TensorFlow itself, which has them without public names.

## Why

TensorFlow 2 has no `tf.contrib`. `tf.Variable` and `tf.GradientTape` do the same, but take other arguments, and the
metrics of Keras count in float32.
https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/eager/python/tfe.py

## Numbers

Same. Gradients, three steps of training and each metric are those of TensorFlow 1.15.5
(`tests/compat/shims/contrib/test_eager.py`).

## What it leaves to you

`Network` and `Sequential`, `defun`, `restore_variables_on_create`, and callbacks of operations, which are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.shims.shim_packages import package_from_shims
from codemods.source.file import File
from codemods.types import Edit, Stage, rule
from compat.tables.names.contrib_eager import PACKAGES, ROWS

_CARRIED = frozenset(
    [*(symbol for row in ROWS for symbol in row.symbols), *(f"{package}.metrics" for package in PACKAGES)]
)


@rule(
    "TFM311",
    stage=Stage.CARRIED,
    example="""
    import tensorflow as tf
    import tensorflow.contrib.eager as tfe

    tfe.enable_eager_execution()
    weight = tfe.Variable(2.0)
    gradients = tfe.implicit_gradients(lambda x: (weight * x) ** 2)(3.0)
    """,
)
def contrib_eager(file: File) -> Iterator[Edit]:
    """Change imports, and the package where it is spelled out."""
    for package in PACKAGES:
        yield from package_from_shims(file, package, _CARRIED)
