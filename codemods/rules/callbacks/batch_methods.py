"""Let Keras 3 call the own `on_batch_end` of a `ModelCheckpoint` or `TensorBoard`, and start checkpoints that are not.

## What it does

In a class that is derived from `ModelCheckpoint` or `TensorBoard`, `on_batch_end` becomes `on_train_batch_end`, with
the call of `super().on_batch_end(...)` in it; in one of `TensorBoard`, `on_batch_begin` likewise. A class that is
derived from `ModelCheckpoint` and whose `__init__` does not call that of `ModelCheckpoint` sets
`self.save_freq = "epoch"`.

## Why

`fit` calls `on_train_batch_end`, which of a `Callback` calls `on_batch_end`. Since TensorFlow 2.2 `ModelCheckpoint` and
`TensorBoard` have one of their own, which does not: the method is never called, and nothing says so. That of
`ModelCheckpoint` asks for `self.save_freq` after each batch: AttributeError.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/callbacks/model_checkpoint.py

## Numbers

No numbers involved. Keras 2.2.4 and 2.3.1, and TensorFlow 1.13.2 and 1.15.5, call the method; TensorFlow 2.3.4 to 2.21
do not.

## What it leaves to you

Methods that other code of the file calls by their name. Files of TensorFlow 2 that do not tell whether they were
written for 2.0 or 2.1, which called the method.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.own_classes import class_of, lineage, own_method
from codemods.analysis.flow.self_attributes import attributes_named, is_self
from codemods.analysis.objects.base_classes import is_super
from codemods.analysis.objects.object_types import derived_from
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.releases.possible_releases import is_before, is_since
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule

_CHECKPOINT = "ModelCheckpoint"
_OWN_AGAIN = {_CHECKPOINT: ("on_batch_end",), "TensorBoard": ("on_batch_begin", "on_batch_end")}
_TRAINS = {"on_batch_begin": "on_train_batch_begin", "on_batch_end": "on_train_batch_end"}
_CALLBACKS, _INIT, _FREQUENCY = "keras.callbacks.", "__init__", "save_freq"
_FIRST = "2.2"
"""The TensorFlow whose callbacks no longer call the methods; it came with no release of the package keras."""


@rule(
    "TFM506",
    stage=Stage.STRUCTURES,
    example="""
    from keras.callbacks import ModelCheckpoint


    class Checkpoint(ModelCheckpoint):
        def on_batch_end(self, batch, logs=None):
            print(batch, logs["loss"])
    """,
)
def batch_methods(file: File) -> Iterator[Edit | Manual]:
    """Look at the classes of the file that lead to one of the two."""
    if not file.reaches_family() or not goes_to_keras_3(file) or is_since(file, _FIRST, "2.4"):
        return
    for owner in file.every(cst.ClassDef):
        name = _base(file, owner)
        for legacy in _OWN_AGAIN.get(name, ()):
            method = own_method(owner, legacy)
            if method is not None and own_method(owner, _TRAINS[legacy]) is None:
                yield _renamed(file, name, method)
        if name == _CHECKPOINT:
            yield from _started(file, owner)


def _base(file: File, owner: cst.ClassDef) -> str:
    """`ModelCheckpoint` of a class that is derived from it; "" of one that is on the shims."""
    found = derived_from(file, owner)
    path = found.path.removeprefix("tensorflow.") if found is not None and not found.shimmed else ""
    return path.removeprefix(_CALLBACKS) if path.startswith(_CALLBACKS) else ""


def _renamed(file: File, base: str, method: cst.FunctionDef) -> Edit | Manual:
    legacy, modern = method.name.value, _TRAINS[method.name.value]
    calls = [each for each in file.calls if method_of(each) == legacy]
    above = [each for each in calls if file.function(each) is method and _is_above(file, each)]
    line = written_for(file).keras
    was_called = line in (KerasLine.STANDALONE, KerasLine.TENSORFLOW_1) or is_before(file, _FIRST)
    if len(above) < len(calls) or not was_called:
        said = f"{base} has its own {modern}, which does not call {legacy}: Keras 3 never does"
        return Manual(method.name, f"{_CALLBACKS}{base}.{legacy}", said, f"call it {modern}, if it is to be called")
    renamed = [each.func.attr for each in above if isinstance(each.func, cst.Attribute)]
    said = f"{legacy}() of a {base} is {modern}(), as Keras 3 calls no other"
    return Edit(method, said, tuple((each, cst.Name(modern)) for each in (method.name, *renamed)))


def _is_above(file: File, call: cst.Call) -> bool:
    """True for `super().method(...)` and `ModelCheckpoint.method(self, ...)`."""
    assert isinstance(call.func, cst.Attribute)
    owner, first = call.func.value, call.args[0].value if call.args else None
    is_of_class = not isinstance(owner, cst.Call) and isinstance(first, cst.Name) and is_self(file, first)
    return is_super(file, owner) or is_of_class


def _started(file: File, owner: cst.ClassDef) -> Iterator[Edit]:
    """Give a checkpoint that skips the `__init__` of `ModelCheckpoint` what Keras 3 asks it for."""
    init = own_method(owner, _INIT)
    is_own = any(own_method(each, _TRAINS["on_batch_end"]) is not None for each in lineage(file, owner))
    if init is None or is_own or any(_starts(file, each) for each in nodes(init, cst.Call)):
        return
    is_set = any(attributes_named(file, each, _FREQUENCY) for each in lineage(file, owner))
    if is_set or not isinstance(init.body, cst.IndentedBlock):
        return
    line = file.parse_statement(f'self.{_FREQUENCY} = "epoch"')
    said = f"Keras 3 asks for {_FREQUENCY}, which the {_INIT} of {_CHECKPOINT} sets"
    body = init.body.with_changes(body=[*init.body.body, line])
    yield Edit(init, said, ((init.body, body),), still_runs=True)


def _starts(file: File, call: cst.Call) -> bool:
    """True if a call may start the `ModelCheckpoint`, or bring what it has."""
    if method_of(call) != _INIT or not isinstance(call.func, cst.Attribute):
        return "__dict__" in file.code(call) or method_of(call) == "setattr"
    above = call.func.value
    if isinstance(above, cst.Call) and is_super(file, above):
        below = above.args[0].value if above.args else None
        return below is None or (isinstance(below, cst.Name) and class_of(file, below) is not None)
    path = file.symbol(above) or ""
    return not path.endswith(".Callback")
