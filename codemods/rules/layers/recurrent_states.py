"""Ask cells for their states as Keras 3 does, and report states and constants that it hands on in another way.

## What it does

Looks for `RNN([LSTMCell(8), LSTMCell(8)], return_state=True)`, `RNN(cell)(x, constants=c)`, and a
`get_initial_state(self, inputs)` of an own recurrent layer, or that of an own cell which asks for a `dtype`: these are
reported. `cell.get_initial_state(batch_size=n, dtype=tf.float32)` becomes `cell.get_initial_state(batch_size=n)`, with
a `[0]` behind for cells of one state; so does that of the base class of an own cell, without the inputs it hands on.

## Why

Keras 2 returned the states of several cells one after the other: `out, h1, c1, h2, c2`. Keras 3 returns a list for each
cell. Its layers take no `constants=`, and call `get_initial_state` with a `batch_size` and nothing else: TypeError.
Its cells take that alone, too, and return a list, where cells of one state returned a tensor.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/rnn/rnn.py

## Numbers

Same, where it rewrites: the states are those of TensorFlow 1.15.5, 2.3.4 and 2.15.1
(`tests/codemods/rules/layers/test_recurrent_states.py`).

## What it leaves to you

Every reported place. The shims take constants, and lists of cells without their states.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.objects.base_classes import is_super
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import LAYER, derives_from, own_members
from codemods.source.arguments import bind, keyword, literal, with_args
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.behaviour.recurrent_calls import CELL_STATES, CELLS, CELLS_OF_ONE_STATE, GONE_OF_STATES

_RNN = "keras.layers.RNN"
_RECURRENT = (_RNN, "keras.layers.LSTM", "keras.layers.GRU", "keras.layers.SimpleRNN")
_DTYPE, _SINGLE = "dtype", "float32"
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
def recurrent_states(file: File) -> Iterator[Edit | Manual]:
    """Report calls of `RNN`, and methods of classes that derive from a recurrent layer."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for asked in file.calls:
        if method_of(asked) == CELL_STATES and isinstance(asked.func, cst.Attribute):
            yield from _first_states(file, asked, asked.func.value)
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


def _first_states(file: File, call: cst.Call, cell: cst.BaseExpression) -> Iterator[Edit]:
    """`cell.get_initial_state(batch_size=n, dtype=tf.float32)`, and that of the base class of an own cell."""
    names = {arg.keyword.value: arg for arg in call.args if arg.keyword is not None}
    size, given = names.get("batch_size"), names.keys() & GONE_OF_STATES
    if size is None or len(names) < len(call.args) or not given or names.keys() - GONE_OF_STATES != {"batch_size"}:
        return
    made = value_of(file, cell)
    new: cst.BaseExpression = with_args(call, [size])
    if is_super(file, cell):
        owner = file.enclosing_class(call)
        if owner is None or not derives_from(file, owner, *CELLS) or not all(_is_passed_on(names[e]) for e in given):
            return
    elif isinstance(made, cst.Call) and file.symbol(made.func) in CELLS:
        if given != {_DTYPE} or not _is_single(file, names[_DTYPE].value):
            return
        if file.symbol(made.func) in CELLS_OF_ONE_STATE:
            new = cst.Subscript(new, [cst.SubscriptElement(cst.Index(cst.Integer("0")))])
    else:
        return
    yield Edit(call, f"{CELL_STATES} of a cell takes batch_size alone in Keras 3, and gives a list", ((call, new),))


def _is_passed_on(arg: cst.Arg) -> bool:
    """True for `inputs=inputs`: Keras 3 gives the method of an own cell neither."""
    return isinstance(arg.value, cst.Name) and arg.keyword is not None and arg.value.value == arg.keyword.value


def _is_single(file: File, dtype: cst.BaseExpression) -> bool:
    return literal(dtype) == _SINGLE or file.symbol(dtype) == f"tensorflow.{_SINGLE}"


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
