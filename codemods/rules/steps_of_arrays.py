"""Report numbers of steps for arrays: a step was over all rows, and is over a part of them.

## What it does

Looks for `fit(x, y, steps_per_epoch=2)` and `evaluate(x, y, steps=2)` in files of standalone Keras, with targets and
without a batch size. It rewrites nothing.

## Why

Keras 2.0 to 2.3 fed all rows in each step. Keras 3 divides the rows by the steps, and ends early where
there are fewer rows.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_arrays.py

## Numbers

They can differ: two steps over 100 rows are 200 rows in Keras 2.3.1 and 100 in Keras 3, and 100 steps over ten rows are
ten. See `tests/codemods/rules/test_steps_of_arrays.py`.

## What it leaves to you

To decide what was meant. `predict(x, steps=2)`, which returned all rows twice, and `tf.keras`, which divided the rows.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.evidence import has_keras_2_only
from codemods.analysis.training_calls import training_calls
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_STEPS = {".fit": "steps_per_epoch", ".evaluate": "steps"}
_NOTHING = "None"


@rule(
    "TFM273",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers.core import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1)])
    model.compile("adam", "mse")
    model.fit(x, y, steps_per_epoch=100)
    """,
    severity=Severity.NUMBERS,
)
def steps_of_arrays(file: File) -> Iterator[Manual]:
    """Report calls with targets: generators and datasets come without."""
    if not file.target.is_modern or written_for(file).keras is not KerasLine.STANDALONE or has_keras_2_only(file):
        return
    for called in training_calls(file):
        name = next((each for method, each in _STEPS.items() if called.canonical.endswith(method)), None)
        steps = called.argument(name) if name is not None else None
        targets, size = called.argument("y"), called.argument("batch_size")
        if steps is None or targets is None or size is not None or any(arg.star for arg in called.call.args):
            continue
        if _is_nothing(targets) or _is_nothing(steps) or (name == "steps" and literal(steps.value) == 1):
            continue
        yield Manual(
            steps,
            f"{called.path}({name}=)",
            "each step was over all rows of the arrays in Keras 2; Keras 3 divides the rows by the steps",
            f"leave {name}= out and give batch_size=",
        )


def _is_nothing(arg: cst.Arg) -> bool:
    return isinstance(arg.value, cst.Name) and arg.value.value == _NOTHING
