"""Paths that end with a number or a time: nothing behind it can be a suffix."""

from __future__ import annotations

import re

import libcst as cst

from codemods.analysis.file_paths import parts_at_end, text_of
from codemods.analysis.integers import Kind, kind
from codemods.analysis.self_attributes import attribute_of_self, parts_set_on_self
from codemods.source.file import File
from codemods.source.scopes import Binding

_FIELD = re.compile(r"%[-+ 0-9.]*[dif]$|\{[^{}]*:[^{}]*[dfeg]\}$")
_FORMAT = re.compile(r"[dfeg]$")
_EPOCH, _OF_CALLBACKS = "epoch", re.compile("on_epoch_(begin|end)")
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
    """True for what is counted up, and for the epoch that Keras gives a callback; also with a number added to it."""
    if isinstance(node, cst.BinaryOperation):
        return any(_counts(file, each) for each in (node.left, node.right))
    if isinstance(node, cst.Name):
        bindings = file.assignments(node)
        return any(_is_counted(file, each.node) or _is_epoch(file, each) for each in bindings)
    name, owner = attribute_of_self(file, node), file.enclosing_class(node)
    if name is None or owner is None:
        return False
    values = [each.whole for each in parts_set_on_self(file, owner, name) if not each.path]
    return bool(values) and all(kind(file, each) is Kind.INTEGER for each in values)


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


def _is_epoch(file: File, binding: Binding) -> bool:
    """True for the `epoch` of `def on_epoch_end(self, epoch, logs=None)`."""
    if binding.name != _EPOCH or not isinstance(binding.node, cst.Param):
        return False
    function = file.function_of(binding.node)
    return function is not None and _OF_CALLBACKS.fullmatch(function.name.value) is not None
