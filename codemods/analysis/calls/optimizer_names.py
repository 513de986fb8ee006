"""Names of optimizers and losses that reach `compile` by ways along which no rule edits: parameters, options, ..."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls
from codemods.analysis.calls.unpacked_dictionaries import unpacked
from codemods.analysis.objects.built_models import returns_of
from codemods.analysis.objects.class_sources import held
from codemods.analysis.objects.elements import loop_iterable
from codemods.analysis.objects.member_values import member_values, owners
from codemods.analysis.objects.object_types import receiver_of
from codemods.analysis.objects.own_calls import calls_of
from codemods.analysis.objects.program_options import decorated_values, option_values
from codemods.analysis.objects.provenance import calls_anywhere
from codemods.source.arguments import keyword, literal, literal_key
from codemods.source.file import File
from codemods.source.scopes import Binding

_DEPTH = 5
_OPTIMIZER = "optimizer"
_SAME_TEXT = frozenset({"lower", "upper", "strip", "title", "capitalize"})


def given_optimizers(file: File) -> Iterator[cst.BaseExpression]:
    """What is passed as an optimizer to `compile` and `keras.optimizers.get`."""
    yield from _compiled(file, _OPTIMIZER)
    for reference in file.references("keras.optimizers.get"):
        call = file.call_of(reference)
        if call is not None and call.args and not reference.spelling.shimmed:
            yield call.args[0].value


def _compiled(file: File, argument: str) -> Iterator[cst.BaseExpression]:
    for called in known_calls(file):
        arg = called.argument(argument) if called.canonical.endswith(".compile") else None
        if arg is not None:
            yield arg.value


def names_from_afar(file: File, argument: str = _OPTIMIZER) -> list[cst.BaseExpression]:
    """The texts that reach `compile` otherwise than as its argument, or by a variable with this value alone."""
    found: list[cst.BaseExpression] = []
    for value in given_optimizers(file) if argument == _OPTIMIZER else _compiled(file, argument):
        if not isinstance(value, cst.Name) or file.only_value(value) is None:
            found += _texts(file, value, _DEPTH) if literal(value) is ... else ()
    for called in known_calls(file):
        for arg in called.call.args if called.canonical.endswith(".compile") else ():
            for entries in (each.entries for each in unpacked(file, arg)) if arg.star == "**" else ():
                if argument in entries:
                    found += _texts(file, entries[argument].value, _DEPTH)
    return [*dict.fromkeys(found)]


def texts_behind(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The texts that an expression may be, as far as the file shows them."""
    return [*dict.fromkeys(_texts(file, node, _DEPTH))]


def _texts(file: File, node: cst.BaseExpression, depth: int) -> Iterator[cst.BaseExpression]:
    if isinstance(literal(node), str):
        yield node
        return
    for value in _values(file, node) if depth else ():
        yield from _texts(file, value, depth - 1)


def _values(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    if isinstance(node, cst.IfExp):
        return [node.body, node.orelse]
    if isinstance(node, cst.BooleanOperation):
        return [node.left, node.right]
    if isinstance(node, cst.Name):
        return [value for each in file.assignments(node) for value in _of_binding(file, each)]
    if isinstance(node, cst.Subscript):
        key = literal_key(node)
        return held(file, node.value) or (option_values(file, key) if isinstance(key, str) else [])
    if isinstance(node, cst.Call):
        if isinstance(node.func, cst.Attribute) and node.func.attr.value == "get":
            return [*(held(file, node.func.value) or ()), *(arg.value for arg in node.args[1:2])]
        if isinstance(node.func, cst.Attribute) and node.func.attr.value in _SAME_TEXT:
            return [node.func.value]
        if file.qualified_name(node.func) == "os.getenv":
            return [arg.value for arg in node.args[1:2]]
        chosen = [value for arg in node.args for value in held(file, arg.value) or ()]  # of `random.choice(names)`
        return [*(each for each in returns_of(file, node.func) if each is not None), *chosen]
    return _of_member(file, node) if isinstance(node, cst.Attribute) else []


def _of_member(file: File, node: cst.Attribute) -> list[cst.BaseExpression]:
    """What an own class gives to a member, or the options of the program have under its name."""
    known = member_values(file, node)
    is_open = not known and not owners(file, node.value) and receiver_of(file, node.value) is None
    return option_values(file, node.attr.value) if is_open else known


def _of_binding(file: File, binding: Binding) -> list[cst.BaseExpression]:
    value = file.assigned_value(binding)
    if value is not None:
        return [value]
    if isinstance(binding.node, cst.Param):
        return [*_passed(file, binding.node), *decorated_values(file, binding.node)]
    iterable = loop_iterable(file, binding.node)
    return (held(file, iterable) or []) if iterable is not None else []


def _calls(file: File, function: cst.FunctionDef) -> list[tuple[cst.Call, int]]:
    """The calls that run a function, with the number of parameters that they do not give."""
    skipped = int(file.enclosing_class(function) is not None)
    return calls_of(file, function) or [(each, skipped) for each in calls_anywhere(file, function)]


def _passed(file: File, param: cst.Param) -> list[cst.BaseExpression]:
    """What the calls in the file pass for a parameter of their function, and its default where they pass nothing."""
    found: list[cst.BaseExpression] = []
    params = file.parent(param)
    function = file.parent(params) if params is not None else None
    calls = _calls(file, function) if isinstance(function, cst.FunctionDef) else []
    takes_default = not calls
    for call, skipped in calls:
        assert isinstance(function, cst.FunctionDef)
        names = [each.name.value for each in function.params.params]
        place = names.index(param.name.value) if param.name.value in names else len(names)
        places = [arg.value for arg in call.args if arg.keyword is None and not arg.star]
        named = keyword(call, param.name.value)
        given = [named.value] if named is not None else places[place - skipped : place - skipped + 1]
        found += given
        takes_default = takes_default or not given
    return [param.default, *found] if param.default is not None and takes_default else found
