"""Mock with the standard library: `tf.test.mock` was `unittest.mock`.

## What it does

`tf.test.mock.patch` becomes `mock.patch`, with an import of `unittest.mock`.

## Why

TensorFlow 2 has the module in `tf.compat.v1` only; it is the one of the standard library.
https://docs.python.org/3/library/unittest.mock.html

## Numbers

No numbers involved.

## What it leaves to you

`from tensorflow.test import mock`, which TFM199 reports.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.rewriting.add_imports import bind_module
from codemods.source.file import File
from codemods.types import Edit, rule

_LEGACY, _MODERN = "tensorflow.test.mock", "unittest.mock"


@rule(
    "TFM188",
    example="""
    import tensorflow as tf

    with tf.test.mock.patch("os.getcwd"):
        pass
    """,
)
def mocks(file: File) -> Iterator[Edit]:
    """Replace the module in place."""
    for reference in file.all_references():
        found = reference.spelling
        if found.plain != _LEGACY or found.shimmed or not reference.certain:
            continue
        if isinstance(reference.node, cst.Attribute):
            name, imports = bind_module(file, _MODERN, "mock", reference.node)
            said = f"{reference.qualified} was {_MODERN} of the standard library"
            yield Edit(reference.node, said, ((reference.node, cst.parse_expression(name)),), imports)
