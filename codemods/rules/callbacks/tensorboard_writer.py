"""Report reads of `TensorBoard.writer`, which TensorFlow 2 does not have.

## What it does

Looks for `board.writer` where the file shows that `board` is a `TensorBoard`, `self` in a class derived from it
included, and for `self.board.writer.add_summary(...)` in a callback that was given the board from outside.
It rewrites nothing.

## Why

The callback of TensorFlow 1 held a `tf.summary.FileWriter`. That of TensorFlow 2 has no such attribute: AttributeError
at the end of the first batch or epoch.
https://www.tensorflow.org/tensorboard/migrate

## Numbers

No numbers involved.

## What it leaves to you

To write with a writer of your own. Nothing is reported in a file on the shims, whose `TensorBoard` has the writer.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.flow.unreached import is_guarded
from codemods.analysis.objects.evidence import has_callbacks_of_shims, has_keras_2_only
from codemods.analysis.objects.object_types import derives_from, receiver_of
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

_BOARD = "keras.callbacks.TensorBoard"
_BOARDS = (_BOARD, f"tensorflow.{_BOARD}")
_CALLBACKS = "keras.callbacks."
_SAID = "TensorBoard has no writer since TensorFlow 2"
_ADVICE = "write with tf.summary.create_file_writer(log_dir) and tf.summary.scalar(name, value, step=epoch)"


@rule(
    "TFM341",
    stage=Stage.STRUCTURES,
    example="""
    import tensorflow as tf
    from keras.callbacks import Callback

    class Precision(Callback):
        def __init__(self, tensorboard):
            super().__init__()
            self.tensorboard = tensorboard

        def on_epoch_end(self, epoch, logs=None):
            summary = tf.Summary(value=[tf.Summary.Value(tag="precision", simple_value=0.5)])
            self.tensorboard.writer.add_summary(summary, epoch)
    """,
)
def tensorboard_writer(file: File) -> Iterator[Manual]:
    """The first read in each class or function, where the script stops."""
    if not since(file.target, "keras 2.4") or has_keras_2_only(file):
        return
    writers = [each for each in file.attributes if each.attr.value == "writer" and not _is_target(file, each)]
    seen: set[cst.CSTNode] = set()
    for node in sorted(writers, key=file.order):
        around = file.enclosing_class(node) or file.function(node)
        if (
            around not in seen
            and not is_guarded(file, node)
            and (_is_of_board(file, node) or _is_handed_over(file, node))
        ):
            seen.add(around)
            yield Manual(node, f"{_BOARD}.writer", _SAID, _ADVICE)


def _is_target(file: File, node: cst.Attribute) -> bool:
    return isinstance(file.parent(node), cst.AssignTarget)


def _is_of_board(file: File, node: cst.Attribute) -> bool:
    """True if the file shows that the receiver is a board of Keras, which has no writer of its own."""
    owner = receiver_of(file, node.value)
    is_board = owner is not None and not owner.shimmed and owner.path in _BOARDS
    return is_board and owner is not None and not owner.defines(file, "writer") and not _sets_writer(file)


def _is_handed_over(file: File, node: cst.Attribute) -> bool:
    """True if a callback of Keras writes a summary of TensorFlow 1 with the writer of an object that it was given."""
    owner = file.enclosing_class(node)
    read = file.parent(node)
    is_summary = isinstance(read, cst.Attribute) and read.attr.value == "add_summary"
    is_own = isinstance(node.value, cst.Name) and is_self(file, node.value)
    if not is_summary or is_own or owner is None or receiver_of(file, node.value) is not None or _sets_writer(file):
        return False
    return derives_from(file, owner, _CALLBACKS) and not has_callbacks_of_shims(file)


def _sets_writer(file: File) -> bool:
    """True if the file gives an object a writer itself."""
    return any(each.attr.value == "writer" and _is_target(file, each) for each in file.attributes)
