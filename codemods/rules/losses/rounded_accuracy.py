"""Report the accuracy of an output that is no probability.

## What it does

Reports `metrics=["accuracy"]` where the last layer of the model has one unit and is seen to end with an activation that
leaves the range of 0 to 1, or with none, and the loss is no crossentropy. It rewrites nothing.

## Why

Standalone Keras 2 rounded a single output and compared it with the target. Keras 3 asks only whether it is above 0.5:
the accuracy of grades from 0 to 4, or of -1 and 1 beside a hinge loss, is another number.
https://github.com/keras-team/keras/blob/2.3.1/keras/metrics.py

## Numbers

They can differ: outputs that round to their integer targets have the accuracy 1.0 in Keras 2.3.1, and the share of the
targets 0 and 1 in Keras 3 (`tests/compat/shims/keras/test_accuracy.py`). The shims keep the accuracy of Keras 2.3.1.

## What it leaves to you

Every reported use. Models whose last layer the file does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called, known_calls
from codemods.analysis.logs.metric_names import accuracy_in
from codemods.analysis.models.last_activations import last_activation
from codemods.analysis.models.sequential_layers import output_width
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Severity, rule

_OUT_OF_RANGE = frozenset({"elu", "exponential", "linear", "relu", "selu", "softplus", "softsign", "tanh"})
_ADVICE = "pass a function: keras.ops.mean(keras.ops.equal(y_true, keras.ops.round(y_pred)), axis=-1)"


@rule(
    "TFM262",
    example="""
    from keras.layers.core import Dense
    from keras.models import Sequential

    model = Sequential()
    model.add(Dense(1))
    model.compile(optimizer="sgd", loss="mse", metrics=["accuracy"])
    """,
    severity=Severity.NUMBERS,
)
def rounded_accuracy(file: File) -> Iterator[Manual]:
    """Report the name among the metrics."""
    if written_for(file).keras is not KerasLine.STANDALONE:
        return
    for called in known_calls(file):
        metrics, model = called.argument("metrics"), called.call.func
        if not called.canonical.endswith(".compile") or metrics is None or not isinstance(model, cst.Attribute):
            continue
        text = accuracy_in(metrics.value)
        if text is None or _is_crossentropy(file, called) or output_width(file, model.value) != 1:
            continue
        activation = last_activation(file, called.call)
        if activation in _OUT_OF_RANGE:
            said = "the accuracy of one output was that of its rounded value; Keras 3 asks whether it is above 0.5"
            yield Manual(text, f"{called.path}(metrics=)", said, _ADVICE)


def _is_crossentropy(file: File, called: Called) -> bool:
    """Whether the loss is a crossentropy, which takes probabilities."""
    loss = called.argument("loss")
    if loss is None:
        return False
    text = literal(loss.value)
    name = text if isinstance(text, str) else file.symbol(loss.value) or ""
    return name.endswith("crossentropy")
