"""What code that takes a text apart makes of it, if the text is known: `int(name[:-3].split("_")[1])` of `w_5.h5`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath
from posixpath import basename, dirname, join, normpath, split, splitext
from typing import Any, NamedTuple

import libcst as cst

from codemods.analysis.files.file_paths import text_of
from codemods.source.arguments import literal
from codemods.source.file import File

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "os.path.basename": basename,
    "os.path.dirname": dirname,
    "os.path.join": join,
    "os.path.normpath": normpath,
    "os.path.split": split,
    "os.path.splitext": splitext,
    "pathlib.Path": PurePosixPath,
    "pathlib.PurePath": PurePosixPath,
    **{f"re.{name}": getattr(re, name) for name in ("findall", "fullmatch", "match", "search", "split", "sub")},
}
_BUILTINS: dict[str, Callable[..., Any]] = {"int": int, "float": float, "str": str, "len": len}
_WORDS = (
    "capitalize casefold count endswith find index lower lstrip partition removeprefix removesuffix replace rfind "
    "rindex rpartition rsplit rstrip split startswith strip upper isdigit group groups with_suffix with_name"
)
_METHODS = frozenset(_WORDS.split())
_PARTS = frozenset({"name", "parent", "stem", "suffix"})
_REPEATED_GROUP = re.compile(r"[*+}?]\)[*+{]")
"""A pattern that may take forever."""


class Unknown(Exception):  # noqa: N818 - no error of the program
    """The code does something else with the text than to take it apart."""


class Made(NamedTuple):
    """A value that the code makes, or the name of the error that it ends with."""

    value: object
    error: str = ""

    def __str__(self) -> str:
        return f"{self.error}" if self.error else repr(self.value)


def made_of(file: File, node: cst.BaseExpression, known: cst.BaseExpression, text: object) -> Made:
    """What `node` makes of `text`, which is the value of `known` in it; raises `Unknown` if it does something else."""
    try:
        return Made(_Reader(file, file.code(known), text).value(node))
    except (ValueError, IndexError, AttributeError, TypeError, re.error) as error:
        return Made(None, type(error).__name__)


class _Reader:
    def __init__(self, file: File, known: str, text: object) -> None:
        self._file = file
        self._known = known
        self._text = text

    def value(self, node: cst.BaseExpression) -> Any:
        if self._file.code(node) == self._known:
            return self._text
        if isinstance(node, cst.SimpleString | cst.ConcatenatedString):
            return text_of(node) if isinstance(node, cst.SimpleString) else literal(node)
        if isinstance(node, cst.Integer | cst.UnaryOperation):
            return self._plain(node)
        if isinstance(node, cst.Tuple):
            return tuple(self.value(each.value) for each in node.elements)
        if isinstance(node, cst.Subscript):
            return self._part(node)
        if isinstance(node, cst.Attribute) and node.attr.value in _PARTS:
            return self._of_path(node)
        if isinstance(node, cst.Call):
            return self._called(node)
        if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
            return self.value(node.left) + self.value(node.right)
        if isinstance(node, cst.Comparison | cst.BooleanOperation):
            return self._asked(node)
        raise Unknown

    def _plain(self, node: cst.BaseExpression) -> object:
        if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
            return not self.value(node.expression)
        found = literal(node)
        if not isinstance(found, int | None):
            raise Unknown
        return found

    def _part(self, node: cst.Subscript) -> Any:
        whole = self.value(node.value)
        if len(node.slice) != 1:
            raise Unknown
        index = node.slice[0].slice
        if isinstance(index, cst.Index):
            return whole[self.value(index.value)]
        if not isinstance(index, cst.Slice) or index.step is not None:
            raise Unknown
        lower, upper = (self.value(each) if each is not None else None for each in (index.lower, index.upper))
        return whole[lower:upper]

    def _of_path(self, node: cst.Attribute) -> Any:
        path = self.value(node.value)
        if not isinstance(path, PurePosixPath):
            raise Unknown
        return getattr(path, node.attr.value)

    def _called(self, call: cst.Call) -> Any:
        if any(arg.star or arg.keyword for arg in call.args):
            raise Unknown
        function = self._function(call.func)
        args = [self.value(arg.value) for arg in call.args]
        if (function.__module__ or "") == "re" and _REPEATED_GROUP.search(str(args[:1])):
            raise Unknown
        return function(*args)

    def _function(self, func: cst.BaseExpression) -> Callable[..., Any]:
        for name, function in _BUILTINS.items():
            if self._file.is_builtin(func, name):
                return function
        known = _FUNCTIONS.get(self._file.qualified_name(func) or "")
        if known is not None:
            return known
        if not isinstance(func, cst.Attribute) or func.attr.value not in _METHODS:
            raise Unknown
        receiver = self.value(func.value)
        if not isinstance(receiver, str | re.Match | PurePosixPath | None):
            raise Unknown
        method: Callable[..., Any] = getattr(receiver, func.attr.value)  # of None it is the script's own error
        return method

    def _asked(self, node: cst.Comparison | cst.BooleanOperation) -> bool:
        if isinstance(node, cst.BooleanOperation):
            left = bool(self.value(node.left))
            decided = left is isinstance(node.operator, cst.Or)
            return left if decided else bool(self.value(node.right))
        if len(node.comparisons) != 1:
            raise Unknown
        target = node.comparisons[0]
        left, right = self.value(node.left), self.value(target.comparator)
        if isinstance(target.operator, cst.Equal | cst.NotEqual):
            return (left == right) is isinstance(target.operator, cst.Equal)
        if isinstance(target.operator, cst.In | cst.NotIn) and isinstance(right, str | tuple | list):
            return (left in right) is isinstance(target.operator, cst.In)
        raise Unknown
