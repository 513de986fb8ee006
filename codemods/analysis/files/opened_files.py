"""The calls of `open` that streams come from, and their modes."""

from __future__ import annotations

import libcst as cst

from codemods.source.arguments import keyword, literal
from codemods.source.file import File


def opened(file: File, stream: cst.BaseExpression) -> cst.Call | None:
    """The call of `open` that a value comes from."""
    value = stream
    if isinstance(stream, cst.Name):
        binding = file.only_binding(stream)
        above = file.parent(binding.node) if binding is not None and binding.node is not None else None
        item = file.parent(above) if isinstance(above, cst.AsName) else None
        value = item.item if isinstance(item, cst.WithItem) else file.only_value(stream) or stream
    return value if isinstance(value, cst.Call) and file.is_builtin(value.func, "open") else None


def mode_argument(call: cst.Call) -> cst.Arg | None:
    """What `open` is given as a mode; None if it takes the default one."""
    return keyword(call, "mode") or next((arg for arg in call.args[1:2] if arg.keyword is None), None)


def mode_of(call: cst.Call) -> str | None:
    """The mode of a file; None if it is not written there."""
    mode = mode_argument(call)
    if any(arg.star for arg in call.args):
        return None
    value = literal(mode.value) if mode is not None else "r"
    return value if isinstance(value, str) else None
