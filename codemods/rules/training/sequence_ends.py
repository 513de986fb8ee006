"""Report a `Sequence` that counts the ends of epochs: Keras 3 tells it of one more.

## What it does

Looks for `on_epoch_end` of a class that is derived from `keras.utils.Sequence` and counts there, turns or grows a list,
or sets a constant with which it did not begin, and notes one that shuffles where the file sets a seed. It rewrites
nothing.

## Why

Standalone Keras called the method once after each epoch, and so did `tf.keras`, where it did. Keras 3 calls it before
the first epoch, too, and of the data of a validation before and after each.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/trainers/data_adapters/py_dataset_adapter.py

## Numbers

They can differ: with two epochs the method runs twice in Keras 2.3.1, and three times in Keras 3
(`tests/behaviour/catalogue/sequences.py`).

## What it leaves to you

To start one lower, or to count in a callback. Where nothing tells of Keras 2 it is a note.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.own_classes import own_method
from codemods.analysis.objects.object_types import derives_from
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Manual, Severity, Stage, rule

_BASES = ("keras.utils.Sequence", "keras.utils.PyDataset")
_METHOD = "on_epoch_end"
_GROWING = frozenset({"append", "extend", "insert", "pop", "remove", "rotate", "update"})
_DRAWING = frozenset({"choice", "permutation", "permuted", "sample", "shuffle"})
_GENERATORS = frozenset({"Random", "RandomState", "default_rng"})
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
    """Report each class once, unless the file was written for Keras 3; a note where nothing tells of Keras 2."""
    line = written_for(file).keras
    if not file.target.is_modern or line is KerasLine.KERAS_3:
        return
    for owner in file.every(cst.ClassDef):
        method = own_method(owner, _METHOD)
        if method is None or not derives_from(file, owner, *_BASES):
            continue
        changed = _changed(owner, method)
        if changed is not None:
            advice = "start one lower, or count in a callback"
            yield Manual(changed, f"keras.utils.Sequence.{_METHOD}", _SAID, advice, is_note=line is None)
        elif line is not None and _draws(method) and _is_seeded(file):
            said = f"{_SAID}: what it draws after a seed comes in another order"
            yield Manual(method.name, f"keras.utils.Sequence.{_METHOD}", said, "", is_note=True)


def _changed(owner: cst.ClassDef, method: cst.FunctionDef) -> cst.CSTNode | None:
    """What one call more leaves behind: a number that counts, a list that grows or turns, another constant."""
    for step in nodes(method.body, cst.AugAssign):
        if isinstance(step.target, cst.Attribute) and isinstance(step.operator, cst.AddAssign | cst.SubtractAssign):
            return step
    for assign in nodes(method.body, cst.Assign):
        target = assign.targets[0].target
        if isinstance(target, cst.Attribute) and (_goes_on(target, assign.value) or _is_new(owner, method, assign)):
            return assign
    for call in nodes(method.body, cst.Call):
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in _GROWING:
            if (name_of(call.func.value) or "").startswith("self."):
                return call
    return None


def _goes_on(target: cst.Attribute, value: cst.BaseExpression) -> bool:
    """True for `self.n = self.n + 1` and `self.order = self.order[::-1]`, but not for an order that is drawn."""
    reads = any(name_of(each) == name_of(target) for each in nodes(value, cst.Attribute))
    return reads and not any(_is_draw(call) for call in nodes(value, cst.Call))


def _is_new(owner: cst.ClassDef, method: cst.FunctionDef, assign: cst.Assign) -> bool:
    """True if an attribute gets a constant that it does not begin with: `self.hard = True`."""
    name, value = name_of(assign.targets[0].target), literal(assign.value)
    here = set(nodes(method, cst.Assign))
    others = (each for each in nodes(owner, cst.Assign) if each not in here)
    started = [literal(each.value) for each in others if name_of(each.targets[0].target) == name]
    return value is not ... and bool(started) and ... not in started and value not in started


def _draws(method: cst.FunctionDef) -> bool:
    return any(map(_is_draw, nodes(method.body, cst.Call)))


def _is_draw(call: cst.Call) -> bool:
    name = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
    return isinstance(name, cst.Name) and name.value in _DRAWING


def _is_seeded(file: File) -> bool:
    """True if the file sets a seed, or gives one to a generator of numbers."""
    if any(name.value in ("seed", "set_seed") for name in file.every(cst.Name)):
        return True
    makers = (call for call in file.calls if (name_of(call.func) or "").rpartition(".")[2] in _GENERATORS)
    return any(call.args for call in makers)
