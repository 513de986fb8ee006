"""Divide in Python 3 as Python 2 did.

## What it does

In files that were written for Python 2, `len(x) / 32` becomes `len(x) // 32`, where the file shows that both sides are
integers: lengths, shapes, literals, counters of loops. After `--python2` it reports each other `/`, except those with
a side that is a float, and each `round(x)`; without, one note counts them. With `--python2` it does so, too, in a file
that Python 3 parses as it is, and that takes `map(...)[0]` for a list.

In every file `range(len(x) / 32)`, `x[:n / 2]`, `x[i / 28, i % 28]`, `x[len(x) / 2]` and `[0] * (n / 2)` get `//`, as
do numbers that a name or an attribute of `self` brings there: a float is a TypeError in these places. Where such a line
stands at the top of a script, outside of functions and conditions, the script ran on Python 2: other divisions of
integers become `//`, too, and a note counts the open ones. So they do below `#!/usr/bin/env python2`.

## Why

Python 2 divides integers without a remainder, Python 3 exactly. Steps, shapes and indices become floats, and some
numbers change without an error.
https://docs.python.org/3/whatsnew/3.0.html#integers

## Numbers

Same: `//` on integers is what `/` was in Python 2 (`tests/codemods/rules/python_2/test_python_2_numbers.py`).

## What it leaves to you

Each `/` whose sides the file does not show, such as parameters and arguments of the command line. `round` gave floats,
and rounded halves away from zero. The translated file no longer tells that it was one of Python 2, so this is said
once.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.integers import Kind, kind
from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.flow.unpacking import unpacked
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.releases.python_2_files import divides_exactly, has_modern_syntax, is_of_python_2
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Severity, Stage, rule

_ARITHMETIC = (cst.Divide, cst.Add, cst.Subtract, cst.Multiply)
_BY_LABEL = ("at", "loc", "ix")
"""Members of frames whose slices are labels, and may be floats."""
_SHAPED = frozenset(f"numpy.{name}" for name in ("empty", "eye", "full", "ones", "zeros"))
_DEFINING = (cst.FunctionDef, cst.ClassDef, cst.If, cst.Try)
_ADVICE = "write // if both sides are integers; if one is a float, nothing changes"


@rule(
    "TFM294",
    stage=Stage.PYTHON_2,
    severity=Severity.NUMBERS,
    example="""
    from keras.models import load_model

    model = load_model("model.h5")
    print "training"
    model.fit_generator(batches, steps_per_epoch=len(x) / 32, epochs=epochs / 2)
    """,
)
def python_2_numbers(file: File) -> Iterator[Edit | Manual]:
    """Each division, and each rounded number."""
    if not (file.from_python_2 or file.imports_family()):
        return
    divisions = () if divides_exactly(file) else tuple(_divisions(file))
    needed = {node for _, node in _of_whole_numbers(file)} if divisions else set()
    if not is_of_python_2(file) and not _ends_in_python_3(file.original):
        yield from (_floored(file, node) for node, *_ in divisions if node in needed)
        return
    open_divisions = []
    for node, left, right in divisions:
        kinds = {kind(file, left), kind(file, right)}
        if kinds == {Kind.INTEGER} or node in needed:
            yield _floored(file, node)
        elif not kinds & {Kind.FLOAT, Kind.OTHER}:
            open_divisions.append(node)
    if not file.from_python_2:
        yield from _noted(open_divisions)
        return
    for node in open_divisions:
        said = f"{_shortened(file.code(node))} dropped the remainder if both sides are integers"
        yield Manual(node, "/", said, _ADVICE, severity=Severity.DOUBT)
    yield from _rounded(file)


def _divisions(file: File) -> Iterator[tuple[cst.CSTNode, cst.BaseExpression, cst.BaseExpression]]:
    for node in file.every(cst.BinaryOperation):
        if isinstance(node.operator, cst.Divide):
            yield node, node.left, node.right
    for each in file.every(cst.AugAssign):
        if isinstance(each.operator, cst.DivideAssign):
            yield each, each.target, each.value


def _of_whole_numbers(file: File) -> Iterator[tuple[cst.BaseExpression, cst.CSTNode]]:
    """Where Python 3 takes no float, `range`, bounds, places and the like, and the divisions whose results go there."""
    choices = Choices(file)
    for value in _whole_numbers(file):
        divisions = _divisions_in(file, value)
        kinds = {kind(file, side) for each in divisions for side in (each.left, each.right)}
        if not kinds & {Kind.FLOAT, Kind.OTHER} and not choices.leading_to(value):
            yield from ((value, each) for each in divisions)


@once_per_file
def _ends_in_python_3(file: File) -> bool:
    """True if a line that every run comes to is a TypeError in Python 3, for a number that `/` made a float."""
    if has_modern_syntax(file) or divides_exactly(file):
        return False
    return any(_is_reached(file, value) for value, _ in _of_whole_numbers(file))


def _is_reached(file: File, node: cst.CSTNode) -> bool:
    """True at the top of a script, outside of functions and conditions."""
    statement = file.statement(node)
    if file.block(statement) is not file.module or isinstance(statement, _DEFINING):
        return False
    return not any(isinstance(each, cst.Lambda | cst.IfExp | cst.BooleanOperation) for each in file.ancestors(node))


def _whole_numbers(file: File) -> Iterator[cst.BaseExpression]:
    for call in file.calls:
        if file.is_builtin(call.func, "range"):
            yield from (arg.value for arg in call.args if not arg.star)
        elif file.qualified_name(call.func) in _SHAPED and call.args and not call.args[0].star:
            shape = call.args[0].value
            yield from [each.value for each in shape.elements] if isinstance(shape, cst.Tuple | cst.List) else [shape]
    for node in file.every(cst.BinaryOperation):
        if isinstance(node.operator, cst.Multiply):
            yield from (one for one, other in _both(node) if isinstance(other, cst.List | cst.ListComp))
    for item in file.every(cst.Subscript):
        if isinstance(item.value, cst.Attribute) and item.value.attr.value in _BY_LABEL:
            continue
        for part in (element.slice for element in item.slice):
            if isinstance(part, cst.Slice):
                yield from (bound for bound in (part.lower, part.upper, part.step) if bound is not None)
            elif isinstance(part, cst.Index) and _is_place(file, item, part.value):
                yield part.value


def _both(node: cst.BinaryOperation) -> tuple[tuple[cst.BaseExpression, cst.BaseExpression], ...]:
    return (node.left, node.right), (node.right, node.left)


def _is_place(file: File, item: cst.Subscript, index: cst.BaseExpression) -> bool:
    """True for one of several indices, as only arrays take, and for `x[len(x) / 2]`; keys may be any numbers."""
    if isinstance(item.value, cst.Name) and any(_is_keyed(file, each) for each in file.definitions(item.value) or ()):
        return False
    counted = {f"len({file.code(item.value)})", f"{file.code(item.value)}.shape"}
    return len(item.slice) > 1 or any(file.code(each) in counted for each in _parts(index))


def _parts(index: cst.BaseExpression) -> Iterator[cst.CSTNode]:
    yield from nodes(index, cst.Call)
    yield from nodes(index, cst.Attribute)


def _is_keyed(file: File, value: cst.BaseExpression) -> bool:
    """True for a dictionary."""
    is_made = isinstance(value, cst.Call) and (
        file.is_builtin(value.func, "dict") or (file.qualified_name(value.func) or "").startswith("collections.")
    )
    return is_made or isinstance(value, cst.Dict | cst.DictComp)


def _divisions_in(file: File, value: cst.BaseExpression) -> list[cst.BinaryOperation]:
    """The divisions that a number is computed by; none if something else may round it, or several values may be it."""
    if isinstance(value, cst.Name | cst.Attribute):
        only = only_value_of(file, value) or _part_bound_to(file, value)
        return _divisions_in(file, only) if isinstance(only, cst.BinaryOperation) else []
    if not isinstance(value, cst.BinaryOperation) or not isinstance(value.operator, _ARITHMETIC):
        return []
    sides = [*_divisions_in(file, value.left), *_divisions_in(file, value.right)]
    return [*sides, value] if isinstance(value.operator, cst.Divide) else sides


def _part_bound_to(file: File, value: cst.BaseExpression) -> cst.BaseExpression | None:
    """`b / 2` for the `w` of `h, w = a / 2, b / 2`."""
    binding = file.only_binding(value) if isinstance(value, cst.Name) else None
    found = unpacked(file, binding.node) if binding is not None else None
    return found.whole if found is not None and not found.path else None


def _floored(file: File, node: cst.CSTNode) -> Edit:
    said = f"{_shortened(file.code(node))} dropped the remainder: //"
    assert isinstance(node, cst.BinaryOperation | cst.AugAssign)
    sign = node.operator
    floored = cst.FloorDivideAssign if isinstance(node, cst.AugAssign) else cst.FloorDivide
    assert isinstance(sign, cst.DivideAssign | cst.Divide)
    modern = floored(whitespace_before=sign.whitespace_before, whitespace_after=sign.whitespace_after)
    return Edit(node, said, ((node, node.with_changes(operator=modern)),))


def _noted(divisions: list[cst.CSTNode]) -> Iterator[Manual]:
    if divisions:
        said = f"/ dropped the remainder of integers in Python 2; {len(divisions)} here may be of integers"
        yield Manual(divisions[0], "/", said, "add --python2 to see each of them", is_note=True)


def _rounded(file: File) -> Iterator[Manual]:
    for call in file.calls:
        if file.is_builtin(call.func, "round") and len(call.args) == 1 and not _becomes_integer(file, call):
            said = f"{_shortened(file.code(call))} was a float, and rounded halves away from zero"
            yield Manual(call, "round", said, "use math.floor(x + 0.5), or float(round(x))", severity=Severity.DOUBT)


def _becomes_integer(file: File, call: cst.Call) -> bool:
    """True for `int(round(x))`, which differs for halves alone."""
    arg = file.parent(call)
    above = file.parent(arg) if arg is not None else None
    return isinstance(above, cst.Call) and file.is_builtin(above.func, "int")


def _shortened(code: str) -> str:
    plain = " ".join(code.split())
    return plain if len(plain) <= 60 else f"{plain[:57]}..."  # noqa: PLR2004 - columns of a report
