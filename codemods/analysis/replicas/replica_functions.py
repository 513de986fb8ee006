"""The functions of a file that a strategy calls on its replicas."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.source.arguments import keyword
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes

_RUNS = frozenset({"run", "experimental_run_v2", "experimental_run", "call_for_each_replica", "call_for_each_tower"})


@once_per_file
def replica_functions(file: File) -> frozenset[cst.FunctionDef]:
    """The functions that `strategy.run` and its forerunners are given, and those that these call."""
    found: set[cst.FunctionDef] = set()
    pending = [each for call in file.calls if is_run(call) for each in run_function(file, call)]
    while pending:
        function = pending.pop()
        if function not in found:
            found.add(function)
            pending += _called_in(file, function)
    return frozenset(found)


def is_run(call: cst.Call) -> bool:
    """True if a call may be one of `strategy.run` or a forerunner."""
    return isinstance(call.func, cst.Attribute) and call.func.attr.value in _RUNS


def run_function(file: File, call: cst.Call) -> list[cst.FunctionDef]:
    """The functions of the file that a strategy is given to run."""
    assert isinstance(call.func, cst.Attribute)
    given = keyword(call, "fn") or next((arg for arg in call.args if arg.keyword is None and not arg.star), None)
    if given is None or evidence(file, call.func.value, Kind.STRATEGY) is Evidence.FOREIGN:
        return []
    return (
        [*_called_in(file, given.value)] if isinstance(given.value, cst.Lambda) else named_functions(file, given.value)
    )


def _called_in(file: File, node: cst.CSTNode) -> Iterator[cst.FunctionDef]:
    for call in nodes(node, cst.Call):
        yield from named_functions(file, call.func)


def named_functions(file: File, node: cst.BaseExpression) -> list[cst.FunctionDef]:
    """The function of the file that a name, or a method of `self`, means."""
    if isinstance(node, cst.Name):
        return [each.node for each in file.assignments(node) if isinstance(each.node, cst.FunctionDef)]
    if isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and is_self(file, node.value):
        owner = file.enclosing_class(node)
        body = owner.body.body if owner is not None else ()
        return [each for each in body if isinstance(each, cst.FunctionDef) and each.name.value == node.attr.value]
    return []
