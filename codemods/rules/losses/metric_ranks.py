"""Report metrics of Keras that want labels with two dimensions, which Keras 2 saw to.

## What it does

Reports `compile(metrics=["binary_crossentropy"])` and the like: `hinge`, `squared_hinge`, `poisson` and
`kl_divergence`, by name, as functions and as objects; beside `sparse_categorical_crossentropy` also `mae`, `mse`,
`binary_accuracy` and the like.

## Why

Keras 2 gave labels of the shape `(n,)` a second dimension. Keras 3 does so for losses, and for other metrics: the
crossentropy raises ValueError, "must have the same rank", the others compare labels and outputs crosswise. `mae`
compared the number of a class with each output; with labels `(n,)` it raises, "Dimensions must be equal".
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_utils.py

## Numbers

They can differ. A hinge of 1.0178 in Keras 2.3.1 is 1.0000 in Keras 3.15.1, and a divergence of 0.243 is 1.832
(`compat/tables/behaviour/metric_ranks.py`). On the shims they are those of Keras 2.3.1
(`tests/compat/shims/keras/test_targets.py`).

## What it leaves to you

The labels: whether they have two dimensions shows in the data. Nothing is said beside `categorical_crossentropy`, of
labels that `to_categorical` makes, and of a model that ends with a convolution. In files that do not show for which
Keras they were written, only what Keras 3 refuses is reported, where the file shows labels of one dimension; where it
does not show them, a note tells of it. So does one in all files for what is refused beside
`sparse_categorical_crossentropy`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.array_ranks import rank_of
from codemods.analysis.calls.api_calls import since
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.data.fed_values import Fed, leaves
from codemods.analysis.models.compile_order import TRAINING
from codemods.analysis.models.last_activations import ends_with_grid
from codemods.analysis.objects.elements import elements
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.training.categorical_labels import are_categorical
from codemods.analysis.training.flat_labels import are_flat, loaders_of
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Severity, rule
from compat.tables.behaviour.metric_ranks import (
    COMPUTED_OTHERWISE,
    LOSSES_OF_CLASSES,
    REFUSED,
    REFUSED_BESIDE_CLASSES,
)

_DEPTH = 6
_MODULES = ("keras.losses.", "keras.metrics.")
_REFUSED = "Keras 3 refuses labels of one dimension for the metric {}"
_ADVICE = "give the labels two dimensions: y.reshape(-1, 1)"


@rule(
    "TFM303",
    example="""
    from keras.layers.core import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1, activation="sigmoid")])
    model.compile("sgd", "mse", metrics=["hinge"])
    """,
    severity=Severity.NUMBERS,
)
def metric_ranks(file: File) -> Iterator[Manual]:
    """Report each metric that minds, where the labels may have one dimension."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file) or are_categorical(file):
        return
    line = written_for(file).keras
    is_certain = line not in (None, KerasLine.KERAS_3)
    is_flat = _has_flat_labels(file)
    may_be_flat = is_flat or (line is not KerasLine.KERAS_3 and _has_unknown_labels(file))
    if not is_certain and not may_be_flat:
        return
    for called in training_calls(file):
        metrics = called.argument("metrics") if called.canonical.endswith(".compile") else None
        loss = called.argument("loss")
        if metrics is None or (loss is not None and literal(loss.value) == "categorical_crossentropy"):
            continue
        if ends_with_grid(file, called.call):
            continue
        is_of_classes = loss is not None and _has_classes(file, loss.value)
        for metric, found in _listed(file, metrics.value):
            name = _name(found)
            if name in REFUSED:
                is_note = not is_certain and not is_flat
                yield Manual(metric, name, _REFUSED.format(name), _ADVICE, is_note, severity=Severity.STOPS)
            elif is_of_classes and may_be_flat and name in REFUSED_BESIDE_CLASSES:
                yield Manual(metric, name, _REFUSED.format(name), _ADVICE, not is_flat, severity=Severity.STOPS)
            elif name in COMPUTED_OTHERWISE and is_certain:
                yield Manual(metric, name, f"Keras 3 compares labels of one dimension crosswise in {name}", _ADVICE)


def _has_classes(file: File, loss: cst.BaseExpression) -> bool:
    """True if the labels are numbers of classes, and the model has an output for each."""
    return any(_name(found) in LOSSES_OF_CLASSES for _, found in _listed(file, loss))


def _has_flat_labels(file: File) -> bool:
    """True if labels that the file trains with have one dimension, as it shows."""
    for called in training_calls(file):
        labels = called.argument("y") if called.canonical.rpartition(".")[2] in TRAINING else None
        if labels is None:
            continue
        if are_flat(file, labels.value):
            return True
    return False


def _has_unknown_labels(file: File) -> bool:
    """True if the file does not show of how many dimensions the labels are that it trains with."""
    trained = [each for each in training_calls(file) if each.canonical.rpartition(".")[2] in TRAINING]
    labels = [each.argument("y") for each in trained]
    return any(each is None or not _is_shown(file, each.value) for each in labels)


def _is_shown(file: File, labels: cst.BaseExpression) -> bool:
    loaders = loaders_of(file, labels)
    is_of_keras = bool(loaders) and all(each.startswith("keras.datasets.") for each in loaders)
    return is_of_keras or rank_of(file, labels) is not None


def _listed(
    file: File, metrics: cst.BaseExpression, at: cst.BaseExpression | None = None, depth: int = _DEPTH
) -> Iterator[tuple[cst.BaseExpression, Fed]]:
    """The metrics themselves, of a list or a dictionary wherever the file makes it, each with its place in the call."""
    if isinstance(metrics, cst.List | cst.Tuple | cst.Dict):
        for each in metrics.elements if depth else ():
            yield from _listed(file, each.value, at or each.value, depth - 1)
        return
    place = at or metrics
    if isinstance(metrics, cst.Call) and file.is_builtin(metrics.func, "list", "tuple") and metrics.args and depth:
        yield from _listed(file, metrics.args[0].value, place, depth - 1)
        return
    inside = [metrics.elt] if isinstance(metrics, cst.ListComp) else elements(file, metrics)
    if inside is not None:
        for value in inside if depth else ():
            yield from _listed(file, value, place, depth - 1)
        return
    for found in leaves(file, metrics):
        if found.module is file and found.node is not metrics and depth:
            yield from _listed(file, found.node, place, depth - 1)
        else:
            yield place, found


def _name(found: Fed) -> str:
    """The name that Keras has for a metric, from a text, a function or an object; "" for any other."""
    metric = found.node
    text = literal(metric)
    if isinstance(text, str):
        return text
    symbol = found.module.symbol(metric.func if isinstance(metric, cst.Call) else metric) or ""
    return symbol.rpartition(".")[2] if symbol.startswith(_MODULES) else ""
