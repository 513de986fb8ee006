"""Report losses that come under one name, as two outputs of a model are those of one model within it.

## What it does

Reports calls of `evaluate`, `train_on_batch` and `test_on_batch` of `Model(z, critic(z))`, where `critic` has several
outputs, and of `Model([a, b], [critic(a), critic(b)])`, if more than the first value of the list is read. A loop may
also put the outputs of one layer into the list. It rewrites nothing.

## Why

Keras 3 names a loss by the layer that the output comes from, and keeps the values in a dictionary: of two outputs of
one inner model or layer the last one stands for both. The whole loss, and training, are right.
https://github.com/keras-team/keras/blob/master/keras/src/trainers/compile_utils.py

## Numbers

They can differ: on Keras 2.3.1 with TensorFlow 1.15.5 `train_on_batch` returns 5.0, 4.0 and 1.0 where Keras 3.15.1
returns 5.0, 1.0 and 1.0 (`tests/compat/tables/test_outputs_of_one_model.py`).

## What it leaves to you

To name the outputs: `Identity(name="label")(label)` around each is a layer of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.data.list_lengths import length_of
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.flow.unpacking import unpacked
from codemods.analysis.models.model_outputs import given_outputs, has_list_of_outputs, outputs_as_given, outputs_of
from codemods.analysis.objects.elements import elements
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.provenance import place
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.training.result_reads import LISTING, is_result_of, reads_beyond
from codemods.source.file import File, name_of
from codemods.types import Manual, Severity, Stage, rule

_SAID = "these outputs come from {0}, and Keras 3 reports the last loss of {0} for each of them"
_ADVICE = 'give each output a layer of its own where the model is made: keras.layers.Identity(name="label")(label)'


@rule(
    "TFM346",
    stage=Stage.ADVICE,
    example="""
    from keras.layers import Dense, Input
    from keras.models import Model

    image = Input(shape=(8,))
    critic = Model(image, [Dense(1)(image), Dense(1)(image)])
    noise = Input(shape=(4,))
    combined = Model(noise, critic(Dense(8)(noise)))
    combined.compile("adam", ["mse", "mse"])
    loss, validity_loss, label_loss = combined.train_on_batch(x, [y, z])
    """,
    severity=Severity.NUMBERS,
)
def outputs_of_one_model(file: File) -> Iterator[Manual]:
    """Report each `compile` of such a model once, if the losses of its outputs may be read."""
    if not file.reaches_family() or not goes_to_keras_3(file):
        return
    calls = training_calls(file)
    for compiled in calls:
        if not compiled.canonical.endswith(".compile") or not _has_several(file, compiled):
            continue
        inner = _inner_model(file, compiled)
        if inner is not None and any(_reads_losses(file, each, compiled) for each in file.calls):
            name = file.code(inner)
            yield Manual(compiled.call, f"{compiled.path}()", _SAID.format(name), _ADVICE, culprit=inner)


def _inner_model(file: File, compiled: Called) -> cst.BaseExpression | None:
    """The model or layer within the compiled one whose call gives all its outputs, or whose calls give two of them."""
    listed = _put_into_list(file, compiled)
    given = given_outputs(file, compiled) or []
    if not listed:
        single = _call_of_model(file, given[0].node) if len(given) == 1 and given[0].module is file else None
        return single.func if single is not None else None
    found = [call for each in listed if (call := _call_of_model(file, each)) is not None]
    places = [place(file, each.func) for each in found]
    return next(
        (each.func for each, at in zip(found, places, strict=True) if places.count(at) > 1 or _is_repeated(file, each)),
        None,
    )


def _has_several(file: File, compiled: Called) -> bool:
    count = outputs_of(file, compiled)
    return count > 1 or (count == 0 and has_list_of_outputs(file, compiled))


def _put_into_list(file: File, compiled: Called) -> list[cst.BaseExpression] | None:
    """What stands in the list of outputs that the model is given, also what loops put into it; None for no list."""
    given = outputs_as_given(file, compiled) or []
    is_listed = len(given) == 1 and given[0].module is file and length_of(file, given[0].node) is not None
    return elements(file, given[0].node) if is_listed else None


def _is_repeated(file: File, call: cst.Call) -> bool:
    """True if a loop calls a layer again and again that is made before it."""
    made = value_of(file, call.func)
    around = {*file.ancestors(made)} if made is not None and made is not call.func else None
    loops = (cst.For, cst.While, cst.ListComp)
    return around is not None and any(isinstance(each, loops) and each not in around for each in file.ancestors(call))


def _call_of_model(file: File, output: cst.BaseExpression) -> cst.Call | None:
    """The call of a model or layer that gives an output, by itself or as one of several."""
    value: cst.BaseExpression | None = output
    if isinstance(value, cst.Name):
        bindings = reaching(file, value)
        if len(bindings) != 1:
            return None
        part = unpacked(file, bindings[0].node)
        value = part.whole if part is not None else file.assigned_value(bindings[0])
    if isinstance(value, cst.Subscript):
        return _call_of_model(file, value.value)
    if isinstance(value, cst.Call) and isinstance(value.func, cst.Name | cst.Attribute):
        found = (evidence(file, value.func, kind) for kind in (Kind.MODEL, Kind.LAYER))
        is_called = any(each in (Evidence.CERTAIN, Evidence.LIKELY) for each in found)
        return value if is_called and file.reference(value.func) is None else None
    return None


def _reads_losses(file: File, call: cst.Call, compiled: Called) -> bool:
    """True if more than the whole loss is read of what the model returns, here or under the same name elsewhere."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value not in LISTING:
        return False
    if any(arg.keyword is not None and arg.keyword.value == "return_dict" for arg in call.args):
        return False
    model = compiled.call.func.value if isinstance(compiled.call.func, cst.Attribute) else None
    is_named = model is not None and name_of(call.func.value) == name_of(model) is not None
    return (is_named or is_result_of(file, call, compiled.call)) and reads_beyond(file, call, 1)
