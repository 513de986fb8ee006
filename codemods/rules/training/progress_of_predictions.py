"""Ask `predict` for no progress bar where it is called again and again, as it printed none.

## What it does

`model.predict(x)` in a loop, in a hook of a callback, and in a function that such code calls, also from another module
of the project, becomes `model.predict(x, verbose=0)`.

## Why

Up to Keras 2.8 `verbose` was 0. Since 2.9 it is `"auto"`, and each call prints a line such as
`1/1 ━━━━━━━━━━━━━━━━━━━━ 0s 35ms/step`: a script of reinforcement learning that predicts one action at a time prints
thousands of them between its own lines. `fit` and `evaluate` have always printed.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/backend/tensorflow/trainer.py

## Numbers

Same; what the script prints is that of Keras 2.3.1 and of TensorFlow 2.3.4
(`tests/codemods/rules/training/test_progress_of_predictions.py`).

## What it leaves to you

Calls that run once print one line. So does what the file does not show to be a Keras model, and files of TensorFlow 2.9
and later, or without a sign of an earlier one, as the bar may be wanted there.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.objects.called_again import runs_again
from codemods.analysis.objects.evidence import Evidence, Kind, evidence, has_models_of_shims
from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.releases.possible_releases import is_before, is_since
from codemods.analysis.releases.written_for import written_for
from codemods.source.arguments import bind, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Severity, Stage, rule

_FIRST = "2.9"
"""The release of TensorFlow, and of Keras, whose `predict` prints."""
_PARAMETERS = ("x", "batch_size", "verbose", "steps", "callbacks", "max_queue_size", "workers", "use_multiprocessing")


@rule(
    "TFM450",
    stage=Stage.LATE,
    severity=Severity.DOUBT,
    example="""
    from keras.layers.core import Dense
    from keras.models import Sequential

    model = Sequential([Dense(2, input_shape=(4,))])
    for state in states:
        print(model.predict(state).argmax())
    """,
)
def progress_of_predictions(file: File) -> Iterator[Edit]:
    """Where the releases that the file was written for printed nothing."""
    if not goes_to_keras_3(file) or has_models_of_shims(file) or not _printed_nothing(file):
        return
    for call in file.calls:
        if method_of(call) != "predict" or not _says_nothing_of_it(call) or not _is_model(file, call):
            continue
        if runs_again(file, call):
            quiet = named(cst.Arg(cst.Integer("0")), "verbose")
            said = "predict() printed no progress up to Keras 2.8"
            yield Edit(call, said, ((call, with_args(call, [*call.args, quiet])),), still_runs=True)


def _printed_nothing(file: File) -> bool:
    """True if the file is one of before Keras 2.9, as far as it tells."""
    return is_before(file, _FIRST) or (written_for(file).keras is not None and not is_since(file, _FIRST, _FIRST))


def _says_nothing_of_it(call: cst.Call) -> bool:
    bound = bind(call, *_PARAMETERS)
    return bound is not None and bool(bound) and "verbose" not in bound


def _is_model(file: File, call: cst.Call) -> bool:
    """True if the method is that of a Keras model, not one of the project's own."""
    assert isinstance(call.func, cst.Attribute)
    model = call.func.value
    origin = origin_of(file, model)
    if isinstance(origin, Receiver) and (origin.shimmed or origin.defines(file, "predict")):
        return False
    found = evidence(file, model, Kind.MODEL)
    return found is Evidence.CERTAIN or (found is Evidence.LIKELY and "predict" not in own_names(file))
