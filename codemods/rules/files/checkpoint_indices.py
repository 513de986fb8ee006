"""Ask for the file of weights itself where a script asked for the index of a checkpoint.

## What it does

`os.path.exists(path + ".index")` becomes `os.path.exists(path)` where `path` is a file of weights of Keras 3, as it is
once TFM150 has renamed it. Other uses of such an index, and of `.data-00000-of-00001`, are reported.

## Why

`model.save_weights("w.ckpt")` of TensorFlow 2 wrote `w.ckpt.index` and `w.ckpt.data-00000-of-00001`. Keras 3 writes one
file, `w.weights.h5`. A script that looks for the index before it loads would start anew each time, without an error.
https://www.tensorflow.org/guide/checkpoint

## Numbers

They can differ: without the edit the second run of `tests/codemods/rules/files/test_checkpoint_indices.py` starts with
weights of its own; with it, it goes on with those of the first.

## What it leaves to you

Names of index files that are written out in full.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.files.file_paths import path_ends, text_of
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, rule

_MODERN = ".weights.h5"
_INDEX = ".index"
_PARTS = (_INDEX, ".data-00000-of-00001", ".meta")
_ASKING = ("os.path.exists", "os.path.isfile", "tensorflow.io.gfile.exists", "tensorflow.gfile.Exists")


@rule(
    "TFM431",
    stage=Stage.LATE,
    example="""
    import os
    from keras.models import Sequential

    model = Sequential()
    path = "best.weights.h5"
    if os.path.exists(path + ".index"):
        model.load_weights(path)
    """,
    severity=Severity.NUMBERS,
)
def checkpoint_indices(file: File) -> Iterator[Edit | Manual]:
    """Look at the sums of a path and the suffix of a part of a checkpoint."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for node in file.every(cst.BinaryOperation):
        part = literal(node.right) if isinstance(node.operator, cst.Add) else None
        if part not in _PARTS or not _is_modern(file, node.left):
            continue
        said = f"Keras 3 writes one file, without {part}"
        if part == _INDEX and _is_asked_for(file, node):
            path = node.left.with_changes(lpar=node.lpar, rpar=node.rpar) if node.lpar else node.left
            yield Edit(node, said, ((node, path),))
        else:
            yield Manual(node, "save_weights", said, f"use the path that ends with {_MODERN} itself")


def _is_modern(file: File, path: cst.BaseExpression) -> bool:
    """True if all that a path may be ends as files of weights of Keras 3 do."""
    ends = path_ends(file, path)
    return bool(ends) and all(end is not None and text_of(end).endswith(_MODERN) for end in ends)


def _is_asked_for(file: File, node: cst.BaseExpression) -> bool:
    """True if the path is only asked for: `os.path.exists(path)`."""
    arg = file.parent(node)
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    if not isinstance(call, cst.Call):
        return False
    return not {file.qualified_name(call.func), file.symbol(call.func)}.isdisjoint(_ASKING)
