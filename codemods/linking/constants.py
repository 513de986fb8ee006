"""Values that a file gives a name once, written out where they are read: `Dense(CLASSES)` is `Dense(10)`.

So are the entries of a dictionary that nothing changes, and, where they are asked for, the defaults of the options of
the program.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.elements import under_key
from codemods.analysis.objects.member_values import member_values
from codemods.analysis.objects.program_options import option_default
from codemods.linking.twins import Twins, twins
from codemods.rewriting.replace import replace
from codemods.source.arguments import literal, literal_key
from codemods.source.file import File

_DEPTH = 4
"""Names that hand a value on."""
_CHARACTERS = 100_000
"""More than a module may have: what is larger takes too long."""


def with_constants(file: File, *, defaults: bool = False) -> tuple[cst.Module, Twins] | None:
    """The module of a file with its constants written out, and what its nodes stand for; None if it has none.

    With `defaults` those of options are, too; a file that reads no options has none of them.
    """
    if len(file.module.code) > _CHARACTERS:
        return None
    table = dict(_constants(file))
    if defaults:
        options = dict(_options(file))
        table = table | options if options else {}
    if not table:
        return None
    module = replace(file.module, table.items())
    assert isinstance(module, cst.Module)
    return module, twins(file.module, module, table)


def _constants(file: File) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    for kind in (cst.Name, cst.Attribute, cst.Subscript):
        for node in file.every(kind):
            value = _value(file, node, _DEPTH) if _is_read(file, node) else None
            if value is not None:
                yield node, value.deep_clone()


def _options(file: File) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    for node in file.attributes:
        value = option_default(file, node) if _is_read(file, node) else None
        if value is not None and literal(value) is not ...:
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
    elif isinstance(node, cst.Subscript):
        found = _entry(file, node)
    else:
        return None
    if found is None or not depth:
        return None
    return found if _is_written_out(found) else _value(file, found, depth - 1)


def _entry(file: File, node: cst.Subscript) -> cst.BaseExpression | None:
    """What a dictionary of one variable has under a key, if the variable is only read by literal keys."""
    name = node.value
    if not isinstance(name, cst.Name) or not file.is_bound_once(name):
        return None
    held = file.only_value(name)
    (binding,) = file.scope(name)[name.value]
    is_dictionary = isinstance(held, cst.Dict) or (isinstance(held, cst.Call) and file.is_builtin(held.func, "dict"))
    is_read = is_dictionary and all(_is_key_read(file, each) for each in binding.uses)
    return under_key(held, literal_key(node)) if is_read and held is not None else None


def _is_key_read(file: File, name: cst.Name) -> bool:
    """True for `name["key"]` that is not set, and for `**name`."""
    above: cst.CSTNode | None = file.parent(name)
    if isinstance(above, cst.Arg):
        return above.star == "**"
    if not isinstance(above, cst.Subscript) or literal_key(above) is ...:
        return False
    target: cst.CSTNode | None = above
    while isinstance(target, cst.Subscript | cst.Element | cst.Tuple | cst.List):
        above, target = target, file.parent(target)
    if isinstance(target, cst.AugAssign | cst.For | cst.CompFor):
        return target.target is not above
    return not isinstance(target, cst.AssignTarget | cst.Del)


def _is_written_out(node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.Tuple):
        return all(isinstance(each, cst.Element) and literal(each.value) is not ... for each in node.elements)
    return literal(node) is not ...
