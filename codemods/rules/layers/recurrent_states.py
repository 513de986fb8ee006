"""Report states and constants of recurrent layers that Keras 3 hands on in another way.

## What it does

Looks for `RNN([LSTMCell(8), LSTMCell(8)], return_state=True)`, `RNN(cell)(x, constants=c)`, and a
`get_initial_state(self, inputs)` of an own recurrent layer, or that of an own cell which asks for a `dtype`. It
rewrites nothing.

## Why

Keras 2 returned the states of several cells one after the other: `out, h1, c1, h2, c2`. Keras 3 returns a list for each
cell. Its layers take no `constants=`, and call `get_initial_state` with a `batch_size` and nothing else: TypeError.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/rnn/rnn.py

## Numbers

No numbers involved, as Keras 3 raises.

## What it leaves to you

Every reported place. The shims take constants, and lists of cells without their states.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import LAYER, derives_from, own_members
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Manual, Stage, rule

_RNN = "keras.layers.RNN"
_RECURRENT = (_RNN, "keras.layers.LSTM", "keras.layers.GRU", "keras.layers.SimpleRNN")
_STATES, _SIZE = "get_initial_state", "state_size"


@rule(
    "TFM337",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Input, LSTMCell, RNN

    steps = Input((10, 4))
    out, h1, c1, h2, c2 = RNN([LSTMCell(8), LSTMCell(8)], return_state=True)(steps)
    """,
)
def recurrent_states(file: File) -> Iterator[Manual]:
    """Report calls of `RNN`, and methods of classes that derive from a recurrent layer."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for reference in file.references(_RNN):
        call = file.call_of(reference)
        if call is not None and not reference.spelling.shimmed and _returns_nested(file, call):
            said = "RNN returns the states of several cells as a list for each cell in Keras 3, and not one by one"
            yield Manual(call, _RNN, said, "unpack them as out, (h1, c1), (h2, c2)")
    yield from _constants(file)
    for function in file.every(cst.FunctionDef):
        if function.name.value == _STATES and _takes_inputs(file, function):
            said = f"Keras 3 calls {_STATES} with batch_size=, and not with the inputs: TypeError"
            yield Manual(
                function, _STATES, said, f"write {_STATES}(self, batch_size), or pass initial_state= to the layer"
            )
        elif function.name.value == _STATES and (missing := _missing(file, function)) is not None:
            said = f"Keras 3 calls {_STATES} of a cell with batch_size= alone: {missing}"
            yield Manual(function, _STATES, said, "take batch_size, and begin with dtype = self.compute_dtype")


def _returns_nested(file: File, call: cst.Call) -> bool:
    bound = bind(call, "cell")
    states = keyword(call, "return_state")
    if bound is None or "cell" not in bound or states is None or literal(states.value) is not True:
        return False
    cells = bound["cell"].value
    value = value_of(file, cells)
    return isinstance(value, cst.ListComp) or (isinstance(value, cst.List | cst.Tuple) and len(value.elements) > 1)


def _constants(file: File) -> Iterator[Manual]:
    """Calls of recurrent layers with constants; a layer of its own may take them."""
    for call in file.calls:
        given = keyword(call, "constants")
        made = value_of(file, call.func)
        if given is not None and isinstance(made, cst.Call) and file.symbol(made.func) in _RECURRENT:
            said = "recurrent layers take no constants= in Keras 3: TypeError"
            yield Manual(
                call, "constants", said, "join the constants to the inputs with RepeatVector, or keep them in the cell"
            )


def _takes_inputs(file: File, function: cst.FunctionDef) -> bool:
    owner = file.enclosing_class(function)
    given = [each.name.value for each in function.params.params[1:]]
    is_recurrent = owner is not None and derives_from(file, owner, *_RECURRENT)
    return is_recurrent and bool(given) and given[0] != "batch_size" and function.params.star_kwarg is None


def _missing(file: File, function: cst.FunctionDef) -> str | None:
    """What the method of an own cell asks for and does not get; None if it gets all."""
    owner = file.enclosing_class(function)
    is_cell = owner is not None and _SIZE in own_members(file, owner) and derives_from(file, owner, LAYER)
    if not is_cell or function.params.star_kwarg is not None:
        return None
    params = {each.name.value for each in function.params.params}
    if "batch_size" not in params:
        return "TypeError"
    is_used = "dtype" in params and any(each.value == "dtype" for each in nodes(function.body, cst.Name))
    return "dtype is None" if is_used and not _is_told(function) else None


def _is_told(function: cst.FunctionDef) -> bool:
    """True if the body begins with a value for `dtype`, and not in a condition."""
    return any(
        name_of(each.target) == "dtype"
        for statement in function.body.body
        if isinstance(statement, cst.SimpleStatementLine)
        for each in nodes(statement, cst.AssignTarget)
    )
