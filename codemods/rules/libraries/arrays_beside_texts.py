"""Ask for the type where an array of NumPy may be compared with a text or with an empty list.

## What it does

In conditions, `if x == "":` becomes `if isinstance(x, str) and x == "":`, and `x != []` becomes
`not isinstance(x, list) or x != []`, if an array is among what the file gives to `x`. So do other texts, `()`, and
attributes of `self`.

## Why

NumPy gave False for the whole, with a FutureWarning, so loaders of data began with `x = ""` or `x = []` and asked for
it in a loop. Since 1.25 it compares each element: "The truth value of an array with more than one element is
ambiguous", "operands could not be broadcast together".
https://numpy.org/doc/stable/release/1.25.0-notes.html

## Numbers

Same as NumPy 1.16.6 and 1.18.5 gave for arrays of several numbers, `==` False and `!=` True. `!= []` was False for
arrays of one element, or one column, which NumPy compared with nothing; it is True after the rewrite
(`tests/codemods/rules/libraries/test_arrays_beside_texts.py`).

## What it leaves to you

Comparisons outside of conditions, and names of which the file does not show that they hold an array. Modules that name
neither Keras nor TensorFlow are looked at for empty texts and lists alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.predictions import predictions
from codemods.analysis.flow.self_attributes import attribute_of_self, parts_set_on_self
from codemods.analysis.flow.sure_calls import in_one_loop
from codemods.analysis.objects.class_sources import passed
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_MAKERS = frozenset(
    f"numpy.{name}"
    for name in (
        *("append", "arange", "array", "asarray", "asfarray", "atleast_1d", "atleast_2d", "column_stack"),
        *("concatenate", "copy", "dstack", "empty", "empty_like", "expand_dims", "eye", "fromfile", "frombuffer"),
        *("full", "full_like", "genfromtxt", "hstack", "insert", "linspace", "load", "loadtxt", "moveaxis", "ones"),
        *("ones_like", "pad", "ravel", "repeat", "reshape", "rollaxis", "squeeze", "stack", "swapaxes", "tile"),
        *("transpose", "vstack", "zeros", "zeros_like", "random.rand", "random.randn", "random.uniform"),
        *("random.normal", "random.random"),
    )
)
"""Functions that give arrays."""
_METHODS = frozenset({"astype", "reshape", "ravel", "flatten"})
"""Methods that arrays have, and neither texts nor lists."""
_DEPTH = 4


@rule(
    "TFM420",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    from keras.utils import to_categorical

    x = ""
    for batch in batches:
        if x == "":
            x = batch
        else:
            x = np.concatenate((x, batch))
    """,
)
def arrays_beside_texts(file: File) -> Iterator[Edit]:
    """Only comparisons whose truth is asked: NumPy hands on the others as it did not, but nothing stops there."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    for node in file.every(cst.Comparison):
        if len(node.comparisons) != 1 or not isinstance(node.comparisons[0].operator, cst.Equal | cst.NotEqual):
            continue
        sides = (node.left, node.comparisons[0].comparator)
        for value, other in (sides, sides[::-1]):
            kind = _kind(other)
            if kind is not None and _is_asked(file, node) and _is_array_at_times(file, value):
                if not _is_settled(file, node, value, kind):
                    yield _edit(file, node, value, kind)


def _kind(node: cst.BaseExpression) -> str | None:
    """The builtin type of a text, an empty list or an empty tuple."""
    if isinstance(literal(node), str):
        return "str"
    if isinstance(node, cst.List | cst.Tuple) and not node.elements:
        return "list" if isinstance(node, cst.List) else "tuple"
    return None


def _is_asked(file: File, node: cst.BaseExpression) -> bool:
    """True for a condition, and for a part of it by `not`, `and`, `or`."""
    above = file.parent(node)
    while isinstance(above, cst.BooleanOperation) or (
        isinstance(above, cst.UnaryOperation) and isinstance(above.operator, cst.Not)
    ):
        node, above = above, file.parent(above)
    return isinstance(above, cst.If | cst.IfExp | cst.While | cst.Assert | cst.CompIf) and above.test is node


def _is_array_at_times(file: File, node: cst.BaseExpression) -> bool:
    return any(_is_array(file, each) for each in _values(file, node))


def _values(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What the file gives to a name, a parameter among them, or to an attribute of `self`."""
    if isinstance(node, cst.Attribute):
        name, owner = attribute_of_self(file, node), file.enclosing_class(node)
        parts = parts_set_on_self(file, owner, name) if name is not None and owner is not None else []
        return [each.whole for each in parts if not each.path]
    found: list[cst.BaseExpression] = []
    for binding in file.assignments(node) if isinstance(node, cst.Name) else ():
        if binding.node is not None and _comes_later(file, binding.node, node):
            continue
        value = file.assigned_value(binding)
        if value is not None:
            found.append(value)
        elif isinstance(binding.node, cst.Param):
            found += passed(file, binding.node) or []
    return found


def _comes_later(file: File, bound: cst.CSTNode, use: cst.CSTNode) -> bool:
    """True for an assignment behind a use in the same function, unless a loop runs both."""
    is_behind = file.function(bound) is file.function(use) and not file.before(bound, use)
    return is_behind and not in_one_loop(file, bound, use)


def _is_array(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for what NumPy makes, what is computed with it, and for a name that holds it at times."""
    if not depth:
        return False
    if isinstance(node, cst.Call):
        if file.qualified_name(node.func) in _MAKERS or node in predictions(file):
            return True
        is_method = isinstance(node.func, cst.Attribute) and node.func.attr.value in _METHODS
        return is_method and file.qualified_name(node.func) is None and file.reference(node.func) is None
    if isinstance(node, cst.IfExp):
        return any(_is_array(file, each, depth - 1) for each in (node.body, node.orelse))
    if isinstance(node, cst.BinaryOperation):
        return any(_is_array(file, each, depth - 1) for each in (node.left, node.right))
    if isinstance(node, cst.Subscript):
        is_slice = any(isinstance(each.slice, cst.Slice) for each in node.slice)
        return is_slice and _is_array(file, node.value, depth - 1)
    return any(_is_array(file, each, depth - 1) for each in _values(file, node))


def _is_settled(file: File, node: cst.Comparison, value: cst.BaseExpression, kind: str) -> bool:
    """True if the condition asks for the type already."""
    asked = f"isinstance({file.code(value)}, {kind})"
    around = [each for each in file.ancestors(node) if isinstance(each, cst.BooleanOperation)]
    return any(asked in file.code(each.left) for each in around)


def _edit(file: File, node: cst.Comparison, value: cst.BaseExpression, kind: str) -> Edit:
    plain = file.code(node.with_changes(lpar=[], rpar=[]))
    is_equal = isinstance(node.comparisons[0].operator, cst.Equal)
    asked = f"isinstance({file.code(value)}, {kind})"
    code = f"{asked} and {plain}" if is_equal else f"not {asked} or {plain}"
    made = cst.parse_expression(code, file.module.config_for_parsing)
    is_part = isinstance(file.parent(node), cst.BooleanOperation | cst.UnaryOperation)
    parentheses = {"lpar": node.lpar, "rpar": node.rpar}
    if is_part and not node.lpar:
        parentheses = {"lpar": [cst.LeftParen()], "rpar": [cst.RightParen()]}
    said = f"NumPy compares each element with {file.code(_other(node, value))}: {code}"
    return Edit(node, said, ((node, made.with_changes(**parentheses)),))


def _other(node: cst.Comparison, value: cst.BaseExpression) -> cst.BaseExpression:
    comparator = node.comparisons[0].comparator
    return node.left if comparator is value else comparator
