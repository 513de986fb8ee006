"""Report packages beside TensorFlow that ended with Keras 2.

## What it does

Reports each import of `tensorflow_addons`, `keras_contrib`, `rl` and others of their time. It rewrites nothing.

## Why

They ended with Keras 2, and do not work with Keras 3: their imports fail, or the first model that is made with them.
https://github.com/tensorflow/addons/issues/2807

## Numbers

No numbers involved.

## What it leaves to you

To replace the package; the advice names its successor where there is one. `segmentation_models` works where the file
sets `SM_FRAMEWORK`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import since
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.removed.ended_packages import ENDED_PACKAGES, RESCUED

_ROWS = {row.legacy: row for row in ENDED_PACKAGES}


@rule(
    "TFM193",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf
    import tensorflow_addons as tfa

    optimizer = tfa.optimizers.AdamW(0.01)
    """,
)
def ended_packages(file: File) -> Iterator[Edit | Manual]:
    """One finding for each import, if the file does not choose the setting with which the package works."""
    for imported in file.imports:
        root = imported.qualified.split(".", maxsplit=1)[0]
        row = _ROWS.get(root)
        if row is None or root in file.local or not since(file.target, row.gone_in) or _is_rescued(file, root):
            continue
        said = f"{root} does not work with {row.gone_in} and later"
        yield Manual(imported.alias, imported.qualified, said, f"{row.advice} ({row.url})")


def _is_rescued(file: File, package: str) -> bool:
    setting = RESCUED.get(package)
    return setting is not None and any(literal(each) == setting for each in file.every(cst.SimpleString))
