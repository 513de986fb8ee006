"""Give `training` and `mask` of an own layer's `call` a default, as Keras 3 fills them in later.

## What it does

`def call(self, inputs, training):` of a layer or model becomes `def call(self, inputs, training=None):`, where nothing
without a default follows. The same for `mask`.

## Why

Keras 2 passed both itself. Keras 3 does so, too, but first sees whether the arguments fit: `block(x)` ends in
`TypeError: missing a required argument: 'training'`.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/layer.py

## Numbers

Same: a block with dropout trains as in TensorFlow 2.10 (`tests/codemods/rules/layers/test_call_defaults.py`).

## What it leaves to you

Parameters that others without a default follow: such layers are called with all of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.own_classes import class_of
from codemods.analysis.objects.base_classes import is_layer_or_model
from codemods.analysis.objects.handed_on import journey
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.repeated_code import methods_of
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_FILLED_IN = ("training", "mask")


@rule(
    "TFM369",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.engine.topology import Layer
    from keras.layers import Dense


    class Block(Layer):
        def call(self, inputs, training):
            return inputs
    """,
)
def call_defaults(file: File) -> Iterator[Edit]:
    """Look at the classes of layers and models."""
    if not goes_to_keras_3(file):
        return
    for owner in file.every(cst.ClassDef):
        call = methods_of(owner).get("call")
        if call is None or not is_layer_or_model(file, owner):
            continue
        runs = _are_given(file, owner, call)
        if not runs or written_for(file).keras is not None:
            yield from _with_defaults(call, runs=runs)


def _are_given(file: File, owner: cst.ClassDef, function: cst.FunctionDef) -> bool:
    """True if all that is done with objects of the class is to call them with all."""
    needed = {each.name.value for each in function.params.params[2:] if each.default is None}
    made = [call for call in file.calls if isinstance(call.func, cst.Name) and class_of(file, call.func) is owner]
    uses = [(each, found.call_of_it(each)) for found in (journey(file, call) for call in made) for each in found.uses]
    calls = [call for _, call in uses if call is not None]
    is_lost = any(each.attribute is None and call is None for each, call in uses)
    return bool(calls) and not is_lost and all(needed <= _keywords(call) for call in calls)


def _keywords(call: cst.Call) -> set[str]:
    return {arg.keyword.value for arg in call.args if arg.keyword is not None}


def _with_defaults(function: cst.FunctionDef, *, runs: bool) -> Iterator[Edit]:
    given = [each for each in function.params.params[2:] if each.default is None]
    if not given or any(each.name.value not in _FILLED_IN for each in given):
        return
    names = " and ".join(each.name.value for each in given)
    modern = tuple((each, each.with_changes(default=cst.Name("None"), equal=_equal(each))) for each in given)
    said = f"Keras 3 fills {names} in after it has looked whether the arguments fit"
    yield Edit(given[0], said, modern, still_runs=runs)


def _equal(param: cst.Param) -> cst.AssignEqual:
    """No blanks around the sign, but where the parameter has an annotation."""
    blank = cst.SimpleWhitespace(" " if param.annotation is not None else "")
    return cst.AssignEqual(whitespace_before=blank, whitespace_after=blank)
