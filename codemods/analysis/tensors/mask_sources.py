"""Where masks come from: layers that mark the steps of a sequence as missing."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.layers.custom_objects import project_modules
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, once_per_file

_MASKING, _EMBEDDING = "keras.layers.Masking", "keras.layers.Embedding"

MERGING = tuple(
    f"keras.layers.{spelled}"
    for name in ("Add", "Average", "Concatenate", "Maximum", "Minimum", "Multiply", "Subtract")
    for spelled in (name, name.lower())
)
"""Layers that make one mask of several."""


@once_per_file
def has_masks_around(file: File) -> bool:
    """True if the file, or a module of the project that it imports, makes masks."""
    return has_masks(file) or any(has_masks(each) for each in project_modules(file))


def has_masks(file: File) -> bool:
    """True if the file has a `Masking` layer, or an `Embedding` with `mask_zero=` other than False."""
    calls = (file.call_of(each) for each in file.references(_MASKING, _EMBEDDING))
    return any(call is not None and makes_masks(file, call) for call in calls)


def makes_masks(file: File, layer: cst.Call) -> bool:
    """True for the call that makes such a layer."""
    symbol = file.symbol(layer.func)
    arg = keyword(layer, "mask_zero") if symbol == _EMBEDDING else None
    return symbol == _MASKING or (arg is not None and literal(arg.value) not in (False, 0))
