"""The lists of variables to which one Keras optimizer applies gradients in loops of the file's own."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.flow.sure_calls import run_apart
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.provenance import called_function
from codemods.source.file import File, name_of
from codemods.source.walk import nodes

_DEPTH = 4
_LISTS = frozenset({"trainable_variables", "trainable_weights", "variables", "weights"})


def other_variables(file: File) -> Iterator[tuple[cst.Call, cst.Call]]:
    """Each `apply_gradients` for the variables of another model than the first of the same optimizer, and the first."""
    first: dict[object, tuple[cst.Call, str]] = {}
    built = {
        name_of(call.func.value)
        for call in file.calls
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "build"
    }
    for call in file.calls:
        function = call.func
        if not isinstance(function, cst.Attribute) or function.attr.value != "apply_gradients" or not call.args:
            continue
        made = _made(file, function.value) or _kept(file, function.value)
        owner = _owner(file, call.args[0].value)
        if made is None or owner is None or _is_built(function.value, built):
            continue
        known = first.setdefault(made, (call, owner))
        if known[1] != owner and not run_apart(file, known[0], call):
            yield call, known[0]


def _is_built(optimizer: cst.BaseExpression, built: set[str | None]) -> bool:
    """True if `build` is called on the optimizer, or on an attribute of this name of any object."""
    if isinstance(optimizer, cst.Attribute):
        return any((each or "").endswith(f".{optimizer.attr.value}") for each in built)
    return name_of(optimizer) in built


def _kept(file: File, node: cst.BaseExpression) -> tuple[cst.ClassDef, str] | None:
    """The class and the attribute of `self.optimizer`, if that is an optimizer of Keras."""
    owner = file.enclosing_class(node)
    if owner is None or not isinstance(node, cst.Attribute) or not isinstance(node.value, cst.Name):
        return None
    if not is_self(file, node.value) or evidence(file, node, Kind.OPTIMIZER) is not Evidence.CERTAIN:
        return None
    return owner, node.attr.value


def thawed(file: File) -> Iterator[tuple[cst.Assign, cst.Call]]:
    """Each `layer.trainable = True` that follows a step without the layer, and the `apply_gradients` of that step.

    The layer is frozen before, in the same function, and the optimizer that takes the step is made once.
    """
    steps = [call for call in file.calls if _is_step(file, call)]
    frozen, freed = (_set_trainable(file, value) for value in ("False", "True"))
    if not steps or not frozen or not freed:
        return
    for thaw in freed:
        function = file.function(thaw)
        before = [each for each in frozen if file.function(each) is function and file.before(each, thaw)]
        for call in file.calls if before else ():
            if file.function(call) is function and file.before(before[0], call) and file.before(call, thaw):
                step = next((each for each in steps if _runs(file, call, each, _DEPTH)), None)
                if step is not None:
                    yield thaw, step
                    return


def _is_step(file: File, call: cst.Call) -> bool:
    """True for `optimizer.apply_gradients(...)` of an optimizer that is made once, and not built before."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "apply_gradients":
        return False
    built = (each.func for each in file.calls if isinstance(each.func, cst.Attribute))
    name = name_of(call.func.value)
    if any(each.attr.value == "build" and name_of(each.value) == name for each in built):
        return False
    return _made(file, call.func.value) is not None


def _set_trainable(file: File, value: str) -> list[cst.Assign]:
    """The statements `layer.trainable = value`."""
    found = (
        file.parent(target) for each in file.attributes if isinstance(target := file.parent(each), cst.AssignTarget)
    )
    return [
        each
        for each in found
        if isinstance(each, cst.Assign)
        and isinstance(each.targets[0].target, cst.Attribute)
        and each.targets[0].target.attr.value == "trainable"
        and name_of(each.value) == value
    ]


def _runs(file: File, call: cst.Call, step: cst.Call, depth: int) -> bool:
    """True if a call is the step, or runs a function of the file that takes it."""
    if call is step:
        return True
    function = called_function(file, call)
    if function is None or not depth:
        return False
    return any(_runs(file, each, step, depth - 1) for each in nodes(function.body, cst.Call))


def _made(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The call that makes the optimizer, if it is the only one that reaches a name of the module."""
    if not isinstance(node, cst.Name) or evidence(file, node, Kind.OPTIMIZER) is not Evidence.CERTAIN:
        return None
    return file.only_value(node)


def _owner(file: File, pairs: cst.BaseExpression) -> str | None:
    """The model in `zip(gradients, model.trainable_variables)`, if its name is bound once, or an attribute of `self`.

    So it is where a name of the function holds the list of variables.
    """
    if not isinstance(pairs, cst.Call) or not file.is_builtin(pairs.func, "zip") or len(pairs.args) < 2:  # noqa: PLR2004
        return None
    listed: cst.BaseExpression | None = pairs.args[1].value
    if isinstance(listed, cst.Name):
        listed = file.only_value(listed)
    if not isinstance(listed, cst.Attribute) or listed.attr.value not in _LISTS:
        return None
    model = listed.value
    if isinstance(model, cst.Attribute):
        return name_of(model) if isinstance(model.value, cst.Name) and is_self(file, model.value) else None
    is_once = isinstance(model, cst.Name) and file.only_value(model) is not None
    return name_of(model) if is_once else None
