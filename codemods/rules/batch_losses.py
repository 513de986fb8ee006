"""Report callbacks that read the loss of a batch, which is the mean of the epoch so far now.

## What it does

Looks for `logs["loss"]` and `logs.get("loss")` in `on_batch_end` of callbacks. It rewrites nothing.

## Why

Up to TensorFlow 2.1 and Keras 2.3 it was the loss of that batch. Since then it is the mean over all batches of the
epoch so far: what a callback collects is smooth, and jumps at each epoch.
https://github.com/tensorflow/tensorflow/releases/tag/v2.2.0

## Numbers

Three batches of 4, 4 and 2 rows: 0.303, 0.886, 0.715 (Keras 2.3.1); 0.303, 0.594, 0.619 (Keras 3.15.1).

## What it leaves to you

To take the difference: with `n` batches before this one, the loss of the batch is `(n + 1) * mean - n * last_mean`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.bound_names import binds
from codemods.analysis.object_types import derives_from
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Manual, Stage, Undecided, rule

_SYMBOL = "keras.callbacks.Callback.on_batch_end"
_METHODS = frozenset({"on_batch_end", "on_train_batch_end"})
_KEY = "loss"
_LINES = (KerasLine.STANDALONE, KerasLine.TENSORFLOW_1)


@rule(
    "TFM167",
    stage=Stage.ADVICE,
    example="""
    from keras.callbacks import Callback
    from keras.layers.core import Dense


    class Losses(Callback):
        def on_batch_end(self, batch, logs=None):
            self.losses.append(logs.get("loss"))
    """,
)
def batch_losses(file: File) -> Iterator[Manual | Undecided]:
    """Report each read once, in callbacks of the file that run on Keras itself."""
    line = written_for(file).keras
    if line is not None and line not in _LINES:
        return
    for owner in file.every(cst.ClassDef):
        if derives_from(file, owner, "keras.callbacks."):
            for method in owner.body.body:
                if isinstance(method, cst.FunctionDef) and method.name.value in _METHODS:
                    yield from _reads(file, method, line)


def _reads(file: File, method: cst.FunctionDef, line: KerasLine | None) -> Iterator[Manual | Undecided]:
    _, _, logs, *_ = [*(each.name.value for each in method.params.params), "", "", ""]
    reads: list[cst.Subscript | cst.Call] = [*nodes(method, cst.Subscript), *nodes(method, cst.Call)]
    for node in reads:
        if not _is_loss(node, logs) or binds(file, node):
            continue
        if line is None:
            yield Undecided(node, f'{logs}["{_KEY}"]', "keras==2.3")
        else:
            said = f"{logs}[{_KEY!r}] was the loss of the batch; since Keras 2.4 it is the mean of the epoch so far"
            advice = "for the loss of the batch take (n + 1) * mean - n * last_mean, with n batches before it"
            yield Manual(node, _SYMBOL, said, advice)


def _is_loss(node: cst.Subscript | cst.Call, logs: str) -> bool:
    """True for `logs["loss"]`, `logs.get("loss")` and `logs.get("loss", default)`."""
    if isinstance(node, cst.Subscript):
        index = node.slice[0].slice if len(node.slice) == 1 else None
        source, key = node.value, index.value if isinstance(index, cst.Index) else None
    elif isinstance(node.func, cst.Attribute) and node.func.attr.value == "get" and node.args:
        source, key = node.func.value, node.args[0].value
    else:
        return False
    return bool(logs) and name_of(source) == logs and key is not None and literal(key) == _KEY
