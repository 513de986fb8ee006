"""What is IPython and not Python in a cell: magics, shell lines and questions, masked as Python and restored.

A mask is a text that stands for nothing, or the call that IPython makes of the magic where a rule reads that. Each
carries a mark of its own, and takes one line.
https://ipython.readthedocs.io/en/stable/interactive/reference.html
"""

from __future__ import annotations

import ast
import keyword
import re
import shlex
from collections.abc import Iterator
from typing import NamedTuple

from codemods.source.canonical_names import FAMILIES, SHIMS

_PYTHON_CELLS = frozenset({"capture", "debug", "memit", "mprun", "prun", "time", "timeit"})
"""Cell magics that run the cell below them."""

_CELL_MAGIC = re.compile(r"((?:[ \t]*\n)*)%%(\w+)([^\n]*)(\n?)")
_LINE_MAGIC = re.compile(r"([ \t]*)([%!?](?:[^\n]*\\\r?\n)*[^\n]*)")
_AUTOMAGIC = re.compile(r"([ \t]*)((?:cat|cd|conda|cp|ls|mkdir|mv|pip|rm|rmdir)[ \t]+\S[^\n]*)")
"""Magics that IPython knows without a `%`, where the line is not Python."""
_TIMED = re.compile(r"(%(?:memit|mprun|prun|time|timeit)(?:[ \t]+-\w+(?:[ \t]+\d+)?)*[ \t]+)(\S[^\n]*)")
"""Line magics that run the statement behind them."""
_TELLING = re.compile(r"\binstall\b|\btensorflow_version\b")
"""What is said to IPython and matters to a rule."""
_RUN = re.compile(r"%run[ \t]+(?P<line>[^\n]+)")
_FILE = re.compile(r"(?:\./)?(?P<up>(?:\.\./)*)(?P<path>[A-Za-z_]\w*(?:/[A-Za-z_]\w*)*)\.py")
_WITH_VALUE = frozenset({"-N", "-l", "-s", "-T"})
"""Options of `%run` that are followed by a value."""
_INSTALLED = frozenset({*FAMILIES, SHIMS})
_HIDDEN = "._"
"""The module of a star import that nobody can follow."""
_COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)
_SUPPRESSION = re.compile(r"#\s*tf-forward:[^\n]*", re.IGNORECASE)
_LINE = re.compile(r"(?:[^\n]*\\\r?\n)*[^\n]*")
_CONTINUED = re.compile(r"\\\r?\n")

_TOKEN = re.compile(
    r"""
      [^#"'\\()\[\]{}\n=?]+ | \#[^\n]* | \"{3}(?:\\.|[^\\])*?\"{3} | '{3}(?:\\.|[^\\])*?'{3}
    | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | \\\r?\n
    | (?P<open>[(\[{]) | (?P<close>[)\]}]) | (?P<end>\n)
    | (?P<given>=[ \t]*(?=!|%[A-Za-z_])) | (?P<question>\?\??[ \t\r]*(?:\#[^\n]*)?(?=\n|\Z)) | .
    """,
    re.DOTALL | re.VERBOSE,
)


class Mask(NamedTuple):
    """`text` stands in the program where `original` stands in the cell; `heads_cell` if it must be its first line."""

    text: str
    original: str
    heads_cell: bool = False

    @property
    def extra_lines(self) -> int:
        """The lines that the original takes and the mask does not."""
        return self.original.count("\n") - self.text.count("\n")


def masked(source: str, marks: Iterator[str]) -> tuple[str, list[Mask]]:
    """A cell's source as Python, and the masks in it, in order."""
    found = _CELL_MAGIC.match(source)
    if found is None:
        parts = list(_parts(source, marks))
        text = "".join(part if isinstance(part, str) else part.text for part in parts)
        return text, [part for part in parts if isinstance(part, Mask)]
    blank, name, line, _ = found.groups()
    if name not in _PYTHON_CELLS:
        call = _call("run_cell_magic", name, line.strip(), source[found.end() :], next(marks))
        mask = Mask(call, source[len(blank) :], heads_cell=True)
        return blank + mask.text, [mask]
    head = Mask(f'"{next(marks)}"', f"%%{name}{line}", heads_cell=True)
    text, masks = masked(source[found.end() :], marks)
    return f"{blank}{head.text}{found[4]}{text}", [head, *masks]


def prose_mask(source: str, mark: str) -> Mask:
    """The mask of a cell of Markdown, as if it began with `%%markdown`."""
    return Mask(_call("run_cell_magic", "markdown", "", source, mark), source)


def text_mask(source: str, mark: str) -> Mask:
    """The mask of a code cell that is not Python, and stops there when it is run."""
    return Mask(_call("run_cell", source, mark), source)


