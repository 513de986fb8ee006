"""Calls of Keras and TensorFlow that are not written out: by `partial`, with `**options`, of classes that a loop has.

Rules read the arguments of a call where it stands. Here such a call gets all of them, as far as the file shows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls
from codemods.analysis.calls.unpacked_dictionaries import Unpacked, unpacked
from codemods.analysis.flow.unpacking import part_of
from codemods.analysis.objects.class_sources import prepared
from codemods.analysis.objects.elements import elements, under_key
from codemods.analysis.objects.looped_names import loops_of, path_to
from codemods.analysis.objects.member_values import member_values
from codemods.source.arguments import literal_key, named
from codemods.source.file import File, name_of, once_per_file
from codemods.source.walk import nodes

_MOST = 6
"""More ways than a call has in scripts that people write."""

_Environment = Mapping[str, cst.BaseExpression]


class Way(NamedTuple):
    """A call with its arguments written out; `new` are those that it gets from elsewhere: from `sources` of the file.

    `is_whole` says that no others may come beside them.
    """

    call: cst.Call
    new: tuple[cst.Arg, ...]
    sources: tuple[cst.CSTNode, ...]
    is_whole: bool


class WrittenOut(NamedTuple):
    """A call of a file, and the calls that it may be."""

    call: cst.Call
    ways: tuple[Way, ...]


def written_out_calls(file: File) -> list[WrittenOut]:
    """The calls that do not show all of their arguments, each with the calls that it may be."""
    found = ((call, tuple(_ways(file, call))) for call in file.calls if _is_of_interest(file, call))
    return [WrittenOut(call, ways[:_MOST]) for call, ways in found if ways]


def _is_of_interest(file: File, call: cst.Call) -> bool:
    if any(arg.star for arg in call.args) or _partial(file, call.func) is not None:
        return True
    is_held = isinstance(call.func, cst.Subscript) or (
        isinstance(call.func, cst.Attribute) and call.func.attr.value in _assigned_names(file)
    )
    return is_held and bool(_functions(file, call.func, {}))


@once_per_file
def _assigned_names(file: File) -> frozenset[str]:
    """The names that the file assigns, as variables or members."""
    targets = (each.target for each in file.every(cst.AssignTarget))
    return frozenset(name.rpartition(".")[2] for each in targets if (name := name_of(each)) is not None)


@once_per_file
def _known(file: File) -> frozenset[cst.Call]:
    """The calls of methods that Keras and TensorFlow have."""
    return frozenset(each.call for each in known_calls(file))


def _partial(file: File, func: cst.BaseExpression) -> cst.Call | None:
    """The call of `partial` that made what is called."""
    made = file.only_value(func) if isinstance(func, cst.Name) else func
    return made if isinstance(made, cst.Call) and prepared(file, made) is not None else None


def _ways(file: File, call: cst.Call) -> Iterator[Way]:
    for environment in _environments(file, call):
        made = _partial(file, call.func)
        called = call.func if made is None else made.args[0].value
        for func in _functions(file, called, environment) or ([called] if call in _known(file) else []):
            first = made.args[1:] if made is not None else ()
            yield from _with_arguments(file, call, func, first, environment)


def _functions(file: File, node: cst.BaseExpression, environment: _Environment) -> list[cst.BaseExpression]:
    """The names of Keras and TensorFlow that a function may be: its own, that of a member, or of a dictionary."""
    node = _resolved(node, environment)
    if file.reference(node) is not None:
        return [node]
    held: list[cst.BaseExpression] = []
    if isinstance(node, cst.Attribute):
        held = member_values(file, node)
    elif isinstance(node, cst.Subscript):
        made = file.only_value(node.value) if isinstance(node.value, cst.Name) else None
        chosen = under_key(made, literal_key(node)) if made is not None else None
        held = [chosen] if chosen is not None else elements(file, node.value) or []
    return held if all(file.reference(each) is not None for each in held) else []


def _with_arguments(
    file: File, call: cst.Call, func: cst.BaseExpression, first: Sequence[cst.Arg], environment: _Environment
) -> Iterator[Way]:
    """The call with what its tuples and dictionaries hold: one way for each dictionary that the last of them may be."""
    args = [each for arg in call.args for each in _spread(file, arg, environment)]
    given = [arg for arg in (*first, *args) if arg.star != "**"]
    held = [[*unpacked(file, _with_value(arg, environment))] for arg in (*first, *args) if arg.star == "**"]
    known = [each for each in held if each]
    is_whole = len(known) == len(held) and all(len(each) == 1 and _is_whole(each[0]) for each in held)
    taken = {arg.keyword.value for arg in args if arg.keyword is not None}
    bound = [arg for arg in given if arg.keyword is None or arg in args or arg.keyword.value not in taken]
    if not known and not first and len(args) == len(call.args) and func is call.func:
        return
    for index in range(max((len(each) for each in known), default=1)):
        chosen = [each[min(index, len(each) - 1)] for each in known]
        shown = [(key, entry.value) for each in chosen for key, entry in each.entries.items()]
        entries = {key: value for key, value in shown if key not in taken and not _is_passed_on(file, value)}
        new = [named(cst.Arg(value.deep_clone()), key) for key, value in entries.items() if key.isidentifier()]
        kept = [_copied(arg, _resolved(arg.value, environment)) for arg in bound]
        brought = [each for each, arg in zip(kept, bound, strict=True) if arg not in call.args]
        if not (brought or new) and not is_whole:
            continue  # nothing is known of this dictionary
        sources = (*(arg.value for arg in first), *entries.values())
        yield Way(cst.Call(func.deep_clone(), [*_ordered(kept), *new]), (*brought, *new), sources, is_whole)


def _spread(file: File, arg: cst.Arg, environment: _Environment) -> list[cst.Arg]:
    """The arguments that `*values` stands for; the argument itself where that is not written out."""
    if arg.star != "*":
        return [arg]
    value = _resolved(arg.value, environment)
    made = file.only_value(value) if isinstance(value, cst.Name) else value
    if not isinstance(made, cst.Tuple | cst.List) or not all(isinstance(each, cst.Element) for each in made.elements):
        return [arg]
    return [cst.Arg(each.value) for each in made.elements]


def _is_passed_on(file: File, value: cst.BaseExpression) -> bool:
    """True for `kwargs.pop("name")`: only a caller that knows the keyword passes it."""
    func = value.func if isinstance(value, cst.Call) else None
    if not isinstance(func, cst.Attribute) or not isinstance(func.value, cst.Name):
        return False
    binding = file.only_binding(func.value)
    param = binding.node if binding is not None else None
    function = file.function_of(param) if isinstance(param, cst.Param) else None
    return func.attr.value == "pop" and function is not None and function.params.star_kwarg is param


def _ordered(args: Sequence[cst.Arg]) -> list[cst.Arg]:
    """Positional arguments first."""
    return sorted(args, key=lambda arg: arg.keyword is not None)


def _copied(arg: cst.Arg, value: cst.BaseExpression) -> cst.Arg:
    """An argument of that kind with another value, and with a layout of its own."""
    made = cst.Arg(value.deep_clone(), star=arg.star)
    return named(made, arg.keyword.value) if arg.keyword is not None else made


def _with_value(arg: cst.Arg, environment: _Environment) -> cst.Arg:
    return arg.with_changes(value=_resolved(arg.value, environment))


def _is_whole(found: Unpacked) -> bool:
    return found.only_here and not found.beside


def _environments(file: File, call: cst.Call) -> list[_Environment]:
    """What the variables of the loop around a call may hold together; one empty one where it uses none."""
    used = {each.value for each in nodes(call, cst.Name)}
    for above in file.ancestors(call):
        for loop in loops_of(above):
            if used & {each.value for each in nodes(loop.target, cst.Name)}:
                found = [_bound(loop.target, value) for value in _iterated(file, loop.iter)]
                return [each for each in found if each is not None] or [{}]
    return [{}]


def _iterated(file: File, iterable: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The values of a loop; those of `d.items()` as tuples."""
    if isinstance(iterable, cst.Call) and isinstance(iterable.func, cst.Attribute) and not iterable.args:
        held, method = iterable.func.value, iterable.func.attr.value
        if method == "values":
            return elements(file, held) or []
        made = file.only_value(held) if isinstance(held, cst.Name) else held
        if method == "items" and isinstance(made, cst.Dict):
            pairs = [each for each in made.elements if isinstance(each, cst.DictElement)]
            return [cst.Tuple([cst.Element(each.key), cst.Element(each.value)]) for each in pairs]
    return elements(file, iterable) or []


def _bound(target: cst.BaseExpression, value: cst.BaseExpression) -> dict[str, cst.BaseExpression] | None:
    """What the names of a target get of a value; None if that is not written out."""
    found: dict[str, cst.BaseExpression] = {}
    for name in {each.value for each in nodes(target, cst.Name)}:
        path = path_to(target, name)
        part = part_of(value, tuple(path)) if path is not None else None
        if part is None:
            return None
        found[name] = part
    return found


def _resolved(node: cst.BaseExpression, environment: _Environment) -> cst.BaseExpression:
    """What a variable of the loop holds, or an entry of it."""
    if isinstance(node, cst.Name):
        return environment.get(node.value, node)
    if not isinstance(node, cst.Subscript):
        return node
    return under_key(_resolved(node.value, environment), literal_key(node)) or node
