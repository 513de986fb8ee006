"""Values that a file gives a name once, written out where they are read: `Dense(CLASSES)` is `Dense(10)`."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.member_values import member_values
from codemods.linking.twins import Twins, twins
from codemods.rewriting.replace import replace
from codemods.source.arguments import literal
from codemods.source.file import File

_DEPTH = 4
"""Names that hand a value on."""
_CHARACTERS = 100_000
"""More than a module may have: what is larger takes too long."""


def with_constants(file: File) -> tuple[cst.Module, Twins] | None:
    """The module of a file with its constants written out, and what its nodes stand for; None if it has none."""
    table = dict(_constants(file)) if len(file.module.code) <= _CHARACTERS else {}
    if not table:
        return None
    module = replace(file.module, table.items())
    assert isinstance(module, cst.Module)
    return module, twins(file.module, module, table)


def _constants(file: File) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    for kind in (cst.Name, cst.Attribute):
        for node in file.every(kind):
            value = _value(file, node, _DEPTH) if _is_read(file, node) else None
            if value is not None:
                yield node, value.deep_clone()


def _is_read(file: File, node: cst.BaseExpression) -> bool:
    """True for an argument, a side of an operation, an index, and an element of a collection that is not bound."""
    above = file.parent(node)
    # the quotes of a text could end the text that it is written into
    if any(isinstance(each, cst.FormattedString) for each in file.ancestors(node)):
        return False
    if isinstance(above, cst.Arg):
        return above.value is node
    if not isinstance(above, cst.Element | cst.DictElement):
        return isinstance(above, cst.BinaryOperation | cst.Index)
    below: cst.CSTNode = node
    while isinstance(above, cst.Element | cst.DictElement | cst.Tuple | cst.List | cst.Dict):
        below, above = above, file.parent(above)
    return isinstance(above, cst.Arg) or (isinstance(above, cst.Assign | cst.Return) and above.value is below)


def _value(file: File, node: cst.BaseExpression, depth: int) -> cst.BaseExpression | None:
    """The number, the text or the tuple of these that is the only value of a name or a member."""
    if isinstance(node, cst.Name) and literal(node) is ...:
        found = file.only_value(node) if file.is_bound_once(node) else None
    elif isinstance(node, cst.Attribute) and file.reference(node) is None:
        values = member_values(file, node)
        found = values[0] if len(values) == 1 else None
    else:
        return None
    if found is None or not depth:
        return None
    return found if _is_written_out(found) else _value(file, found, depth - 1)


def _is_written_out(node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.Tuple):
        return all(isinstance(each, cst.Element) and literal(each.value) is not ... for each in node.elements)
    return literal(node) is not ...
