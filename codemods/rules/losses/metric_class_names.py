"""Name metrics by the keys of their logs: `metrics=["AUC"]` is logged as `AUC` in Keras 3, and was as `auc`.

## What it does

`compile(metrics=["AUC", "Precision"])` becomes `compile(metrics=["auc", "precision"])`, also where the list has a name.

## Why

Keras 3 logs a metric under the text that `compile` got. `tf.keras` made the class of that name, and logged its object
under `auc`: `history["val_auc"]` is a KeyError, and a callback that monitors it does nothing.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/trainers/compile_utils.py

## Numbers

Same: Keras 3 makes the same class of either name (`tests/codemods/rules/losses/test_metric_class_names.py`).

## What it leaves to you

Lists that are put together elsewhere. `"Accuracy"`, `"KLDivergence"`, `"LogCoshError"` and `"CosineSimilarity"`, which
have no equal by their key.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.models.compiled_functions import METRICS
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Stage, rule
from compat.tables.names.metric_class_names import METRIC_CLASS_NAMES


@rule(
    "TFM370",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers.core import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1)])
    model.compile("adam", "mse", metrics=["AUC", "Precision"])
    """,
)
def metric_class_names(file: File) -> Iterator[Edit]:
    """Look at the texts that a list or dictionary holds, and at a text by itself."""
    if not goes_to_keras_3(file):
        return
    seen: set[cst.CSTNode] = set()
    for called in training_calls(file):
        if not called.canonical.endswith(".compile") or _is_of_decision_forests(file, called.call):
            continue
        for name in METRICS:
            arg = called.argument(name)
            for text in _texts(file, arg.value) if arg is not None else ():
                modern = METRIC_CLASS_NAMES.get(str(literal(text)))
                if modern is not None and text not in seen:
                    seen.add(text)
                    said = f"Keras 3 logs a metric under the name that compile gets: {modern} is what it was"
                    yield Edit(text, said, ((text, text.with_changes(value=f"{text.quote}{modern}{text.quote}")),))


def _is_of_decision_forests(file: File, call: cst.Call) -> bool:
    """True for a model of TF-DF, which keeps to `tf_keras`."""
    made = value_of(file, call.func.value) if isinstance(call.func, cst.Attribute) else None
    path = file.qualified_name(made.func) if isinstance(made, cst.Call) else None
    return path is not None and path.startswith("tensorflow_decision_forests.")


def _texts(file: File, node: cst.BaseExpression) -> Iterator[cst.SimpleString]:
    value = value_of(file, node)
    if isinstance(value, cst.SimpleString):
        yield value
    elif isinstance(value, cst.List | cst.Tuple):
        for element in value.elements:
            yield from _texts(file, element.value)
    elif isinstance(value, cst.Dict):
        for each in nodes(value, cst.DictElement):
            yield from _texts(file, each.value)
