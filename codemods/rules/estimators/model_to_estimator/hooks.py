"""Turn a `SessionRunHook` that does not look into the session into a Keras callback."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.proofs import Declined
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Replacement

_BASES = ("tensorflow.train.SessionRunHook", "tensorflow.estimator.SessionRunHook")


class _Method(NamedTuple):
    name: str
    parameters: str
    legacy: int
    """The number of parameters that the hook's method has beside `self`."""


_METHODS = {
    "begin": _Method("on_train_begin", "logs=None", 0),
    "before_run": _Method("on_train_batch_begin", "batch, logs=None", 1),
    "after_run": _Method("on_train_batch_end", "batch, logs=None", 2),
    "end": _Method("on_train_end", "logs=None", 1),
}
_TAKEN = frozenset({"model", "params", "validation_data", "set_model", "set_params"})
"""The names that a callback already has."""


def callbacks(file: File, hooks: cst.BaseExpression) -> tuple[str, set[cst.ClassDef]]:
    """The code of `callbacks=` for `hooks=`, and the classes that have to become callbacks."""
    if not isinstance(hooks, cst.List | cst.Tuple):
        raise Declined(hooks, "the hooks are not a list in the call of train")
    owners = {_owner(file, element.value) for element in hooks.elements}
    for owner in owners:
        _check(file, owner)
    return "[" + ", ".join(file.code(element.value) for element in hooks.elements) + "]", owners


def _owner(file: File, node: cst.BaseExpression) -> cst.ClassDef:
    if isinstance(node, cst.Name):
        node = file.only_value(node) or node
    maker = node.func if isinstance(node, cst.Call) else None
    binding = file.only_binding(maker) if isinstance(maker, cst.Name) else None
    found = binding.node if binding is not None else None
    if not isinstance(found, cst.ClassDef):
        raise Declined(node, "the class of a hook is not defined in this file")
    return found


def _check(file: File, owner: cst.ClassDef) -> None:
    name = owner.name.value
    symbol = file.reference(owner.bases[0].value) if len(owner.bases) == 1 else None
    plain = symbol.spelling.in_tensorflow_1 if symbol is not None else ""
    if plain not in _BASES or owner.keywords or not isinstance(owner.body, cst.IndentedBlock):
        raise Declined(owner, f"{name} is not a plain SessionRunHook")
    for attribute in nodes(owner.body, cst.Attribute):
        if attribute.attr.value in _TAKEN or attribute.attr.value in _METHODS:
            raise Declined(attribute, f"{name} uses {attribute.attr.value}, which callbacks define themselves")
    for method in _methods(owner):
        legacy = method.name.value
        if legacy == "after_create_session" or legacy in _TAKEN or legacy.startswith("on_"):
            raise Declined(method, f"{name}.{legacy} has no counterpart in a callback")
        if legacy in _METHODS:
            _check_method(file, name, method)


def _methods(owner: cst.ClassDef) -> list[cst.FunctionDef]:
    return [each for each in owner.body.body if isinstance(each, cst.FunctionDef)]


def _check_method(file: File, name: str, method: cst.FunctionDef) -> None:
    parameters = method.params.params
    others = (method.params.posonly_params, method.params.kwonly_params)
    stars = any(isinstance(each, cst.Param) for each in (method.params.star_arg, method.params.star_kwarg))
    legacy = _METHODS[method.name.value].legacy
    if len(parameters) != legacy + 1 or any(others) or stars or method.decorators:
        raise Declined(method, f"{name}.{method.name.value} does not have the parameters of a hook")
    looked_into = {each.name.value for each in parameters[1:]}
    for each in nodes(method.body, cst.Name):
        if each.value in looked_into:
            raise Declined(each, f"{name}.{method.name.value} looks into the session")
    for returned in nodes(method.body, cst.Return):
        if returned.value is not None and file.function(returned) is method:
            raise Declined(returned, f"{name}.{method.name.value} requests values from the session")


def as_callback(owner: cst.ClassDef, tensorflow: str) -> list[tuple[cst.CSTNode, Replacement]]:
    """The replacements that turn a checked hook into a callback."""
    base = cst.parse_expression(f"{tensorflow}.keras.callbacks.Callback")
    found: list[tuple[cst.CSTNode, Replacement]] = [(owner.bases[0].value, base)]
    for method in _methods(owner):
        modern = _METHODS.get(method.name.value)
        if modern is not None:
            this = method.params.params[0].name.value
            new = cst.parse_statement(f"def _({this}, {modern.parameters}): pass")
            assert isinstance(new, cst.FunctionDef)
            found += [(method.name, cst.Name(modern.name)), (method.params, new.params)]
    return found
