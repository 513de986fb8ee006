"""Functions and methods of the project that set `trainable` of what they are given: `set_trainable(model, False)`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import attribute_of_self, attributes_named
from codemods.analysis.objects.elements import loop_iterable
from codemods.analysis.objects.own_functions import Found, likely_function_called, parameter_of
from codemods.source.arguments import literal
from codemods.source.file import File, name_of, once_per_file
from codemods.source.scopes import Binding
from codemods.source.walk import nodes

_DEPTH = 4
_LAYERS = ("layers", "_layers", "submodules")
_PASSED_ON = ("list", "tuple", "reversed", "sorted", "enumerate", "iter", "set")
_SETTING = ("set", "make", "switch", "toggle", "change", "model")
_RUNNING = frozenset({"compile", "fit", "fit_generator", "train_on_batch"})


class Owner(NamedTuple):
    """A model that something belongs to; `is_whole` if it is the model itself, and not one of its layers."""

    model: cst.BaseExpression
    is_whole: bool


class Setting(NamedTuple):
    """A place that sets `trainable` of a model, or of its layers; `value` is None where nothing shows it."""

    owner: Owner
    value: cst.BaseExpression | None
    at: cst.CSTNode


class Given(NamedTuple):
    """What a call sets `trainable` of, in the file of the call; `value` is None if that does not show it.

    `order` is the place of that in the source of the function.
    """

    model: cst.BaseExpression
    value: bool | None
    is_whole: bool
    order: int = -1


def owners(file: File, node: cst.BaseExpression, depth: int = _DEPTH, *, is_listed: bool = False) -> list[Owner]:
    """The models that `node.trainable = value` is about, itself or by their layers: all those of a loop.

    `is_listed` asks for what a loop over `node` runs over.
    """
    if isinstance(node, cst.Name):
        return _of_name(file, node, depth, is_listed=is_listed)
    if isinstance(node, cst.Attribute):
        if node.attr.value in _LAYERS:
            return _layers(owners(file, node.value, depth))
        return [Owner(node, is_whole=True)] if name_of(node) is not None else []
    if isinstance(node, cst.Call):
        return _of_call(file, node, depth)
    parts: list[cst.BaseExpression] = []
    if isinstance(node, cst.Subscript):
        parts = [node.value]
    elif isinstance(node, cst.IfExp):
        parts = [node.body, node.orelse]
    elif isinstance(node, cst.List | cst.Tuple):
        parts = [each.value for each in node.elements]
        is_listed = False
    return [each for part in parts for each in owners(file, part, depth, is_listed=is_listed)]


def _of_call(file: File, call: cst.Call, depth: int) -> list[Owner]:
    if isinstance(call.func, cst.Attribute) and method_of(call) == "get_layer":
        return _layers(owners(file, call.func.value, depth))
    if call.args and file.is_builtin(call.func, *_PASSED_ON):
        return owners(file, call.args[0].value, depth, is_listed=True)
    return []


def _layers(found: Iterable[Owner]) -> list[Owner]:
    return [each._replace(is_whole=False) for each in found]


def _of_name(file: File, name: cst.Name, depth: int, *, is_listed: bool) -> list[Owner]:
    """Those of a loop's variable, and of a name for a list or a layer; the name itself for anything else.

    The name of a list stands for its layers.
    """
    found: list[Owner] = []
    for binding in _bindings(file, name) if depth else ():
        looped, value = loop_iterable(file, binding.node), file.assigned_value(binding)
        if looped is not None:
            found += owners(file, looped, depth - 1, is_listed=True)
        elif value is not None and _is_followed(value, is_listed=is_listed):
            found += owners(file, value, depth - 1, is_listed=is_listed)
        else:
            found.append(Owner(name, is_whole=not is_listed))
    return list(dict.fromkeys(found)) or [Owner(name, is_whole=not is_listed)]


def _bindings(file: File, name: cst.Name) -> list[Binding]:
    """The loop around a name that binds it; else all that may."""
    loops = [each.target for each in file.ancestors(name) if isinstance(each, cst.For | cst.CompFor)]
    reached = reaching(file, name)
    inner = (each for loop in loops for each in reached if each.node in nodes(loop, cst.Name))
    return [found] if (found := next(inner, None)) is not None else reached


def _is_followed(value: cst.BaseExpression, *, is_listed: bool) -> bool:
    """True for a list, a layer and, where a list is wanted, for another name of one."""
    while isinstance(value, cst.Subscript):
        value = value.value
    if isinstance(value, cst.Call):
        return method_of(value) == "get_layer"
    if isinstance(value, cst.Attribute):
        return value.attr.value in _LAYERS
    return isinstance(value, cst.List | cst.Tuple) or (is_listed and isinstance(value, cst.Name | cst.IfExp))


def settings_of(file: File, node: cst.CSTNode) -> Iterator[Setting]:
    """What an assignment, or a call of `setattr`, sets `trainable` of."""
    if isinstance(node, cst.AssignTarget):
        target, assign = node.target, file.parent(node)
        if isinstance(target, cst.Attribute) and target.attr.value == "trainable" and isinstance(assign, cst.Assign):
            yield from (Setting(each, assign.value, node) for each in owners(file, target.value))
    elif isinstance(node, cst.Call) and file.is_builtin(node.func, "setattr") and len(node.args) == 3:  # noqa: PLR2004
        model, name, value = (arg.value for arg in node.args)
        if literal(name) == "trainable":
            yield from (Setting(each, value, node) for each in owners(file, model))


@once_per_file
def settings(file: File, function: cst.FunctionDef, depth: int = _DEPTH) -> list[Setting]:
    """What a function sets, itself or by a call, of its parameters and of attributes of `self`."""
    found: list[Setting] = []
    for node in nodes(function.body, cst.AssignTarget, cst.Call):
        found += settings_of(file, node)
        if isinstance(node, cst.Call) and depth:
            found += _handed_on(file, node, depth - 1)
    return [each for each in found if _parameter(file, function, each.owner.model) or _attribute(file, each)]


def _attribute(file: File, setting: Setting) -> str | None:
    return attribute_of_self(file, setting.owner.model)


def _parameter(file: File, function: cst.FunctionDef, node: cst.BaseExpression | None) -> cst.Param | None:
    """The parameter of the function that a name may mean."""
    if not isinstance(node, cst.Name):
        return None
    params = (each.node for each in file.assignments(node) if isinstance(each.node, cst.Param))
    return next((each for each in params if file.function(each) is function), None)


def _handed_on(file: File, call: cst.Call, depth: int) -> Iterator[Setting]:
    """What the function sets that a function calls, in terms of the one that calls it."""
    found = likely_function_called(file, call)
    if found is None:
        return
    bound = _bound(found, call)
    for each in settings(found.file, found.function, depth):
        param = _parameter(found.file, found.function, each.owner.model)
        arg = bound.get(param.name.value) if param is not None else None
        value = _substituted(found, bound, each.value)
        if found.file is file and name_of(call.func) == f"self.{found.function.name.value}" and param is None:
            yield Setting(each.owner, value, call)
        for owner in owners(file, arg) if arg is not None else ():
            yield Setting(Owner(owner.model, owner.is_whole and each.owner.is_whole), value, call)


def _bound(found: Found, call: cst.Call) -> dict[str, cst.BaseExpression]:
    """The arguments of a call, and the defaults of the parameters that it does not give."""
    params = found.function.params
    every = (*params.posonly_params, *params.params, *params.kwonly_params)
    bound = {each.name.value: each.default for each in every if each.default is not None}
    if any(arg.star == "**" for arg in call.args):
        return {}
    for arg in call.args:
        param = parameter_of(found, call, arg) if not arg.star else None
        if param is not None:
            bound[param.name.value] = arg.value
    return bound


def _substituted(
    found: Found, bound: dict[str, cst.BaseExpression], value: cst.BaseExpression | None
) -> cst.BaseExpression | None:
    """A value of a function as its caller writes it."""
    param = _parameter(found.file, found.function, value)
    return bound.get(param.name.value) if param is not None else value


# --- what a call sets


def given(file: File, call: cst.Call) -> list[Given]:
    """What a call of a function of the project sets `trainable` of; what a name says of a function nothing shows."""
    found = likely_function_called(file, call)
    if found is None:
        return _by_its_name(file, call)
    set_there = settings(found.file, found.function)
    if not set_there:
        return []
    bound = _bound(found, call)
    every: dict[str, list[tuple[Owner, bool | None, bool]]] = {}
    order = max(found.file.order(each.at) for each in set_there)
    for each in set_there:
        if _is_passed_over(found, bound, each.at):
            continue
        is_param_value = _parameter(found.file, found.function, each.value) is not None
        value = value_of_setting(_substituted(found, bound, each.value))
        for owner in _given_owners(file, call, found, bound, each):
            every.setdefault(file.code(owner.model), []).append((owner, value, is_param_value))
    return [_together(each)._replace(order=order) for each in every.values()]


def _given_owners(
    file: File, call: cst.Call, found: Found, bound: dict[str, cst.BaseExpression], setting: Setting
) -> list[Owner]:
    """What the caller knows as the model of a setting."""
    param = _parameter(found.file, found.function, setting.owner.model)
    if param is not None:
        arg = bound.get(param.name.value)
        is_whole = setting.owner.is_whole
        return [Owner(each.model, is_whole and each.is_whole) for each in owners(file, arg)] if arg is not None else []
    name = _attribute(found.file, setting)
    owner = file.enclosing_class(call)
    is_own = isinstance(call.func, cst.Attribute) and name_of(call.func.value) == "self"
    if name is None or owner is None or not is_own or not only_sets(found.function):
        return []
    same = attributes_named(file, owner, name)
    return [Owner(same[0], setting.owner.is_whole)] if same else []


def only_sets(function: cst.FunctionDef) -> bool:
    """True for a function that neither compiles nor trains a model, as far as its own body goes."""
    return not any(method_of(each) in _RUNNING for each in nodes(function.body, cst.Call))


def _together(found: list[tuple[Owner, bool | None, bool]]) -> Given:
    """What one call sets of one model: what it is given counts before what is written out for some of the layers."""
    values = {value for _, value, _ in found}
    passed = {value for _, value, is_param_value in found if is_param_value}
    whole = {value for owner, value, _ in found if owner.is_whole}
    chosen = next((each for each in (values, whole, passed) if len(each) == 1), {None})
    return Given(found[0][0].model, next(iter(chosen)), bool(whole) and len(values) == 1)


def _is_passed_over(found: Found, bound: dict[str, cst.BaseExpression], at: cst.CSTNode) -> bool:
    """True for a branch that the arguments of a call do not take."""
    below = at
    for above in found.file.ancestors(at):
        if above is found.function:
            return False
        if isinstance(above, cst.If):
            truth = _tested(found, bound, above.test)
            if truth is not None and (below is above.body) is not truth and below in (above.body, above.orelse):
                return True
        below = above
    return False


def _tested(found: Found, bound: dict[str, cst.BaseExpression], test: cst.BaseExpression) -> bool | None:
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        inner = _tested(found, bound, test.expression)
        return None if inner is None else not inner
    return value_of_setting(_substituted(found, bound, test)) if _parameter(found.file, found.function, test) else None


def value_of_setting(value: cst.BaseExpression | None) -> bool | None:
    """True or False of a literal; None for anything else."""
    found = literal(value) if value is not None else None
    return bool(found) if found in (True, False, 0, 1) else None


def _by_its_name(file: File, call: cst.Call) -> list[Given]:
    """`set_trainable(model, False)` of a module that cannot be read."""
    name = (name_of(call.func) or "").rpartition(".")[2].strip("_")
    is_setter = name == "trainable" or (name.startswith(_SETTING) and "trainable" in name)
    values = [each for each in (value_of_setting(arg.value) for arg in call.args) if each is not None]
    if not is_setter or len(values) != 1 or file.reference(call.func) is not None or call.args[0].star:
        return []
    return [Given(each.model, values[0], is_whole=False) for each in owners(file, call.args[0].value)]
