"""What is compiled before a statement, and what trains: Keras 2 looked at `trainable` in `compile`."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.call_sites import is_compile
from codemods.analysis.provenance import place
from codemods.source.file import File

TRAINING = frozenset({"fit", "fit_generator", "train_on_batch"})


def calls_on(file: File, where: object) -> list[cst.Call]:
    """The method calls on the object whose `place` this is."""
    return [
        call for call in file.calls if isinstance(call.func, cst.Attribute) and place(file, call.func.value) == where
    ]


def is_compiled_before(file: File, node: cst.CSTNode, where: object) -> bool:
    """True if the model is compiled in the same function, before `node`, and nowhere else."""
    compiled = [call for call in calls_on(file, where) if is_compile(file, call)]
    return bool(compiled) and all(
        file.function(call) is file.function(node) and file.before(call, node) for call in compiled
    )
