"""The calls of a symbol."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.source.file import File, Reference


def calls_of(file: File, reference: Reference) -> Iterator[cst.Call]:
    """The calls of a symbol, and those through a name that is bound to it and nothing else."""
    call = file.call_of(reference)
    if call is not None:
        yield call
    target = file.parent(reference.node)
    if not isinstance(target, cst.Assign) or len(target.targets) != 1 or target.value is not reference.node:
        return
    name = target.targets[0].target
    if isinstance(name, cst.Name):
        for other in file.calls:
            if isinstance(other.func, cst.Name) and other.func.value == name.value:
                if file.definitions(other.func) == [reference.node]:
                    yield other
