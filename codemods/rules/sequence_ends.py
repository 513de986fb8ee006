"""Report a `Sequence` that counts the ends of epochs: Keras 3 tells it of one more.

## What it does

Looks for `on_epoch_end` of a class that is derived from `keras.utils.Sequence` and changes a number there, and notes
one that shuffles where the file sets a seed. It rewrites nothing.

## Why

Standalone Keras called the method once after each epoch, and so did `tf.keras`, where it did. Keras 3 calls it before
the first epoch, too, and of the data of a validation before and after each.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/trainers/data_adapters/py_dataset_adapter.py

## Numbers

They can differ: with two epochs the method runs twice in Keras 2.3.1, and three times in Keras 3
(`tests/behaviour/catalogue/sequences.py`).

## What it leaves to you

To start one lower, or to count in a callback.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.object_types import derives_from
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Manual, Severity, Stage, rule

_BASES = ("keras.utils.Sequence", "keras.utils.PyDataset")
_METHOD = "on_epoch_end"
_SAID = "Keras 3 calls on_epoch_end once more, before the first epoch"


@rule(
    "TFM255",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.utils.data_utils import Sequence


    class Batches(Sequence):
        size = 8

        def on_epoch_end(self):
            self.size += 8
    """,
    severity=Severity.NUMBERS,
)
def sequence_ends(file: File) -> Iterator[Manual]:
    """Report each class once, unless the file was written for Keras 3."""
    if not file.target.is_modern or written_for(file).keras in (None, KerasLine.KERAS_3):
        return
    for owner in file.every(cst.ClassDef):
        methods = [each for each in owner.body.body if isinstance(each, cst.FunctionDef) and each.name.value == _METHOD]
        if not methods or not derives_from(file, owner, *_BASES):
            continue
        counted = _counted(methods[-1])
        if counted is not None:
            advice = "start one lower, or count in a callback"
            yield Manual(counted, f"keras.utils.Sequence.{_METHOD}", _SAID, advice)
        elif _draws(methods[-1]) and any(name.value in ("seed", "set_seed") for name in file.every(cst.Name)):
            said = f"{_SAID}: what it draws after a seed comes in another order"
            yield Manual(methods[-1].name, f"keras.utils.Sequence.{_METHOD}", said, "", is_note=True)


def _counted(method: cst.FunctionDef) -> cst.CSTNode | None:
    """`self.n += 1`, or `self.n = self.n + 1`."""
    for step in nodes(method.body, cst.AugAssign):
        if isinstance(step.target, cst.Attribute) and isinstance(step.operator, cst.AddAssign | cst.SubtractAssign):
            return step
    for assign in nodes(method.body, cst.Assign):
        target, value = assign.targets[0].target, assign.value
        if isinstance(target, cst.Attribute) and isinstance(value, cst.BinaryOperation):
            if name_of(target) in (name_of(value.left), name_of(value.right)):
                return assign
    return None


def _draws(method: cst.FunctionDef) -> bool:
    return any(
        isinstance(call.func, cst.Attribute) and call.func.attr.value in ("shuffle", "permutation")
        for call in nodes(method.body, cst.Call)
    )
