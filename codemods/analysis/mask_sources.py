"""Where masks come from: layers that mark the steps of a sequence as missing."""

from __future__ import annotations

from codemods.analysis.custom_objects import project_modules
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, once_per_file

_MASKING, _EMBEDDING = "keras.layers.Masking", "keras.layers.Embedding"


@once_per_file
def has_masks_around(file: File) -> bool:
    """True if the file, or a module of the project that it imports, makes masks."""
    return has_masks(file) or any(has_masks(each) for each in project_modules(file))


def has_masks(file: File) -> bool:
    """True if the file has a `Masking` layer, or an `Embedding` with `mask_zero=` other than False."""
    if any(file.call_of(each) is not None for each in file.references(_MASKING)):
        return True
    for reference in file.references(_EMBEDDING):
        call = file.call_of(reference)
        arg = keyword(call, "mask_zero") if call is not None else None
        if arg is not None and literal(arg.value) not in (False, 0):
            return True
    return False
