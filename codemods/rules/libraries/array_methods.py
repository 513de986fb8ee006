"""Do without methods that NumPy's arrays no longer have: `x.ptp()` is `np.ptp(x)`.

## What it does

Rewrites `x.ptp()`, `x.itemset((0, 1), v)` to `x[0, 1] = v`, and `x.byteswap().newbyteorder()` to
`x.byteswap().view(x.dtype.newbyteorder())`.

## Why

NumPy 2 has them as functions, or not at all: AttributeError, "`itemset` was removed from the ndarray class".
https://numpy.org/doc/stable/numpy_2_0_migration_guide.html#ndarray-and-scalar-methods

## Numbers

Same: the lines are run on arrays (`tests/codemods/rules/libraries/test_array_methods.py`).

## What it leaves to you

`x.itemset(i, v)` with one number, which counts through all axes, and `newbyteorder()` of other arrays: both are
reported. A data type, `np.dtype("u4").newbyteorder(">")`, has the method.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.library_objects import imports_package, made_by
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind
from codemods.source.file import File, name_of
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.numpy_names import ARRAY_METHODS

_URL = "https://numpy.org/doc/stable/numpy_2_0_migration_guide.html#ndarray-and-scalar-methods"
_OF_TYPES = ("numpy.dtype",)


@rule(
    "TFM393",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    import tensorflow as tf

    x = np.random.rand(8, 4)
    x = (x - x.min(axis=0)) / x.ptp(axis=0)
    """,
)
def array_methods(file: File) -> Iterator[Edit | Manual]:
    """Of objects that may be arrays, in a file that imports NumPy, or TensorFlow, which hands arrays out."""
    if not file.target.is_modern or not (file.imports_family() or imports_package(file, "numpy")):
        return
    choices = Choices(file)
    for node in file.attributes:
        name, call = node.attr.value, file.parent(node)
        if name not in ARRAY_METHODS or file.qualified_name(node) is not None or name in own_names(file):
            continue
        if not isinstance(call, cst.Call) or call.func is not node or choices.leading_to(node):
            continue
        if name == "ptp":
            numpy, imports = bind_module(file, "numpy", "np", node)
            function = cst.ensure_type(cst.parse_expression(f"{numpy}.ptp"), cst.Attribute)
            of_array = call.with_changes(func=function, args=[cst.Arg(node.value), *call.args])
            yield Edit(node, "arrays have no ptp() any more", ((call, of_array),), imports)
        elif name == "itemset":
            yield _set_item(file, node, call)
        elif name == "newbyteorder":
            yield from _reordered(file, node, call)


def _set_item(file: File, node: cst.Attribute, call: cst.Call) -> Edit | Manual:
    said, above = "arrays have no itemset() any more", file.parent(call)
    bound = bind(call, "index", "item") or {}
    index = bound["index"].value if {*bound} == {"index", "item"} else None
    if isinstance(above, cst.Expr) and isinstance(index, cst.Tuple) and index.elements:
        code = f"{file.code(node.value)}[{file.code(index.with_changes(lpar=[], rpar=[]))}]"
        target = cst.AssignTarget(cst.ensure_type(cst.parse_expression(code), cst.Subscript))
        return Edit(node, said, ((above, cst.Assign([target], bound["item"].value)),))
    advice = f"use x[index] = value, or x.flat[number] = value ({_URL})"
    return Manual(node, "numpy.ndarray.itemset", said, advice)


def _reordered(file: File, node: cst.Attribute, call: cst.Call) -> Iterator[Edit | Manual]:
    said, array = "arrays have no newbyteorder() any more", node.value
    swap = array.func if isinstance(array, cst.Call) and isinstance(array.func, cst.Attribute) else None
    swapped = swap.value if swap is not None and swap.attr.value == "byteswap" else None
    maker = made_by(file, array) or ""
    if swapped is not None and name_of(swapped) is not None:
        order = ", ".join(file.code(arg.with_changes(comma=cst.MaybeSentinel.DEFAULT)) for arg in call.args)
        code = f"{file.code(array)}.view({file.code(swapped)}.dtype.newbyteorder({order}))"
        yield Edit(node, said, ((call, cst.parse_expression(code)),))
    elif swapped is not None or (maker.startswith("numpy.") and maker not in _OF_TYPES):
        advice = f"use x.view(x.dtype.newbyteorder(order)) ({_URL})"
        yield Manual(node, "numpy.ndarray.newbyteorder", said, advice)
