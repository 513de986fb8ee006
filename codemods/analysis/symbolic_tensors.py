"""Tensors of a functional model, which have a shape and no values: Keras 3 lets only its own functions take them."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.object_types import MODEL, receiver_of
from codemods.source.file import File, once_per_file

_INPUTS = frozenset({"keras.layers.Input", "keras.Input"})
_OF_MODELS = frozenset({"input", "output"})
_FUNCTIONS = ("keras.ops.", "keras.backend.", "tensorflow.")


def is_symbolic(file: File, node: cst.BaseExpression) -> bool:
    """True if all that reaches an expression is computed from inputs of functional models."""
    return _symbols(file).has(node)


@once_per_file
def _symbols(file: File) -> _Symbols:
    return _Symbols(file)


class _Symbols:
    """The answers for one file."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._known: dict[object, bool] = {}

    def has(self, node: cst.BaseExpression) -> bool:
        key = (id(self._file.scope(node)), node.value) if isinstance(node, cst.Name) else node
        if key not in self._known:
            self._known[key] = True  # the answer for a name that leads back to itself: `x = relu(x)`
            self._known[key] = self._look(node)
        return self._known[key]

    def _look(self, node: cst.BaseExpression) -> bool:
        if isinstance(node, cst.Name):
            values = self._file.definitions(node)
            return bool(values) and all(self.has(each) for each in values or ())
        if isinstance(node, cst.Call):
            return self._is_returned(node)
        if isinstance(node, cst.BinaryOperation):
            return self.has(node.left) or self.has(node.right)
        if isinstance(node, cst.UnaryOperation):
            return self.has(node.expression)
        if isinstance(node, cst.Subscript):
            return self.has(node.value)
        if isinstance(node, cst.Attribute) and node.attr.value in _OF_MODELS:
            owner = receiver_of(self._file, node.value)
            return owner is not None and owner.is_a(MODEL) and not owner.derived
        return False

    def _is_returned(self, call: cst.Call) -> bool:
        reference = self._file.reference(call.func)
        if reference is not None and reference.spelling.shimmed:
            return False
        if reference is not None and reference.canonical in _INPUTS:
            return not any(arg.keyword is not None and arg.keyword.value == "tensor" for arg in call.args)
        if reference is not None:
            return reference.canonical.startswith(_FUNCTIONS) and self.takes(call)
        owner = receiver_of(self._file, call.func)
        return owner is not None and owner.is_a("keras.layers.Layer") and self.takes(call)

    def takes(self, call: cst.Call) -> bool:
        """True if a symbolic tensor is among the arguments, by itself or in a list."""
        return any(self.has(each) for arg in call.args if not arg.star for each in _elements(arg.value))


def takes_symbolic(file: File, call: cst.Call) -> bool:
    """True if a symbolic tensor is among the arguments of a call, by itself or in a list."""
    return _symbols(file).takes(call)


def _elements(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    return [each.value for each in node.elements] if isinstance(node, cst.List | cst.Tuple) else [node]
