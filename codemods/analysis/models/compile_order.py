"""What is compiled before a statement, and what trains: Keras 2 looked at `trainable` in `compile`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product, takewhile
from typing import NamedTuple

import libcst as cst

from codemods.analysis.data.batch_sources import return_values
from codemods.analysis.flow.call_sites import is_compile, method_of
from codemods.analysis.flow.reaching import last_value, reaching
from codemods.analysis.flow.self_attributes import attribute_of_self, only_value_of
from codemods.analysis.flow.unpacking import Path, part_of, unpacked
from codemods.analysis.models.compiled_models import values_of
from codemods.analysis.models.model_names import names_of
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.own_functions import Found, function_called, function_elsewhere, parameter_of
from codemods.analysis.objects.passed_elsewhere import Passed, passed_elsewhere
from codemods.analysis.objects.project_classes import class_elsewhere, lineage_in_project
from codemods.analysis.objects.provenance import calls_anywhere, place
from codemods.source.file import File, name_of, once_per_file
from codemods.source.walk import nodes

_AT_ONCE = (
    *(cst.Expr, cst.Assign, cst.AnnAssign, cst.AugAssign, cst.Arg, cst.Call, cst.BinaryOperation, cst.UnaryOperation),
    *(cst.Element, cst.List, cst.Tuple, cst.Subscript, cst.Attribute),
)
"""What may stand around a call that is made once, and before the statement ends."""
_WAYS = 20
TRAINING = frozenset({"fit", "fit_generator", "train_on_batch"})


def calls_on(file: File, where: object) -> list[cst.Call]:
    """The method calls on the object whose `place` this is."""
    return [
        call for call in file.calls if isinstance(call.func, cst.Attribute) and place(file, call.func.value) == where
    ]


class Compiled(NamedTuple):
    """A place that compiles a model: a call of its `compile`, or of a function that is given it or makes it.

    `order` is the place of `compile` in the source of the function; `is_made` if a function of another module makes it.
    """

    at: cst.Call
    model: cst.BaseExpression
    order: int = -1
    is_made: bool = False


@once_per_file
def compilations(file: File) -> list[Compiled]:
    """All places that compile a model."""
    found: list[Compiled] = []
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and is_compile(file, call):
            if not _is_compiled_for_others(file, call.func.value):
                found.append(Compiled(call, call.func.value))
        elif call.args:
            found += _compiled_by_function(file, call)
    return [*found, *_made_elsewhere(file)]


def _made_elsewhere(file: File) -> Iterator[Compiled]:
    """The models that functions of other modules return compiled."""
    for assign in file.every(cst.Assign):
        model, made = assign.targets[0].target, assign.value
        found = function_called(file, made) if isinstance(made, cst.Call) and len(assign.targets) == 1 else None
        if found is None or found.file is file or found.function.name.value == "__init__":
            continue
        returned = return_values(found.file, found.function)
        compiled = [each for value in returned for each in _compiles_of(found, value)]
        if compiled and isinstance(made, cst.Call) and isinstance(model, cst.Name | cst.Attribute):
            yield Compiled(made, model, min(found.file.order(each) for each in compiled), is_made=True)


def _is_compiled_for_others(file: File, model: cst.BaseExpression) -> bool:
    """True for a parameter, in a function that the file calls and that does not train."""
    function = file.function(model)
    if not isinstance(function, cst.FunctionDef) or _given_to(file, function, model) is None:
        return False
    return bool(calls_anywhere(file, function)) and not any(trains(file, each) for each in nodes(function, cst.Call))


def _given_to(file: File, function: cst.FunctionDef, model: cst.BaseExpression) -> cst.Param | None:
    """The parameter of the function that a name means, and nothing else."""
    binding = file.only_binding(model) if isinstance(model, cst.Name) else None
    param = binding.node if binding is not None else None
    return param if isinstance(param, cst.Param) and file.function(param) is function else None


def _compiled_by_function(file: File, call: cst.Call) -> Iterator[Compiled]:
    found = function_called(file, call)
    compiled = _compiled_params(found.file, found.function) if found is not None else {}
    for arg in call.args if found is not None and compiled else ():
        param = parameter_of(found, call, arg) if found is not None and not arg.star else None
        if param is not None and param.name.value in compiled:
            yield Compiled(call, arg.value, compiled[param.name.value])


@once_per_file
def _compiled_params(file: File, function: cst.FunctionDef) -> dict[str, int]:
    """The parameters that a function compiles, each with the place of that in the source."""
    found: dict[str, int] = {}
    for call in nodes(function.body, cst.Call):
        if isinstance(call.func, cst.Attribute) and is_compile(file, call):
            param = _given_to(file, function, call.func.value)
            if param is not None:
                found[param.name.value] = file.order(call)
    return found


def compiled_as(file: File, model: cst.BaseExpression) -> list[Compiled]:
    """The places that compile a model by this name."""
    return [each for each in compilations(file) if place(file, each.model) == place(file, model)]


def is_compiled_before(file: File, node: cst.CSTNode, model: cst.BaseExpression, order: int = -1) -> bool:
    """True if the model is compiled before `node`, in its function or by what makes it, and nowhere else.

    `order` is the place in the function that `node` calls, which may compile the model itself.
    """
    compiled = compiled_as(file, model)
    is_compiled = bool(compiled) or is_made_compiled(file, model) or bool(given_compiled(file, model))
    return is_compiled and all(
        each.order < order if each.at is node else runs_before(file, each.at, node) for each in compiled
    )


def runs_before(file: File, first: cst.CSTNode, second: cst.CSTNode) -> bool:
    """True for two places of one function in this order, and for `__init__` and another method of its class.

    What a function or method does counts where the file calls it.
    """
    ways = [*product(_ways(file, first), _ways(file, second))]
    if file.function(first) is file.function(second):
        return file.before(first, second)
    together = [(one, other) for one, other in ways if file.function(one) is file.function(other)]
    if together:
        return any(_is_evaluated_before(file, one, other) for one, other in together)
    return any(_is_start(file, one, other) for one, other in ways)


def _is_evaluated_before(file: File, first: cst.CSTNode, second: cst.CSTNode) -> bool:
    """True for two places in this order, and for a call that stands in another one: `Gan().train()`."""
    if first in file.ancestors(second):
        return False
    return file.before(first, second) or second in file.ancestors(first)


def _is_start(file: File, first: cst.CSTNode, second: cst.CSTNode) -> bool:
    """True for a place in `__init__`, and one in another method of its class."""
    here, there = file.function(first), file.function(second)
    is_init = isinstance(here, cst.FunctionDef) and here.name.value == "__init__" and here is not there
    return is_init and file.enclosing_class(here) is file.enclosing_class(second) is not None


@once_per_file
def _ways(file: File, node: cst.CSTNode) -> list[cst.CSTNode]:
    """A node, the calls of the function that it stands in, and those of the functions around these."""
    found: list[cst.CSTNode] = [node]
    for each in found:
        function = file.function(each)
        if isinstance(function, cst.FunctionDef) and len(found) < _WAYS:
            found += [call for call in calls_anywhere(file, function) if call not in found]
    return found


def given_compiled(file: File, model: cst.BaseExpression) -> list[Passed]:
    """What importers pass for the parameter that a model is, or that its attribute of `self` has, and have compiled."""
    value = model if isinstance(model, cst.Name) else only_value_of(file, model)
    binding = file.only_binding(value) if isinstance(value, cst.Name) else None
    if binding is None or not isinstance(binding.node, cst.Param):
        return []
    given = passed_elsewhere(file, binding.node) or []
    return [each for each in given if compiled_as(*each) or is_made_compiled(*each)]


def is_made_compiled(file: File, model: cst.BaseExpression) -> bool:
    """True if a function of the project has made the model, and returns it compiled, or the object that has it does."""
    if isinstance(model, cst.Attribute) and _is_compiled_by_its_owner(file, model):
        return True
    path: Path = ()
    made = last_value(file, model) or only_value_of(file, model)
    bindings = reaching(file, model) if made is None and isinstance(model, cst.Name) else []
    if len(bindings) == 1:
        made, path = unpacked(file, bindings[0].node) or (None, ())
    found = function_called(file, made) if isinstance(made, cst.Call) else None
    if found is None or found.function.name.value == "__init__":
        return False
    returned = return_values(found.file, found.function)
    models = [part_of(each, path) for each in returned]
    return bool(models) and all(each is not None and _is_compiled_in(found, each) for each in models)


def _is_compiled_by_its_owner(file: File, model: cst.Attribute) -> bool:
    """True for `maker.model` if the class of `maker`, in another module, compiles what its objects call `model`."""
    made = class_elsewhere(file, model.value)
    for module, owner in lineage_in_project(made) if made is not None and made.module is not file else ():
        for call in nodes(owner, cst.Call):
            if is_compile(module, call) and isinstance(call.func, cst.Attribute):
                if attribute_of_self(module, call.func.value) == model.attr.value:
                    return True
    return False


def _is_compiled_in(found: Found, model: cst.BaseExpression) -> bool:
    return bool(_compiles_of(found, model))


def _compiles_of(found: Found, model: cst.BaseExpression) -> list[cst.Call]:
    """The calls that compile what a function returns."""
    calls = calls_on(found.file, place(found.file, model))
    return [call for call in calls if is_compile(found.file, call) and found.file.function(call) is found.function]


def trained_by_functions(file: File, model: cst.BaseExpression) -> Iterator[tuple[cst.Call, cst.Call]]:
    """The calls of functions of the file that are given the model by its name and train it, each with what trains."""
    if not isinstance(model, cst.Name):
        return
    bindings = reaching(file, model)
    uses = {use: None for binding in bindings for use in binding.uses if isinstance(use, cst.Name)}
    for use in uses:
        if reaching(file, use) != bindings:
            continue
        arg = file.parent(use)
        call = file.parent(arg) if isinstance(arg, cst.Arg) else None
        found = function_called(file, call) if isinstance(call, cst.Call) else None
        if found is None or found.file is not file or not isinstance(call, cst.Call) or not isinstance(arg, cst.Arg):
            continue
        param = parameter_of(found, call, arg)
        for each in nodes(found.function.body, cst.Call):
            owner = each.func.value if isinstance(each.func, cst.Attribute) else None
            if param is None or not isinstance(owner, cst.Name) or not trains(file, each):
                continue
            binding = file.only_binding(owner)
            if binding is not None and binding.node is param:
                yield call, each


def trains(file: File, call: cst.Call) -> bool:
    """True for a call that trains a Keras model."""
    return (
        isinstance(call.func, cst.Attribute)
        and method_of(call) in TRAINING
        and evidence(file, call.func.value, Kind.MODEL) is not Evidence.FOREIGN
    )


def trains_any(file: File) -> bool:
    """True if the file trains a model."""
    return any(trains(file, call) for call in file.calls)


def trained_by_other_names(file: File, where: object) -> list[cst.Call]:
    """The calls that train the object of a place by another name: as a parameter, or as what a function returns."""
    return [
        call
        for call in file.calls
        if isinstance(call.func, cst.Attribute)
        and trains(file, call)
        and place(file, call.func.value) != where
        and _has_name(file, call.func.value, where)
    ]


def is_compiled_there(file: File, trained: cst.Call) -> bool:
    """True if the function that trains a model always compiles it before: each of its calls trains what is then set."""
    model = trained.func.value if isinstance(trained.func, cst.Attribute) else None
    function, around = file.function(trained), {*file.ancestors(trained)}
    return model is not None and any(
        file.function(each.at) is function
        and file.before(each.at, trained)
        and isinstance(line := file.statement(each.at), cst.SimpleStatementLine)
        and file.block(line) in around
        for each in compiled_as(file, model)
    )


def _has_name(file: File, model: cst.BaseExpression, where: object) -> bool:
    return where in names_of(file, model) or any(place(file, each) == where for each in values_of(file, model))


def is_handed_out(file: File, model: cst.BaseExpression) -> bool:
    """True for an attribute of `self`, and for what a function returns: other modules may train it."""
    if isinstance(model, cst.Attribute):
        return attribute_of_self(file, model) is not None
    return isinstance(model, cst.Name) and any(_leaves(file, use) for use in _uses(file, model))


def _uses(file: File, name: cst.Name) -> list[cst.CSTNode]:
    return [use for each in file.assignments(name) for use in each.uses]


def _leaves(file: File, use: cst.CSTNode) -> bool:
    """True for what is returned, and for what a function of another module gets that trains; also in a tuple."""
    whole, above = use, file.parent(use)
    while isinstance(above, cst.Element | cst.Tuple | cst.List | cst.DictElement | cst.Dict):
        whole, above = above, file.parent(above)
    if isinstance(above, cst.Assign) and isinstance(above.targets[0].target, cst.Name):
        held = above.targets[0].target
        return whole is not use and any(_is_given_to_training(file, each) for each in _uses(file, held))
    return isinstance(above, cst.Return) or _is_given_to_training(file, whole)


def _is_given_to_training(file: File, use: cst.CSTNode) -> bool:
    arg = file.parent(use)
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    found = function_elsewhere(file, call.func) if isinstance(call, cst.Call) else None
    return found is not None and any(method_of(each) in TRAINING for each in nodes(found.function, cst.Call))


def trains_elsewhere(file: File, node: cst.CSTNode, model: cst.BaseExpression) -> bool:
    """True for `train((generator, critic), x)` if a function of the file trains what it calls `critic`, too."""
    name = (name_of(model) or "").rpartition(".")[2]
    does_train = any(
        file.function(call) is not file.function(node)
        and isinstance(call.func, cst.Attribute)
        and isinstance(call.func.value, cst.Name)
        and call.func.value.value == name
        and trains(file, call)
        for call in file.calls
    )
    uses = [use for each in file.assignments(model) for use in each.uses] if isinstance(model, cst.Name) else []
    return does_train and any(_is_handed_on(file, use) for use in uses)


def _is_handed_on(file: File, use: cst.CSTNode) -> bool:
    """True for an argument of a function of the project, and for a part of a tuple, list or dictionary."""
    above = file.parent(use)
    if isinstance(above, cst.Arg):
        call = file.parent(above)
        return isinstance(call, cst.Call) and file.reference(call.func) is None
    return isinstance(above, cst.Element | cst.DictElement)


def line_that_trains(file: File, call: cst.Call) -> cst.SimpleStatementLine | None:
    """The line that trains once, whatever it does with what comes back."""
    line = file.statement(call)
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1 or file.block(line) is None:
        return None
    above = takewhile(lambda each: each is not line, file.ancestors(call))
    training = [each for each in nodes(line, cst.Call) if method_of(each) in TRAINING]
    return line if all(isinstance(each, _AT_ONCE) for each in above) and training == [call] else None
