"""The calls of a method by its name, on whatever object."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.source.file import File


def method_calls(file: File, *names: str) -> Iterator[tuple[cst.Call, cst.BaseExpression]]:
    """The calls `receiver.name(...)`, each with its receiver, in source order."""
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in names:
            yield call, call.func.value
