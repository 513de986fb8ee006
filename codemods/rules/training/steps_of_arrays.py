"""Report numbers of steps for arrays: Keras 3 makes other batches of them, and other epochs.

## What it does

Looks for `fit(x, y, steps_per_epoch=2)` and `evaluate(x, y, steps=2)` with targets, and for `predict(x, steps=2)` where
the file shows that `x` is an array. It rewrites nothing.

## Why

Keras 2.0 to 2.3 fed all rows in each step, and so did `tf.keras` of TensorFlow 1, whatever the batch size. Keras 3
divides the rows by the steps, or takes the batch size, and ends early where there are fewer rows.

With a batch size, `tf.keras` of TensorFlow 2 began an epoch where the last one had ended, and went on with the first
row after the last. Keras 3 ends an epoch with the last row: 100 rows in batches of 32 with `steps_per_epoch=3` are
three steps, one, three, one.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_arrays.py
https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras/engine/training_arrays.py
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/trainers/epoch_iterator.py

## Numbers

They can differ: two steps over 100 rows are 200 rows in Keras 2.3.1 and 100 in Keras 3, and 100 steps over ten rows are
ten; `predict(x, steps=2)` returned all rows twice. The shims of standalone Keras do that still:
`tests/compat/shims/keras/test_steps_of_arrays.py`. Those of `tf.keras` do as Keras 3 does.

## What it leaves to you

To decide what was meant. `steps_per_epoch=ceil(len(x) / size)` beside `batch_size=size` is all rows once in
TensorFlow 2 and in Keras 3, and is left alone there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.data.batch_forms import is_array
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, Undecided, rule

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
def steps_of_arrays(file: File) -> Iterator[Manual | Undecided]:
    """Report calls with targets, as generators and datasets come without, and those on what is surely an array."""
    line = written_for(file).keras
    if not file.target.is_modern or line is KerasLine.KERAS_3 or has_keras_2_only(file):
        return
    for called in training_calls(file):
        name = next((each for method, each in _STEPS.items() if called.canonical.endswith(method)), None)
        steps = called.argument(name) if name is not None else None
        targets, size = called.argument("y"), called.argument("batch_size")
        if name is None or steps is None or any(arg.star for arg in called.call.args):
            continue
        if (targets is None and not _predicts_array(file, called)) or _are_of_dataset(file, called):
            continue
        if _is_nothing(targets) or _is_nothing(steps) or (name == "steps" and literal(steps.value) == 1):
            continue
        symbol = f"{called.path}({name}=)"
        differs = _went_on if size is not None and not _is_nothing(size) else _repeated
        if line is None and (found := differs(file, called, name, KerasLine.TENSORFLOW_1)):
            yield Undecided(steps, symbol, "tensorflow==1.15", *found)
        elif line is not None and (found := differs(file, called, name, line)):
            yield Manual(steps, symbol, *found)


_Found: TypeAlias = "tuple[str, str] | None"


def _repeated(file: File, called: Called, name: str, line: KerasLine) -> _Found:
    """What changed for steps without a batch size, and what to do."""
    if line is KerasLine.TENSORFLOW_2 or (line is KerasLine.STANDALONE and _is_on_shims(file, called.call)):
        return None
    said = "each step was over all rows of the arrays in Keras 2; Keras 3 divides the rows by the steps"
    return said, f"leave {name}= out and give batch_size="


def _went_on(file: File, called: Called, name: str, line: KerasLine) -> _Found:
    """What changed for steps beside a batch size, which standalone Keras refused."""
    if line is KerasLine.TENSORFLOW_1:
        said = "each step was over all rows of the arrays in TensorFlow 1, which took no notice of the batch size"
        return said, f"leave {name}= out, or leave batch_size= out and give the rows as one batch"
    if line is KerasLine.STANDALONE or name != "steps_per_epoch" or _rounds_up(file, called.argument(name)):
        return None
    said = (
        "an epoch began where the last one had ended; Keras 3 ends it with the last row, "
        "and where the steps leave rows over, every other epoch is short"
    )
    return said, f"leave {name}= out, or give tf.data.Dataset.from_tensor_slices((x, y)).batch(batch_size).repeat()"


def _rounds_up(file: File, steps: cst.Arg | None) -> bool:
    """True for `int(numpy.ceil(len(x) / size))`, and for a variable that holds it."""
    made = leaves(file, steps.value) if steps is not None else None
    return bool(made) and all(isinstance(each, cst.Call) and _is_ceil(each) for each in made or ())


def _is_ceil(call: cst.Call) -> bool:
    name = call.func.attr.value if isinstance(call.func, cst.Attribute) else getattr(call.func, "value", "")
    inner = call.args[0].value if len(call.args) == 1 else None
    return name == "ceil" or (name == "int" and isinstance(inner, cst.Call) and _is_ceil(inner))


def _are_of_dataset(file: File, called: Called) -> bool:
    """True for the tensors of `x, y = iterator.get_next()`."""
    x = called.argument("x")
    places = (
        [each.node for each in file.assignments(x.value)] if x is not None and isinstance(x.value, cst.Name) else []
    )
    above = [file.ancestors(each) for each in places if each is not None]
    values = [each.value for nodes in above for each in nodes if isinstance(each, cst.Assign)]
    calls = [each.func for each in values if isinstance(each, cst.Call)]
    return any(isinstance(each, cst.Attribute) and each.attr.value == "get_next" for each in calls)


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
