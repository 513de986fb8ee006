"""Paths that end with a number or a time: nothing behind it can be a suffix."""

from __future__ import annotations

import re

import libcst as cst

from codemods.analysis.files.file_paths import parts_at_end, text_of
from codemods.analysis.flow.integers import Kind, kind
from codemods.analysis.flow.self_attributes import attribute_of_self, parts_set_on_self
from codemods.source.file import File

_FIELD = re.compile(r"%[-+ 0-9.]*[dif]$|\{[^{}]*:[^{}]*[dfeg]\}$")
_FORMAT = re.compile(r"[dfeg]$")
_COUNTED = re.compile(
    r"(?:\w+_)?(?:batch|count|episode|epoch|fold|generation|global_step|idx|index|iter|iteration|round|seed|step)s?"
    r"|i|j|k|n|e|(?:\w+_)?num(?:ber)?|timestamp"
)
"""What counts are called."""
_TIMES = frozenset(
    {
        *(f"datetime.datetime.{name}" for name in ("now", "today", "utcnow")),
        *("datetime.date.today", "time.asctime", "time.ctime"),
    }
)


def ends_in_number(file: File, path: cst.BaseExpression) -> bool:
    """True if a path may end with a number or a time: `"model_" + str(epoch)`, `f"model_{step}"`."""
    return any(_is_number(file, each) for each in parts_at_end(file, path))


def _is_number(file: File, node: cst.CSTNode | None) -> bool:
    if isinstance(node, cst.SimpleString):
        return _FIELD.search(text_of(node)) is not None
    if isinstance(node, cst.FormattedString):
        return _ends_formatted(node)
    if isinstance(node, cst.Call) and file.qualified_name(node.func) in _TIMES:
        return True
    if not isinstance(node, cst.BaseExpression):
        return False
    return kind(file, node) in (Kind.INTEGER, Kind.FLOAT) or _counts(file, node)


def _ends_formatted(node: cst.FormattedString) -> bool:
    """True for `f"{loss:.2f}"`."""
    last = node.parts[-1] if node.parts else None
    spec = last.format_spec[-1] if isinstance(last, cst.FormattedStringExpression) and last.format_spec else None
    return isinstance(spec, cst.FormattedStringText) and _FORMAT.search(spec.value) is not None


def _counts(file: File, node: cst.BaseExpression) -> bool:
    """True for what is counted up, and for what is called so; also with a number added to it."""
    if isinstance(node, cst.BinaryOperation):
        return any(_counts(file, each) for each in (node.left, node.right))
    if isinstance(node, cst.Name):
        named = _COUNTED.fullmatch(node.value) is not None and not _is_bound_to_other(file, node)
        return named or any(_is_counted(file, each.node) for each in file.assignments(node))
    name, owner = attribute_of_self(file, node), file.enclosing_class(node)
    if name is None or owner is None:
        return False
    values = [each.whole for each in parts_set_on_self(file, owner, name) if not each.path]
    return bool(values) and all(kind(file, each) is Kind.INTEGER for each in values)


def _is_bound_to_other(file: File, name: cst.Name) -> bool:
    """True for a name that the file binds to something else than a number."""
    values = file.definitions(name) or []
    return any(kind(file, each) is not Kind.INTEGER for each in values)


def _is_counted(file: File, node: cst.CSTNode | None) -> bool:
    """True for `i` of `i += 1`, and of `for i, each in enumerate(...)`."""
    above = file.parent(node) if node is not None else None
    if isinstance(above, cst.AugAssign):
        return above.target is node and kind(file, above.value) is Kind.INTEGER
    names = file.parent(above) if isinstance(above, cst.Element) else None
    loop = file.parent(names) if isinstance(names, cst.Tuple) and names.elements[0] is above else None
    if not isinstance(loop, cst.For | cst.CompFor) or not isinstance(loop.iter, cst.Call):
        return False
    return file.is_builtin(loop.iter.func, "enumerate")
