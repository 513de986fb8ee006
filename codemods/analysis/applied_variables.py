"""The lists of variables to which one Keras optimizer applies gradients in loops of the file's own."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.evidence import Evidence, Kind, evidence
from codemods.source.file import File, name_of

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
        made = _made(file, function.value)
        owner = _owner(file, call.args[0].value)
        if made is None or owner is None or name_of(function.value) in built:
            continue
        known = first.setdefault(made, (call, owner))
        if known[1] != owner:
            yield call, known[0]


def _made(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The call that makes the optimizer, if it is the only one that reaches a name of the module."""
    if not isinstance(node, cst.Name) or evidence(file, node, Kind.OPTIMIZER) is not Evidence.CERTAIN:
        return None
    return file.only_value(node)


def _owner(file: File, pairs: cst.BaseExpression) -> str | None:
    """The model in `zip(gradients, model.trainable_variables)`, if its name is bound once."""
    if not isinstance(pairs, cst.Call) or not file.is_builtin(pairs.func, "zip") or len(pairs.args) < 2:  # noqa: PLR2004
        return None
    listed = pairs.args[1].value
    if not isinstance(listed, cst.Attribute) or listed.attr.value not in _LISTS:
        return None
    model = listed.value
    is_once = isinstance(model, cst.Name) and file.only_value(model) is not None
    return name_of(model) if is_once else None
