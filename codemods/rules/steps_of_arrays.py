"""Report numbers of steps for arrays: a step was over all rows, and is over a part of them.

## What it does

Looks for `fit(x, y, steps_per_epoch=2)` and `evaluate(x, y, steps=2)` in files of standalone Keras, with targets and
without a batch size, and for `predict(x, steps=2)` where the file shows that `x` is an array. It rewrites nothing.

## Why

Keras 2.0 to 2.3 fed all rows in each step. Keras 3 divides the rows by the steps, and ends early where
there are fewer rows.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_arrays.py

## Numbers

They can differ: two steps over 100 rows are 200 rows in Keras 2.3.1 and 100 in Keras 3, and 100 steps over ten rows are
ten; `predict(x, steps=2)` returned all rows twice. The shims do that still:
`tests/compat/shims/keras/test_steps_of_arrays.py`.

## What it leaves to you

To decide what was meant. `tf.keras`, which divided the rows.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import Called
from codemods.analysis.batch_forms import is_array
from codemods.analysis.evidence import has_keras_2_only
from codemods.analysis.object_types import Receiver, origin_of
from codemods.analysis.training_calls import training_calls
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_STEPS = {".fit": "steps_per_epoch", ".evaluate": "steps", ".predict": "steps"}
_OF_ARRAYS = frozenset(("astype", "dtype", "ndim", "reshape", "shape"))
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
    """Report calls with targets, as generators and datasets come without, and those on what is surely an array."""
    if not file.target.is_modern or written_for(file).keras is not KerasLine.STANDALONE or has_keras_2_only(file):
        return
    for called in training_calls(file):
        name = next((each for method, each in _STEPS.items() if called.canonical.endswith(method)), None)
        steps = called.argument(name) if name is not None else None
        targets, size = called.argument("y"), called.argument("batch_size")
        if steps is None or not (size is None or _is_nothing(size)) or any(arg.star for arg in called.call.args):
            continue
        if targets is None and not _predicts_array(file, called):
            continue
        if _is_nothing(targets) or _is_nothing(steps) or (name == "steps" and literal(steps.value) == 1):
            continue
        if not _is_on_shims(file, called.call):
            said = "each step was over all rows of the arrays in Keras 2; Keras 3 divides the rows by the steps"
            yield Manual(steps, f"{called.path}({name}=)", said, f"leave {name}= out and give batch_size=")


def _predicts_array(file: File, called: Called) -> bool:
    x = called.argument("x")
    return called.canonical.endswith(".predict") and x is not None and _is_array(file, x.value)


def _is_array(file: File, node: cst.BaseExpression) -> bool:
    """True for what NumPy made, what is asked for its shape, and what is trained on with targets."""
    if is_array(file, node):
        return True
    if not isinstance(node, cst.Name):
        return False
    same = [each for each in file.every(cst.Name) if each.value == node.value and file.scope(each) == file.scope(node)]
    for parent in map(file.parent, same):
        if isinstance(parent, cst.Attribute) and parent.attr.value in _OF_ARRAYS:
            return True
    return any(
        isinstance(x.value, cst.Name) and x.value.value == node.value
        for each in training_calls(file)
        if each.canonical.endswith((".fit", ".evaluate"))
        and each.argument("y") is not None
        and (x := each.argument("x")) is not None
    )


def _is_on_shims(file: File, call: cst.Call) -> bool:
    """True if the model is one of the shims, which carry this; one whose class does not show, where Keras is theirs."""
    receiver = origin_of(file, call.func.value) if isinstance(call.func, cst.Attribute) else None
    if isinstance(receiver, Receiver):
        return receiver.shimmed
    return any(each.qualified.startswith("compat.keras") for each in file.imports)


def _is_nothing(arg: cst.Arg | None) -> bool:
    return arg is not None and isinstance(arg.value, cst.Name) and arg.value.value == _NOTHING
