"""Report lists of numbers and of arrays with one number, of which NumPy makes no array.

## What it does

Reports lists that hold an array beside a number, `[np.array([1.0]), 2.0]`, and lists that grow by both, where a
`feed_dict` or a function of NumPy is given them. Where nothing tells that the other value is a number,
`targets.append(reward)` beside `targets.append(reward + 0.9 * predicted[i])`, it is a note. It rewrites nothing.

## Why

NumPy took the number out of an array of one, if it was asked for an array of floats, as a session asks for what it is
fed; without a dtype it made an array of objects, which could be reshaped, averaged and fed all the same. It has refused
both since 1.24: "setting an array element with a sequence. The requested array has an inhomogeneous shape".
https://numpy.org/doc/stable/release/1.24.0-notes.html

## Numbers

No numbers involved, as NumPy raises. With `.item()` they are those of NumPy 1.18.5
(`tests/codemods/rules/libraries/test_arrays_among_numbers.py`).

## What it leaves to you

Every reported list: `x.item()` for each array. Arrays that the file does not show to be such, as what `session.run`
returns. Lists that parameters hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.arrays.arrays_with_axes import has_axes
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.integers import Kind, kind
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import places_of, values_of_attribute
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Manual, Stage, rule
from compat.tables.behaviour.mixed_lists import ARRAY_FUNCTIONS

_FEED = "feed_dict"
_SESSION_RUN, _APPEND = "run", "append"
_PLACE_OF_FEED = 1
_NUMBERS = (Kind.INTEGER, Kind.FLOAT)
_ADVICE = "take the number out of each array: x.item()"


class _Taken(NamedTuple):
    """A list, and the name of what makes an array of it."""

    values: cst.BaseExpression
    taker: str


@rule(
    "TFM525",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    from keras.models import load_model

    model = load_model("critic.h5")
    predicted = model.predict(states)
    targets = []
    for i in range(len(states)):
        if done[i]:
            targets.append(0.0)
        else:
            targets.append(0.9 * predicted[i])
    targets = np.array(targets)
    """,
)
def arrays_among_numbers(file: File) -> Iterator[Manual]:
    """Report each list once, where NumPy or a session is given it."""
    if not file.imports_family():
        return
    for taken in _taken(file):
        values = _values(file, taken.values)
        arrays = [each for each in values if has_axes(file, each)]
        others = [each for each in values if each not in arrays]
        if not arrays or not others:
            continue
        said = "NumPy makes no array of a list of numbers and of arrays of one number"
        if any(kind(file, each) in _NUMBERS for each in others):
            yield Manual(taken.values, taken.taker, said, _ADVICE)
        elif any(_is_part(file, other, array) for other in others for array in arrays):
            number = next(file.code(each) for each in others if any(_is_part(file, each, array) for array in arrays))
            yield Manual(taken.values, taken.taker, f"{said}, if {number} is a number here", _ADVICE, is_note=True)


def _taken(file: File) -> Iterator[_Taken]:
    """The displays and the names that a `feed_dict` has, or a function of NumPy that makes an array of its argument."""
    for call in file.calls:
        name = file.qualified_name(call.func) or ""
        if name in ARRAY_FUNCTIONS and call.args and call.args[0].keyword is None and not call.args[0].star:
            yield _Taken(call.args[0].value, name)
        for fed in _fed(call):
            yield from (_Taken(each.value, _FEED) for each in fed.elements if isinstance(each, cst.DictElement))


def _fed(call: cst.Call) -> Iterator[cst.Dict]:
    """The dictionary that a session is fed by a call."""
    given = keyword(call, _FEED)
    if given is None and method_of(call) == _SESSION_RUN and len(call.args) > _PLACE_OF_FEED:
        given = call.args[_PLACE_OF_FEED]
    if given is not None and isinstance(given.value, cst.Dict):
        yield given.value


def _values(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What a display holds, and what a list begins with and grows by, that a name or an attribute holds."""
    if isinstance(node, cst.List):
        return [each.value for each in node.elements if isinstance(each, cst.Element)]
    if isinstance(node, cst.Attribute):
        starts = values_of_attribute(file, node) or []
        kept = [each for use in places_of(file, node) for each in _added(file, use)]
        return kept if starts and all(isinstance(each, cst.List) for each in starts) else []
    last = reaching(file, node) if isinstance(node, cst.Name) else []
    start = file.assigned_value(last[0]) if len(last) == 1 else None
    if not isinstance(start, cst.List):
        return []
    added = [each for use in last[0].uses for each in _added(file, use) if last[0] in reaching(file, use)]
    return [*_values(file, start), *added]


def _added(file: File, use: cst.CSTNode) -> Iterator[cst.BaseExpression]:
    """What `use.append(value)` adds."""
    attribute = file.parent(use)
    call = file.parent(attribute) if isinstance(attribute, cst.Attribute) and attribute.value is use else None
    if isinstance(call, cst.Call) and call.func is attribute and method_of(call) == _APPEND and len(call.args) == 1:
        yield call.args[0].value


def _is_part(file: File, number: cst.BaseExpression, array: cst.BaseExpression) -> bool:
    """True if an array is computed with what stands beside it: `r` and `r + 0.9 * q[i]`."""
    if not isinstance(array, cst.BinaryOperation):
        return False
    code = file.code(number)
    return any(file.code(each) == code for each in nodes(array, type(number)) if isinstance(each, cst.BaseExpression))
