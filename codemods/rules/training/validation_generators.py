"""Report generators of validation data, of which Keras 3 reads other batches from the second epoch on.

## What it does

Reports `fit(..., validation_data=batches(), validation_steps=n)` where `batches` is a generator function of the file,
unless the file was written for Keras 3.

## Why

Keras 2 went on in each validation where the last one had stopped. Keras 3 gives each one the first two batches of the
generator again, and goes on behind what it has read ahead: `val_loss`, and what callbacks make of it, is that of other
batches. https://github.com/keras-team/keras/blob/v3.15.1/keras/src/trainers/data_adapters/generator_data_adapter.py

## Numbers

They can differ. With batches whose losses are 0, 1, 2, 3, 0, ... and three of them in a validation, Keras 2.3.1 on
TensorFlow 1.15.5 has the validation losses 1, 1.333, 1.667, 2; Keras 3.15.1 has 1, 0.667, 1, 0.667, natively and on the
shims. With two of seven it has those of the first two in every epoch, as
`tests/compat/tables/test_validation_generators.py` shows. The training data are read as they were.

## What it leaves to you

To pass arrays, a `keras.utils.PyDataset`, or a `tf.data.Dataset` that holds one validation. Generators that the file
does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.data.batches import is_plain_generator
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_TRAINING = frozenset({"fit", "fit_generator"})
_SAID = (
    "Keras 3 begins each validation with the first two batches of a generator, and goes on behind what it has read "
    "ahead: val_loss is that of other batches"
)
_ADVICE = "pass arrays, a keras.utils.PyDataset, or a tf.data.Dataset of one validation"


@rule(
    "TFM326",
    stage=Stage.ADVICE,
    example="""
    from keras.layers.core import Dense
    from keras.models import Sequential

    def batches():
        while True:
            yield images, labels

    model = Sequential([Dense(1)])
    model.fit(images, labels, epochs=9, validation_data=batches(), validation_steps=3)
    """,
    severity=Severity.NUMBERS,
)
def validation_generators(file: File) -> Iterator[Manual]:
    """Report each call of `fit` that validates on a generator more than once."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    for call in file.calls:
        if method_of(call) not in _TRAINING or not _is_on_model(file, call):
            continue
        data, epochs = keyword(call, "validation_data"), keyword(call, "epochs")
        if data is None or epochs is None or literal(epochs.value) == 1:
            continue
        if is_plain_generator(file, data.value):
            yield Manual(data, "keras.models.Model.fit(validation_data=)", _SAID, _ADVICE)


def _is_on_model(file: File, call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and evidence(file, call.func.value, Kind.MODEL).is_enough
