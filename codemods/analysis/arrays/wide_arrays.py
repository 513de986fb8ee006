"""Whether an array holds floats or whole numbers of several bytes, or single bytes, as far as the file shows."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.predictions import predictions
from codemods.analysis.objects.built_models import returned_by
from codemods.analysis.objects.elements import loop_iterable
from codemods.analysis.objects.own_functions import function_called
from codemods.analysis.objects.provenance import passed_anywhere
from codemods.source.arguments import argument, literal
from codemods.source.file import File

_FLOATS = ("float", "half", "double")
_WHOLE = frozenset({"int", "int32", "int64", "int_", "long"})
_FILLED = {"numpy.empty": 1, "numpy.ones": 1, "numpy.zeros": 1}
"""Functions that make floats unless they are given a type, and the place of that."""
_DRAWN = frozenset(f"numpy.random.{name}" for name in ("normal", "rand", "randn", "random", "random_sample", "uniform"))
_LOADED = (".img_to_array", ".skeletonize_image")
_RESIZED = frozenset({"skimage.transform.resize", "skimage.transform.rescale", "skimage.img_as_float"})
_BYTES = ("uint8", "ubyte")
_OF_BYTES = (".image_as_uint", ".img_as_ubyte", ".imread", ".uint8", "label2rgb")
_SAME_FUNCTIONS = frozenset(
    f"numpy.{name}"
    for name in (
        *("array", "asarray", "clip", "concatenate", "expand_dims", "hstack", "reshape", "rot90", "squeeze", "stack"),
        *("transpose", "vstack"),
    )
)
_SAME_METHODS = frozenset({"clip", "copy", "max", "mean", "min", "reshape", "squeeze", "swapaxes", "transpose"})
_DEPTH, _NOWHERE = 8, 99


def is_wide(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if all that an expression may be are arrays, or numbers, of floats or of whole numbers of several bytes."""
    if not depth:
        return False
    if isinstance(node, cst.Float):
        return True
    if isinstance(node, cst.IfExp):
        return all(is_wide(file, each, depth - 1) for each in (node.body, node.orelse))
    if isinstance(node, cst.UnaryOperation):
        return is_wide(file, node.expression, depth - 1)
    if isinstance(node, cst.BinaryOperation):
        if isinstance(node.operator, cst.Divide):
            return not isinstance(node.left, cst.SimpleString)
        return any(is_wide(file, each, depth - 1) for each in (node.left, node.right))
    if isinstance(node, cst.Subscript):
        return is_wide(file, node.value, depth - 1)
    if isinstance(node, cst.Call):
        return _is_made(file, node, depth - 1)
    values = [*_values(file, node)] if isinstance(node, cst.Name) else []
    return bool(values) and all(found is not None and is_wide(*found, depth - 1) for found in values)


def is_of_bytes(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if an expression is made an array of bytes, or is an image that was read."""
    value = file.only_value(node) if isinstance(node, cst.Name) else node
    while isinstance(value, cst.Subscript):
        value = value.value
    if not isinstance(value, cst.Call):
        return value is not None and value is not node and depth > 0 and is_of_bytes(file, value, depth - 1)
    path = file.qualified_name(value.func) or ""
    if path.endswith(_OF_BYTES):
        return True
    if isinstance(value.func, cst.Attribute) and value.func.attr.value == "astype" and value.args:
        return _is_byte(file, value.args[0].value)
    typed = argument(value, "dtype", _FILLED.get(path, _NOWHERE))
    return typed is not None and _is_byte(file, typed.value)


def _is_byte(file: File, node: cst.BaseExpression) -> bool:
    text = literal(node)
    return (text if isinstance(text, str) else file.qualified_name(node) or "").rpartition(".")[2] in _BYTES


def _is_made(file: File, call: cst.Call, depth: int) -> bool:
    path = file.qualified_name(call.func) or ""
    if call in predictions(file) or path in _DRAWN | _RESIZED or path.endswith(_LOADED):
        return True
    if path in _FILLED:
        given = argument(call, "dtype", _FILLED[path])
        return given is None or _is_wide_type(file, given.value)
    if path.startswith("numpy.float"):
        return True
    if path in _SAME_FUNCTIONS:
        first = call.args[0].value if call.args and not call.args[0].star else None
        parts = [each.value for each in first.elements] if isinstance(first, cst.List | cst.Tuple) else [first]
        is_typed = any(each.keyword is not None and each.keyword.value == "dtype" for each in call.args)
        return not is_typed and all(each is not None and is_wide(file, each, depth) for each in parts)
    if path:
        return False
    if isinstance(call.func, cst.Attribute):
        if call.func.attr.value == "astype" and call.args:
            return _is_wide_type(file, call.args[0].value)
        if call.func.attr.value in _SAME_METHODS:
            return is_wide(file, call.func.value, depth)
    found = function_called(file, call)
    returned = returned_by(found.file, found.function) if found is not None else []
    return (
        found is not None
        and bool(returned)
        and all(each is not None and is_wide(found.file, each, depth) for each in returned)
    )


def _is_wide_type(file: File, node: cst.BaseExpression) -> bool:
    text = literal(node)
    name = text if isinstance(text, str) else (file.qualified_name(node) or "").rpartition(".")[2]
    return file.is_builtin(node, "float", "int") or name.startswith(_FLOATS) or name in _WHOLE


def _values(file: File, name: cst.Name) -> Iterator[tuple[File, cst.BaseExpression] | None]:
    """What a name may be: what is assigned to it, passed for it, or an element of what a loop runs over."""
    for binding in file.assignments(name):
        value = file.assigned_value(binding)
        if value is not None:
            if not _leads_back(name, value):
                yield file, value
        elif isinstance(binding.node, cst.Param):
            passed = passed_anywhere(file, binding.node)
            yield from ((each.module, each.value) if each is not None else None for each in passed or [None])
        else:
            iterable = loop_iterable(file, binding.node)
            yield (file, iterable) if iterable is not None else None


def _leads_back(name: cst.Name, value: cst.BaseExpression) -> bool:
    """True for `x = x[0]`, which has the type that `x` had."""
    return isinstance(value, cst.Subscript) and isinstance(value.value, cst.Name) and value.value.value == name.value
