"""Report crossentropies that Keras 3 computes from the numbers before an activation that is not theirs.

## What it does

Looks for models that end with a softmax and are compiled with `binary_crossentropy`, and for models that end with a
sigmoid and are compiled with `categorical_crossentropy` or `sparse_categorical_crossentropy`. The model may come from
another module of the project, or be an object of a class whose `call` ends with the layer. `binary_crossentropy` of a
model that ends with `linear`, `tanh` or `relu` is reported in files of Keras 2.3 and TensorFlow 1.14 to 2.15. A note,
once in a file that is certainly older, tells of a crossentropy with its own activation. It rewrites nothing.

## Why

Keras 2.0 to 2.3 and TensorFlow 1 took the crossentropy of what the model returns. Keras 3 takes the numbers before the
last activation, whichever it is, and puts its own in the place: `binary_crossentropy` of a softmax becomes that of a
sigmoid. `Dense(1, activation="softmax")`, which learnt nothing, learns.
Outputs below 0 and above 1 are cut to epsilon, to which Keras 2.3 added another one. Up to Keras 2.2 and TensorFlow
1.13 predictions of a softmax and a sigmoid were cut as well: a row had a loss of 16.1 at most, and no gradient there.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/backend/tensorflow/nn.py

## Numbers

They can differ: for a softmax of three outputs `binary_crossentropy` is 0.90 in Keras 2.3.1 and 1.95 in Keras 3, and
`categorical_crossentropy` of a sigmoid 1.09 and 1.56; see `tests/compat/shims/keras/test_crossentropies.py`. The shims
keep these of Keras 2.3.1. `binary_crossentropy` of 0 for 1 is 15.3 in Keras 2.3.1 and TensorFlow 1.15.5, 2.3.4, 2.10.1
and 2.15.1, and 16.0 in Keras 2.2.4 and 3.15; the weights train the same. A softmax that is as sure of the wrong class
as `exp(150)` has 16.1 in Keras 2.2.4, and 150 since 2.3.

## What it leaves to you

To decide what was meant. Models whose last layer the project does not show. TensorFlow 2.0 to 2.3 computed as Keras 2
did, later releases as Keras 3 does.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.models.last_activations import last_activation
from codemods.analysis.models.made_elsewhere import line_of_model
from codemods.analysis.objects.evidence import has_keras_2_only, has_models_of_shims
from codemods.analysis.releases.eras import distributions_at_hand
from codemods.analysis.releases.legacy_places import legacy_releases
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.releases.versions import minor_version
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
_BEYOND = frozenset({"elu", "exponential", "linear", "relu", "selu", "softplus", "softsign", "tanh"})
"""Activations that return numbers below 0 or above 1."""
_WITHOUT_CUT = {"keras": (2, 3), "tensorflow": (1, 14)}
"""The first releases that take the crossentropy of the numbers before its own activation."""
_KEY_OF_KERAS_2_2, _ACCURACY = "acc", "accuracy"
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
    yield from _cut(file)
    if own is not KerasLine.TENSORFLOW_2 and has_models_of_shims(file):
        return
    for called in training_calls(file):
        loss = called.argument("loss") if called.canonical.endswith(".compile") else None
        if loss is None:
            continue
        name = _name(file, loss.value)
        other, last = _OTHERS.get(name), last_activation(file, called.call)
        line = own or line_of_model(file, called.call)
        if other is None or last is None or line is KerasLine.KERAS_3:
            continue
        if last == other:
            yield _of_another(file, called, loss, last, line)
        elif other == _OTHERS[_BINARY] and last in _BEYOND:
            yield from _beyond(file, called, loss, last, line)


def _of_another(file: File, called: Called, loss: cst.Arg, other: str, line: KerasLine | None) -> Manual | Undecided:
    """A crossentropy of the activation of another one."""
    symbol = f"{called.path}(loss=)"
    if line is None:
        return Undecided(loss, symbol, _example(file))
    short = _name(file, loss.value).rpartition(".")[2]
    since = "TensorFlow 2.4" if line is KerasLine.TENSORFLOW_2 else "Keras 3"
    said = f"{since} takes {short} of the numbers before the {other}, Keras 2 took it of those behind"
    advice = f"{_ADVICE[other]}; to keep the numbers, a loss of your own that takes it of y_pred * 1.0"
    return Manual(loss, symbol, said, advice, is_note=line is KerasLine.TENSORFLOW_2)


def _beyond(
    file: File, called: Called, loss: cst.Arg, last: str, line: KerasLine | None
) -> Iterator[Manual | Undecided]:
    """A binary crossentropy of numbers below 0 or above 1."""
    symbol, cut = f"{called.path}(loss=)", _are_cut(file, line)
    if line is None or cut is None:
        yield Undecided(loss, symbol, _example(file))
    elif not cut:
        said = (
            f"binary_crossentropy of a {last} is larger where that is below 0 or above 1: Keras 2.3 added epsilon twice"
        )
        advice = "end the model with a sigmoid; the weights train the same, only the losses are larger"
        yield Manual(loss, symbol, said, advice)


def _example(file: File) -> str:
    return "keras==2.3" if "keras" in distributions_at_hand(file) else "tensorflow==1.15"


def _cut(file: File) -> Iterator[Manual]:
    """The note for the first crossentropy with its own activation, in a file for releases that cut predictions."""
    line = written_for(file).keras
    if not _are_cut(file, line) and not _shows_keras_2_2(file, line):
        return
    for called in training_calls(file):
        loss = called.argument("loss") if called.canonical.endswith(".compile") else None
        own = _own(_name(file, loss.value)) if loss is not None else None
        if loss is not None and own is not None and last_activation(file, called.call) == own:
            said = f"a {own} that is sure of the wrong class had a loss of 16.1 at most, and no gradient there"
            yield Manual(loss, f"{called.path}(loss=)", said, "nothing if the training does not diverge", is_note=True)
            return


def _own(name: str) -> str | None:
    """The activation that a crossentropy is made for."""
    other = _OTHERS.get(name)
    return None if other is None else next(each for each in _ADVICE if each != other)


def _are_cut(file: File, line: KerasLine | None) -> bool | None:
    """True if predictions were cut in all releases that a file may be written for; None if in some."""
    if line is None or line is KerasLine.TENSORFLOW_2:
        return False
    distribution = "keras" if line is KerasLine.STANDALONE else "tensorflow"
    cut = [minor_version(each) < _WITHOUT_CUT[distribution] for each in legacy_releases(file, distribution)]
    return None if any(cut) != all(cut) else any(cut)


def _shows_keras_2_2(file: File, line: KerasLine | None) -> bool:
    """True if a file of standalone Keras asks for the accuracy, and reads it as `acc`."""
    if line is not KerasLine.STANDALONE or _are_cut(file, line) is False:
        return False
    texts = {each.evaluated_value for each in file.original.every(cst.SimpleString)}
    return {_ACCURACY, _KEY_OF_KERAS_2_2} <= texts


def _name(file: File, loss: cst.BaseExpression) -> str:
    """The name of a loss: a text, a function, or an object that takes what the model returns for no logits."""
    text = literal(loss)
    if isinstance(text, str):
        return text
    if isinstance(loss, cst.Call):
        given = keyword(loss, "from_logits")
        is_of_outputs = given is None or literal(given.value) is False
        return file.symbol(loss.func) or "" if is_of_outputs else ""
    return file.symbol(loss) or ""
