"""The form of a batch that Keras 3 takes: tuples of arrays, where Keras 2 took lists as well."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.data.list_values import is_list, is_list_object
from codemods.analysis.flow.reaching import reaching
from codemods.source.file import File

Change = tuple[cst.CSTNode, cst.BaseExpression]
_PAIR = (2, 3)
_DEPTH = 6
_METHODS = ("astype", "clip", "copy", "flatten", "ravel", "repeat", "reshape", "squeeze", "swapaxes", "transpose")
_OF_SEVERAL = ("array_split", "dsplit", "hsplit", "load", "meshgrid", "nonzero", "split", "unique", "vsplit", "where")
"""Functions of NumPy that return tuples, lists or files of arrays."""


def changes(file: File, batch: cst.BaseExpression) -> Iterator[Change]:
    """What to replace in the expression for `(inputs, targets)` or `(inputs, targets, weights)`."""
    if isinstance(batch, cst.Name):
        values = file.definitions(batch) or ()
        if values and all(isinstance(each, cst.Tuple) for each in values):
            for each in values:
                yield from changes(file, each)
        elif is_list(file, batch) and values and _lengths(values) <= set(_PAIR):
            yield batch, _tuple_of(batch)
        return
    if isinstance(batch, cst.Call) and is_list_object(file, batch):
        yield batch, _tuple_of(batch)
    if not isinstance(batch, cst.Tuple | cst.List) or len(batch.elements) not in _PAIR:
        return
    if any(isinstance(each, cst.StarredElement) for each in batch.elements):
        return
    if isinstance(batch, cst.Tuple):
        for element in batch.elements:
            yield from part_changes(file, element.value)
    else:
        yield batch, _as_tuple(batch, [_plain(file, each.value) for each in batch.elements])


def part_changes(file: File, part: cst.BaseExpression) -> Iterator[Change]:
    """What to replace in the expression for the inputs, the targets or the weights."""
    plain = _plain(file, part)
    if plain is not part:
        yield part, plain


def input_changes(file: File, batch: cst.BaseExpression) -> Iterator[Change]:
    """What to replace in a batch for `predict`: what is no tuple was the input."""
    if isinstance(batch, cst.Tuple):
        yield from changes(file, batch)
    elif isinstance(batch, cst.List | cst.Dict) or is_list(file, batch) or is_array(file, batch):
        yield batch, cst.Tuple([cst.Element(_plain(file, batch), comma=cst.Comma())])


def may_be_bare_input(file: File, batch: cst.BaseExpression) -> bool:
    """Whether a batch for `predict` may be an array or a list: the file does not show a tuple."""
    if isinstance(batch, cst.Name):
        values = file.definitions(batch) or ()
        return not values or any(not isinstance(each, cst.Tuple) for each in values)
    return not isinstance(batch, cst.Tuple) and not (
        isinstance(batch, cst.Call) and file.is_builtin(batch.func, "tuple", "next")
    )


def is_array(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for what NumPy returns, names and parts of it, and what its methods and operators make."""
    if not depth:
        return False
    if isinstance(node, cst.Name):
        values = [file.assigned_value(each) for each in reaching(file, node)]
        return bool(values) and all(each is not None and is_array(file, each, depth - 1) for each in values)
    if isinstance(node, cst.IfExp):
        return is_array(file, node.body, depth) and is_array(file, node.orelse, depth)
    if isinstance(node, cst.Subscript):
        return is_array(file, node.value, depth - 1)
    if isinstance(node, cst.BinaryOperation):
        return is_array(file, node.left, depth - 1) or is_array(file, node.right, depth - 1)
    if not isinstance(node, cst.Call):
        return False
    package, _, function = (file.qualified_name(node.func) or "").rpartition(".")
    if package.startswith("numpy"):
        return function not in _OF_SEVERAL
    return isinstance(node.func, cst.Attribute) and (
        node.func.attr.value in _METHODS and is_array(file, node.func.value, depth - 1)
    )


def _plain(file: File, part: cst.BaseExpression) -> cst.BaseExpression:
    """A tuple for a list of arrays, and the array itself for a list of one."""
    if isinstance(part, cst.List) and part.elements:
        values = [_plain(file, each.value) for each in part.elements]
        one_line = isinstance(part.lbracket.whitespace_after, cst.SimpleWhitespace)
        is_one = len(values) == 1 and one_line and isinstance(part.elements[0], cst.Element)
        return values[0] if is_one else _as_tuple(part, values)
    if isinstance(part, cst.ListComp) or (isinstance(part, cst.Name | cst.Call) and is_list(file, part)):
        return _tuple_of(part)
    return part


def _as_tuple(node: cst.List, values: list[cst.BaseExpression]) -> cst.Tuple:
    """A tuple with the layout of a list."""
    elements = [each.with_changes(value=value) for each, value in zip(node.elements, values, strict=True)]
    if len(elements) == 1:
        elements = [elements[0].with_changes(comma=cst.Comma())]
    return cst.Tuple(
        elements,
        lpar=[cst.LeftParen(whitespace_after=node.lbracket.whitespace_after)],
        rpar=[cst.RightParen(whitespace_before=node.rbracket.whitespace_before)],
    )


def _tuple_of(node: cst.BaseExpression) -> cst.Call:
    return cst.Call(cst.Name("tuple"), [cst.Arg(node)])


def _lengths(values: list[cst.BaseExpression] | tuple[()]) -> set[int]:
    return {len(each.elements) for each in values if isinstance(each, cst.List | cst.Tuple)}
