"""Whether a value is an array of NumPy or a tensor that is computed at once."""

from __future__ import annotations

from enum import Enum

import libcst as cst

from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.flow.unpacking import unpacked
from codemods.analysis.objects.object_types import LAYER, Receiver, origin_of
from codemods.analysis.objects.provenance import passed_anywhere
from codemods.source.file import File
from codemods.source.scopes import Binding

_DEPTH = 6
_SAME = frozenset({"astype", "copy", "flatten", "reshape", "transpose"})
"""Methods of arrays that return arrays."""


class EagerKind(Enum):
    """What a value of a script is."""

    ARRAY = "array"
    TENSOR = "tensor"


def eager_kind(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> EagerKind | None:
    """Whether an expression is an array or a tensor; None if the file does not show it."""
    if not depth:
        return None
    if isinstance(node, cst.Name):
        kinds = {_of_binding(file, binding, depth - 1) for binding in reaching(file, node)}
        return kinds.pop() if len(kinds) == 1 else None
    if isinstance(node, cst.Attribute):
        made = value_of(file, node)
        return eager_kind(file, made, depth - 1) if made is not None and made is not node else None
    if isinstance(node, cst.Subscript):
        return eager_kind(file, node.value, depth - 1)
    if isinstance(node, cst.BinaryOperation):
        kinds = {eager_kind(file, each, depth - 1) for each in (node.left, node.right)}
        if EagerKind.TENSOR in kinds:
            return EagerKind.TENSOR
        return EagerKind.ARRAY if kinds == {EagerKind.ARRAY} else None
    return _of_call(file, node, depth) if isinstance(node, cst.Call) else None


def _of_binding(file: File, binding: Binding, depth: int) -> EagerKind | None:
    """The kind of what a name is assigned, alone or in a tuple, gets of a comprehension, or is passed by all calls."""
    if isinstance(binding.node, cst.Param):
        passed = passed_anywhere(file, binding.node) if depth else []
        kinds = {eager_kind(*each, depth - 1) if each is not None else None for each in passed}
        return kinds.pop() if len(kinds) == 1 else None
    value = file.assigned_value(binding)
    found = unpacked(file, binding.node) if value is None else None
    if found is not None:
        if isinstance(found.whole, cst.ListComp | cst.GeneratorExp):
            value = found.whole.elt
        elif not found.path or isinstance(found.whole, cst.Call):
            value = found.whole  # what functions of NumPy return is arrays, alone or in a list
    kind = eager_kind(file, value, depth) if value is not None else None
    return None if found is not None and found.path and kind is EagerKind.TENSOR else kind


def _of_call(file: File, call: cst.Call, depth: int) -> EagerKind | None:
    if (file.qualified_name(call.func) or "").startswith("numpy."):
        return EagerKind.ARRAY
    if (file.symbol(call.func) or "").startswith("tensorflow."):
        return EagerKind.TENSOR
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in _SAME:
        kind = eager_kind(file, call.func.value, depth - 1)
        if kind is EagerKind.ARRAY:
            return kind
    if isinstance(call.func, cst.Attribute) and _draws(file, call.func.value):
        return EagerKind.ARRAY
    origin = origin_of(file, call.func)
    return EagerKind.TENSOR if isinstance(origin, Receiver) and origin.is_a(LAYER) else None


def _draws(file: File, node: cst.BaseExpression) -> bool:
    """True for a generator of NumPy's random numbers: `np.random.RandomState(0)`."""
    made = value_of(file, node)
    return isinstance(made, cst.Call) and (file.qualified_name(made.func) or "").startswith("numpy.random.")
