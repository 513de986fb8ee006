"""Report weights of classes for the outputs of a model, which Keras 3 does not take.

## What it does

Looks for `fit` and `train_on_batch` with `class_weight={"a": {0: 1.0, 1: 5.0}}`, and with any `class_weight=` on a
model that has several outputs, and for `class_weight=` beside a dataset in files of TensorFlow 1. `validation_split=`
beside `class_weight=` is noted for standalone Keras. It rewrites nothing.

## Why

Keras 2 took weights by the names of outputs, or in a list. Keras 3 raises ValueError for several outputs. For one, it
looks for the numbers of classes among the names, finds none, and weighs nothing, without a word. On a dataset
TensorFlow 1.15 ignored the weights: 0.957 where Keras 3 has 1.476.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/trainers/data_adapters/data_adapter_utils.py

## Numbers

They can differ: by the name of the only output, the loss of `tests/compat/shims/keras/test_class_weights.py` is 3.65 in
Keras 2.3.1, and 1.07 in Keras 3, as without weights. The shims keep all of it.

## What it leaves to you

To pass `sample_weight=`. Weights in variables that the file does not spell out.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.models.model_outputs import outputs_of
from codemods.analysis.objects.evidence import Evidence, Kind, evidence, has_keras_2_only, has_models_of_shims
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_METHODS = (".fit", ".train_on_batch")
_NO_WEIGHTS = "None"


@rule(
    "TFM272",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(2, activation="softmax", name="sick")])
    model.compile("adam", "categorical_crossentropy")
    model.fit(x, y, class_weight={"sick": {0: 1.0, 1: 5.0}})
    """,
    severity=Severity.NUMBERS,
)
def class_weights(file: File) -> Iterator[Manual]:
    """Report dictionaries whose keys are texts, and weights for models that are seen to have several outputs."""
    line = written_for(file).keras
    if not file.target.is_modern or line is KerasLine.KERAS_3 or has_keras_2_only(file):
        return
    if has_models_of_shims(file):
        return
    for called in training_calls(file):
        weight = called.argument("class_weight") if called.canonical.endswith(_METHODS) else None
        if weight is None or file.code(weight.value) == _NO_WEIGHTS:
            continue
        symbol = f"{called.path}(class_weight=)"
        advice = "pass sample_weight=, with the weight of each row's class; a list of them for several outputs"
        if outputs_of(file, called) > 1:
            yield Manual(weight, symbol, "Keras 3 takes class_weight= for models with one output alone", advice)
        elif _is_by_name(file, weight.value):
            said = "Keras 3 looks for class numbers in class_weight=: weights by the names of outputs count for nothing"
            yield Manual(weight, symbol, said, advice)
        elif line is KerasLine.STANDALONE and _is_split(called):
            said = "val_loss of validation_split= was weighted by class_weight= in Keras 2, and is not in Keras 3"
            yield Manual(weight, symbol, said, "expect another val_loss, which callbacks may go by", is_note=True)
        elif line is KerasLine.TENSORFLOW_1 and _is_dataset(file, called):
            said = "TensorFlow 1 trained on a dataset without class_weight=, and Keras 3 heeds it"
            yield Manual(weight, symbol, said, "leave class_weight= out to train as before")


def _is_by_name(file: File, node: cst.BaseExpression) -> bool:
    """True for a dictionary whose keys are all texts."""
    value = value_of(file, node)
    if not isinstance(value, cst.Dict) or not value.elements:
        return False
    return all(isinstance(each, cst.DictElement) and isinstance(literal(each.key), str) for each in value.elements)


def _is_dataset(file: File, called: Called) -> bool:
    data = called.argument("x")
    return data is not None and evidence(file, data.value, Kind.DATASET) is Evidence.CERTAIN


def _is_split(called: Called) -> bool:
    split = called.argument("validation_split")
    return split is not None and literal(split.value) not in (0, 0.0) and called.argument("validation_data") is None
