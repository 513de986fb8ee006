"""Take the one number out of a prediction where Python wants a number.

## What it does

`float(model.predict(x)[0])` becomes `float(model.predict(x)[0].item())`; `int(...)`, `math.sqrt(...)` and the like,
and a text such as `"%.2f" % prediction[0]`, likewise, also by the name of the predictions. So do `values[i] =
critic.predict(x)[0]` and `advantages[0][action] = reward - value` where the file shows that the array of numbers has as
many axes as it is given places, and `values[i] = agent.value(x)` of a function that returns predictions. Where all of
`actions[i], values[i] = agent.act(x)` are such, it becomes `(each.item() for each in agent.act(x))`; one of them among
others is reported.

## Why

A model with one unit predicts an array of one number for each row. NumPy 2.5 no longer takes that for a number:
TypeError, "only 0-dimensional arrays can be converted to Python scalars". It had warned since 1.25.
https://numpy.org/doc/stable/release/1.25.0-notes.html

## Numbers

Same: `item()` is the number itself (`tests/codemods/rules/test_arrays_as_numbers.py`).

## What it leaves to you

Predictions that go through parameters or other arithmetic first, and elements of other arrays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.predictions import is_predicted, is_row, predictions, returned_arrays, returned_parts
from codemods.analysis.reaching import last_value
from codemods.analysis.self_attributes import only_value_of
from codemods.analysis.unpacking import unpacked
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_FILLED = frozenset(("numpy.empty", "numpy.full", "numpy.ones", "numpy.zeros"))
_DIRECTIVE = re.compile(r"%(?!%)[^a-zA-Z%]*([a-zA-Z])")
_REFUSED = "NumPy takes no array of one element for a number"
_OF_NUMBERS = frozenset("diouxXeEfFgG")


@rule(
    "TFM374",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1, input_dim=2)])
    print("%.2f" % model.predict(x)[0])
    """,
)
def arrays_as_numbers(file: File) -> Iterator[Edit | Manual]:
    """Only what certainly is one row of predictions, or all of them."""
    for call in file.calls:
        if len(call.args) == 1 and not call.args[0].star and _wants_number(file, call.func):
            yield from _item(file, call.args[0].value)
    for node in file.every(cst.BinaryOperation):
        if isinstance(node.operator, cst.Modulo) and _asks_for_one_number(node.left):
            yield from _item(file, node.right)

    for assign in file.every(cst.Assign) if predictions(file) else ():
        target = assign.targets[0].target
        if len(assign.targets) == 1 and _is_element(file, target):
            yield from _operands(file, assign.value)
        elif len(assign.targets) == 1 and isinstance(target, cst.Tuple) and isinstance(assign.value, cst.Call):
            yield from _taken_apart(file, target, assign.value)


def _wants_number(file: File, function: cst.BaseExpression) -> bool:
    return file.is_builtin(function, "float", "int") or (file.qualified_name(function) or "").startswith("math.")


def _is_element(file: File, target: cst.BaseExpression) -> bool:
    """True for `values[i]` and `advantages[0][action]`: the array of numbers has one axis for each of the places."""
    places = 0
    while isinstance(target, cst.Subscript):
        if not all(isinstance(each.slice, cst.Index) for each in target.slice):
            return False
        places, target = places + len(target.slice), target.value
    return places > 0 and _rank(file, target) == places


def _rank(file: File, array: cst.BaseExpression) -> int | None:
    """The number of axes of what NumPy fills with numbers, also of `a` in `a, b = np.zeros((2, n))`."""
    made, path = last_value(file, array) or only_value_of(file, array), 0
    if made is None and isinstance(array, cst.Name) and (binding := file.only_binding(array)) is not None:
        part = unpacked(file, binding.node)
        made, path = (part.whole, len(part.path)) if part is not None else (None, 0)
    if not isinstance(made, cst.Call) or file.qualified_name(made.func) not in _FILLED or not made.args:
        return None
    shape = made.args[0].value
    is_of_objects = any("object" in file.code(arg.value) for arg in made.args[1:])
    axes = len(shape.elements) if isinstance(shape, cst.Tuple | cst.List) else 1
    return None if is_of_objects else axes - path


def _taken_apart(file: File, target: cst.Tuple, call: cst.Call) -> Iterator[Edit | Manual]:
    """`actions[i], values[i] = agent.act(state)`, where the function returns predictions."""
    parts = returned_parts(file, call, len(target.elements))
    into = [isinstance(each, cst.Element) and _is_element(file, each.value) for each in target.elements]
    if parts and all(parts) and all(into):
        code = f"(each.item() for each in {file.code(call)})"
        yield Edit(call, f"{_REFUSED}: {code}", ((call, cst.parse_expression(code)),))
        return
    for each, is_array, is_number in zip(target.elements, parts, into, strict=False):
        if is_array and is_number:
            place = file.code(each.value)
            advice = f"unpack into a name first, and write {place} = name.item()"
            yield Manual(each.value, place, f"{_REFUSED}, and {place} may get one of a prediction", advice)


def _operands(file: File, value: cst.BaseExpression) -> Iterator[Edit]:
    """The rows in a sum or a product, which have one number each if an array took it for an element."""
    if isinstance(value, cst.BinaryOperation):
        yield from _operands(file, value.left)
        yield from _operands(file, value.right)
        return
    row = last_value(file, value) or value
    if is_row(file, row) or (isinstance(value, cst.Call) and returned_arrays(file, value)):
        yield _edit(file, value)


def _asks_for_one_number(text: cst.BaseExpression) -> bool:
    """True for a text with one directive, and that for a number."""
    value = literal(text)
    return isinstance(value, str) and [each in _OF_NUMBERS for each in _DIRECTIVE.findall(value)] == [True]


def _item(file: File, value: cst.BaseExpression) -> Iterator[Edit]:
    if is_predicted(file, value) or is_row(file, value):
        yield _edit(file, value)


def _edit(file: File, value: cst.BaseExpression) -> Edit:
    made = cst.Call(cst.Attribute(value, cst.Name("item")))
    said = f"{_REFUSED}: {file.code(made)}"
    return Edit(value, said, ((value, made),))
