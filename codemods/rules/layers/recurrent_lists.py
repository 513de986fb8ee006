"""Keep the results of recurrent layers the lists that they were.

## What it does

`[y] + LSTM(8, return_state=True)(x)[1:]` becomes `[y] + list(LSTM(8, return_state=True)(x))[1:]`, wherever code adds to
the result, changes it, asks whether it is a list, or makes it the outputs of a model. `out, h, c = lstm(x)` and
`lstm(x)[0]` stay as they are.

## Why

A recurrent layer with `return_state=True`, and a `Bidirectional` around one, returned a list. Keras 3 returns a tuple:
TypeError, "can only concatenate list (not "tuple") to list".
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/rnn/rnn.py

## Numbers

Same: only the type differs (`tests/codemods/rules/layers/test_recurrent_lists.py`).

## What it leaves to you

Results that a function of another module or a method `call` returns.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.data.batch_sources import own_function, return_values
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import attribute_of_self, same_attributes, values_of_attribute
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_DEPTH = 6
_LAYERS = "keras.layers."
_RECURRENT = ("LSTM", "GRU", "SimpleRNN", "RNN", "ConvLSTM1D", "ConvLSTM2D", "ConvLSTM3D")
_LIST_METHODS = frozenset({"append", "clear", "copy", "extend", "insert", "pop", "remove", "reverse", "sort"})


@rule(
    "TFM375",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import GRU, Input
    from keras.models import Model

    steps, state = Input((10, 4)), Input((8,))
    decoder = GRU(8, return_state=True)
    model = Model([steps, state], [state] + decoder(steps, initial_state=state)[1:])
    """,
)
def recurrent_lists(file: File) -> Iterator[Edit]:
    """Wrap a call of a layer only where a tuple would not do."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for call in file.calls:
        if _returns_states(file, call.func) and _is_list(file, call):
            made = cst.Call(cst.Name("list"), [cst.Arg(call)])
            yield Edit(call, "recurrent layers of Keras 3 return tuples: list(...)", ((call, made),))


def _returns_states(file: File, layer: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if all that the expression stands for is a recurrent layer that returns its states."""
    if not depth:
        return False
    if isinstance(layer, cst.Call):
        function = own_function(file, layer.func)
        if function is not None:
            return _all_return_states(file, return_values(file, function), depth)
        return _is_made_with_states(file, layer, depth)
    if isinstance(layer, cst.Name):
        values = [file.assigned_value(each) for each in reaching(file, layer)]
        return _all_return_states(file, values, depth)
    return _all_return_states(file, values_of_attribute(file, layer) or [], depth)


def _all_return_states(
    file: File, layers: list[cst.BaseExpression] | list[cst.BaseExpression | None], depth: int
) -> bool:
    return bool(layers) and all(each is not None and _returns_states(file, each, depth - 1) for each in layers)


def _is_made_with_states(file: File, call: cst.Call, depth: int) -> bool:
    reference = file.reference(call.func)
    if reference is None or reference.spelling.shimmed or not reference.canonical.startswith(_LAYERS):
        return False
    name = reference.canonical.removeprefix(_LAYERS)
    if name == "Bidirectional":
        bound = bind(call, "layer") or {}
        return "layer" in bound and _returns_states(file, bound["layer"].value, depth - 1)
    given = keyword(call, "return_state")
    return name in _RECURRENT and given is not None and literal(given.value) is True


def _is_list(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if code does with an expression what it could not do with a tuple."""
    above = file.parent(node)
    if isinstance(above, cst.BinaryOperation):
        return isinstance(above.operator, cst.Add)
    if isinstance(above, cst.Attribute):
        return above.attr.value in _LIST_METHODS
    if isinstance(above, cst.AugAssign):
        return above.target is node
    if isinstance(above, cst.Subscript) and above.value is node:
        is_part = len(above.slice) == 1 and isinstance(above.slice[0].slice, cst.Slice)
        return isinstance(file.parent(above), cst.AssignTarget | cst.Del) or (is_part and _is_list(file, above, depth))
    if isinstance(above, cst.Arg) and isinstance(call := file.parent(above), cst.Call):
        return _takes_list(file, call, above)
    if isinstance(above, cst.Return) and depth:
        function = file.function(node)
        return any(
            _is_list(file, each, depth - 1)
            for each in file.calls
            if function is not None and own_function(file, each.func) is function
        )
    if not isinstance(above, cst.Assign) or not depth:
        return False
    targets = [each.target for each in above.targets]
    return any(_is_list(file, use, depth - 1) for target in targets for use in _uses(file, target))


def _takes_list(file: File, call: cst.Call, arg: cst.Arg) -> bool:
    """True for `isinstance(states, list)` and `type(states)`."""
    if file.is_builtin(call.func, "isinstance") and len(call.args) > 1:
        return call.args[0] is arg and file.is_builtin(call.args[1].value, "list")
    return file.is_builtin(call.func, "type")


def _uses(file: File, target: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """Where what is assigned to a name, or to an attribute of `self`, may be used."""
    if isinstance(target, cst.Name):
        for binding in file.assignments(target):
            for use in binding.uses:
                if isinstance(use, cst.Name) and any(each.node is target for each in reaching(file, use)):
                    yield use
    if isinstance(target, cst.Attribute) and attribute_of_self(file, target) is not None:
        yield from (each for each in same_attributes(file, target) if each is not target)
