"""The names under which a file's `compile` calls and own metrics are logged, in legacy releases and today."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.call_sites import is_compile
from codemods.analysis.evidence import Kind, evidence
from codemods.analysis.own_classes import class_of
from codemods.analysis.self_attributes import is_self, values_of_attribute
from codemods.analysis.texts import text_pattern
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes
from compat.tables.names.log_keys import METRIC_KEYS

_STEPS = frozenset({"train_step", "test_step"})
_METRICS_AT = 2
_ACCURACY = ("accuracy", "acc")
_DEPTH = 6


class MetricNames(NamedTuple):
    """What `metrics=` says in a file.

    `strings`: metrics that are asked for by name. `own`: names that metric objects, functions and training steps have
    themselves, which no release changes. `outputs`: names that outputs of models may have. `weighted`: metrics that
    `weighted_metrics=` asks for by name.
    """

    strings: frozenset[str]
    own: frozenset[str]
    outputs: frozenset[str]
    weighted: frozenset[str]
    patterns: frozenset[str] = frozenset()

    def may_be_output(self, name: str) -> bool:
        """True for a name of an output, also for one that is put together: `name="head_%d" % i`."""
        return name in self.outputs or any(re.fullmatch(each, name) is not None for each in self.patterns)

    def modern(self, key: str) -> frozenset[str]:
        """The keys of today for a legacy key without `val_` and output: none if nothing in the file is logged so."""
        return frozenset(name for name in self.strings if METRIC_KEYS.get(name) == key)

    def modern_weighted(self, key: str) -> frozenset[str]:
        """The keys of today for a legacy key of `weighted_metrics=`, without `val_` and `weighted_`."""
        return frozenset(name for name in self.weighted if METRIC_KEYS.get(name, name) == key)

    def keeps(self, key: str) -> bool:
        """True if something has this key in every release, or has it today."""
        return key in self.strings or key in self.own or key in self.weighted


def accuracy_in(metrics: cst.BaseExpression) -> cst.SimpleString | None:
    """The text in a list of metrics that asks for the accuracy; None if there is none."""
    listed = metrics.elements if isinstance(metrics, cst.List | cst.Tuple) else ()
    texts = (each.value for each in listed if isinstance(each.value, cst.SimpleString))
    return next((each for each in texts if literal(each) in _ACCURACY), None)


@once_per_file
def metric_names(file: File) -> MetricNames:
    """Read the `compile` calls, the metrics with names of their own and the training steps of a file."""
    strings: set[str] = set()
    own: set[str] = set()
    outputs: set[str] = set()
    weighted: set[str] = set()
    patterns: set[str] = set()
    for call in file.calls:
        for said in _texts(call):
            if _is_metric(file, call):
                own.add(said)
            elif keyword(call, "name") is not None:
                outputs.add(said)
        name = keyword(call, "name")
        pattern = text_pattern(name.value) if name is not None else None
        patterns |= {pattern} if pattern is not None else set()
        if is_compile(file, call):
            for node in _members(file, _metrics_of(call)):
                text = literal(node)
                if isinstance(text, str):
                    strings.add(text)
                else:
                    own |= {*_names_of(file, node)}
            outputs |= {*_output_names(call)}
            weighted |= {*_names_asked_for(file, call, "weighted_metrics")}
        else:
            own |= {*_names_asked_for(file, call, "metrics")}  # handed on to a `compile` elsewhere
    own |= {*_returned_by_steps(file)}
    return MetricNames(frozenset(strings), frozenset(own), frozenset(outputs), frozenset(weighted), frozenset(patterns))


def _texts(call: cst.Call) -> Iterator[str]:
    """What may be the name that a call gives: `name=`, or a first argument such as that of `Mean("acc")`."""
    given = [keyword(call, "name"), call.args[0] if call.args and call.args[0].keyword is None else None]
    values = (literal(each.value) for each in given if each is not None)
    yield from (value for value in values if isinstance(value, str))


def _metrics_of(call: cst.Call) -> cst.BaseExpression | None:
    arg = keyword(call, "metrics")
    if arg is None and len(call.args) > _METRICS_AT and not any(each.star for each in call.args):
        third = call.args[_METRICS_AT]
        arg = third if third.keyword is None else None
    return arg.value if arg is not None else None


def _names_asked_for(file: File, call: cst.Call, argument: str) -> Iterator[str]:
    """The metrics that an argument by keyword asks for by name."""
    arg = keyword(call, argument)
    values = (literal(each) for each in _members(file, arg.value)) if arg is not None else ()
    yield from (value for value in values if isinstance(value, str))


def _members(file: File, node: cst.BaseExpression | None, depth: int = _DEPTH) -> Iterator[cst.BaseExpression]:
    """The single metrics in a `metrics=`, however nested, as far as the file shows them."""
    below: list[cst.BaseExpression] = []
    if node is None or not depth:
        return
    if isinstance(node, cst.List | cst.Tuple | cst.Set | cst.Dict):
        below = [each.value for each in node.elements]
    elif isinstance(node, cst.ListComp):
        below = [node.elt]
    elif isinstance(node, cst.BinaryOperation):
        below = [node.left, node.right]
    elif isinstance(node, cst.IfExp):
        below = [node.body, node.orelse]
    elif isinstance(node, cst.Name) and file.definitions(node):
        below = file.definitions(node) or []
    elif isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and is_self(file, node.value):
        below = values_of_attribute(file, node) or []
    if not below:
        yield node
    for each in below:
        yield from _members(file, each, depth - 1)


def _names_of(file: File, node: cst.BaseExpression) -> Iterator[str]:
    """The name of a function, of a class for its object, and of what an import calls so."""
    function = node.func if isinstance(node, cst.Call) else node
    if isinstance(function, cst.Attribute):
        yield function.attr.value
    elif isinstance(function, cst.Name):
        yield function.value
        yield (file.qualified_name(function) or "").rpartition(".")[2]
        owner = class_of(file, function)
        for param in nodes(owner, cst.Param) if owner is not None else ():
            if param.name.value == "name" and param.default is not None and isinstance(literal(param.default), str):
                yield str(literal(param.default))


def _is_metric(file: File, call: cst.Call) -> bool:
    if isinstance(call.func, cst.Attribute) and call.func.attr.value == "add_metric":
        return True
    if "metrics" in (file.symbol(call.func) or "").split("."):
        return True
    return evidence(file, call, Kind.METRIC).is_enough


def _output_names(call: cst.Call) -> Iterator[str]:
    for arg in call.args:
        for each in arg.value.elements if isinstance(arg.value, cst.Dict) else ():
            if isinstance(each, cst.DictElement) and isinstance(literal(each.key), str):
                yield str(literal(each.key))


def _returned_by_steps(file: File) -> Iterator[str]:
    """The keys of the dictionaries in `train_step` and `test_step`."""
    for function in file.every(cst.FunctionDef):
        if function.name.value in _STEPS:
            for element in nodes(function.body, cst.DictElement):
                if isinstance(literal(element.key), str):
                    yield str(literal(element.key))
