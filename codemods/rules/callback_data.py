"""Report what callbacks read from `params` and `logs` and Keras 3 no longer puts there, or puts something else.

## What it does

Looks in the callbacks of the file for `self.params["samples"]`, `logs.get("size")` and the like, and for the loss of a
batch, `logs["loss"]` in `on_batch_end`. It rewrites nothing. The shims tell callbacks what Keras 2 told them; a note
says where they cannot.

## Why

In Keras 3 `params` has `epochs`, `steps` and `verbose`, and the logs of a batch have losses and metrics: the rest is a
KeyError, or silently None. The loss of a batch was its own up to TensorFlow 2.1 and Keras 2.3; since then it is the
mean over the batches of the epoch so far.
https://keras.io/guides/writing_your_own_callbacks/

## Numbers

They can differ. Three batches of 4, 4 and 2 rows have the losses 0.303, 0.886 and 0.715 in Keras 2.3.1; Keras 3.15.1
tells 0.303, 0.594 and 0.619 (`tests/behaviour/catalogue/callbacks.py`).

## What it leaves to you

Every reported key, with advice.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.bound_names import binds
from codemods.analysis.evidence import has_callbacks_of_shims
from codemods.analysis.object_types import derives_from
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Manual, Stage, Undecided, rule
from compat.tables.behaviour.callback_data import GONE_BATCH_LOGS, GONE_PARAMS

_BASE = "keras.callbacks.Callback"
_OF_BATCHES = frozenset(
    f"on_{kind}batch_{when}" for kind in ("", "train_", "test_", "predict_") for when in ("begin", "end")
)

_AFTER_BATCHES = frozenset({"on_batch_end", "on_train_batch_end"})
_LOSS = "loss"
_SIZE = "size"
_OF_SEQUENCES = "the shims do not tell the size of the batches of a Sequence"
_OF_SEVERAL = "on several replicas, logs['loss'] is the mean of the epoch so far"


@rule(
    "TFM228",
    stage=Stage.ADVICE,
    example="""
    from keras.callbacks import Callback


    class Counter(Callback):
        def on_batch_end(self, batch, logs=None):
            self.seen += logs["size"]
    """,
)
def callback_data(file: File) -> Iterator[Manual | Undecided]:
    """Report keys that are written out, in methods that do not ask for them first."""
    for owner in file.every(cst.ClassDef):
        if not derives_from(file, owner, "keras.callbacks."):
            continue
        for method in owner.body.body:
            if isinstance(method, cst.FunctionDef):
                yield from _reads(file, method)


def _reads(file: File, method: cst.FunctionDef) -> Iterator[Manual | Undecided]:
    first, _, logs, *_ = [*(each.name.value for each in method.params.params), "", "", ""]
    on_shims = has_callbacks_of_shims(file)
    reads: list[cst.Subscript | cst.Call] = [*nodes(method, cst.Subscript), *nodes(method, cst.Call)]
    for node in reads:
        read = _read(node)
        if read is None or binds(file, node) or _asks(method, read[1]) or _is_tried(file, node):
            continue
        source, key = read
        symbol = f"{_BASE}.{method.name.value}"
        if source == f"{first}.params" and key in GONE_PARAMS and not on_shims:
            yield _manual(node, f"{_BASE}.params", read, GONE_PARAMS[key])
        elif source == logs and method.name.value in _OF_BATCHES and key in GONE_BATCH_LOGS:
            if not on_shims:
                yield _manual(node, symbol, read, GONE_BATCH_LOGS[key])
            elif key == _SIZE:
                yield Manual(node, symbol, _OF_SEQUENCES, "nothing if the batches are of arrays", is_note=True)
        elif source == logs and method.name.value in _AFTER_BATCHES and key == _LOSS:
            if on_shims:
                yield Manual(node, symbol, _OF_SEVERAL, "nothing if this is only shown", is_note=True)
            else:
                yield from _mean(file, node, symbol)


def _mean(file: File, node: cst.CSTNode, symbol: str) -> Iterator[Manual | Undecided]:
    """Report the loss of a batch in files for releases that told it."""
    line = written_for(file).keras
    if line is None:
        yield Undecided(node, f'logs["{_LOSS}"]', "keras==2.3")
    elif line in (KerasLine.STANDALONE, KerasLine.TENSORFLOW_1):
        said = f"logs[{_LOSS!r}] was the loss of the batch; since Keras 2.4 it is the mean of the epoch so far"
        advice = "for the loss of the batch take (n + 1) * mean - n * last_mean, with n batches before it"
        yield Manual(node, symbol, said, advice)


def _read(node: cst.Subscript | cst.Call) -> tuple[str, str] | None:
    """The name of the dictionary and the key, for `a[key]`, `a.get(key)` and `a.get(key, default)`."""
    if isinstance(node, cst.Subscript):
        index = node.slice[0].slice if len(node.slice) == 1 else None
        source, key = node.value, index.value if isinstance(index, cst.Index) else None
    elif isinstance(node.func, cst.Attribute) and node.func.attr.value == "get" and node.args:
        source, key = node.func.value, node.args[0].value
    else:
        return None
    value = literal(key) if key is not None else None
    name = name_of(source)
    return (name, value) if name is not None and isinstance(value, str) else None


def _asks(method: cst.FunctionDef, key: str) -> bool:
    """True if a method asks anywhere whether the key is there."""
    return any(
        literal(comparison.left) == key and isinstance(target.operator, cst.In | cst.NotIn)
        for comparison in nodes(method, cst.Comparison)
        for target in comparison.comparisons
    )


def _is_tried(file: File, node: cst.CSTNode) -> bool:
    return any(isinstance(above, cst.Try) for above in file.ancestors(node))


def _manual(node: cst.CSTNode, symbol: str, read: tuple[str, str], advice: str) -> Manual:
    source, key = read
    return Manual(node, symbol, f"{source} has no {key!r} in Keras 3", advice)
