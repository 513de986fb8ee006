"""Report packages beside TensorFlow that ended with Keras 2.

## What it does

Reports each import of `tensorflow_addons`, `keras_contrib`, `rl`, `horovod.keras` and others of their time. It rewrites
nothing.

## Why

They ended with Keras 2, and do not work with Keras 3: their imports fail, or the first model that is made with them.
`horovod.keras` and `horovod.tensorflow.keras` run: Keras 3 does not ask their optimizer for gradients, so that each
process trains a model of its own.
https://github.com/tensorflow/addons/issues/2807

## Numbers

They can differ: a model that `horovod.keras` trains sees one share of the data, without an error. The packages are
those of `compat/tables/removed/ended_packages.py` (`tests/codemods/rules/names/test_ended_packages.py`).

## What it leaves to you

To replace the package; the advice names its successor where there is one. `segmentation_models` works where the file
sets `SM_FRAMEWORK`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.source.arguments import literal
from codemods.source.canonical_names import prefixes
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, rule
from compat.tables.removed.ended_packages import ENDED_PACKAGES, RESCUED, SILENT

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
        row = next((_ROWS[each] for each in prefixes(imported.qualified) if each in _ROWS), None)
        if row is None or not since(file.target, row.gone_in) or _is_rescued(file, row.legacy):
            continue
        if row.legacy.partition(".")[0] in file.local:
            continue
        said = f"{row.legacy} does not work with {row.gone_in} and later"
        severity = Severity.NUMBERS if row.legacy in SILENT else None
        yield Manual(imported.alias, imported.qualified, said, f"{row.advice} ({row.url})", severity=severity)


def _is_rescued(file: File, package: str) -> bool:
    setting = RESCUED.get(package)
    return setting is not None and any(literal(each) == setting for each in file.every(cst.SimpleString))
