"""How many elements a list has where it is used: written out, made by a comprehension, or grown in loops."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from codemods.analysis.data.batch_sources import own_function, project_function, return_values
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import attribute_of_self, same_attributes, values_of_attribute
from codemods.analysis.flow.unpacking import Path, part_of, unpacked
from codemods.analysis.objects.class_sources import sources
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.source.scopes import Binding
from codemods.source.walk import nodes

COMPUTED = -1
"""The length of what is certainly a list, if the file does not write out how long it gets."""
_DEPTH = 8
_ONE_MORE = ("append", "insert")
_CHANGING = (*_ONE_MORE, "extend", "pop", "remove", "clear")
_READERS = ("len", "list", "zip", "print", "enumerate")


def length_of(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> int | None:
    """The number of elements of a list or tuple, `COMPUTED`, or None if the node is not seen to be one."""
    if not depth:
        return None
    if isinstance(node, cst.List | cst.Tuple):
        parts = node.elements
        return _sum(1 if isinstance(each, cst.Element) else _computed(file, each.value, depth) for each in parts)
    if isinstance(node, cst.ListComp):
        loop = node.for_in
        return COMPUTED if loop.ifs or loop.inner_for_in is not None else _rounds(file, loop.iter, depth)
    if isinstance(node, cst.BinaryOperation):
        return _of_operation(file, node, depth)
    if isinstance(node, cst.IfExp):
        return _common(length_of(file, each, depth - 1) for each in (node.body, node.orelse))
    if isinstance(node, cst.Call):
        return _of_call(file, node, (), depth)
    if isinstance(node, cst.Name):
        return _of_name(file, node, depth)
    if isinstance(node, cst.Attribute) and attribute_of_self(file, node) is not None:
        return _of_attribute(file, node, depth)
    return None


def _computed(file: File, node: cst.BaseExpression, depth: int) -> int:
    """The length of what is put into a list as a whole, which may be anything that has elements."""
    found = length_of(file, node, depth - 1)
    return COMPUTED if found is None else found


def _sum(lengths: Iterable[int]) -> int:
    found = [*lengths]
    return COMPUTED if COMPUTED in found else sum(found)


def _common(lengths: Iterable[int | None]) -> int | None:
    """The length of what may be one of several lists; None if one of them is not seen to be a list."""
    found = {*lengths}
    if not found or None in found:
        return None
    return found.pop() if len(found) == 1 else COMPUTED


def _of_operation(file: File, node: cst.BinaryOperation, depth: int) -> int | None:
    """The length of `a + b` and of `[a] * 3`."""
    sides = [length_of(file, each, depth - 1) for each in (node.left, node.right)]
    if isinstance(node.operator, cst.Add):
        return _sum(each for each in sides if each is not None) if None not in sides else None
    if isinstance(node.operator, cst.Multiply) and sides != [None, None]:
        times = [literal(each) for each in (node.left, node.right)]
        number = next((each for each in times if isinstance(each, int)), COMPUTED)
        listed = next(each for each in sides if each is not None)
        return COMPUTED if COMPUTED in (number, listed) else number * listed
    return None


def _rounds(file: File, iterable: cst.BaseExpression, depth: int) -> int:
    """How often a loop runs over an iterable: only numbers that stand there are taken for what they are."""
    if isinstance(iterable, cst.Call):
        given = [each.value for each in iterable.args if each.keyword is None and not each.star]
        if file.is_builtin(iterable.func, "enumerate", "reversed") and given:
            return _rounds(file, given[0], depth)
        if file.is_builtin(iterable.func, "range") or file.qualified_name(iterable.func) == "six.moves.range":
            values = [literal(each) for each in given]
            numbers = [each for each in values if isinstance(each, int)]
            return len(range(*numbers)) if len(numbers) == len(iterable.args) in (1, 2) else COMPUTED
    return _computed(file, iterable, depth)


def _of_call(file: File, call: cst.Call, path: Path, depth: int) -> int | None:
    """The length of `list(values)`, and of what a function of the project returns."""
    if file.is_builtin(call.func, "list", "sorted") and not path:
        return _computed(file, call.args[0].value, depth) if call.args else 0
    found = project_function(file, call.func)
    if found is None or found[1].decorators or found[1].asynchronous is not None:
        return None
    module, function = found
    parts = [part_of(each, path) for each in return_values(module, function)]
    return _common(length_of(module, each, depth - 1) if each is not None else None for each in parts)


def _of_attribute(file: File, node: cst.Attribute, depth: int) -> int | None:
    found = _common(length_of(file, each, depth - 1) for each in values_of_attribute(file, node) or ())
    changes = any(_changed(file, each, depth) is not None for each in same_attributes(file, node))
    return COMPUTED if found is not None and changes else found


def _of_name(file: File, name: cst.Name, depth: int) -> int | None:
    """The length that the list of a name has at this use of it."""
    bindings = file.assignments(name)
    growing = {each: more for each in bindings if (more := _grown_by(file, each, name, depth)) is not None}
    starts = [each for each in bindings if each not in growing]
    first = _common(_bound(file, each, name, depth) for each in starts)
    if first is None:
        return None
    changes = [(each.node, more) for each, more in growing.items() if each.node is not None]
    for use in (use for each in bindings for use in each.uses if isinstance(use, cst.Name)):
        more = _changed(file, use, depth)
        changes += [(use, more)] if more is not None else []
    if not changes:
        last = reaching(file, name)
        return _bound(file, last[0], name, depth) if len(last) == 1 else first
    if len(starts) != 1 or (start := starts[0].node) is None:
        return COMPUTED
    block = file.block(file.statement(start))
    if block is None or _times(file, name, block, depth) != 1:
        return COMPUTED
    found = [(more, _times(file, at, block, depth)) for at, more in changes if file.before(at, name)]
    return _sum([first, *(COMPUTED if COMPUTED in each else each[0] * each[1] for each in found)])


def _bound(file: File, binding: Binding, name: cst.Name, depth: int) -> int | None:
    """The length of what one assignment binds, or of what a parameter is given."""
    value = file.assigned_value(binding)
    if value is not None:
        return length_of(file, value, depth - 1)
    if isinstance(binding.node, cst.Param):
        return _common(length_of(file, each, depth - 1) for each in sources(file, name) or ())
    part = unpacked(file, binding.node)
    if part is None:
        return None
    if isinstance(part.whole, cst.Call):
        return _of_call(file, part.whole, part.path, depth)
    inside = part_of(part.whole, part.path)
    return length_of(file, inside, depth - 1) if inside is not None else None


def _grown_by(file: File, binding: Binding, name: cst.Name, depth: int) -> int | None:
    """How many elements `outs += more` and `outs = outs + more` add; None for any other assignment."""
    above = file.parent(binding.node) if binding.node is not None else None
    if isinstance(above, cst.AugAssign):
        return _computed(file, above.value, depth) if isinstance(above.operator, cst.AddAssign) else None
    value = file.assigned_value(binding)
    if not isinstance(value, cst.BinaryOperation) or not isinstance(value.operator, cst.Add):
        return None
    for whole, more in ((value.left, value.right), (value.right, value.left)):
        if isinstance(whole, cst.Name) and whole.value == name.value:
            return length_of(file, more, depth - 1)
    return None


def _changed(file: File, use: cst.BaseExpression, depth: int) -> int | None:
    """How many elements a use adds to a list: `outs.append(y)`; None if it only reads it."""
    above = file.parent(use)
    around = file.parent(above) if above is not None else None
    if isinstance(above, cst.Attribute) and above.value is use and above.attr.value in _CHANGING:
        if not isinstance(around, cst.Call) or above.attr.value not in (*_ONE_MORE, "extend") or not around.args:
            return COMPUTED
        return 1 if above.attr.value in _ONE_MORE else _computed(file, around.args[0].value, depth)
    if isinstance(above, cst.Arg) and isinstance(around, cst.Call):
        is_method = isinstance(around.func, cst.Attribute) and own_function(file, around.func) is None
        is_reader = file.is_builtin(around.func, *_READERS) or file.symbol(around.func) is not None
        return None if is_method or is_reader else COMPUTED
    is_other_name = isinstance(above, cst.Assign | cst.Del)
    is_cut = isinstance(above, cst.Subscript) and isinstance(around, cst.Del)
    return COMPUTED if is_other_name or is_cut else None


def _times(file: File, node: cst.CSTNode, block: cst.CSTNode, depth: int) -> int:
    """How often a statement runs, each time that the block around it does."""
    times = 1
    for above in file.ancestors(node):
        if above is block:
            return times
        if isinstance(above, cst.For):
            leaves_early = above.orelse is not None or nodes(above, cst.Break, cst.Continue, cst.Return)
            rounds = COMPUTED if leaves_early else _rounds(file, above.iter, depth)
            if rounds == COMPUTED:
                return COMPUTED
            times *= rounds
        elif isinstance(above, cst.FunctionDef | cst.Lambda | cst.If | cst.IfExp | cst.While | cst.Try | cst.CompFor):
            return COMPUTED
    return COMPUTED
