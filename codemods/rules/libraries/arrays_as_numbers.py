"""Take the one number out of a prediction where Python wants a number.

## What it does

`float(model.predict(x)[0])` becomes `float(model.predict(x)[0].item())`; `int(...)`, `math.sqrt(...)` and the like,
and a text such as `"%.2f" % prediction[0]`, likewise, also by the name of the predictions. So do other arrays that
certainly have axes, `float(np.array([1.0]))`, `"%f" % w` of `w, b = layer.get_weights()`, `int(np.where(x == 1)[0])`,
`int(np.argmax(p, axis=1))`, `float(regressor.predict(x))` of scikit-learn, and `values[i] = critic.predict(x)` and
`advantages[0][action] = reward - value` where the file shows that the array of numbers has as many axes as it is given
places, and `values[i] = agent.value(x)` of a function that returns predictions. Tensors that are computed at once get
`.numpy().item()`: `float(model(x)[0])`, `int(tf.random.categorical(logits, 1)[0])`. Where all of
`actions[i], values[i] = agent.act(x)` are such, it becomes
`(each.item() for each in agent.act(x))`; one of them among others is reported.

## Why

A model with one unit predicts an array of one number for each row. NumPy 2.5 no longer takes that, or any other array
that has axes, for a number: TypeError, "only 0-dimensional arrays can be converted to Python scalars". It had warned
since 1.25.
https://numpy.org/doc/stable/release/1.25.0-notes.html

## Numbers

Same: `item()` is the number itself (`tests/codemods/rules/libraries/test_arrays_as_numbers.py`).

## What it leaves to you

Arrays and tensors that go through parameters first: they are reported where the file shows that a call passes them.
What is written to arrays whose axes the file does not show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.array_ranks import FILLED, rank_of_shape
from codemods.analysis.arrays.arrays_with_axes import has_axes
from codemods.analysis.arrays.eager_axes import axes_of
from codemods.analysis.arrays.predictions import is_row, returned_arrays, returned_parts
from codemods.analysis.flow.integers import Kind, kind
from codemods.analysis.flow.reaching import last_value
from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.flow.unpacking import unpacked, whole_target
from codemods.analysis.graphs.graph_mode import may_be_in_graph_mode
from codemods.analysis.objects.provenance import passed_anywhere
from codemods.rewriting.parentheses import in_parentheses
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.source.scopes import Binding
from codemods.types import Edit, Manual, Stage, rule

_BY_ARGUMENT = re.compile(r"%[-+ #0-9.]*[*(]")
"""A width that is an argument, or a name: the values are not taken one by one."""
_DIRECTIVE = re.compile(r"%(?!%)[^a-zA-Z%]*([a-zA-Z])")
_REFUSED = "NumPy takes no array of one element for a number"
_OF_NUMBERS = frozenset("diouxXeEfFgG")
_OF_TENSOR = ("numpy", "item")


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
            yield from _of_parameter(file, call)
    for node in file.every(cst.BinaryOperation):
        if isinstance(node.operator, cst.Modulo):
            for value in _filled_in(node):
                yield from _item(file, value)

    for added in file.every(cst.AugAssign):
        if _is_element(file, added.target):
            yield from _operands(file, added.target, added.value)
    for assign in file.every(cst.Assign):
        target = assign.targets[0].target
        if len(assign.targets) == 1 and _is_element(file, target):
            yield from _operands(file, target, assign.value)
        elif len(assign.targets) == 1 and isinstance(target, cst.Tuple) and isinstance(assign.value, cst.Call):
            yield from _taken_apart(file, target, assign.value)


def _wants_number(file: File, function: cst.BaseExpression) -> bool:
    return file.is_builtin(function, "float", "int") or (file.qualified_name(function) or "").startswith("math.")


def _of_parameter(file: File, call: cst.Call) -> Iterator[Manual]:
    """A parameter that is taken for a number, where a call passes an array or a tensor with axes for it."""
    value = call.args[0].value
    name = value.expression if isinstance(value, cst.UnaryOperation) else value
    bound = file.only_binding(name) if isinstance(name, cst.Name) else None
    if bound is None or not isinstance(bound.node, cst.Param):
        return
    for each in passed_anywhere(file, bound.node):
        if each is not None and _is_with_axes(each.module, each.value):
            said = f"{_REFUSED}, and {bound.name} gets one with axes: {each.module.code(each.value)}"
            yield Manual(call, file.code(call.func), said, f"pass one number of {bound.name} where it is called")
            return


def _is_with_axes(file: File, value: cst.BaseExpression) -> bool:
    axes = axes_of(file, value)
    if axes is not None and axes.is_tensor:
        return bool(axes.least) and not may_be_in_graph_mode(file)
    return has_axes(file, value) or (axes is not None and bool(axes.least))


def _is_element(file: File, target: cst.BaseExpression) -> bool:
    """True for `values[i]` and `advantages[0][action]`: the array of numbers has one axis for each of the places."""
    places = _places(target)
    if not places or any(place is None or _is_several(file, place) for place in places):
        return False
    while isinstance(target, cst.Subscript):
        target = target.value
    return _rank(file, target) == len(places)


def _places(target: cst.BaseExpression) -> list[cst.BaseExpression | None]:
    """What stands between the brackets, None for a slice."""
    places: list[cst.BaseExpression | None] = []
    while isinstance(target, cst.Subscript):
        places += [each.slice.value if isinstance(each.slice, cst.Index) else None for each in target.slice]
        target = target.value
    return places


def _is_several(file: File, place: cst.BaseExpression) -> bool:
    """True for a mask, or for an array or a list of places."""
    value = only_value_of(file, place) or place
    return isinstance(value, cst.Comparison | cst.List | cst.ListComp) or has_axes(file, value)


def _is_one(file: File, target: cst.BaseExpression) -> bool:
    """True if each of the places is certainly a number."""
    return all(place is not None and _is_number(file, place) for place in _places(target))


def _is_number(file: File, place: cst.BaseExpression) -> bool:
    """True for a whole number, also one that a loop counts or that grows."""
    if kind(file, place) is Kind.INTEGER:
        return True
    bindings = file.assignments(place) if isinstance(place, cst.Name) else []
    return bool(bindings) and all(each.node is not None and _binds_number(file, each) for each in bindings)


def _binds_number(file: File, binding: Binding) -> bool:
    """True for `i` in `i = 0`, `i += 1` and `for i, row in enumerate(rows)`."""
    target = binding.node
    above = file.parent(target) if target is not None else None
    if isinstance(above, cst.AugAssign):
        return kind(file, above.value) is Kind.INTEGER
    value = file.assigned_value(binding)
    if value is not None:
        return kind(file, value) is Kind.INTEGER
    whole, path = whole_target(file, target)
    loop = file.parent(whole) if whole is not None else None
    counted = loop.iter if isinstance(loop, cst.For | cst.CompFor) else None
    over = "enumerate" if path == (0,) else "range"
    return isinstance(counted, cst.Call) and path in ((), (0,)) and file.is_builtin(counted.func, over)


def _rank(file: File, array: cst.BaseExpression) -> int | None:
    """The number of axes of what NumPy fills with numbers, also of `a` in `a, b = np.zeros((2, n))`."""
    made, path = last_value(file, array) or only_value_of(file, array), 0
    if made is None and isinstance(array, cst.Name) and (binding := file.only_binding(array)) is not None:
        part = unpacked(file, binding.node)
        made, path = (part.whole, len(part.path)) if part is not None else (None, 0)
    made, kinds = _without_types(made)
    if not isinstance(made, cst.Call) or file.qualified_name(made.func) not in FILLED or not made.args:
        return None
    is_of_objects = any("object" in file.code(arg.value) for arg in (*made.args[1:], *kinds))
    axes = _axes(file, made.args[0].value)
    return None if is_of_objects or axes is None else axes - path


def _without_types(made: cst.BaseExpression | None) -> tuple[cst.BaseExpression | None, list[cst.Arg]]:
    """`np.zeros(3)` of `np.zeros(3).astype(int)`, and what `astype` was given."""
    kinds: list[cst.Arg] = []
    while isinstance(made, cst.Call) and isinstance(made.func, cst.Attribute) and made.func.attr.value == "astype":
        kinds += made.args
        made = made.func.value
    return made, kinds


def _axes(file: File, shape: cst.BaseExpression) -> int | None:
    """The number of axes of a shape; an unknown name is taken for a number, unless it calls itself a shape."""
    value = only_value_of(file, shape) or shape
    known = rank_of_shape(file, [value])
    if known is not None or not isinstance(value, cst.Name | cst.Attribute | cst.Call):
        return known
    return None if "shape" in file.code(shape).lower() or "shape" in file.code(value).lower() else 1


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


def _operands(file: File, target: cst.BaseExpression, value: cst.BaseExpression) -> Iterator[Edit]:
    """The rows in a sum or a product, which have one number each if an array took it for an element.

    Where the place may be several, only what a model predicts is taken for one.
    """
    if (axes := axes_of(file, value)) is not None and axes.is_tensor:
        if axes.least and _is_one(file, target) and not may_be_in_graph_mode(file):
            yield _edit(file, value, _OF_TENSOR)
        return
    if isinstance(value, cst.BinaryOperation):
        if isinstance(value.operator, cst.MatrixMultiply):
            return
        yield from _operands(file, target, value.left)
        yield from _operands(file, target, value.right)
        return
    row = last_value(file, value) or value
    is_predicted_row = is_row(file, row) or (isinstance(value, cst.Call) and returned_arrays(file, value))
    if is_predicted_row or (has_axes(file, row) and _is_one(file, target)):
        yield _edit(file, value)


def _filled_in(node: cst.BinaryOperation) -> list[cst.BaseExpression]:
    """What the directives of a text take for numbers: `loss` of `"%s: %.2f" % (name, loss)`."""
    text = literal(node.left)
    found = _DIRECTIVE.findall(text.replace("%%", "")) if isinstance(text, str) else []
    if isinstance(node.right, cst.Tuple):
        values = [each.value for each in node.right.elements if isinstance(each, cst.Element)]
    else:
        values = [node.right]
    if not isinstance(text, str) or len(found) != len(values) or _BY_ARGUMENT.search(text) is not None:
        return []
    return [value for value, each in zip(values, found, strict=True) if each in _OF_NUMBERS]


def _item(file: File, value: cst.BaseExpression) -> Iterator[Edit]:
    axes = axes_of(file, value)
    if axes is not None and axes.is_tensor:
        if axes.least and not may_be_in_graph_mode(file):
            yield _edit(file, value, _OF_TENSOR)
    elif has_axes(file, value) or (axes is not None and axes.least):
        yield _edit(file, value)


def _edit(file: File, value: cst.BaseExpression, methods: tuple[str, ...] = ("item",)) -> Edit:
    made = in_parentheses(value)
    for each in methods:
        made = cst.Call(cst.Attribute(made, cst.Name(each)))
    said = f"{_REFUSED}: {file.code(made)}"
    return Edit(value, said, ((value, made),))
