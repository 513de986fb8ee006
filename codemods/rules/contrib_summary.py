"""Take the summaries of `tf.contrib` from the shims.

## What it does

`tf.contrib.summary` comes from `compat.tensorflow.contrib`. The functions are those of TensorFlow itself, which has
them without public names.

## Why

TensorFlow 2 has no `tf.contrib`. Its `tf.summary` writes other events: tensors where there were numbers, histograms
with other buckets, and images that are not scaled. It needs a step, and it records where no context says so.
https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/summary/summary.py

## Numbers

Same. The events of each function are those of TensorFlow 1.15.5 to the byte, eagerly and in a graph
(`tests/compat/shims/contrib/test_summary.py`).

## What it leaves to you

`create_db_writer`, which wrote into a database.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.unreached import is_guarded
from codemods.rewriting.named_modules import given_name, imported_in_place, module_in_place
from codemods.rewriting.rename import start_of
from codemods.rewriting.shim_imports import shimmed_imports, star_imports
from codemods.source.file import File, ImportedName, Reference
from codemods.types import Edit, Stage, rule
from compat.tables.names.contrib_summary import NAMES, PACKAGE

_CARRIED = frozenset(f"{PACKAGE}.{name}" for name in NAMES)


@rule(
    "TFM239",
    stage=Stage.CARRIED,
    example="""
    import tensorflow as tf

    writer = tf.contrib.summary.create_file_writer("logs", flush_millis=1000)
    with writer.as_default(), tf.contrib.summary.always_record_summaries():
        tf.contrib.summary.scalar("loss", 0.5, step=1)
    """,
)
def contrib_summary(file: File) -> Iterator[Edit]:
    """Change imports, and the package where it is spelled out."""

    def path_of(imported: ImportedName) -> str | None:
        found = imported.spelling
        if found is None or found.shimmed or is_guarded(file, imported.alias):
            return None
        if isinstance(imported.statement, cst.Import) and imported.alias.asname is None:
            return None
        return f"compat.{found.plain}" if found.plain == PACKAGE or found.plain in _CARRIED else None

    yield from shimmed_imports(file, path_of)
    yield from star_imports(file, PACKAGE.__eq__)
    for reference in file.all_references():
        if reference.spelling.plain == PACKAGE and reference.certain and _is_spelled_out(file, reference):
            yield imported_in_place(file, reference) or module_in_place(file, reference, path_of)


def _is_spelled_out(file: File, reference: Reference) -> bool:
    """True for `tf.contrib.summary`, if it goes on to a name that is carried, or is given a name."""
    start = start_of(file, reference)
    if reference.spelling.shimmed or start is None or start is reference or is_guarded(file, reference.node):
        return False
    following = file.longer(reference)
    if following is None:
        return given_name(file, reference) is not None
    return following.spelling.plain in _CARRIED
