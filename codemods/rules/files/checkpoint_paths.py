"""Ask `ModelCheckpoint` for the path of a checkpoint as it is asked since TensorFlow 2.5.

## What it does

In a class of your own, `self._get_file_path(epoch, logs)` becomes `self._get_file_path(epoch, None, logs)`, also with
keywords, and on an object that is certainly a `ModelCheckpoint`. A method of that name with the two parameters, which
Keras calls with three, is reported.

## Why

The private method takes the batch since TensorFlow 2.5: TypeError, "missing 1 required positional argument".
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/callbacks/model_checkpoint.py

## Numbers

No numbers involved: without a batch the path is the same.

## What it leaves to you

Methods of your own that take the place of this one. TFM197 reports what `ModelCheckpoint` has lost.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.objects.base_classes import is_super
from codemods.analysis.objects.object_types import Receiver, derived_from, origin_of
from codemods.source.file import File
from codemods.types import Edit, Manual, rule

_METHOD = "_get_file_path"
_CLASS = "keras.callbacks.ModelCheckpoint"
_SYMBOL = f"{_CLASS}.{_METHOD}"
_PARAMETERS = ("epoch", "logs")
_CHANGED = f"{_METHOD} of ModelCheckpoint takes the batch, too"


@rule(
    "TFM486",
    example="""
    import tensorflow as tf

    class Saver(tf.keras.callbacks.ModelCheckpoint):
        def on_epoch_end(self, epoch, logs=None):
            super().on_epoch_end(epoch, logs)
            print(self._get_file_path(epoch, logs))
    """,
)
def checkpoint_paths(file: File) -> Iterator[Edit | Manual]:
    """Look at calls on what is certainly a checkpoint, and at classes that derive from it."""
    if not since(file.target, "keras 3.0"):
        return
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == _METHOD and _is_asked(file, call.func):
            yield from _with_batch(call)
    for owner in file.every(cst.ClassDef):
        receiver = derived_from(file, owner)
        if receiver is None or receiver.shimmed or not receiver.is_a(_CLASS):
            continue
        for each in owner.body.body:
            if isinstance(each, cst.FunctionDef) and each.name.value == _METHOD and _takes_two(each):
                yield Manual(
                    each.name, _SYMBOL, f"{_CHANGED}: Keras calls this one with three", "take epoch, batch, logs"
                )


def _is_asked(file: File, func: cst.Attribute) -> bool:
    """True on a checkpoint of Keras, or `super()` of a class that derives from it, where no own method is run."""
    owner = file.enclosing_class(func)
    above = func.value
    if is_super(file, above) and owner is not None:
        found = derived_from(file, owner)
        return found is not None and not found.shimmed and found.is_a(_CLASS)
    origin = origin_of(file, above)
    is_checkpoint = isinstance(origin, Receiver) and not origin.shimmed and origin.is_a(_CLASS)
    return is_checkpoint and isinstance(origin, Receiver) and not origin.shows(file, _METHOD)


def _with_batch(call: cst.Call) -> Iterator[Edit]:
    """None for the batch, in its place or by its name."""
    names = [arg.keyword.value if arg.keyword is not None else None for arg in call.args]
    if len(names) != len(_PARAMETERS) or any(arg.star for arg in call.args):
        return
    if any(name not in (None, place) for name, place in zip(names, _PARAMETERS, strict=True)) and set(names) != {
        *_PARAMETERS
    }:
        return
    batch = cst.Arg(cst.Name("None"))
    if names[1] is None:
        args = [call.args[0], batch.with_changes(comma=call.args[0].comma), call.args[1]]
    else:
        batch = batch.with_changes(keyword=cst.Name("batch"), equal=_PLAIN, comma=call.args[0].comma)
        args = [call.args[0], batch, call.args[1]]
    yield Edit(call, f"{_CHANGED}: None", ((call, call.with_changes(args=args)),))


_PLAIN = cst.AssignEqual(whitespace_before=cst.SimpleWhitespace(""), whitespace_after=cst.SimpleWhitespace(""))


def _takes_two(function: cst.FunctionDef) -> bool:
    params = function.params
    is_open = isinstance(params.star_arg, cst.Param) or params.star_kwarg is not None
    return not is_open and len(params.params) == 1 + len(_PARAMETERS)
