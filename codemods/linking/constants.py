"""Values that a file gives a name once, written out where they are read: `Dense(CLASSES)` is `Dense(10)`.

So are the entries of a dictionary that nothing changes. What is only assumed is written out where that is asked for:
the defaults of the program's options, and what all calls of a function pass for a parameter.
"""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.unpacking import unpacked
from codemods.analysis.objects.elements import under_key
from codemods.analysis.objects.member_values import member_values
from codemods.analysis.objects.passed_elsewhere import Passed
from codemods.analysis.objects.program_options import option_default
from codemods.analysis.objects.provenance import passed_anywhere
from codemods.linking.twins import Twins, twins
from codemods.rewriting.replace import replaced
from codemods.source.arguments import literal, literal_key
from codemods.source.file import File, once_per_file
from codemods.source.scopes import Binding
from codemods.source.walk import every_node

_ELEMENTS = (cst.Element, cst.DictElement)
_COMPUTES = (cst.BinaryOperation, cst.Index)
_DEPTH = 4
"""Names that hand a value on."""
_BYTES = 100_000
"""More than a module may have: what is larger takes too long."""


def with_constants(file: File, *, assumed: bool = False) -> tuple[cst.Module, Twins] | None:
    """The module of a file with its constants written out, and what its nodes stand for; None if it has none.

    With `assumed` those are written out as well that others may set, and there is no module if there are none of these.
    """
    if len(file.source) > _BYTES:
        return None
    table = _Constants(file, assumed=True).table() if assumed else _certain(file)
    if not table or (assumed and len(table) == len(_certain(file))):
        return None
    module = replaced(file, table.items())
    return module, twins(file.module, module, table)


@once_per_file
def _certain(file: File) -> dict[cst.CSTNode, cst.CSTNode]:
    return _Constants(file, assumed=False).table()


class _Constants(NamedTuple):
    """What the names, members and entries of a file are."""

    file: File
    assumed: bool

    def table(self) -> dict[cst.CSTNode, cst.CSTNode]:
        """The values of those that are read."""
        kinds = (cst.Name, cst.Attribute, cst.Subscript)
        # the quotes of a text could end the text that it is written into
        formatted = {id(each) for text in self.file.every(cst.FormattedString) for each in every_node(text)}
        all_nodes = (node for kind in kinds for node in self.file.every(kind) if id(node) not in formatted)
        read = (node for node in all_nodes if _is_read(self.file, node))
        found = ((node, self._value(node, _DEPTH)) for node in read)
        return {node: value.deep_clone() for node, value in found if value is not None}

    def _value(self, node: cst.BaseExpression, depth: int) -> cst.BaseExpression | None:
        """The number, the text or the tuple of these that is the only value of a name, a member or an entry."""
        if isinstance(node, cst.Name) and literal(node) is ...:
            found = self._of_name(node, depth)
        elif isinstance(node, cst.Attribute) and self.file.reference(node) is None:
            found = self._of_member(node)
        elif isinstance(node, cst.Subscript):
            found = _entry(self.file, node)
        else:
            return None
        return self._written_out(found, depth) if found is not None else None

    def _written_out(self, found: cst.BaseExpression, depth: int) -> cst.BaseExpression | None:
        if _is_written_out(found):
            return found
        return self._value(found, depth - 1) if depth else None

    def _of_name(self, name: cst.Name, depth: int) -> cst.BaseExpression | None:
        bindings = self.file.scope(name)[name.value]
        if len(bindings) != 1:
            return None
        if self.assumed and isinstance(bindings[0].node, cst.Param):
            return self._passed(bindings[0].node, depth) if not _is_tested(self.file, bindings[0]) else None
        part = unpacked(self.file, bindings[0].node)
        if part is not None:
            return None if part.path else part.whole
        return self.file.assigned_value(bindings[0])

    def _of_member(self, node: cst.Attribute) -> cst.BaseExpression | None:
        values = member_values(self.file, node)
        if values:
            return values[0] if len(values) == 1 else None
        return option_default(self.file, node) if self.assumed else None

    def _passed(self, param: cst.Param, depth: int) -> cst.BaseExpression | None:
        """The number or the text that each call passes for a parameter, its default where one leaves it out."""
        given = passed_anywhere(self.file, param)
        values = [self._of_call(each, depth) if each is not None else param.default for each in given]
        known = {literal(each) if each is not None else ... for each in values}
        value = known.pop() if len(known) == 1 else ...
        return values[0] if isinstance(value, str | int | float) and not isinstance(value, bool) else None

    def _of_call(self, passed: Passed, depth: int) -> cst.BaseExpression | None:
        if passed.module is self.file:
            return self._written_out(passed.value, depth)
        return passed.value if _is_written_out(passed.value) else None


def _is_read(file: File, node: cst.BaseExpression) -> bool:
    """True for an argument, a side of an operation, an index, and an element of a collection that is not bound."""
    above = file.parent(node)
    if above.__class__ is cst.Arg:
        return cst.ensure_type(above, cst.Arg).value is node
    if above.__class__ not in _ELEMENTS:
        return above.__class__ in _COMPUTES
    below: cst.CSTNode = node
    while isinstance(above, cst.Element | cst.DictElement | cst.Tuple | cst.List | cst.Dict):
        below, above = above, file.parent(above)
    return isinstance(above, cst.Arg) or (isinstance(above, cst.Assign | cst.Return) and above.value is below)


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


def _is_tested(file: File, binding: Binding) -> bool:
    """True for a variable that a condition asks about, and one in a `try`: not all of its values get there."""
    return any(_is_in_test(file, use) for use in binding.uses)


def _is_in_test(file: File, use: cst.CSTNode) -> bool:
    below = use
    for above in file.ancestors(use):
        if isinstance(above, cst.If | cst.IfExp | cst.While | cst.Assert) and above.test is below:
            return True
        if isinstance(above, cst.Try | cst.FunctionDef):
            return isinstance(above, cst.Try)
        below = above
    return False


def _is_written_out(node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.Tuple):
        return all(isinstance(each, cst.Element) and literal(each.value) is not ... for each in node.elements)
    return literal(node) is not ...
