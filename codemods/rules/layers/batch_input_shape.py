"""Put an `Input` before the layer that has `batch_input_shape=` or `batch_size=`.

## What it does

`model.add(LSTM(8, batch_input_shape=(4, 10, 3)))` becomes `model.add(keras.Input(batch_shape=(4, 10, 3)))` and
`model.add(LSTM(8))`; in the list that `Sequential` is given likewise. `input_shape=` and `batch_size=` become the
`shape=` and `batch_size=` of an `Input`. A batch size of None leaves `input_shape=(10, 3)`.

Both are left out of layers that are called on a tensor, wrapped in another layer, or not the first of their model,
where they had no effect.

`Input(shape=a, batch_shape=b)` loses the first, which had no effect.

## Why

Layers of Keras 3 refuse the keywords: "Unrecognized keyword arguments passed to LSTM: {'batch_input_shape': ...}", and
`Sequential` a second `Input`.
https://keras.io/api/layers/core_layers/input/

## Numbers

Same: the predictions of `tests/codemods/fixtures/batch_input_shape` are those of Keras 2.3.1 on TensorFlow 1.15.5 and
of TensorFlow 2.15.1.

## What it leaves to you

Layers of which the file does not show where in a model they stand. Configurations whose `batch_input_shape` is set to
another one are reported: those of Keras 3 also hold the shapes that each layer was built with. So are places that
count the layers of a configuration, `config["layers"][0]` and `len(config["layers"])`: that of a `Sequential` begins
with an `InputLayer` in Keras 3, as it does in `tf.keras` since TensorFlow 2.2. A loop that asks each layer for a
setting is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called, known_calls
from codemods.analysis.layers.layer_configurations import counted_configurations
from codemods.analysis.layers.layer_seats import Place, seat_of
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import keyword, literal, literal_key, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Import, Manual, Replacement, Stage, rule

_KEYWORD = "batch_input_shape"
_CONFIG, _FROM_CONFIG = "config", "from_config"
_SIZE = "batch_size"
_OTHERS = ("keras.layers.Input", "keras.layers.InputLayer")
_EMBEDDING = "keras.layers.Embedding"
_STEPS = ("keras.layers.LSTM", "keras.layers.GRU", "keras.layers.SimpleRNN", "keras.layers.RNN")
"""Layers whose `input_dim=` is that of one step."""

_INPUTS = ("keras.layers.Input", "keras.Input", "tensorflow.keras.layers.Input", "tensorflow.keras.Input")


@rule(
    "TFM146",
    stage=Stage.STRUCTURES,
    example="""
    from keras.layers import LSTM
    from keras.models import Sequential

    model = Sequential()
    model.add(LSTM(8, batch_input_shape=(4, 10, 3), stateful=True))
    """,
)
def batch_input_shape(file: File) -> Iterator[Edit | Manual]:
    """Edit layers whose place in their model the file shows; the table of keywords reports the others."""
    yield from _shapes_of_inputs(file)
    yield from _in_configurations(file)
    for called in known_calls(file):
        given = [arg for name in (_KEYWORD, _SIZE) if (arg := keyword(called.call, name)) is not None]
        if not given or not called.canonical.startswith("keras.layers.") or called.canonical in _OTHERS:
            continue
        if keyword(called.call, "input_dtype") or any(arg.star for arg in called.call.args):
            continue
        edit = _without_batch(called, given[0]) or _placed(file, called, given)
        if edit is not None:
            yield edit


def _shapes_of_inputs(file: File) -> Iterator[Edit]:
    """`Input(shape=..., batch_shape=...)`: Keras 2 took the second one, Keras 3 refuses the two."""
    for reference in file.references("keras.layers.Input", "keras.Input"):
        call = file.call_of(reference)
        whole = keyword(call, "batch_shape") if call is not None and file.target.is_modern else None
        if call is None or whole is None or literal(whole.value) is None or any(arg.star for arg in call.args):
            continue
        shape = keyword(call, "shape") or next((arg for arg in call.args if arg.keyword is None), None)
        if shape is not None:
            kept = [arg for arg in call.args if arg is not shape]
            said = f"batch_shape= says it all: shape={file.code(shape.value)} had no effect"
            yield Edit(shape, said, ((call, with_args(call, kept)),))


def _in_configurations(file: File) -> Iterator[Manual]:
    """What is set or counted in the configuration of a model; one place in a line is enough."""
    found = [*_set_in_configurations(file)]
    yield from found
    lines = {file.line(each.at) for each in found}
    for node in counted_configurations(file):
        if file.line(node) not in lines:
            lines.add(file.line(node))
            said = "the configuration of a Sequential begins with an InputLayer in Keras 3, so its layers count from 1"
            advice = "find the layer by its name, or leave out those whose class_name is InputLayer"
            yield Manual(node, "keras.models.Sequential.get_config", said, advice)


def _set_in_configurations(file: File) -> Iterator[Manual]:
    """Report `config["layers"][0]["config"]["batch_input_shape"] = (1, None)`."""
    if not file.target.is_modern or not file.reaches_family() or has_keras_2_only(file):
        return
    methods = {each.attr.value for each in file.attributes}
    for target in (each.target for each in file.every(cst.AssignTarget)) if _FROM_CONFIG in methods else ():
        if isinstance(target, cst.Subscript) and literal_key(target) == _KEYWORD and _is_configuration(target.value):
            said = "a configuration of Keras 3 holds the shapes that each layer was built with, not batch_input_shape"
            advice = "build the second model with a function of the batch size, and give it the weights of the first"
            yield Manual(target, "keras.models.Model.get_config", said, advice)


def _is_configuration(node: cst.BaseExpression) -> bool:
    """True for `config` and `layers[0]["config"]`."""
    if isinstance(node, cst.Subscript):
        return literal_key(node) == _CONFIG
    return isinstance(node, cst.Name) and _CONFIG in node.value


def _without_batch(called: Called, arg: cst.Arg) -> Edit | None:
    """Say `input_shape=` where the batch may have any size."""
    shape = arg.value
    if arg.keyword is None or arg.keyword.value != _KEYWORD or keyword(called.call, _SIZE):
        return None
    if not isinstance(shape, cst.Tuple | cst.List) or len(shape.elements) < 2:  # noqa: PLR2004
        return None
    if literal(shape.elements[0].value) is not None or keyword(called.call, "input_shape"):
        return None
    rest = cst.Tuple([element.with_changes(comma=cst.MaybeSentinel.DEFAULT) for element in shape.elements[1:]])
    modern = named(arg.with_changes(value=rest), "input_shape")
    return Edit(arg, "batch_input_shape= is now input_shape=, without the batch", ((arg, modern),))


def _placed(file: File, called: Called, given: list[cst.Arg]) -> Edit | None:
    """Leave the keywords out where they had no effect; else put an `Input` before the layer."""
    seat, call = seat_of(file, called.call), called.call
    names = " and ".join(f"{arg.keyword.value}=" for arg in given if arg.keyword)
    if seat.place is Place.LATER or _is_any_size(given[0]):
        kept = with_args(call, [each for each in call.args if each not in given])
        return Edit(given[0], f"{names} had no effect here, and is left out", ((call, kept),))
    described = _described(called) if seat.place is Place.FIRST else None
    if described is None:
        return None
    used, shape = described
    layer = with_args(call, [each for each in call.args if each not in used])
    name, imports = _input(file, called, call)
    made = cst.Call(name, shape)
    replacements: tuple[tuple[cst.CSTNode, Replacement], ...]
    holder, adding = seat.holder, seat.adding
    if isinstance(holder, cst.Element):
        element = cst.Element(made, comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
        in_place = holder.value is call
        behind = holder.with_changes(value=layer) if in_place else holder
        replacements = ((holder, cst.FlattenSentinel([element, behind])),)
    elif holder is not None and adding is not None:
        in_place = adding.args[0].value is call
        lines = _lines(
            holder, adding, made, adding.with_deep_changes(adding.args[0], value=layer) if in_place else adding
        )
        replacements = ((holder, cst.FlattenSentinel(lines)),)
    else:
        return None
    replacements = replacements if in_place else (*replacements, (call, layer))
    said = f"{names} is now an Input before the {called.path.rpartition('.')[2]}"
    return Edit(given[0], said, replacements, imports)


def _is_any_size(arg: cst.Arg) -> bool:
    """True for `batch_size=None`."""
    return arg.keyword is not None and arg.keyword.value == _SIZE and literal(arg.value) is None


def _described(called: Called) -> tuple[list[cst.Arg], list[cst.Arg]] | None:
    """The arguments that say what a first layer takes, and those of the `Input` that says the same.

    Keras 2 asked in this order: https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py
    """
    call = called.call
    whole, size, shape = (keyword(call, name) for name in (_KEYWORD, _SIZE, "input_shape"))
    width, length = keyword(call, "input_dim"), keyword(call, "input_length")
    if whole is not None:
        useless = length if called.canonical == _EMBEDDING else None
        return [arg for arg in (whole, size, shape, useless) if arg is not None], [_plain(whole, "batch_shape")]
    if size is None:
        return None
    if shape is not None:
        return [shape, size], [_plain(shape, "shape"), _plain(size, _SIZE)]
    if called.canonical == _EMBEDDING:
        dimensions, used = [length], [size, length]
    elif called.canonical in _STEPS:
        dimensions, used = [length, width], [size, length, width]
    else:
        dimensions, used = [width], [size, width]
    if width is None and called.canonical != _EMBEDDING:
        return None
    values = [arg.value if arg is not None else cst.Name("None") for arg in dimensions]
    if any(isinstance(value, cst.Tuple | cst.List) for value in values):
        return None
    elements = [cst.Element(value) for value in values]
    given = named(cst.Arg(cst.Tuple(elements)), "shape")
    return [arg for arg in used if arg is not None], [given, _plain(size, _SIZE)]


def _plain(arg: cst.Arg, name: str) -> cst.Arg:
    """The argument under a name, without the line that it stood on."""
    return named(cst.Arg(arg.value), name)


def _lines(
    line: cst.SimpleStatementLine, adding: cst.Call, made: cst.Call, added: cst.Call
) -> list[cst.SimpleStatementLine]:
    """The line that adds the input, and the line that adds the layer."""
    plain = cst.TrailingWhitespace(newline=line.trailing_whitespace.newline)
    first = cst.SimpleStatementLine([cst.Expr(cst.Call(adding.func, [cst.Arg(made)]))], line.leading_lines, plain)
    changed = line.deep_replace(adding, added)
    assert isinstance(changed, cst.SimpleStatementLine)
    return [first, changed.with_changes(leading_lines=())]


def _input(file: File, called: Called, at: cst.Call) -> tuple[cst.BaseExpression, tuple[Import, ...]]:
    """`Input`, in the family of the layer."""
    for imported in file.imports:
        if imported.qualified in _INPUTS and file.global_scope[imported.local]:
            return cst.Name(imported.local), ()
    if called.path.startswith("tensorflow."):
        name, imports = bind_module(file, "tensorflow", "tf", at)
        return cst.parse_expression(f"{name}.keras.Input"), imports
    name, imports = bind_module(file, "keras", "keras", at)
    return cst.parse_expression(f"{name}.Input"), imports
