"""Name the accuracy that Keras 2 took for a model with `binary_crossentropy`, where it has several outputs.

## What it does

`compile(loss="binary_crossentropy", metrics=["accuracy"])` becomes
`metrics=[keras.metrics.BinaryAccuracy(name="accuracy")]`, if the last layer is seen to have several units, or to be a
softmax of however many but one, also in another module of the project. Where nothing shows the last layer, a note says
what to look for.

## Why

Standalone Keras 2 and `tf.keras` of TensorFlow 1 chose the accuracy by the loss: with `binary_crossentropy`, the share
of single outputs that are right. Keras 3 goes by the shape: with several outputs it compares the largest one.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_utils.py

## Numbers

Same: with three sigmoid outputs and ten rows Keras 2.3.1 reports 0.333, as `BinaryAccuracy` does; `"accuracy"` of
Keras 3 is 0.7 (`tests/behaviour`).

## What it leaves to you

Files that do not show for which Keras they were written: `keras` went by the loss up to 2.3, and `tf.keras` in
TensorFlow 1; `tf.keras` of TensorFlow 2 goes by the shape, too.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called, known_calls
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.logs.metric_names import accuracy_in
from codemods.analysis.models.last_activations import is_of_one_unit, last_activation
from codemods.analysis.models.made_elsewhere import line_of_model
from codemods.analysis.models.sequential_layers import output_width
from codemods.analysis.objects.evidence import has_models_of_shims
from codemods.analysis.releases.eras import distributions_at_hand
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_keras
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, Undecided, rule

_LOSS = "binary_crossentropy"
_ACCURACY = f"accuracy beside {_LOSS}"
_BY_SHAPE = (KerasLine.KERAS_3, KerasLine.TENSORFLOW_2)
_SETTLED = 'write keras.metrics.BinaryAccuracy(name="accuracy"), or "categorical_accuracy"'


@rule(
    "TFM158",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers.core import Dense
    from keras.models import Sequential

    model = Sequential()
    model.add(Dense(5, activation="sigmoid"))
    model.compile(optimizer="sgd", loss="binary_crossentropy", metrics=["accuracy"])
    """,
    severity=Severity.NUMBERS,
)
def binary_accuracy(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Look at the last layer of the model: one unit needs nothing, several do. The shims of `keras` do as it did."""
    own, on_shims = written_for(file).keras, has_models_of_shims(file)
    is_standalone = own is KerasLine.STANDALONE or (own is None and "keras" in distributions_at_hand(file))
    if own in _BY_SHAPE or (on_shims and is_standalone):
        return
    for called in training_calls(file) if on_shims else known_calls(file):
        text = _accuracy(file, called)
        if text is None:
            continue
        several = _has_several_outputs(file, called)
        line = own or line_of_model(file, called.call)
        if line in _BY_SHAPE or (on_shims and line is KerasLine.STANDALONE):
            continue
        if line is None:
            if several:
                stake = "accuracy was that of single outputs before Keras 2.4, and compares the largest output today"
                release = "keras==2.3" if is_standalone else "tensorflow==1.15"
                yield Undecided(text, _ACCURACY, release, *((stake, _SETTLED) if is_standalone else ()))
        elif several is None:
            said = "with several outputs, accuracy beside binary_crossentropy now compares the largest ones"
            advice = 'for several outputs, pass keras.metrics.BinaryAccuracy(name="accuracy")'
            yield Manual(text, f"{called.path}(metrics=)", said, advice, is_note=True)
        elif several:
            keras, imports = bind_keras(file, text)
            code = f'{keras}.metrics.BinaryAccuracy(name="accuracy")'
            said = f"{_ACCURACY} was that of single outputs, {code}"
            yield Edit(text, said, ((text, cst.parse_expression(code)),), imports)


def _has_several_outputs(file: File, called: Called) -> bool | None:
    """True for several units, and for a softmax of unknown width; None if the last layer does not show."""
    model = called.call.func
    units = output_width(file, model.value) if isinstance(model, cst.Attribute) else None
    if units is not None:
        return units != 1
    is_softmax = last_activation(file, called.call) == "softmax"
    return True if is_softmax and not is_of_one_unit(file, called.call) else None


def _accuracy(file: File, called: Called) -> cst.SimpleString | None:
    """The name of the accuracy in the metrics of a call that has the loss."""
    loss, metrics = called.argument("loss"), called.argument("metrics")
    if not called.canonical.endswith(".compile") or loss is None or metrics is None:
        return None
    given = value_of(file, loss.value) or loss.value
    if literal(given) != _LOSS and file.symbol(given) != f"keras.losses.{_LOSS}":
        return None
    return accuracy_in(metrics.value)
