"""Import TensorFlow where it was read from Keras's backend, as `K.tf`.

## What it does

`K.tf.device("/cpu:0")` becomes `tf.device("/cpu:0")`.

## Why

Keras 2.2.5 no longer had the module that its backend had imported for itself.
https://github.com/keras-team/keras/tree/2.2.4/keras/backend

## Numbers

No numbers involved.

## What it leaves to you

`from keras.backend import tf`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.rewriting.add_imports import bind_module
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_PATHS = frozenset({"keras.backend.tf", "keras.backend.tensorflow_backend.tf"})


@rule(
    "TFM302",
    stage=Stage.STRUCTURES,
    example="""
    from keras import backend as K

    def first(x):
        with K.tf.device("/cpu:0"):
            return K.tf.slice(x, [0, 0], [1, 1])
    """,
)
def backend_tensorflow(file: File) -> Iterator[Edit]:
    """Change the module alone: what is read of it is for other rules."""
    for node in file.attributes:
        if node.attr.value != "tf" or not isinstance(file.parent(node), cst.Attribute):
            continue
        found = file.spelling(file.qualified_name(node) or "")
        if found is not None and found.canonical in _PATHS and not found.shimmed:
            name, imports = bind_module(file, "tensorflow", "tf", node)
            said = f"{file.code(node)} is TensorFlow itself: {name}"
            yield Edit(node, said, ((node, cst.Name(name)),), imports)
