"""The names under which a file's `compile` calls and own metrics are logged, in legacy releases and today."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import is_compile
from codemods.analysis.flow.own_classes import class_of
from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.flow.texts import text_pattern
from codemods.analysis.objects.absent_values import values_behind
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.objects.looped_names import keys_or_elements, known_texts, source_of_names
from codemods.analysis.objects.passed_elsewhere import Passed
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
    `weighted_metrics=` asks for by name. `before_own`, `after_own`: names that one list has as a text and as a function
    that is not Keras', the text before the function or after it.
    """

    strings: frozenset[str]
    own: frozenset[str]
    outputs: frozenset[str]
    weighted: frozenset[str]
    patterns: frozenset[str] = frozenset()
    before_own: frozenset[str] = frozenset()
    after_own: frozenset[str] = frozenset()

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
    """What `metrics=` says in a file; in one that compiles nothing, in those that it imports, and that import it.

    The outputs of models are those of the modules that it imports, too.
    Where these compile nothing either, in the files of the project that write a history to a disk.
    """
    own = _metric_names(file)
    if any(is_compile(file, call) for call in file.calls):
        return _with_outputs_of(own, map(_metric_names, file.imported_modules))
    found = [own, *map(_metric_names, (*file.imported_modules, *file.project.importers(".compile(")))]
    if not any(each.strings or each.own for each in found):
        found += map(_metric_names, file.project.storing())
    return MetricNames(*(frozenset[str]().union(*parts) for parts in zip(*found, strict=True)))


def _with_outputs_of(own: MetricNames, imported: Iterable[MetricNames]) -> MetricNames:
    """What a file compiles, where the models may come from modules that it imports."""
    outputs, patterns = own.outputs, own.patterns
    for each in imported:
        outputs, patterns = outputs | each.outputs, patterns | each.patterns
    return own._replace(outputs=outputs, patterns=patterns)


@once_per_file
def _metric_names(file: File) -> MetricNames:
    """Read the `compile` calls, the metrics with names of their own and the training steps of a file."""
    strings: set[str] = set()
    own: set[str] = set()
    outputs: set[str] = set()
    weighted: set[str] = set()
    patterns: set[str] = set()
    before_own: set[str] = set()
    after_own: set[str] = set()
    for call in file.calls:
        for said in _texts(call):
            if _is_metric(file, call):
                own.add(said)
            elif keyword(call, "name") is not None:
                outputs.add(said)
        name = keyword(call, "name")
        outputs |= known_texts(file, name.value) if name is not None and isinstance(name.value, cst.Name) else set()
        pattern = text_pattern(name.value) if name is not None else None
        patterns |= {pattern} if pattern is not None else set()
        if is_compile(file, call):
            for module, node in _members(file, _metrics_of(call)):
                text = literal(node)
                if isinstance(text, str):
                    strings.add(text)
                else:
                    own |= {*_names_of(module, node)}
            outputs |= {*_output_names(file, call)}
            for listed in _lists(file, _metrics_of(call)):
                for shared, is_after in _doubled(file, listed).items():
                    (after_own if is_after else before_own).add(shared)
            weighted |= {*_names_asked_for(file, call, "weighted_metrics")}
        else:
            own |= {*_names_asked_for(file, call, "metrics")}  # handed on to a `compile` elsewhere
    own |= {*_returned_by_steps(file)}
    found = (strings, own, outputs, weighted, patterns, before_own, after_own)
    return MetricNames(*(frozenset(each) for each in found))


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
    values = (literal(each.value) for each in _members(file, arg.value)) if arg is not None else ()
    yield from (value for value in values if isinstance(value, str))


def _members(file: File, node: cst.BaseExpression | None, depth: int = _DEPTH) -> Iterator[Passed]:
    """The single metrics in a `metrics=`, however nested, as far as the file and its importers show them."""
    if node is None or not depth:
        return
    below = [Passed(file, each) for each in _parts(file, node)] or [*_values_of(file, node)]
    if not below:
        yield Passed(file, node)
    for each in below:
        yield from _members(each.module, each.value, depth - 1)


