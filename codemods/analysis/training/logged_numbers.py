"""The numbers that Keras measures: values of logs and histories, and what `train_on_batch` and the like return."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.reaching import last_value, reaching
from codemods.analysis.flow.unpacking import unpacked
from codemods.analysis.logs.logged_values import is_log
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.objects.looped_names import loop_around
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.source.file import File

_DEPTH = 5
_MEASURING = frozenset({"evaluate", "evaluate_generator", "test_on_batch", "train_on_batch"})
_READING = frozenset({"get", "pop"})
_VALUES = {"items": [1], "values": []}
"""Where in what a loop over the method's result binds the value is."""


def is_measured(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for a number that Keras measured, as far as the file shows it."""
    if not depth:
        return False
    if isinstance(node, cst.Subscript):
        return _holds_numbers(file, node.value, depth) or _is_result(file, node.value)
    if isinstance(node, cst.Call):
        is_read = isinstance(node.func, cst.Attribute) and node.func.attr.value in _READING
        return _is_result(file, node) or (is_read and _holds_numbers(file, _owner(node), depth))
    if not isinstance(node, cst.Name):
        return False
    value = last_value(file, node)
    return is_measured(file, value, depth - 1) if value is not None else _is_taken(file, node, depth)


def _owner(call: cst.Call) -> cst.BaseExpression:
    assert isinstance(call.func, cst.Attribute)
    return call.func.value


def _holds_numbers(file: File, node: cst.BaseExpression, depth: int) -> bool:
    """True for logs, a dictionary of their values under other names, and a list of a history; a frame holds columns."""
    if _is_of_history(file, node) or held(file, node) is Held.FRAME:
        return False
    if isinstance(node, cst.Subscript):
        return _is_of_history(file, node.value)
    value = last_value(file, node)
    made = value if value is not None else node
    if isinstance(made, cst.DictComp):
        return is_measured(file, made.value, depth - 1)
    return is_log(file, node)


def _is_of_history(file: File, node: cst.BaseExpression) -> bool:
    """True for the dictionary of a history, which holds lists."""
    value = last_value(file, node)
    made = value if value is not None else node
    return isinstance(made, cst.Attribute) and made.attr.value == "history" and is_log(file, made)


def _is_result(file: File, node: cst.BaseExpression) -> bool:
    """True for `model.train_on_batch(x, y)`, also by a name: one number, or a list of them."""
    value = last_value(file, node)
    call = value if value is not None else node
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
        return False
    return call.func.attr.value in _MEASURING and evidence(file, call.func.value, Kind.MODEL).is_enough


def _is_taken(file: File, name: cst.Name, depth: int) -> bool:
    """True for a variable that a loop over logs binds to their values, or that takes a result apart."""
    around = loop_around(file, name)
    if around is not None:
        return _runs_over(file, *around, depth)
    bindings = reaching(file, name)
    part = unpacked(file, bindings[0].node) if len(bindings) == 1 else None
    return part is not None and len(part.path) == 1 and _is_result(file, part.whole)


def _runs_over(file: File, iterable: cst.BaseExpression, path: list[int], depth: int) -> bool:
    if (
        isinstance(iterable, cst.Call)
        and file.is_builtin(iterable.func, "sorted", "list", "reversed")
        and iterable.args
    ):
        return _runs_over(file, iterable.args[0].value, path, depth)
    if not isinstance(iterable, cst.Call) or not isinstance(iterable.func, cst.Attribute) or iterable.args:
        return not path and isinstance(iterable, cst.Subscript) and _holds_numbers(file, iterable, depth)
    return _VALUES.get(iterable.func.attr.value) == path and _holds_numbers(file, iterable.func.value, depth)
