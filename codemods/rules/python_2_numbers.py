"""Divide in Python 3 as Python 2 did.

## What it does

In files that were written for Python 2, `len(x) / 32` becomes `len(x) // 32`, where the file shows that both sides are
integers: lengths, shapes, literals, counters of loops. After `--python2` it reports each other `/`, except those with
a side that is a float, and each `round(x)`; without, one note counts them. With `--python2` it does so, too, in a file
that Python 3 parses as it is, and that takes `map(...)[0]` for a list.

## Why

Python 2 divides integers without a remainder, Python 3 exactly. Steps, shapes and indices become floats, and some
numbers change without an error.
https://docs.python.org/3/whatsnew/3.0.html#integers

## Numbers

Same: `//` on integers is what `/` was in Python 2 (`tests/codemods/rules/test_python_2_numbers.py`).

## What it leaves to you

Each `/` whose sides the file does not show, such as parameters and arguments of the command line. `round` gave floats,
and rounded halves away from zero. The translated file no longer tells that it was one of Python 2, so this is said
once.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.integers import Kind, kind
from codemods.analysis.python_2_files import divides_exactly, is_of_python_2
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, rule

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
    if not (file.from_python_2 or file.imports_family()) or not is_of_python_2(file):
        return
    open_divisions = []
    for node, left, right in () if divides_exactly(file) else _divisions(file):
        kinds = {kind(file, left), kind(file, right)}
        if kinds == {Kind.INTEGER}:
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
