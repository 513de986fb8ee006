"""Make tuples of the lists of slices and arrays that index arrays, as NumPy did by itself.

## What it does

`part = [slice(None)] * x.ndim` and `x[part]` become `x[tuple(part)]`, also where slices are put into the list later,
and so does a list of arrays: `image[[rows, columns]]`, if the file shows that these are arrays.

## Why

NumPy took a list that has slices, arrays or `None` in it for a tuple. It has refused lists with slices since 1.23,
IndexError, and takes a list of arrays for one array: it gives whole rows, without a word.
https://numpy.org/doc/stable/release/1.23.0-notes.html#expired-deprecations

## Numbers

Same: the parts are those of NumPy 1.18 (`tests/codemods/rules/libraries/test_lists_as_indices.py`).

## What it leaves to you

Lists of which the file does not show what is in them. Files for Keras 3: tensors take such lists, and arrays have not
since before it came.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.array_ranks import rank_of
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Edit, Severity, rule

_NEW_AXIS, _SLICES = "numpy.newaxis", "numpy.s_"
_ADDING = frozenset({"append", "insert"})


@rule(
    "TFM500",
    example="""
    import numpy as np
    from keras.models import load_model

    model = load_model("model.h5")
    part = [slice(None)] * images.ndim
    part[1] = slice(0, 32)
    print(model.predict(images[part]))
    """,
    severity=Severity.STOPS,
)
def lists_as_indices(file: File) -> Iterator[Edit]:
    """Only indices that are lists wherever they come from, and have something in them that made a tuple of them."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    choices = Choices(file)
    for subscript in file.every(cst.Subscript):
        index = subscript.slice[0].slice if len(subscript.slice) == 1 else None
        if not isinstance(index, cst.Index) or index.star is not None or choices.leading_to(subscript):
            continue
        if _was_a_tuple(file, index.value):
            said = "NumPy takes no list of slices or arrays as an index, only a tuple"
            modern = cst.Call(cst.Name("tuple"), [cst.Arg(index.value)])
            yield Edit(subscript, said, ((index.value, modern),))


def _was_a_tuple(file: File, index: cst.BaseExpression) -> bool:
    values = [index] if _is_list(index) else leaves(file, index) or []
    if not values or not all(_is_list(each) for each in values):
        return False
    return any(_has_parts(file, each) for each in values) or (isinstance(index, cst.Name) and _gets_parts(file, index))


def _is_list(node: cst.BaseExpression) -> bool:
    """True for `[...]`, a comprehension, `[...] * n`, and lists that are joined."""
    if isinstance(node, cst.BinaryOperation):
        sides = (node.left, node.right)
        if isinstance(node.operator, cst.Multiply):
            return any(_is_list(each) for each in sides)
        return isinstance(node.operator, cst.Add) and all(_is_list(each) for each in sides)
    return isinstance(node, cst.List | cst.ListComp)


def _has_parts(file: File, node: cst.BaseExpression) -> bool:
    """True if a list has a slice, an axis or an array in it."""
    if isinstance(node, cst.BinaryOperation):
        return any(_has_parts(file, each) for each in (node.left, node.right))
    if isinstance(node, cst.ListComp):
        return _is_part(file, node.elt)
    return isinstance(node, cst.List) and any(_is_part(file, each.value) for each in node.elements)


def _gets_parts(file: File, index: cst.Name) -> bool:
    """True if a slice is put into a list: `part[0] = slice(3)`, `part.append(slice(3))`."""
    return any(_puts_part(file, file.parent(use)) for binding in reaching(file, index) for use in binding.uses)


def _puts_part(file: File, above: cst.CSTNode | None) -> bool:
    if isinstance(above, cst.Subscript):
        target = file.parent(above)
        assign = file.parent(target) if isinstance(target, cst.AssignTarget) else None
        return isinstance(assign, cst.Assign) and _is_part(file, assign.value)
    call = file.parent(above) if isinstance(above, cst.Attribute) else None
    if not isinstance(call, cst.Call) or call.func is not above or method_of(call) not in _ADDING or not call.args:
        return False
    return _is_part(file, call.args[-1].value)


def _is_part(file: File, node: cst.BaseExpression) -> bool:
    """True for what made a tuple of the list around it."""
    if isinstance(node, cst.IfExp):
        return _is_part(file, node.body) or _is_part(file, node.orelse)
    if isinstance(node, cst.Ellipsis) or (isinstance(node, cst.Name) and node.value in ("None", "Ellipsis")):
        return True
    if isinstance(node, cst.Call) and file.is_builtin(node.func, "slice"):
        return True
    if isinstance(node, cst.Subscript) and file.qualified_name(node.value) == _SLICES:
        return True
    return file.qualified_name(node) == _NEW_AXIS or _is_array(file, node)


def _is_array(file: File, node: cst.BaseExpression) -> bool:
    """True for an array or a list of numbers."""
    return (rank_of(file, node) or 0) > 0
