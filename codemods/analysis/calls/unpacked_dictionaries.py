"""The keywords that a call gets from an unpacked dictionary, as far as the file shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.self_attributes import attribute_of_self, same_attributes
from codemods.analysis.flow.sure_calls import in_one_loop, in_other_branch
from codemods.analysis.logs.logged_values import param_of
from codemods.analysis.objects.built_models import returns_of
from codemods.analysis.objects.member_values import member_values
from codemods.analysis.objects.provenance import calls_anywhere, given_by_calls, place
from codemods.source.arguments import bind, literal, literal_key
from codemods.source.file import File, name_of

Entry = cst.DictElement | cst.Arg | cst.Assign
"""`"lr": 0.1` of a dictionary, `lr=0.1` of a call of `dict` or of a function that passes its keywords on.

Or `options["lr"] = 0.1`.
"""

_DEEP = "copy.deepcopy"
_COPIES = ("copy.copy", _DEEP)


class Unpacked(NamedTuple):
    """What `**dictionary` in a call holds.

    `holder` is the dictionary, or the call, that lists the entries, or the assignment that is one; `only_here`: nothing
    else uses it; `beside` are keys that may come from elsewhere, too. `made_by` is the call of a function or of
    `deepcopy` that gives it, `passed_by` the call that passes it on.
    """

    holder: cst.Dict | cst.Call | cst.Assign
    entries: dict[str, Entry]
    only_here: bool
    beside: frozenset[str] = frozenset()
    made_by: cst.Call | None = None
    passed_by: cst.Call | None = None


class _Search(NamedTuple):
    """What was looked at already, and the calls that run the code; all calls, if it says none of a function."""

    seen: set[object]
    way: Sequence[cst.Call] = ()

    def again(self) -> _Search:
        return _Search({*self.seen}, self.way)

    def on_way(self, calls: Sequence[cst.Call]) -> Sequence[cst.Call]:
        return [each for each in calls if each in self.way] or calls


def unpacked(file: File, arg: cst.Arg) -> Iterator[Unpacked]:
    """The dictionaries that may be what is unpacked by `**`, and the assignments that put something into them."""
    yield from _told_once(_held(file, arg.value, _Search(set())))


def values_under(
    file: File, node: cst.BaseExpression, key: str, way: Sequence[cst.Call] = ()
) -> Iterator[tuple[Entry, Unpacked]]:
    """What may be under a key of the dictionary that an expression is, each with what lists it.

    `way`: the calls that lead there; those in it alone count among the calls of their functions.
    """
    for found in _told_once(_held(file, node, _Search(set(), way))):
        if key in found.entries:
            yield found.entries[key], found


def _told_once(held: Iterable[Unpacked]) -> Iterator[Unpacked]:
    told: set[cst.CSTNode] = set()
    for found in held:
        if found.holder not in told:
            told.add(found.holder)
            yield found


def _held(file: File, node: cst.BaseExpression, search: _Search) -> Iterator[Unpacked]:
    """The same of an expression; each one, and each variable, is looked at once."""
    here = place(file, node)
    if here in search.seen:
        return
    search.seen.add(here)
    if isinstance(node, cst.Dict | cst.Call):
        yield from _written(file, node, search)
    elif isinstance(node, cst.IfExp):
        yield from (*_held(file, node.body, search), *_held(file, node.orelse, search))
    elif isinstance(node, cst.BooleanOperation):
        yield from (*_held(file, node.left, search), *_held(file, node.right, search))
    elif isinstance(node, cst.Subscript):
        yield from (each._replace(only_here=False) for each in _under_key(file, node, search))
    elif isinstance(node, cst.Name | cst.Attribute):
        yield from _of_variable(file, node, search)


def _written(file: File, node: cst.Dict | cst.Call, search: _Search) -> Iterator[Unpacked]:
    """A dictionary that is written out or copied, those that it unpacks, and what a function of the file returns."""
    if isinstance(node, cst.Dict):
        parts = [each.value for each in node.elements if isinstance(each, cst.StarredDictElement)]
    elif file.is_builtin(node.func, "dict") or file.qualified_name(node.func) in _COPIES:
        parts = [arg.value for arg in node.args if arg.keyword is None]
    elif isinstance(node.func, cst.Attribute) and node.func.attr.value == "copy" and not node.args:
        parts = [node.func.value]
    else:
        parts = [each for each in returns_of(file, node.func) if each is not None]
    inner = [each for part in parts for each in _held(file, part, search)]
    if isinstance(node, cst.Call) and _gives(file, node):
        inner = [each._replace(made_by=node) for each in inner]
    for found in _listed(file, node, only_here=True):
        yield found._replace(beside=frozenset({"learning_rate"} if parts else ()))
        inner = [each._replace(beside=each.beside | {*found.entries}) for each in inner]
    yield from inner


def _gives(file: File, call: cst.Call) -> bool:
    """True for the call of a function, and for `deepcopy`."""
    return file.qualified_name(call.func) == _DEEP or bool(returns_of(file, call.func))


def _under_key(file: File, node: cst.Subscript, search: _Search) -> Iterator[Unpacked]:
    """What a dictionary of dictionaries holds under a key, or under any if the key is computed."""
    key = literal_key(node)
    for outer in _held(file, node.value, search.again()):  # another key may have been looked at
        values = [each.value for name, each in outer.entries.items() if key in (name, ...)]
        yield from (found for value in values for found in _held(file, value, search))


def _of_variable(file: File, node: cst.Name | cst.Attribute, search: _Search) -> Iterator[Unpacked]:
    """What a name or an attribute holds, without what is taken out of it, and what is put in."""
    uses = [use for use in _uses(file, node) if use is not node]
    met = [use for use in uses if _may_come_first(file, use, node)]
    added = [each for use in met for each in _added(file, use, search)]
    taken = {key for use in met for key in _taken(file, use)}
    only_here = all(_only_sets(file, use) for use in uses)
    beside = frozenset(key for each in added for key in each.entries)
    for found in (*_given(file, node, search), *added):
        others = found.beside | (beside - {*found.entries} if found in added else beside)
        entries = {key: each for key, each in found.entries.items() if key not in taken}
        yield found._replace(entries=entries, only_here=only_here and found.only_here, beside=others)


def _may_come_first(file: File, use: cst.BaseExpression, node: cst.BaseExpression) -> bool:
    """True unless a use is in another branch, or below in the same function, where no loop leads back."""
    if in_other_branch(file, use, node):
        return False
    if file.before(use, node) or file.function(use) is not file.function(node):
        return True
    return in_one_loop(file, node, use)


def _given(file: File, node: cst.Name | cst.Attribute, search: _Search) -> Iterator[Unpacked]:
    if isinstance(node, cst.Attribute):
        is_own = attribute_of_self(file, node) is None and _is_alone(file, node)
        for value in member_values(file, node):
            yield from (each._replace(only_here=is_own and each.only_here) for each in _held(file, value, search))
        return
    for binding in file.assignments(node):
        assigned = file.assigned_value(binding)
        if assigned is not None:
            yield from _held(file, assigned, search)
        elif isinstance(binding.node, cst.Param):
            yield from _passed(file, binding.node, search)


def _is_alone(file: File, node: cst.Attribute) -> bool:
    """True if a class is used for its attributes only, and only here for this one."""
    uses = (
        [use for each in file.assignments(node.value) for use in each.uses] if isinstance(node.value, cst.Name) else []
    )
    same = [each for each in file.attributes if each.attr.value == node.attr.value]
    return same == [node] and bool(uses) and all(isinstance(file.parent(use), cst.Attribute) for use in uses)


def _uses(file: File, node: cst.Name | cst.Attribute) -> Sequence[cst.BaseExpression]:
    if isinstance(node, cst.Name):
        return [use for binding in file.assignments(node) for use in binding.uses]
    if attribute_of_self(file, node) is not None:
        return [each for each in same_attributes(file, node) if not isinstance(file.parent(each), cst.AssignTarget)]
    spelled = name_of(node)
    same = [each for each in file.attributes if each.attr.value == node.attr.value and name_of(each) == spelled]
    return [each for each in same if spelled is not None and not isinstance(file.parent(each), cst.AssignTarget)]


def _only_sets(file: File, use: cst.BaseExpression) -> bool:
    """True for `use["key"] = value` and `use.update(key=value)`."""
    return _set_key(file, use) is not None or (
        isinstance(call := _method_call(file, use, "update"), cst.Call) and all(arg.keyword for arg in call.args)
    )


def _added(file: File, use: cst.BaseExpression, search: _Search) -> Iterator[Unpacked]:
    """What `use["key"] = value`, `use.update(...)` and `use.setdefault("key", value)` put into a dictionary."""
    assign = _set_key(file, use)
    if assign is not None:
        key = literal_key(cst.ensure_type(assign.targets[0].target, cst.Subscript))
        yield Unpacked(assign, {str(key): assign}, only_here=True)
    update = _method_call(file, use, "update")
    if update is not None:
        named: dict[str, Entry] = {arg.keyword.value: arg for arg in update.args if arg.keyword is not None}
        yield Unpacked(update, named, only_here=True)
        for arg in update.args:
            if arg.keyword is None:
                yield from _held(file, arg.value, search)
    default = _method_call(file, use, "setdefault")
    if default is not None and default.args[1:]:
        yield Unpacked(default, {str(literal(default.args[0].value)): default.args[1]}, only_here=False)


def _taken(file: File, use: cst.BaseExpression) -> Iterator[str]:
    """The key of `use.pop("key")` and of `del use["key"]`."""
    pop = _method_call(file, use, "pop")
    if pop is not None and pop.args:
        yield str(literal(pop.args[0].value))
    above = file.parent(use)
    if isinstance(above, cst.Subscript) and isinstance(file.parent(above), cst.Del):
        yield str(literal_key(above))


def _set_key(file: File, use: cst.BaseExpression) -> cst.Assign | None:
    """The assignment `use["key"] = value`; None if the use is anything else."""
    above = file.parent(use)
    if not isinstance(above, cst.Subscript) or above.value is not use or not isinstance(literal_key(above), str):
        return None
    target = file.parent(above)
    assign = file.parent(target) if isinstance(target, cst.AssignTarget) else None
    return assign if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None


def _method_call(file: File, use: cst.BaseExpression, name: str) -> cst.Call | None:
    """The call of a method on the dictionary: `use.update(...)`."""
    above = file.parent(use)
    if not isinstance(above, cst.Attribute) or above.value is not use or above.attr.value != name:
        return None
    call = file.parent(above)
    return call if isinstance(call, cst.Call) and call.func is above else None


def given_keywords(file: File, call: cst.Call) -> dict[str, Entry] | None:
    """All keywords that a call passes, those of unpacked dictionaries included; None if the file does not show all."""
    found: dict[str, Entry] = {arg.keyword.value: arg for arg in call.args if arg.keyword is not None}
    for arg in call.args:
        if arg.star == "*":
            return None
        if arg.star == "**":
            held = _untouched(file, arg.value)
            if held is None:
                return None
            found.update(held)
    return found


def _untouched(file: File, node: cst.BaseExpression) -> dict[str, Entry] | None:
    """The entries of a dictionary whose keys are all written out, and that nothing changes."""
    if isinstance(node, cst.Name):
        binding = file.only_binding(node)
        value = file.assigned_value(binding) if binding is not None else None
        if binding is None or value is None or not all(_only_reads(file, use) for use in binding.uses):
            return None
        node = value
    listed = next(_listed(file, node, only_here=True), None)
    if listed is None:
        return None
    size = len(node.elements) if isinstance(node, cst.Dict) else len(node.args) if isinstance(node, cst.Call) else 0
    return listed.entries if len(listed.entries) == size else None


def _only_reads(file: File, use: cst.Name) -> bool:
    """True for `**use`, `use[key]` that is read, and `print(use)`."""
    above = file.parent(use)
    if isinstance(above, cst.Arg):
        call = file.parent(above)
        return above.star == "**" or (isinstance(call, cst.Call) and file.is_builtin(call.func, "print", "str", "len"))
    if isinstance(above, cst.Subscript) and above.value is use:
        return not isinstance(file.parent(above), cst.AssignTarget | cst.AugAssign | cst.Del)
    return isinstance(above, cst.FormattedStringExpression)


def _listed(file: File, node: cst.BaseExpression, *, only_here: bool) -> Iterator[Unpacked]:
    if isinstance(node, cst.Dict):
        pairs = [each for each in node.elements if isinstance(each, cst.DictElement)]
        named = {str(literal(each.key)): each for each in pairs if isinstance(literal(each.key), str)}
        yield Unpacked(node, {**named}, only_here)
    elif isinstance(node, cst.Call) and file.is_builtin(node.func, "dict"):
        yield Unpacked(node, {arg.keyword.value: arg for arg in node.args if arg.keyword}, only_here)


def _passed(file: File, param: cst.Param, search: _Search) -> Iterator[Unpacked]:
    """What calls of the function pass for a parameter, or as the keywords that it collects."""
    function = file.function_of(param)
    if function is None:
        return
    if function.params.star_kwarg is param:
        yield from _passed_on(file, function, search)
        return
    calls = search.on_way(calls_anywhere(file, function))
    given = [(call, (bind(call, *given_by_calls(file, function)) or {}).get(param.name.value)) for call in calls]
    is_given = bool(search.way and given) and all(arg is not None for _, arg in given)
    if param.default is not None and not is_given:
        yield from _held(file, param.default, search)
    for call, arg in given:
        for found in _held(file, arg.value, search) if arg is not None else ():
            yield found._replace(passed_by=call)


def _passed_on(file: File, function: cst.FunctionDef, search: _Search) -> Iterator[Unpacked]:
    """The calls of a function that passes its `**kwargs` on; those it takes by name are not among them."""
    params = {each.name.value for each in (*function.params.params, *function.params.kwonly_params)}
    for call in search.on_way([each for each in file.calls if _calls(file, each, function)]):
        taken = [arg for arg, _ in param_of(file, call, function)]
        rest = {arg.keyword.value: arg for arg in call.args if arg.keyword and arg not in taken}
        inner = [each for arg in call.args if arg.star == "**" for each in _held(file, arg.value, search)]
        yield Unpacked(
            call, {**rest}, only_here=True, beside=frozenset({"learning_rate"} if inner else ()), passed_by=call
        )
        for found in inner:
            entries = {key: each for key, each in found.entries.items() if key not in params}
            yield found._replace(entries=entries, beside=found.beside | {*rest}, passed_by=call)


def _calls(file: File, call: cst.Call, function: cst.FunctionDef) -> bool:
    owner = file.enclosing_class(function)
    if owner is None:
        return isinstance(call.func, cst.Name) and call.func.value == function.name.value
    if function.name.value == "__init__":
        return isinstance(call.func, cst.Name) and call.func.value == owner.name.value
    return isinstance(call.func, cst.Attribute) and call.func.attr.value == function.name.value
