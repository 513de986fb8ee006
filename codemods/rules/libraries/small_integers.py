"""Write numbers that a type of NumPy cannot hold as what NumPy made of them: `np.uint8(-1)` is `np.uint8(255)`.

## What it does

Where a whole number is written out and is too large, or too small, for the type that the file shows, it is replaced:
in `np.uint8(-1)`, `np.array([0, 300], dtype=np.uint8)`, `np.full(shape, -1, "uint8")`, and in `x[mask] = -1` and
`x.fill(-1)` of an array that is made with such a type.

## Why

NumPy 1 took the number modulo 256, or what the type has. NumPy 2 raises OverflowError, "Python integer -1 out of bounds
for uint8". https://numpy.org/doc/stable/release/2.0.0-notes.html

## Numbers

Same: the arrays of NumPy 1.17 (`tests/codemods/rules/libraries/test_small_integers.py`).

## What it leaves to you

Numbers that have a name, and arithmetic, of which `TFM495` speaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.version_branches import Choices
from codemods.source.arguments import argument, literal
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_TYPE = re.compile(r"(u?)int(8|16|32|64)$")
_NUMPY = "numpy."
_ARRAYS = {"numpy.array": 1, "numpy.asarray": 1, "numpy.full": 2}
"""Functions that are given numbers and a type, with the place of that."""
_MADE = {**_ARRAYS, "numpy.empty": 1, "numpy.ones": 1, "numpy.zeros": 1}
_URL = "https://numpy.org/doc/stable/release/2.0.0-notes.html"
_FILL, _AS = "fill", "astype"


@rule(
    "TFM513",
    stage=Stage.BEHAVIOUR,
    example="""
    import keras
    import numpy as np

    labels = np.full((8, 8), -1, dtype=np.uint8)
    """,
)
def small_integers(file: File) -> Iterator[Edit]:
    """Edit each number for itself, unless an `if` chooses."""
    if not file.target.is_modern:
        return
    choices = Choices(file)
    for call in file.calls:
        path = file.qualified_name(call.func) or ""
        if not call.args or call.args[0].star or choices.leading_to(call):
            continue
        if path in _ARRAYS:
            given = argument(call, "fill_value", 1) if path == "numpy.full" else call.args[0]
            kind = _given_type(file, call, _ARRAYS[path])
            yield from _fitted(given.value, kind) if given is not None else ()
        elif _TYPE.match(path.removeprefix(_NUMPY)) and path.startswith(_NUMPY):
            yield from _fitted(call.args[0].value, path.removeprefix(_NUMPY))
        elif not path and isinstance(call.func, cst.Attribute) and call.func.attr.value == _FILL:
            yield from _fitted(call.args[0].value, _type_of(file, call.func.value))
    for assign in file.every(cst.Assign):
        target = assign.targets[0].target
        if isinstance(target, cst.Subscript) and _number(assign.value) is not None and not choices.leading_to(assign):
            yield from _fitted(assign.value, _type_of(file, target.value))


def _fitted(node: cst.BaseExpression, kind: str | None) -> Iterator[Edit]:
    """Edit the numbers in an expression that a type does not hold."""
    found = _TYPE.match(kind) if kind is not None else None
    if isinstance(node, cst.List | cst.Tuple):
        for each in node.elements if found is not None else ():
            yield from _fitted(each.value, kind)
        return
    number = _number(node)
    if number is None or found is None:
        return
    size = 2 ** int(found[2])
    least = 0 if found[1] else -size // 2
    if not least <= number < least + size:
        fitting = (number - least) % size + least
        said = f"NumPy 2 does not make a {kind} of {number}: OverflowError; it was {fitting} ({_URL})"
        yield Edit(node, said, ((node, cst.parse_expression(str(fitting))),))


def _number(node: cst.BaseExpression) -> int | None:
    value = literal(node)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _given_type(file: File, call: cst.Call, place: int) -> str | None:
    given = argument(call, "dtype", place)
    return _named(file, given.value) if given is not None and not given.star else None


def _named(file: File, node: cst.BaseExpression) -> str | None:
    text = literal(node)
    name = text if isinstance(text, str) else (file.qualified_name(node) or "").removeprefix(_NUMPY)
    return name if _TYPE.match(name) else None


def _type_of(file: File, array: cst.BaseExpression) -> str | None:
    """The type of the array that a name stands for."""
    made = file.only_value(array) if isinstance(array, cst.Name) else None
    if not isinstance(made, cst.Call):
        return None
    path = file.qualified_name(made.func) or ""
    if path in _MADE:
        return _given_type(file, made, _MADE[path])
    is_typed = not path and isinstance(made.func, cst.Attribute) and made.func.attr.value == _AS and bool(made.args)
    return _named(file, made.args[0].value) if is_typed else None
