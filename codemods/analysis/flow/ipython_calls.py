"""What a script says to IPython: the calls that `%magic`, `!command` and `%%magic` stand for.

`jupyter nbconvert --to script` writes them, and so does this project where it reads notebooks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.source.arguments import literal
from codemods.source.file import File, once_per_file

SHELLS = frozenset({"bash", "script", "sh", "shell", "system"})
"""Cell magics whose text is for a shell."""


class IPythonCall(NamedTuple):
    """A call of a method of `get_ipython()`; `texts` are its arguments as far as they are literal texts."""

    node: cst.Call
    method: str
    texts: tuple[str, ...]

    def is_magic(self, *names: str) -> bool:
        return self.method == "run_line_magic" and self.texts[:1] != () and self.texts[0] in names


@once_per_file
def ipython_calls(file: File) -> tuple[IPythonCall, ...]:
    return tuple(_found(file))


def _found(file: File) -> Iterator[IPythonCall]:
    for call in file.calls:
        if not isinstance(call.func, cst.Attribute) or not _is_ipython(call.func.value):
            continue
        values = (literal(arg.value) for arg in call.args)
        texts = tuple(value for value in values if isinstance(value, str))
        method = call.func.attr.value
        if method == "magic" and texts:  # of IPython 6 and earlier
            name, _, line = texts[0].partition(" ")
            method, texts = "run_line_magic", (name, line.strip())
        if texts:
            yield IPythonCall(call, method, texts)


def _is_ipython(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value == "get_ipython"


def shell_commands(file: File) -> Iterator[tuple[cst.Call, str]]:
    """The texts that go to a shell, each with the call that hands it over; `%pip` is the command `pip`."""
    for call in ipython_calls(file):
        if call.method in ("system", "getoutput"):
            yield call.node, call.texts[0]
        elif call.is_magic("pip", "conda"):
            yield call.node, " ".join(call.texts[:2])
        elif call.method == "run_cell_magic" and call.texts[0] in SHELLS:
            yield call.node, call.texts[2] if len(call.texts) > 2 else ""  # noqa: PLR2004 - name, line, cell
    for other in file.calls:
        text = literal(other.args[0].value) if other.args and not other.args[0].star else None
        if isinstance(text, str) and file.qualified_name(other.func) == "os.system":
            yield other, text
