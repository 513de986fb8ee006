"""The expressions that reach a training call as inputs, targets and weights, wherever the project makes them."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.data.batch_sources import own_function, project_function, return_values, source_of
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import assigned_to_self, is_self, parts_set_on_self
from codemods.analysis.flow.unpacking import Path, whole_target
from codemods.analysis.objects.class_sources import sources
from codemods.analysis.objects.elements import elements, loop_iterable
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.object_types import DATASET_STEPS, Own, origin_of
from codemods.source.arguments import literal_key
from codemods.source.file import File
from codemods.source.scopes import Binding

INPUTS, TARGETS, WEIGHTS = 0, 1, 2
_ARGUMENTS = ("x", "y", "sample_weight")
_DEPTH = 10
_OF_TENSORS = ("from_tensor_slices", "from_tensors")


class Fed(NamedTuple):
    """An expression of a module of the project; `is_generated` if Keras itself takes it out of a batch."""

    module: File
    node: cst.BaseExpression
    is_generated: bool = False


def fed(file: File, called: Called, part: int) -> list[Fed]:
    """The inputs, targets or weights of a training call, as far as the project shows them."""
    star = next((arg for arg in called.call.args if arg.star == "*"), None)
    if star is not None:
        return leaves(file, star.value, (part,)) if called.call.args[0] is star else []
    found: list[Fed] = []
    first, own = called.argument("x"), called.argument(_ARGUMENTS[part])
    if own is not None:
        found += leaves(file, own.value)
    if first is not None and (part == INPUTS or own is None):
        found += _generated(file, first.value, (part,)) or _of_dataset(file, first.value, (part,), _DEPTH)
    validation = called.argument("validation_data")
    if validation is not None:
        found += leaves(file, validation.value, (part,))
        found += _generated(file, validation.value, (part,)) or _of_dataset(file, validation.value, (part,), _DEPTH)
    return found


def leaves(file: File, node: cst.BaseExpression, path: Path = (), depth: int = _DEPTH) -> list[Fed]:
    """The expressions that may give the value of `node`, or of the part of it that `path` leads to."""
    if not depth:
        return []
    if path and isinstance(node, cst.Tuple | cst.List):
        plain = all(isinstance(each, cst.Element) for each in node.elements)
        inside = node.elements[path[0]].value if plain and path[0] < len(node.elements) else None
        return leaves(file, inside, path[1:], depth - 1) if inside is not None else []
    if isinstance(node, cst.IfExp):
        return [each for way in (node.body, node.orelse) for each in leaves(file, way, path, depth - 1)]
    if isinstance(node, cst.Name):
        found = [each for binding in reaching(file, node) for each in _bound(file, binding, path, depth)]
        return found or ([Fed(file, node)] if not path else [])
    if isinstance(node, cst.Subscript) and isinstance(place := literal_key(node), int) and place >= 0:
        return leaves(file, node.value, (place, *path), depth - 1)
    if isinstance(node, cst.Attribute):
        held = [each for value, way in _of_object(file, node, path) for each in leaves(file, value, way, depth - 1)]
        return held or ([Fed(file, node)] if not path else [])
    if isinstance(node, cst.Call) and (found := _called(file, node, path, depth)):
        return found
    return [Fed(file, node)] if not path else []


def _bound(file: File, binding: Binding, path: Path, depth: int) -> list[Fed]:
    value = file.assigned_value(binding)
    if value is not None:
        return leaves(file, value, path, depth - 1)
    target = binding.node
    iterable = loop_iterable(file, target)
    if iterable is not None and (values := elements(file, iterable)):
        return [each for value in values for each in leaves(file, value, path, depth - 1)]
    if isinstance(target, cst.Param) and isinstance(target.name, cst.Name):
        uses = [use for use in binding.uses if isinstance(use, cst.Name)]
        passed = sources(file, uses[0]) or [] if uses else []
        return [each for value in passed for each in leaves(file, value, path, depth - 1)]
    target, path = whole_target(file, target, path)
    above = file.parent(target) if target is not None else None
    if isinstance(above, cst.AssignTarget) and isinstance(assign := file.parent(above), cst.Assign):
        return leaves(file, assign.value, path, depth - 1)
    if isinstance(above, cst.For) and above.target is target:
        return _of_batches(file, above.iter, path, depth - 1)
    return []


def _of_object(file: File, node: cst.Attribute, path: Path) -> list[tuple[cst.BaseExpression, Path]]:
    """What the class of an object sets its attribute to, and the way to the part of it that is asked for."""
    if isinstance(node.value, cst.Name) and is_self(file, node.value):
        owner = file.enclosing_class(node)
        parts = parts_set_on_self(file, owner, node.attr.value) if owner is not None else []
        return [(value, (*way, *path)) for value, way in parts]
    origin = origin_of(file, node.value)
    owners = origin.owners if isinstance(origin, Own) else ()
    return [(value, path) for owner in owners for value in assigned_to_self(file, owner, node.attr.value) or ()]


def _called(file: File, call: cst.Call, path: Path, depth: int) -> list[Fed]:
    """What a function of the project returns, or what comes next of a generator."""
    if file.is_builtin(call.func, "next") and call.args:
        return _of_batches(file, call.args[0].value, path, depth - 1)
    found = project_function(file, call.func)
    if found is None or found[1].decorators:
        return []
    module, function = found
    return [each for value in return_values(module, function) for each in leaves(module, value, path, depth - 1)]


def _of_batches(file: File, node: cst.BaseExpression, path: Path, depth: int) -> list[Fed]:
    """The parts of the batches that a loop, or `next`, gets of a generator or a dataset."""
    generated = _generated(file, node, path, depth)
    return [Fed(each.module, each.node) for each in generated] or _of_dataset(file, node, path, depth)


def _generated(file: File, node: cst.BaseExpression, path: Path, depth: int = _DEPTH) -> list[Fed]:
    """The parts of the batches that a generator or a sequence of the project gives."""
    source = source_of(file, node) if depth else None
    if source is None:
        return []
    whole = [each for batch in source.batches for each in leaves(*batch, path, depth)]
    parts = source.parts[path[0] : path[0] + 1] if path else []
    found = [*whole, *(each for part in parts for each in leaves(*part, path[1:], depth))]
    return [Fed(each.module, each.node, is_generated=True) for each in found]


def _of_dataset(file: File, node: cst.BaseExpression, path: Path, depth: int) -> list[Fed]:
    """The parts of the elements of a dataset: what its last `map` returns, or what it was made of."""
    made = leaves(file, node, (), depth)
    if len(made) != 1 or not isinstance(made[0].node, cst.Call):
        return []
    file, call = made[0].module, made[0].node
    if not isinstance(call.func, cst.Attribute) or evidence(file, call, Kind.DATASET) is not Evidence.CERTAIN:
        return []
    method = call.func.attr.value
    given = call.args[0].value if call.args else None
    if method == "map" and given is not None:
        return _mapped(file, given, path, depth - 1)
    if method in _OF_TENSORS and given is not None:
        return leaves(file, given, path, depth - 1)
    if method == "zip" and path and isinstance(given, cst.Tuple) and path[0] < len(given.elements):
        return _of_dataset(file, given.elements[path[0]].value, path[1:], depth - 1)
    is_step = method in DATASET_STEPS - {"apply", "flat_map", "interleave", "enumerate", "from_generator", "window"}
    return _of_dataset(file, call.func.value, path, depth - 1) if is_step else []


def _mapped(file: File, function: cst.BaseExpression, path: Path, depth: int) -> list[Fed]:
    if isinstance(function, cst.Lambda):
        return leaves(file, function.body, path, depth)
    own = own_function(file, function)
    values = return_values(file, own) if own is not None else []
    return [each for value in values for each in leaves(file, value, path, depth)]


def is_dictionary(found: Fed) -> bool:
    """True for a literal dictionary, a comprehension of one, and `dict(...)`."""
    node = found.node
    made = isinstance(node, cst.Call) and found.module.is_builtin(node.func, "dict")
    return made or isinstance(node, cst.Dict | cst.DictComp)
