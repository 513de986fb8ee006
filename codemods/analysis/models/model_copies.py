"""Models that are made to be copied, and are neither trained nor called."""

from __future__ import annotations

import libcst as cst

from codemods.source.file import File

CLONE = "keras.models.clone_model"
WRITE = "to_json"


def is_only_copied(file: File, model: cst.BaseExpression) -> bool:
    """True for what stands where `clone_model` or `to_json` takes it, and nowhere else."""
    above = file.parent(model)
    if isinstance(above, cst.Attribute):
        return above.attr.value == WRITE
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    return isinstance(call, cst.Call) and file.symbol(call.func) == CLONE
