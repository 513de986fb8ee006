"""The layers of a functional model, where the file writes all of them down."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.reaching import reaching
from codemods.analysis.models.sequential_layers import layers_of
from codemods.source.arguments import bind
from codemods.source.file import File

_MODEL = "keras.models.Model"
_INPUTS = ("keras.Input", "keras.layers.Input", "keras.models.Input")
_LAYERS, _APPLICATIONS = "keras.layers.", "keras.applications."
_ENDS = frozenset({"input", "inputs", "output", "outputs"})


class _HiddenError(Exception):
    """A part of the model that the file does not show."""


def all_layers_of(file: File, model: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """The layers of a model and of the models in it, `Sequential` or functional; None if the file hides some."""
    try:
        return [*_of_model(file, model, set())]
    except _HiddenError:
        return None


def _of_model(file: File, model: cst.BaseExpression, seen: set[cst.CSTNode]) -> Iterator[cst.BaseExpression]:
    listed = layers_of(file, model)
    if listed is not None:
        yield from listed
        return
    for value in _values(file, model):
        symbol = file.symbol(value.func) or "" if isinstance(value, cst.Call) else ""
        if not isinstance(value, cst.Call) or value in seen or symbol.startswith(_APPLICATIONS):
            _shown(value in seen or symbol.startswith(_APPLICATIONS))
            continue
        seen.add(value)
        given = bind(value, "inputs", "outputs", "name") if symbol == _MODEL else None
        _shown(given is not None and {"inputs", "outputs"} <= given.keys())
        for name in ("inputs", "outputs"):
            yield from _of_tensor(file, (given or {})[name].value, seen)


def _of_tensor(file: File, tensor: cst.BaseExpression, seen: set[cst.CSTNode]) -> Iterator[cst.BaseExpression]:
    """The layers that a tensor has come through."""
    if isinstance(tensor, cst.List | cst.Tuple):
        for element in tensor.elements:
            _shown(isinstance(element, cst.Element))
            yield from _of_tensor(file, element.value, seen)
    elif isinstance(tensor, cst.Attribute):
        _shown(tensor.attr.value in _ENDS)
        yield from _of_model(file, tensor.value, seen)
    elif isinstance(tensor, cst.Call):
        yield from _of_call(file, tensor, seen)
    else:
        _shown(isinstance(tensor, cst.Name))
        for value in _values(file, tensor):
            if value not in seen:
                seen.add(value)
                yield from _of_tensor(file, value, seen)


def _of_call(file: File, call: cst.Call, seen: set[cst.CSTNode]) -> Iterator[cst.BaseExpression]:
    """Those of `Input(...)`, `Dense(2)(x)`, `concatenate([x, y])` and `encoder(x)`."""
    symbol = file.symbol(call.func) or ""
    if symbol in _INPUTS:
        return
    if not (symbol.startswith(_LAYERS) and symbol.removeprefix(_LAYERS).islower()):
        for made in _values(file, call.func):
            _shown(isinstance(made, cst.Call))
            if _is_model(file, made):
                yield from _of_model(file, call.func, seen)
            else:
                yield made
    for arg in call.args:
        if arg.keyword is None:
            _shown(not arg.star)
            yield from _of_tensor(file, arg.value, seen)


def _is_model(file: File, made: cst.BaseExpression) -> bool:
    symbol = file.symbol(made.func) or "" if isinstance(made, cst.Call) else ""
    return symbol.startswith((_APPLICATIONS, "keras.models."))


def _values(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What may stand under a name."""
    if not isinstance(node, cst.Name):
        return [node]
    bindings = reaching(file, node)
    found = [value for each in bindings if (value := file.assigned_value(each)) is not None]
    _shown(bool(found) and len(found) == len(bindings))
    return found


def _shown(is_shown: object) -> None:
    if not is_shown:
        raise _HiddenError
