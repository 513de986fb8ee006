"""Report crossentropies that Keras 3 computes from the numbers before an activation that is not theirs.

## What it does

Looks for models that end with a softmax and are compiled with `binary_crossentropy`, and for models that end with a
sigmoid and are compiled with `categorical_crossentropy` or `sparse_categorical_crossentropy`. The model may come from
another module of the project. It rewrites nothing.

## Why

Keras 2.0 to 2.3 and TensorFlow 1 took the crossentropy of what the model returns. Keras 3 takes the numbers before the
last activation, whichever it is, and puts its own in the place: `binary_crossentropy` of a softmax becomes that of a
sigmoid. `Dense(1, activation="softmax")`, which learnt nothing, learns.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/backend/tensorflow/nn.py

## Numbers

They can differ: for a softmax of three outputs `binary_crossentropy` is 0.90 in Keras 2.3.1 and 1.95 in Keras 3, and
`categorical_crossentropy` of a sigmoid 1.09 and 1.56; see `tests/compat/shims/keras/test_crossentropies.py`. The shims
keep the numbers of Keras 2.3.1.

## What it leaves to you

To decide what was meant. Models whose last layer the project does not show. TensorFlow 2.0 to 2.3 computed as Keras 2
did, later releases as Keras 3 does.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.models.last_activations import last_activation
from codemods.analysis.models.made_elsewhere import line_of_model
from codemods.analysis.objects.evidence import has_keras_2_only, has_models_of_shims
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, Undecided, rule

_BINARY, _CATEGORICAL = "binary_crossentropy", "categorical_crossentropy"
_OTHERS = {
    _BINARY: "softmax",
    "keras.losses.binary_crossentropy": "softmax",
    "keras.losses.BinaryCrossentropy": "softmax",
    _CATEGORICAL: "sigmoid",
    "sparse_categorical_crossentropy": "sigmoid",
    "keras.losses.categorical_crossentropy": "sigmoid",
    "keras.losses.CategoricalCrossentropy": "sigmoid",
    "keras.losses.SparseCategoricalCrossentropy": "sigmoid",
    "keras.losses.sparse_categorical_crossentropy": "sigmoid",
}
_ADVICE = {
    "softmax": "use categorical_crossentropy with a softmax",
    "sigmoid": "use binary_crossentropy with a sigmoid",
}


@rule(
    "TFM271",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers.core import Dense
    from keras.models import Sequential

    model = Sequential()
    model.add(Dense(2, input_dim=8, activation="softmax"))
    model.compile("adam", loss="binary_crossentropy")
    """,
    severity=Severity.NUMBERS,
)
def crossentropy_outputs(file: File) -> Iterator[Manual | Undecided]:
    """Report only what the file shows of both; for TensorFlow 2, where it came with a release, as a note."""
    own = written_for(file).keras
    if not file.target.is_modern or own is KerasLine.KERAS_3 or has_keras_2_only(file):
        return
    if own is not KerasLine.TENSORFLOW_2 and has_models_of_shims(file):
        return
    for called in training_calls(file):
        loss = called.argument("loss") if called.canonical.endswith(".compile") else None
        if loss is None:
            continue
        name = _name(file, loss.value)
        other = _OTHERS.get(name)
        if other is None or last_activation(file, called.call) != other:
            continue
        line = own or line_of_model(file, called.call)
        if line is KerasLine.KERAS_3:
            continue
        symbol = f"{called.path}(loss=)"
        if line is None:
            yield Undecided(loss, symbol, "keras==2.3")
            continue
        short = name.rpartition(".")[2]
        since = "TensorFlow 2.4" if line is KerasLine.TENSORFLOW_2 else "Keras 3"
        said = f"{since} takes {short} of the numbers before the {other}, Keras 2 took it of those behind"
        advice = f"{_ADVICE[other]}; to keep the numbers, a loss of your own that takes it of y_pred * 1.0"
        yield Manual(loss, symbol, said, advice, is_note=line is KerasLine.TENSORFLOW_2)


def _name(file: File, loss: cst.BaseExpression) -> str:
    """The name of a loss: a text, a function, or an object that takes what the model returns for no logits."""
    text = literal(loss)
    if isinstance(text, str):
        return text
    if isinstance(loss, cst.Call):
        return file.symbol(loss.func) or "" if keyword(loss, "from_logits") is None else ""
    return file.symbol(loss) or ""