def _call(method: str, *arguments: str) -> str:
    return f"get_ipython().{method}({', '.join(map(repr, arguments))})"


# --- the lines of a cell


def _parts(source: str, marks: Iterator[str]) -> Iterator[str | Mask]:
    """Python and masks, in order; a magic is one only where a statement begins, or behind its `=`."""
    at = 0
    while at < len(source):
        magic = _LINE_MAGIC.match(source, at) or _automagic(source, at)
        if magic is not None:
            mask = _run_mask(magic[2], marks) if not magic[1] else None
            mask = mask or _line_mask(magic[2], next(marks))
            yield magic[1]
            yield mask
            at = magic.start(2) + len(mask.original)
            continue
        end, kind = _statement_end(source, at)
        if kind == "given":
            yield source[at:end]
            rest = _LINE.match(source, end)
            assert rest is not None
            yield _value_mask(rest[0], next(marks))
            end = rest.end()
        elif kind == "question":
            line = source[at:end].lstrip(" \t")
            yield source[at : end - len(line)]
            yield Mask(f'"{next(marks)}"', line)
        else:
            yield source[at:end]
        at = end


def _statement_end(source: str, start: int) -> tuple[int, str | None]:
    """Where the Python that begins at `start` ends, and what ends it."""
    at, depth = start, 0
    while at < len(source):
        found = _TOKEN.match(source, at)
        assert found is not None
        kind, at = found.lastgroup, found.end()
        depth = max(0, depth + (kind == "open") - (kind == "close"))
        if not depth and (kind in ("end", "given") or (kind == "question" and "\n" not in source[start:at])):
            return at, kind
    return at, None


def _automagic(source: str, at: int) -> re.Match[str] | None:
    found = _AUTOMAGIC.match(source, at)
    return found if found is not None and not _statements(found[2]) else None


def _line_mask(magic: str, mark: str) -> Mask:
    timed = _TIMED.match(magic)
    if timed is not None and _is_simple(timed[2]):
        return Mask(f'"{mark}"; ', timed[1])
    matters = timed is not None or _TELLING.search(magic) is not None
    return Mask((_said(magic, mark) if matters else f'"{mark}"') + _silencing(magic), magic)


def _run_mask(magic: str, marks: Iterator[str]) -> Mask | None:
    """The mask of `%run train.py` as the star import that it is like: all names of the script are there afterwards.

    A notebook, or what is no module by its name, is one that nobody can follow.
    """
    found = _RUN.match(magic)
    module = _module_run(_CONTINUED.sub(" ", found["line"])) if found is not None else None
    return Mask(f'from {module} import *; "{next(marks)}"{_silencing(magic)}', magic) if module else None


def _module_run(line: str) -> str | None:
    """The module that a line of `%run` names; None if it names nothing."""
    try:
        words = shlex.split(line, comments=True)
    except ValueError:  # an open quote
        return _HIDDEN
    while words and words[0].startswith("-"):
        option = words.pop(0)
        if option == "-m" and words:
            parts = words[0].split(".")
            return words[0] if all(map(str.isidentifier, parts)) and parts[0] not in _INSTALLED else _HIDDEN
        if option in _WITH_VALUE and words:
            words.pop(0)
    if not words:
        return None
    found = _FILE.fullmatch(words[0])
    parts = found["path"].split("/") if found is not None else []
    if found is None or not all(_is_name(each) for each in parts) or (parts[0] in _INSTALLED and not found["up"]):
        return _HIDDEN
    return "." * (found["up"].count("/") + 1 if found["up"] else 0) + ".".join(parts)


def _is_name(part: str) -> bool:
    return part.isidentifier() and not keyword.iskeyword(part)


def _value_mask(magic: str, mark: str) -> Mask:
    """The mask of what is assigned: a value of which nothing is known."""
    return Mask(_said(magic, mark) if _TIMED.match(magic) else _call("getoutput", mark), magic)


def _said(magic: str, mark: str) -> str:
    """The call that IPython makes of a magic."""
    line = _CONTINUED.sub(" ", magic)
    if line.startswith("!"):
        return _call("system", line.lstrip("!").strip(), mark)
    name, _, rest = line.lstrip("%? ").partition(" ")
    return _call("run_line_magic", name, rest.strip(), mark)


def _silencing(magic: str) -> str:
    found = _SUPPRESSION.search(magic)
    return f"  {found[0]}" if found is not None else ""


def _is_simple(line: str) -> bool:
    """True if a line is Python that may follow a semicolon."""
    statements = _statements(line)
    return bool(statements) and not any(isinstance(each, _COMPOUND) for each in statements)


def _statements(line: str) -> list[ast.stmt]:
    """The statements of a line; none if it is not Python."""
    try:
        return ast.parse(line).body
    except (SyntaxError, ValueError):
        return []
