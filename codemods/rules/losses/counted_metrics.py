"""Report keys of metrics that standalone Keras counted from 1: `auc_1` is `auc` now.

## What it does

Looks in files for standalone Keras that make metrics of classes for keys such as `monitor="val_auc_1"`. It rewrites
nothing.

## Why

Standalone Keras 2.3 called the first `AUC` without a name `auc_1`; Keras 3 calls it `auc`, and the second one `auc_1`.
A callback that monitors a key which is not there only warns, a history raises KeyError.
https://github.com/keras-team/keras/blob/2.3.1/keras/metrics.py

## Numbers

They can differ: a callback stops or saves at another epoch, or never (`tests/behaviour/catalogue/metrics.py`).

## What it leaves to you

To give the metric a `name=`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.logs.log_reads import Sink, sinks
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_CLASSES = {
    "auc": "AUC",
    "precision": "Precision",
    "recall": "Recall",
    "true_positives": "TruePositives",
    "true_negatives": "TrueNegatives",
    "false_positives": "FalsePositives",
    "false_negatives": "FalseNegatives",
    "sensitivity_at_specificity": "SensitivityAtSpecificity",
    "specificity_at_sensitivity": "SpecificityAtSensitivity",
}
_COUNTED = re.compile(r"(val_)?([a-z_]+)_([1-9][0-9]*)")


@rule(
    "TFM260",
    stage=Stage.ADVICE,
    example="""
    import keras
    from keras.layers.core import Dense

    model = keras.models.Sequential([Dense(1, input_dim=8, activation="sigmoid")])
    model.compile("adam", "binary_crossentropy", metrics=[keras.metrics.AUC()])
    stop = keras.callbacks.EarlyStopping(monitor="val_auc_1", mode="max")
    """,
    severity=Severity.NUMBERS,
)
def counted_metrics(file: File) -> Iterator[Manual]:
    """Report texts that reach a log, where the file makes such a metric and gives it no name."""
    if not file.target.is_modern or written_for(file).keras is not KerasLine.STANDALONE:
        return
    made = {stem for stem, name in _CLASSES.items() if _is_made(file, f"keras.metrics.{name}")}
    for node in file.every(cst.SimpleString) if made else ():
        found = _COUNTED.fullmatch(str(literal(node)))
        if found is None or found[2] not in made or Sink.LOG not in sinks(file, node):
            continue
        today = f"{found[1] or ''}{found[2]}" + (f"_{int(found[3]) - 1}" if found[3] != "1" else "")
        said = f"standalone Keras counted metrics from 1: by that count {literal(node)!r} is {today!r} in Keras 3"
        yield Manual(node, f"keras.metrics.{_CLASSES[found[2]]}", said, "give the metric a name=, and use that")


def _is_made(file: File, symbol: str) -> bool:
    """True if the file makes the metric without a name, from Keras itself."""
    calls = (file.call_of(each) for each in file.references(symbol) if each.spelling.root == "keras")
    return any(call is not None and keyword(call, "name") is None for call in calls)
