"""Reset the states of a model layer by layer.

## What it does

`model.reset_states()` of a `Sequential` becomes a loop over its layers that resets the stateful ones.

## Why

Models of Keras 3 have no such method: AttributeError. The recurrent layers have it.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/network.py

## Numbers

Same: losses and predictions of `tests/codemods/fixtures/model_states` are those of Keras 2.3.1 on TensorFlow 1.15.5 and
of TensorFlow 2.15.1.

## What it leaves to you

Models of which the file does not show every layer: one may be a model, whose layers the loop would not reach.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.models.sequential_layers import layers_of
from codemods.source.file import File
from codemods.types import Edit, rule

_METHOD = "reset_states"
_OF_LAYERS = "reset_state"
_LAYERS = "keras.layers."
_INPUT = "keras.Input"


@rule(
    "TFM251",
    example="""
    from keras.layers import LSTM, Dense
    from keras.models import Sequential

    model = Sequential([LSTM(8, batch_input_shape=(4, 10, 3), stateful=True), Dense(1)])
    for epoch in range(3):
        model.fit(x, y, batch_size=4, shuffle=False)
        model.reset_states()
    """,
)
def model_states(file: File) -> Iterator[Edit]:
    """Edit lines that do nothing else; the table of methods reports the others."""
    for call in file.calls if file.target.is_modern else ():
        if not isinstance(call.func, cst.Attribute) or call.func.attr.value != _METHOD or call.args:
            continue
        line = file.statement(call)
        alone = isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1
        if not alone or not isinstance(file.parent(call), cst.Expr) or file.block(line) is None:
            continue
        model = call.func.value
        if not isinstance(model, cst.Name) or not _is_plain(file, model):
            continue
        assert isinstance(line, cst.SimpleStatementLine)
        said = f"{model.value}.{_METHOD}() is now that of its stateful layers"
        yield Edit(call, said, ((line, _loop(file, model.value, line)),))


def _is_plain(file: File, model: cst.Name) -> bool:
    """True if the file shows all layers of the model, and none is a model of its own."""
    layers = layers_of(file, model)
    symbols = [file.symbol(each.func) if isinstance(each, cst.Call) else None for each in layers or ()]
    return bool(symbols) and all(each is not None and (each.startswith(_LAYERS) or each == _INPUT) for each in symbols)


def _loop(file: File, model: str, line: cst.SimpleStatementLine) -> cst.BaseStatement:
    layer = file.free_name("layer", "each_layer")
    indent = file.module.default_indent
    newline = file.module.default_newline
    condition = f'if getattr({layer}, "stateful", False):'
    lines = (f"for {layer} in {model}.layers:", f"{indent}{condition}", f"{indent * 2}{layer}.{_OF_LAYERS}()", "")
    loop = file.parse_statement(newline.join(lines))
    last = file.parse_statement(f"{layer}.{_OF_LAYERS}()").with_changes(trailing_whitespace=line.trailing_whitespace)
    assert isinstance(loop, cst.For)
    inner = loop.body.body[0]
    assert isinstance(inner, cst.If)
    inner = inner.with_changes(body=inner.body.with_changes(body=[last]))
    return loop.with_changes(body=loop.body.with_changes(body=[inner]), leading_lines=line.leading_lines)