def _parts(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What a collection of metrics is written with; none for other expressions."""
    if isinstance(node, cst.List | cst.Tuple | cst.Set | cst.Dict):
        return [each.value for each in node.elements]
    if isinstance(node, cst.ListComp):
        return [node.elt]
    if isinstance(node, cst.DictComp):
        return [node.value]
    if isinstance(node, cst.Call) and _is_dictionary(file, node):
        return [arg.value for arg in node.args if arg.keyword is not None] or [arg.value for arg in node.args[1:]]
    if isinstance(node, cst.BinaryOperation):
        return [node.left, node.right]
    return [node.body, node.orelse] if isinstance(node, cst.IfExp) else []


def _values_of(file: File, node: cst.BaseExpression) -> Iterator[Passed]:
    """What a name, an attribute of `self` or an entry of a dictionary is given, also by calls and by loops."""
    values = file.definitions(node) if isinstance(node, cst.Name) else None
    if not values and (source := source_of_names(file, node)) is not None:
        values = keys_or_elements(file, source)
    yield from (Passed(file, each) for each in values) if values else values_behind(file, node)


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


def _output_names(file: File, call: cst.Call) -> Iterator[str]:
    """The keys of the dictionaries that a `compile` gets."""
    for arg in call.args:
        value = only_value_of(file, arg.value) or arg.value
        if isinstance(value, cst.Dict):
            for each in value.elements:
                yield from known_texts(file, each.key) if isinstance(each, cst.DictElement) else ()
        elif isinstance(value, cst.DictComp):
            yield from known_texts(file, value.key)
        elif isinstance(value, cst.Call) and _is_dictionary(file, value):
            yield from (each.keyword.value for each in value.args if each.keyword is not None)
            listed = keys_or_elements(file, value.args[0].value) if value.args else []
            yield from (text for each in listed for text in known_texts(file, each))


def _is_dictionary(file: File, call: cst.Call) -> bool:
    """True for `dict(a="accuracy")` and `dict.fromkeys(names, "accuracy")`."""
    if isinstance(call.func, cst.Attribute):
        return call.func.attr.value == "fromkeys" and file.is_builtin(call.func.value, "dict")
    return file.is_builtin(call.func, "dict") and all(arg.keyword is not None for arg in call.args)


def _lists(file: File, node: cst.BaseExpression | None, depth: int = _DEPTH) -> Iterator[cst.List | cst.Tuple]:
    """The lists of metrics in a `metrics=`, each of which is that of one output."""
    value = (only_value_of(file, node) or node) if node is not None else None
    if isinstance(value, cst.List | cst.Tuple):
        yield value
    below: list[cst.BaseExpression] = []
    if isinstance(value, cst.List | cst.Tuple | cst.Dict) and depth:
        below = [each.value for each in value.elements]
    for each in below:
        if not isinstance(each, cst.SimpleString):
            yield from _lists(file, each, depth - 1)


def _doubled(file: File, listed: cst.List | cst.Tuple) -> dict[str, bool]:
    """The names that a list has as a text and as an own function; true where the text comes after the function."""
    values = [each.value for each in listed.elements]
    texts = {text: place for place, each in enumerate(values) if isinstance(text := literal(each), str)}
    found = ((name, place) for place, each in enumerate(values) for name in _own_function(file, each))
    return {name: texts[name] > place for name, place in found if name in texts and METRIC_KEYS.get(name, name) != name}


def _own_function(file: File, node: cst.BaseExpression) -> Iterator[str]:
    """The name of a function that the file defines, or that it has from a module that is not Keras'."""
    if isinstance(node, cst.Name):
        binding = file.only_binding(node)
        is_function = binding is not None and isinstance(binding.node, cst.FunctionDef)
        if is_function or (file.qualified_name(node) is not None and file.symbol(node) is None):
            yield (file.qualified_name(node) or node.value).rpartition(".")[2]
    elif isinstance(node, cst.Attribute) and file.qualified_name(node) is not None and file.symbol(node) is None:
        yield node.attr.value


def _returned_by_steps(file: File) -> Iterator[str]:
    """The keys of the dictionaries in `train_step` and `test_step`."""
    for function in file.every(cst.FunctionDef):
        if function.name.value in _STEPS:
            for element in nodes(function.body, cst.DictElement):
                if isinstance(literal(element.key), str):
                    yield str(literal(element.key))
