"""Datasets with elements of an unknown rank: what Python functions make of them, and no shape is set."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.data.batch_sources import project_function, return_values
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.unpacking import part_of, unpacked
from codemods.analysis.objects.absent_values import values_behind
from codemods.analysis.objects.object_types import DATASET_STEPS
from codemods.analysis.objects.passed_elsewhere import Passed
from codemods.source.arguments import argument, keyword
from codemods.source.file import File, name_of
from codemods.source.walk import nodes

_OF_PYTHON = (
    "tensorflow.numpy_function",
    "tensorflow.py_function",
    "tensorflow.py_func",
    "tensorflow.compat.v1.py_func",
    "tensorflow.contrib.eager.py_func",
)
_KEEPING = (
    "tensorflow.cast",
    "tensorflow.identity",
    "tensorflow.math.divide",
    "tensorflow.math.multiply",
    "tensorflow.math.subtract",
    "tensorflow.math.add",
)
"""What gives tensors of the rank that it is given."""
_SAME = DATASET_STEPS - {"apply", "concatenate", "flat_map", "from_generator", "interleave", "map", "padded_batch"}
_SAME -= {"enumerate", "from_tensor_slices", "from_tensors", "list_files", "range", "unbatch", "window", "zip"}
_DEPTH = 10
_UNTIL_TYPES = 2
"""`from_generator(f, types)`: the shapes come third."""


def unranked(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> Passed | None:
    """The call that gives a dataset elements of an unknown rank; None if none is seen, or a shape is set."""
    found = (_made(*each, depth) for each in _ways(file, node)) if depth else ()
    return next((each for each in found if each is not None), None)


def _ways(file: File, node: cst.BaseExpression) -> Iterator[Passed]:
    """The expressions that a dataset may come from; itself if it is made there."""
    place = file.in_project(node) if isinstance(node, cst.Name | cst.Attribute) else None
    if place is not None:
        binding = place[0].only_global(place[1])
        value = place[0].assigned_value(binding) if binding is not None else None
        yield from [Passed(place[0], value)] if value is not None else []
    elif isinstance(node, cst.Name):
        yield from values_behind(file, node)
        yield from _parts(file, node)
    elif isinstance(node, cst.Attribute):
        yield from values_behind(file, node)
    elif isinstance(node, cst.IfExp):
        yield from (Passed(file, node.body), Passed(file, node.orelse))
    else:
        yield Passed(file, node)


def _parts(file: File, name: cst.Name) -> Iterator[Passed]:
    """What a name gets of a tuple that a function of the project returns: `train, test = datasets()`."""
    for binding in reaching(file, name):
        part = unpacked(file, binding.node)
        if part is None:
            continue
        whole = part.whole
        function = project_function(file, whole.func) if isinstance(whole, cst.Call) else None
        values = return_values(*function) if function is not None else [whole]
        module = function[0] if function is not None else file
        for each in values:
            found = part_of(each, part.path)
            yield from [Passed(module, found)] if found is not None else []


def _made(file: File, node: cst.BaseExpression, depth: int) -> Passed | None:
    """The same of an expression that is no name."""
    if not isinstance(node, cst.Call):
        return unranked(file, node, depth - 1) if isinstance(node, cst.Name | cst.Attribute) else None
    step = node.func.attr.value if isinstance(node.func, cst.Attribute) else ""
    if step == "from_generator":
        return Passed(file, node) if _is_without_shapes(file, node) else None
    if step in _SAME and isinstance(node.func, cst.Attribute):
        return unranked(file, node.func.value, depth - 1)
    if step == "map":
        given = argument(node, "map_func")
        return _of_function(file, given.value) if given is not None else None
    function = project_function(file, node.func)
    if function is None or function[1].decorators:
        return None
    found_each = (unranked(function[0], each, depth - 1) for each in return_values(*function))
    return next((each for each in found_each if each is not None), None)


def _is_without_shapes(file: File, call: cst.Call) -> bool:
    """True for `tf.data.Dataset.from_generator(f, types)`, which says nothing of the shapes."""
    is_known = (file.symbol(call.func) or "").endswith("data.Dataset.from_generator")
    says = any(keyword(call, each) is not None for each in ("output_shapes", "output_signature"))
    plain = sum(arg.keyword is None for arg in call.args)
    return is_known and not says and plain <= _UNTIL_TYPES and not any(arg.star for arg in call.args)


def _of_function(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> Passed | None:
    """The call of a Python function whose results a function hands on as they are."""
    if not depth:
        return None
    if isinstance(node, cst.Lambda):
        return _of_value(file, node.body, depth)
    found = project_function(file, node)
    if found is None or any(file.symbol(each.decorator) != "tensorflow.function" for each in found[1].decorators):
        return None
    returned = (_of_value(found[0], each, depth) for each in return_values(*found))
    return next((each for each in returned if each is not None), None)


def _of_value(file: File, node: cst.BaseExpression, depth: int) -> Passed | None:
    """The same of a value that a function returns, or a part of it."""
    if not depth:
        return None
    below: list[cst.BaseExpression] = []
    if isinstance(node, cst.Tuple | cst.List | cst.Dict):
        below = [each.value for each in node.elements]
    elif isinstance(node, cst.Subscript):
        below = [node.value]
    elif isinstance(node, cst.BinaryOperation):
        below = [node.left, node.right]
    elif isinstance(node, cst.Call):
        symbol = file.symbol(node.func)
        if symbol in _OF_PYTHON:
            return Passed(file, node) if not _names_specs(file, node) else None
        if symbol is None:
            return _of_function(file, node.func, depth - 1)
        below = [node.args[0].value] if symbol in _KEEPING and node.args else []
    elif isinstance(node, cst.Name) and not _is_shaped(file, node):
        below = _values(file, node)
    found = (_of_value(file, each, depth - 1) for each in below)
    return next((each for each in found if each is not None), None)


def _values(file: File, name: cst.Name) -> list[cst.BaseExpression]:
    """The value of a local name, or what it is a part of; nothing where it may have several."""
    bindings = reaching(file, name)
    if len(bindings) != 1:
        return []
    value = file.assigned_value(bindings[0])
    part = unpacked(file, bindings[0].node) if value is None else None
    return [value] if value is not None else [part.whole] if part is not None else []


def _is_shaped(file: File, name: cst.Name) -> bool:
    """True if the function gives a shape to what the name holds, or hands it to something that may."""
    function = file.function(name)
    for each in nodes(function, cst.Attribute) if function is not None else ():
        if each.attr.value in ("set_shape", "_set_shape", "shape") and name_of(each.value) == name.value:
            return True
    loops = (each for each in nodes(function, cst.For) if function is not None) if function is not None else ()
    return any(name.value in {part.value for part in nodes(each.iter, cst.Name)} for each in loops)


def _names_specs(file: File, call: cst.Call) -> bool:
    """True if the types of the results say their shapes."""
    return any("Spec" in file.code(arg.value) for arg in call.args)
