"""What `predict_on_batch`, `train_on_batch` and `test_on_batch` return, wherever it goes."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.data.batch_sources import return_values
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import values_of
from codemods.analysis.flow.unpacking import unpacked
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.own_functions import function_called
from codemods.analysis.objects.provenance import passed_anywhere
from codemods.source.file import File
from codemods.source.scopes import Binding

_ON_BATCH = frozenset({"predict_on_batch", "test_on_batch", "train_on_batch"})
_PREDICTING = frozenset({"predict", "predict_generator"})
_DEPTH = 8


def results_among(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> tuple[bool, bool]:
    """Whether a value may be what these methods return, or a part of that, and whether it is surely nothing else."""
    found = _Search(depth).of(file, node, ())
    return any(found), bool(found) and all(found)


class _Search:
    """The ways back from a value; each ends with True where a model returned it, and with False elsewhere."""

    def __init__(self, depth: int) -> None:
        self.left = depth
        self.seen: set[tuple[int, tuple[int, ...]]] = set()

    def of(self, file: File, node: cst.BaseExpression, path: tuple[int, ...]) -> list[bool]:
        if not self.left or (id(node), path) in self.seen:
            return []
        self.seen.add((id(node), path))
        self.left -= 1
        try:
            return self._of(file, node, path)
        finally:
            self.left += 1

    def _of(self, file: File, node: cst.BaseExpression, path: tuple[int, ...]) -> list[bool]:
        if isinstance(node, cst.Tuple | cst.List) and path:
            part = node.elements[path[0]] if path[0] < len(node.elements) else None
            return self.of(file, part.value, path[1:]) if isinstance(part, cst.Element) else [False]
        if isinstance(node, cst.Subscript):
            return self.of(file, node.value, path)
        if isinstance(node, cst.IfExp):
            return [*self.of(file, node.body, path), *self.of(file, node.orelse, path)]
        if isinstance(node, cst.Call):
            return self._of_call(file, node, path)
        if isinstance(node, cst.Attribute):
            values = values_of(file, node)
            return [each for value in values for each in self.of(file, value, path)] if values else [False]
        if not isinstance(node, cst.Name):
            return [False]
        bindings = reaching(file, node)
        return [each for binding in bindings for each in self._of_binding(file, binding, path)] or [False]

    def _of_binding(self, file: File, binding: Binding, path: tuple[int, ...]) -> list[bool]:
        if isinstance(binding.node, cst.Param):
            return self._given(file, binding.node, path)
        value = file.assigned_value(binding)
        if value is not None:
            return self.of(file, value, path)
        part = unpacked(file, binding.node)
        return self.of(file, part.whole, (*part.path, *path)) if part is not None else [False]

    def _given(self, file: File, param: cst.Param, path: tuple[int, ...]) -> list[bool]:
        """What the calls of a function pass for a parameter, those of other modules included."""
        passed = passed_anywhere(file, param)
        found = [self.of(*each, path) if each is not None else [False] for each in passed]
        return [each for one in found for each in one] or [False]

    def _of_call(self, file: File, call: cst.Call, path: tuple[int, ...]) -> list[bool]:
        called = function_called(file, call)
        if called is not None:
            returned = return_values(called.file, called.function)
            return [each for value in returned for each in self.of(called.file, value, path)] or [False]
        return [_is_result(file, call)]


def _is_result(file: File, call: cst.Call) -> bool:
    if not isinstance(call.func, cst.Attribute):
        return False
    name, found = call.func.attr.value, evidence(file, call.func.value, Kind.MODEL)
    return (name in _ON_BATCH and found.is_enough) or (name in _PREDICTING and found is Evidence.CERTAIN)
