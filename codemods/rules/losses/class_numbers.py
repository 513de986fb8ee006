"""Report class numbers that a loss compares with each of several outputs, which Keras 3 refuses.

## What it does

Reports labels of one dimension that a model with more than one output column is trained or evaluated on, with `"mse"`
or another loss that compares column by column, or, if a dataset has them, with `"categorical_crossentropy"`. Labels are
followed through `tf.cast`, `astype` and the functions that `map` of a dataset is given. So are labels beside a
`sparse_categorical_crossentropy` of outputs that have more axes than one for the classes and those of the labels. It
rewrites nothing.

## Why

Keras of TensorFlow 2.2 to 2.15 gave such labels a second dimension, and compared each number with each output of its
row. Keras 3 does not: ValueError, "Dimensions must be equal". In batches of as many rows as the model has outputs it
compares each number with one output of all rows, without an error. A categorical crossentropy of such labels raises,
as it has since TensorFlow 2.2. The sparse crossentropy of `tf.keras` wrote labels and outputs out as rows: labels
`(n, 1)` or `(n,)` went with outputs `(n, 1, 1, classes)`, and `(n, h * w)` with `(n, h, w, classes)`. That of Keras 3
wants an axis for each: ValueError.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/losses/losses.py

## Numbers

They can differ, where Keras 3 does not raise: in batches of three rows a softmax of three outputs has a squared error
of 1.1115 in TensorFlow 2.3.4 and 2.15.1, and of 1.1388 in 2.21 (`tests/codemods/rules/losses/test_class_numbers.py`).
Of a dataset with class numbers TensorFlow 1.15.5 and 2.1.4 computed a categorical crossentropy, the number times the
loss of each class, and an accuracy of 0.

## What it leaves to you

What was meant: `to_categorical(y)`, or `"sparse_categorical_crossentropy"`. To keep the numbers, `y.reshape(-1, 1)`;
beside outputs of more axes the labels in their shape, or a `Flatten()` before the softmax.
Labels and models that the file does not show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.models.sequential_layers import output_rank, output_width
from codemods.analysis.objects.provenance import place
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.training.flat_labels import are_flat, has_flat_labels, labels_rank
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule
from compat.tables.behaviour.metric_ranks import CLASS_LOSSES_OF_DATASETS, COLUMN_LOSSES, LOSSES_OF_CLASSES

_LOSSES = ("keras.losses.", "losses.")
_FED = frozenset({"evaluate", "fit", "test_on_batch", "train_on_batch"})
_ADVICE = "for what was computed y.reshape(-1, 1); class numbers are for sparse_categorical_crossentropy"
_ADVICE_FOR_AXES = (
    "give the labels {} dimensions, one for each axis of the outputs but the last, or end with a Flatten()"
)


@rule(
    "TFM512",
    stage=Stage.ADVICE,
    severity=Severity.STOPS,
    example="""
    import tensorflow as tf

    (x, y), _ = tf.keras.datasets.mnist.load_data()
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
    model.compile(tf.keras.optimizers.SGD(0.1), loss="mse")
    model.fit(x / 255, y)
    """,
)
def class_numbers(file: File) -> Iterator[Manual]:
    """Report what the file shows of all three: the labels, the loss and the width of the model."""
    if not goes_to_keras_3(file):
        return
    calls = training_calls(file)
    compiled = {place(file, model): each for each in calls if (model := _model_with_loss(file, each)) is not None}
    sparse = {place(file, model): each for each in calls if (model := _model_of_classes(file, each)) is not None}
    yield from _with_more_axes(file, calls, sparse)
    of_datasets = {each for each, made in compiled.items() if _loss(file, made) in CLASS_LOSSES_OF_DATASETS}
    for called in calls if compiled else ():
        model = _model(called)
        if model is None or called.canonical.rpartition(".")[2] not in _FED or place(file, model) not in compiled:
            continue
        if place(file, model) in of_datasets and called.argument("y") is not None:
            continue  # which no release computed
        labels = _flat_labels(file, called)
        width = output_width(file, _model(compiled[place(file, model)]) or model) if labels is not None else None
        if labels is not None and width is not None and width > 1:
            said = f"Keras 3 does not compare labels of one dimension with each of {width} outputs"
            yield Manual(labels, f"{called.path}(y=)", said, _ADVICE, culprit=compiled[place(file, model)].call)


def _model(called: Called) -> cst.BaseExpression | None:
    return called.call.func.value if isinstance(called.call.func, cst.Attribute) else None


def _model_with_loss(file: File, called: Called) -> cst.BaseExpression | None:
    """The model that is compiled with a loss that compares columns, or one of datasets alone."""
    name = _loss(file, called)
    return _model(called) if name in COLUMN_LOSSES or name in CLASS_LOSSES_OF_DATASETS else None


def _model_of_classes(file: File, called: Called) -> cst.BaseExpression | None:
    """The model of `tf.keras` that is compiled with a sparse crossentropy: Keras itself compared the shapes."""
    return _model(called) if _loss(file, called) in LOSSES_OF_CLASSES else None


def _with_more_axes(file: File, calls: Sequence[Called], compiled: dict[object, Called]) -> Iterator[Manual]:
    """The labels beside outputs that have more axes than theirs and that of the classes."""
    for called in calls if compiled else ():
        model = _model(called)
        made = compiled.get(place(file, model)) if model is not None else None
        if model is None or made is None or called.canonical.rpartition(".")[2] not in _FED:
            continue
        labels, rank = _labels_and_rank(file, called)
        axes = output_rank(file, _model(made) or model) if labels is not None else None
        if labels is not None and rank is not None and axes is not None and rank < axes - 1:
            said = f"Keras 3 takes no labels of {_axes(rank)} beside outputs of {axes}, which were written out as rows"
            yield Manual(labels, f"{called.path}(y=)", said, _ADVICE_FOR_AXES.format(axes - 1), culprit=made.call)


def _axes(rank: int) -> str:
    return "one dimension" if rank == 1 else f"{rank} dimensions"


def _labels_and_rank(file: File, called: Called) -> tuple[cst.BaseExpression | None, int | None]:
    """The labels that a call is given, and their dimensions as far as the file shows them."""
    flat = _flat_labels(file, called)
    if flat is not None:
        return flat, 1
    given = called.argument("y")
    return (given.value, labels_rank(file, given.value)) if given is not None else (None, None)


def _loss(file: File, called: Called) -> str:
    """The name of the loss that a model is compiled with; "" if it is none of Keras."""
    loss = called.argument("loss") if called.canonical.endswith(".compile") else None
    if loss is None:
        return ""
    text = literal(loss.value)
    if isinstance(text, str):
        return text
    owner = loss.value.func if isinstance(loss.value, cst.Call) else loss.value
    name = (file.symbol(owner) or "").removeprefix("tensorflow.")
    return name.rpartition(".")[2] if name.startswith(_LOSSES) else ""


def _flat_labels(file: File, called: Called) -> cst.BaseExpression | None:
    """The labels of a call, or the dataset that has them."""
    labels, data = called.argument("y"), called.argument("x")
    if labels is not None:
        return labels.value if are_flat(file, labels.value) else None
    return data.value if data is not None and has_flat_labels(file, data.value) else None
