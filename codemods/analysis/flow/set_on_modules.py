"""What a file sets on the modules of Keras: `keras.losses.own = own`."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.source.file import File, Reference
from compat.tables.names.looked_up import LOOKED_UP

BACKEND = "keras.backend"


def set_on_modules(file: File) -> Iterator[tuple[cst.Attribute, Reference]]:
    """`keras.losses.own` in `keras.losses.own = own`, and its module: the backend, or one of standalone Keras."""
    for each in file.every(cst.AssignTarget):
        target = each.target
        reference = file.reference(target.value) if isinstance(target, cst.Attribute) else None
        if not isinstance(target, cst.Attribute) or reference is None:
            continue
        is_standalone = reference.spelling.root != "tensorflow.keras" and reference.canonical in LOOKED_UP
        if is_standalone or reference.canonical == BACKEND:
            yield target, reference
