"""Values that were lists in Python 2 and are none in Python 3, where they have to be."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.flow.version_branches import Choices
from codemods.source.canonical_names import below
from codemods.source.file import File

_ITERATORS = ("map", "filter", "zip")
_RANGES = ("range",)
_VIEWS = ("keys", "values", "items")
_ALL = (*_ITERATORS, *_RANGES, *_VIEWS)
_NOT_RANGES = (*_ITERATORS, *_VIEWS)
_LIST_METHODS = frozenset({"append", "extend", "insert", "pop", "remove", "reverse", "sort"})
_SHUFFLES = frozenset({"random.shuffle", "numpy.random.shuffle"})
_CHOICES = frozenset({"random.choice", "random.sample"})
_ARRAYS = frozenset(
    f"numpy.{name}"
    for name in (
        *("array", "asarray", "mean", "sum", "std", "median", "max", "min", "cumsum", "argmax", "argmin"),
        *("concatenate", "stack", "vstack", "hstack", "dstack", "column_stack"),
    )
)


def needed_lists(file: File) -> Iterator[tuple[tuple[cst.Call, ...], str]]:
    """The calls that make such a value, and what needs a list of it; code that asks for the version is passed over."""
    choices = Choices(file)
    seen: set[cst.Call] = set()
    for value, kinds, use in _needed(file):
        calls = _lazy(file, value, kinds)
        if calls is None or choices.leading_to(value) or seen.intersection(calls):
            continue
        seen.update(calls)
        yield calls, use


def _needed(file: File) -> Iterator[tuple[cst.BaseExpression, tuple[str, ...], str]]:
    """The values that have to be lists, the makers of which Python 3 makes none, and what they are used for."""
    for item in file.every(cst.Subscript):
        is_set = isinstance(file.parent(item), cst.AssignTarget | cst.Del | cst.AugAssign)
        yield item.value, _ALL if is_set else _NOT_RANGES, "[...]"
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in _LIST_METHODS:
            yield call.func.value, _ALL, f"{call.func.attr.value}()"
        if not call.args or call.args[0].keyword is not None or call.args[0].star:
            continue
        path = file.qualified_name(call.func)
        if file.is_builtin(call.func, "len"):
            yield call.args[0].value, _ITERATORS, "len()"
        elif path in _SHUFFLES:
            yield call.args[0].value, _ALL, f"{path}()"
        elif path in _CHOICES or path in _ARRAYS:
            yield call.args[0].value, _NOT_RANGES, f"{path}()"
    for node in file.every(cst.BinaryOperation):
        if isinstance(node.operator, cst.Add):
            yield from ((one, _ALL, "+") for one, other in _both(node) if _is_list(file, other))


def _both(node: cst.BinaryOperation) -> tuple[tuple[cst.BaseExpression, cst.BaseExpression], ...]:
    return (node.left, node.right), (node.right, node.left)


def _is_list(file: File, node: cst.BaseExpression) -> bool:
    is_call = isinstance(node, cst.Call) and file.is_builtin(node.func, "list", "sorted")
    return is_call or isinstance(node, cst.List | cst.ListComp) or _lazy(file, node, _ALL) is not None


def _lazy(file: File, node: cst.BaseExpression, kinds: tuple[str, ...]) -> tuple[cst.Call, ...] | None:
    """The calls that make a value, if all it can be is no list."""
    values = file.definitions(node) if isinstance(node, cst.Name) else [node]
    if not values or not all(isinstance(each, cst.Call) and _is_of(file, each, kinds) for each in values):
        return None
    return tuple(each for each in values if isinstance(each, cst.Call))


def _is_of(file: File, call: cst.Call, kinds: tuple[str, ...]) -> bool:
    if isinstance(call.func, cst.Name):
        is_made = file.is_builtin(call.func, *_ITERATORS, *_RANGES) and not file.unknown_stars()
        return is_made and call.func.value in kinds
    if not isinstance(call.func, cst.Attribute) or call.args or file.qualified_name(call.func) is not None:
        return False
    name = call.func.attr.value
    return name in _VIEWS and name in kinds and name not in own_names(file) and not _may_be_frame(file, name)


def _may_be_frame(file: File, name: str) -> bool:
    """True for `keys()`, which of a frame of pandas is an index."""
    return name == "keys" and any(below(each.qualified, "pandas") for each in file.imports)
