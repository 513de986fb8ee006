"""Put an `Input` before the layer that has `batch_input_shape=`.

## What it does

`model.add(LSTM(8, batch_input_shape=(4, 10, 3)))` becomes `model.add(keras.Input(batch_shape=(4, 10, 3)))` and
`model.add(LSTM(8))`; in the list that `Sequential` is given likewise. A batch size of None leaves
`input_shape=(10, 3)`.

`Input(shape=a, batch_shape=b)` loses the first, which had no effect.

## Why

Layers of Keras 3 refuse the keyword: "Unrecognized keyword arguments passed to LSTM: {'batch_input_shape': ...}".
https://keras.io/api/layers/core_layers/input/

## Numbers

No numbers involved.

## What it leaves to you

Layers that are neither added nor listed in place.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import Called, known_calls
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Import, Manual, Replacement, Stage, rule

_KEYWORD = "batch_input_shape"
_INPUTS = ("keras.layers.Input", "keras.Input", "tensorflow.keras.layers.Input", "tensorflow.keras.Input")
_SEQUENTIAL = "keras.models.Sequential"


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
    """Edit layers that are added or listed; the table of keywords reports the others."""
    yield from _shapes_of_inputs(file)
    for called in known_calls(file):
        arg = keyword(called.call, _KEYWORD)
        if arg is None or not called.canonical.startswith("keras.layers.") or keyword(called.call, "input_dtype"):
            continue
        edit = _without_batch(called, arg) or _with_input(file, called, arg)
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


def _without_batch(called: Called, arg: cst.Arg) -> Edit | None:
    """Say `input_shape=` where the batch may have any size."""
    shape = arg.value
    if not isinstance(shape, cst.Tuple | cst.List) or len(shape.elements) < 2:  # noqa: PLR2004
        return None
    if literal(shape.elements[0].value) is not None or keyword(called.call, "input_shape"):
        return None
    rest = cst.Tuple([element.with_changes(comma=cst.MaybeSentinel.DEFAULT) for element in shape.elements[1:]])
    modern = named(arg.with_changes(value=rest), "input_shape")
    return Edit(arg, "batch_input_shape= is now input_shape=, without the batch", ((arg, modern),))


def _with_input(file: File, called: Called, arg: cst.Arg) -> Edit | None:
    call = called.call
    layer = with_args(call, [each for each in call.args if each is not arg])
    outer, holder = _holder(file, call)
    name, imports = _input(file, called, call)
    made = cst.Call(name, [named(arg.with_changes(comma=cst.MaybeSentinel.DEFAULT), "batch_shape")])
    replacements: tuple[tuple[cst.CSTNode, Replacement], ...] = ()
    if isinstance(holder, cst.Element):
        element = cst.Element(made, comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
        replacements = ((holder, cst.FlattenSentinel([element, holder.with_changes(value=layer)])),)
    elif isinstance(holder, cst.SimpleStatementLine) and isinstance(outer, cst.Call):
        replacements = ((holder, cst.FlattenSentinel(_lines(holder, outer, call, made, layer))),)
    said = f"batch_input_shape= is now an Input before the {called.path.rpartition('.')[2]}"
    return Edit(arg, said, replacements, imports) if replacements else None


def _lines(
    line: cst.SimpleStatementLine, outer: cst.Call, call: cst.Call, made: cst.Call, layer: cst.Call
) -> list[cst.SimpleStatementLine]:
    """The line that adds the input, and the line that adds the layer."""
    plain = cst.TrailingWhitespace(newline=line.trailing_whitespace.newline)
    adding = cst.SimpleStatementLine([cst.Expr(cst.Call(outer.func, [cst.Arg(made)]))], line.leading_lines, plain)
    changed = line.deep_replace(call, layer)
    assert isinstance(changed, cst.SimpleStatementLine)
    return [adding, changed.with_changes(leading_lines=())]


def _holder(file: File, call: cst.Call) -> tuple[cst.CSTNode | None, cst.CSTNode | None]:
    """`model.add(...)` and its line, or the list of a `Sequential` and the layer's element, as first of the list."""
    above = file.parent(call)
    if isinstance(above, cst.Element):
        listed = file.parent(above)
        arg = file.parent(listed) if isinstance(listed, cst.List) else None
        outer = file.parent(arg) if isinstance(arg, cst.Arg) else None
        is_first = isinstance(listed, cst.List) and listed.elements[0] is above
        if is_first and isinstance(outer, cst.Call) and file.symbol(outer.func) == _SEQUENTIAL:
            return outer, above
        return None, None
    outer = file.parent(above) if isinstance(above, cst.Arg) else None
    if not isinstance(outer, cst.Call) or not isinstance(outer.func, cst.Attribute) or len(outer.args) != 1:
        return None, None
    expression = file.parent(outer)
    line = file.parent(expression) if isinstance(expression, cst.Expr) else None
    whole = isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1
    return (outer, line) if whole and outer.func.attr.value == "add" else (None, None)


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
