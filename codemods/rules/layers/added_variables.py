"""Make the variables of a layer with `add_weight`, and with their names by keyword.

## What it does

`self.add_variable("kernel", [3, 4])` becomes `self.add_weight(name="kernel", shape=[3, 4])`, and so does `add_weight`
with these arguments where `--to compat` leaves it to Keras 3 (elsewhere see TFM132). A number that is the whole shape,
`shape=(input_shape[-1])`, becomes `shape=(input_shape[-1],)`, and `shape=(self.units)` becomes `shape=(self.units,)`
where the file shows that `units` is a number. So do `Input(shape=4)` and `Input(shape=self.units)`.

## Why

`tf.keras` had `add_variable` as another name of `add_weight`, with the name of the variable in the first place.
In Keras 3 the shape comes first in both, and `add_variable` must be given the initializer. It took a number for the
shape of a vector, as `Input` of TensorFlow 2 did; Keras 3 says "Cannot convert '3' to a shape".
https://github.com/tensorflow/tensorflow/blob/v2.0.0/tensorflow/python/keras/engine/base_layer.py

## Numbers

Same: `tests/codemods/fixtures/added_variables` has the variables of TensorFlow 2.1.4.

## What it leaves to you

Calls on objects that may not be layers, calls with unpacked arguments, and names that may be whole shapes.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls, since
from codemods.analysis.calls.argument_values import breaks
from codemods.analysis.calls.shapes_first import is_shape_first
from codemods.analysis.flow.reaching import last_value
from codemods.analysis.objects.object_types import LAYER, Receiver, origin_of
from codemods.analysis.objects.whole_numbers import is_whole_number
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import bind, keyword, literal_key, named, with_args
from codemods.source.file import File, name_of
from codemods.types import Edit, Stage, rule
from compat.tables.rows import NotOfType

_NO_NUMBER = NotOfType(("int",))
_INPUTS = ("keras.Input", "keras.layers.Input")
_METHODS = ("add_variable", "add_weight")
_PLACES = ("name", "shape", "dtype", "initializer", "regularizer", "trainable", "constraint")


@rule(
    "TFM221",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    class Linear(tf.keras.layers.Layer):
        def build(self, input_shape):
            self.kernel = self.add_variable("kernel", shape=[int(input_shape[-1]), 10])
    """,
)
def added_variables(file: File) -> Iterator[Edit]:
    """Only where the arguments are not those of Keras 3, and the shims do not take them."""
    if not since(file.target, "keras 3.0") or written_for(file).keras is KerasLine.KERAS_3:
        return
    yield from _inputs(file)
    for call in file.calls:
        function = call.func
        if not isinstance(function, cst.Attribute) or function.attr.value not in _METHODS:
            continue
        number = _shape_of_one_number(file, call)
        if number is None and (_is_of_keras_3(call) or is_shape_first(file, call)):
            continue
        owner = origin_of(file, function.value)
        if not isinstance(owner, Receiver) or owner.shimmed or not owner.is_a(LAYER):
            continue
        if owner.defines(file, function.attr.value):
            continue
        if number is not None:
            yield _vector(file, number)
        elif bind(call, *_PLACES) is not None:
            yield _edit(file, call, function)


def _inputs(file: File) -> Iterator[Edit]:
    """The inputs whose shape is a number."""
    for called in known_calls(file):
        shape = called.argument("shape") if called.canonical in _INPUTS else None
        if shape is not None and not shape.star and _is_whole_shape(file, shape.value):
            yield _vector(file, shape)


def _is_whole_shape(file: File, value: cst.BaseExpression) -> bool:
    """True for a number; the default of a parameter shows none."""
    is_shown = not isinstance(value, cst.Name | cst.Attribute) and breaks(file, _NO_NUMBER, value)
    return is_shown or _is_number(file, value)


def _shape_of_one_number(file: File, call: cst.Call) -> cst.Arg | None:
    """The `shape=` of a call that certainly is a number."""
    given = keyword(call, "shape")
    return given if given is not None and _is_number(file, given.value) else None


def _is_number(file: File, node: cst.BaseExpression) -> bool:
    """True for a literal, `input_shape[-1]`, `int(...)`, what is computed of them, and what holds one."""
    if isinstance(node, cst.BinaryOperation):
        return _is_number(file, node.left) and _is_number(file, node.right)
    if isinstance(node, cst.Call):
        return file.is_builtin(node.func, "int", "len")
    if isinstance(node, cst.Subscript):
        is_of_shape = (name_of(node.value) or "").endswith("input_shape") and len(node.slice) == 1
        return is_of_shape and isinstance(literal_key(node), int)
    value = last_value(file, node)
    if value is not None and not isinstance(value, cst.Name):
        return _is_number(file, value)
    return isinstance(node, cst.Integer | cst.Name | cst.Attribute) and is_whole_number(file, node)


def _vector(file: File, given: cst.Arg) -> Edit:
    value = given.value.with_changes(lpar=[], rpar=[])
    made = cst.Tuple([cst.Element(value)])
    return Edit(given, f"Keras 3 takes a tuple for a shape: {file.code(made)}", ((given.value, made),))


def _edit(file: File, call: cst.Call, function: cst.Attribute) -> Edit:
    modern = _METHODS[-1]
    places = [arg for arg in call.args if arg.keyword is None]
    names = dict(zip(places, _PLACES, strict=False))
    args = [named(arg, names[arg]) if arg in names else arg for arg in call.args]
    new = with_args(call, args).with_changes(func=function.with_changes(attr=cst.Name(modern)))
    said = "" if function.attr.value == modern else f"{file.code(function)} is now {modern}; "
    return Edit(call, f"{said}Keras 3 has the shape in the first place", ((call, new),))


def _is_of_keras_3(call: cst.Call) -> bool:
    """True for a shape in the first place, or for keywords only, with an initializer where one must be given."""
    if any(arg.star for arg in call.args):
        return True
    places = [arg for arg in call.args if arg.keyword is None]
    is_given = len(places) > 1 or keyword(call, "initializer") is not None
    if not places:
        return is_given or not _must_have_initializer(call)
    return isinstance(places[0].value, cst.List | cst.Tuple) and (is_given or not _must_have_initializer(call))


def _must_have_initializer(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value != _METHODS[-1]
