"""Name the package that slim and the layers of `tf.contrib` need.

## What it does

Notes once in a file that `compat.tensorflow.contrib` takes slim, layers, losses and metrics from `tf-slim`.

## Why

TensorFlow 2 has no `tf.contrib`, and `tf-slim` is not installed with it.
https://github.com/google-research/tf-slim

## Numbers

No numbers involved.

## What it leaves to you

`pip install "tf-forward[slim]"`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.shims.contrib_layers import NAMES
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

INSTALL = 'pip install "tf-forward[slim]"'


@rule(
    "TFM155",
    stage=Stage.ADVICE,
    example="""
    from compat.tensorflow.contrib import layers

    net = layers.flatten(images)
    """,
)
def slim_package(file: File) -> Iterator[Manual]:
    """Speak of the first use."""
    found: list[tuple[cst.CSTNode, str]] = [
        (each.node, each.spelling.plain)
        for each in file.all_references()
        if each.certain and each.spelling.shimmed and each.spelling.plain in NAMES
    ]
    for imported in file.imports:
        spelling = imported.spelling
        if spelling is not None and spelling.shimmed and spelling.plain in NAMES:
            found.append((imported.alias, spelling.plain))
    if file.target.is_modern and found:
        node, name = min(found, key=lambda each: file.order(each[0]))
        said = f"slim and the layers of tf.contrib keep running, as the package tf-slim, and need {INSTALL}"
        yield Manual(node, name, said, f"run {INSTALL}", is_note=True)
