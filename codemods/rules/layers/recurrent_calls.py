"""Give the `call` of an own recurrent layer the parameters that Keras 3 builds it by.

## What it does

The `call(self, inputs, mask=None)` of a class that derives from `LSTM`, `GRU`, `SimpleRNN`, `RNN`, `ConvLSTM2D` or
`Bidirectional` becomes `call(self, sequences, mask=None, initial_state=None)`. `super().call(inputs, mask, training)`
becomes `super().call(sequences, mask=mask, training=training)`.

## Why

Keras 3 builds these layers by the shapes of `sequences` and `initial_state`, and takes these for the names of
parameters of `call`: ValueError, "received `build()` argument `sequences_shape`, but `call()` does not have argument
`sequences`". It takes the initial state second, where Keras 2 took the mask.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/rnn/rnn.py

## Numbers

Same: the losses are those of Keras 2.3.1 and TensorFlow 2.3.4
(`tests/codemods/rules/layers/test_recurrent_calls.py`).

## What it leaves to you

A `call` with `*args` or `**kwargs`, with `constants`, or that binds the name of its inputs again: these are reported.
Classes of other modules, which are looked at with their own module.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.own_classes import own_method
from codemods.analysis.objects.base_classes import is_super
from codemods.analysis.objects.object_types import derives_from
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import named
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.behaviour.recurrent_calls import CONSTANTS, LEGACY_ORDER, RECURRENT, SEQUENCES, STATES

_CALL = "call"
_SHAPED = ("build", "compute_output_shape")
_SAID = "Keras 3 builds a recurrent layer by the sequences= and initial_state= of its call"
_ADVICE = "write call(self, sequences, initial_state=None, mask=None, training=None), and pass all on by name"


@rule(
    "TFM528",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import LSTM

    class Scaled(LSTM):
        def call(self, inputs, mask=None, training=None, initial_state=None):
            return super().call(inputs * 2, mask=mask, training=training, initial_state=initial_state)
    """,
)
def recurrent_calls(file: File) -> Iterator[Edit | Manual]:
    """One edit for each method, with the calls of the base class in it."""
    if not goes_to_keras_3(file):
        return
    for owner in file.every(cst.ClassDef):
        call = own_method(owner, _CALL)
        if call is None or not derives_from(file, owner, *RECURRENT):
            continue
        names = [each.name.value for each in call.params.params]
        has_all = {SEQUENCES, STATES} <= {*names}
        if has_all or all(own_method(owner, each) is not None for each in _SHAPED):
            continue
        renamed = _renamed(file, call)
        if renamed is None:
            yield Manual(call.name, _CALL, _SAID, _ADVICE)
            continue
        passed = [pair for each in _of_base(file, call) for pair in _by_name(file, owner, each)]
        params = (call.params, _with_states(call.params))
        yield Edit(call.name, _SAID, (params, *renamed, *passed))


_Pairs = list[tuple[cst.CSTNode, cst.CSTNode]]


def _renamed(file: File, call: cst.FunctionDef) -> _Pairs | None:
    """The uses of the inputs by their new name; None where a `call` takes more than names, or binds them again."""
    params = call.params
    plain = not params.kwonly_params and not params.posonly_params and params.star_kwarg is None
    names = [each.name.value for each in params.params]
    if (
        not plain
        or isinstance(params.star_arg, cst.Param)
        or len(names) < len(("self", SEQUENCES))
        or CONSTANTS in names
    ):
        return None
    given = params.params[1]
    same = [each for each in nodes(call.body, cst.Name) if each.value == given.name.value and _is_variable(file, each)]
    taken = any(each.value == SEQUENCES for each in nodes(call.body, cst.Name))
    bindings = [file.only_binding(each) for each in same]
    if any(each is None or each.node is not given for each in bindings) or (taken and given.name.value != SEQUENCES):
        return None
    return [(each, cst.Name(SEQUENCES)) for each in same]


def _is_variable(file: File, name: cst.Name) -> bool:
    """True for a name that is no attribute and no keyword."""
    above = file.parent(name)
    if isinstance(above, cst.Attribute):
        return above.value is name
    return not isinstance(above, cst.Arg) or above.keyword is not name


def _with_states(params: cst.Parameters) -> cst.Parameters:
    """The parameters with the names that Keras 3 wants."""
    first, inputs, *others = params.params
    changed = [first, inputs.with_changes(name=cst.Name(SEQUENCES)), *others]
    if all(each.name.value != STATES for each in others):
        comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
        changed[-1] = changed[-1].with_changes(comma=comma)
        spaced = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
        changed.append(cst.Param(cst.Name(STATES), default=cst.Name("None"), equal=spaced))
    return params.with_changes(params=changed)


def _of_base(file: File, call: cst.FunctionDef) -> list[cst.Call]:
    """The calls of the `call` of the base class."""
    found = (each for each in nodes(call.body, cst.Call) if isinstance(each.func, cst.Attribute))
    return [
        each
        for each in found
        if isinstance(each.func, cst.Attribute) and each.func.attr.value == _CALL and is_super(file, each.func.value)
    ]


def _by_name(file: File, owner: cst.ClassDef, call: cst.Call) -> _Pairs:
    """The arguments behind the first one with the names that Keras 2 had for their places."""
    order = next((LEGACY_ORDER[each] for each in LEGACY_ORDER if derives_from(file, owner, each)), ())
    pairs: _Pairs = []
    for place, arg in enumerate(call.args):
        if arg.keyword is None and not arg.star and 0 < place < len(order):
            pairs.append((arg, named(arg, order[place])))
        elif arg.keyword is not None and arg.keyword.value == LEGACY_ORDER["keras.layers.RNN"][0]:
            pairs.append((arg.keyword, cst.Name(SEQUENCES)))
    return pairs
