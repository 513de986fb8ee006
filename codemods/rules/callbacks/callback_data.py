"""Report what callbacks read from `params` and `logs` and Keras 3 no longer puts there, or puts something else.

## What it does

Looks in the callbacks of the file for `self.params["samples"]`, `logs.get("size")` and the like, and for the loss of a
batch, `logs["loss"]` in `on_batch_end`, and its accuracy under the name of Keras 2.2, `logs["acc"]`. Logs that are read
as a whole have that loss as well: `logs.items()`, `dict(logs)`, `for key in logs: logs[key]`, `self.seen.append(logs)`,
`show(**logs)`. Functions for a `LambdaCallback` count as methods. It rewrites nothing. The shims tell callbacks what
Keras 2 told them; a note says where they cannot.

## Why

In Keras 3 `params` has `epochs`, `steps` and `verbose`, and the logs of a batch have losses and metrics: the rest is a
KeyError, or silently None. The loss of a batch was its own up to TensorFlow 2.1 and Keras 2.3, its metrics up to Keras
2.2; since then they are the means over the batches of the epoch so far.
https://keras.io/guides/writing_your_own_callbacks/

## Numbers

They can differ. Three batches of 4, 4 and 2 rows have the losses 0.303, 0.886 and 0.715 in Keras 2.3.1; Keras 3.15.1
tells 0.303, 0.594 and 0.619 (`tests/behaviour/catalogue/callbacks.py`).

## What it leaves to you

Every reported key, with advice; the accuracy of a batch is noted. Logs that a method hands on, to `super()` or to a
function of the project.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.bound_names import binds
from codemods.analysis.logs.batch_logs import Function, Hook, hooks, whole_reads
from codemods.analysis.objects.evidence import has_callbacks_of_shims
from codemods.analysis.releases.eras import used_distributions
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Manual, Severity, Stage, Undecided, rule
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
_WAS = f"logs[{_LOSS!r}] was the loss of the batch; since Keras 2.4 it is the mean of the epoch so far"
_HAD = "{} had the loss of the batch, and its size; since Keras 2.4 the loss is the mean of the epoch so far"
_ACCURACY = ("acc", "accuracy")
_OF_BATCH = "logs['acc'] was the accuracy of the batch in Keras 2.2; since Keras 2.3 it is the mean of the epoch so far"
_ADVICE = "for that of the batch take (n + 1) * mean - n * last_mean, with n batches before it"


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
    """Report keys that are written out, in methods that do not ask for them first, and logs that are read whole."""
    for hook in hooks(file):
        yield from _reads(file, hook)
        if hook.event in _AFTER_BATCHES:
            for node in whole_reads(file, hook):
                yield from _mean(file, node, f"{_BASE}.{hook.event}", _HAD.format(file.code(node)))


def _reads(file: File, hook: Hook) -> Iterator[Manual | Undecided]:
    on_shims = has_callbacks_of_shims(file)
    reads: list[cst.Subscript | cst.Call] = [*nodes(hook.function, cst.Subscript), *nodes(hook.function, cst.Call)]
    for node in reads:
        read = _read(node)
        if read is None or binds(file, node) or _asks(hook.function, read[1]) or _is_tried(file, node):
            continue
        source, key = read
        symbol = f"{_BASE}.{hook.event}"
        if source == f"{hook.own}.params" and key in GONE_PARAMS and not on_shims:
            yield _manual(node, f"{_BASE}.params", read, GONE_PARAMS[key])
        elif source == hook.logs and hook.event in _OF_BATCHES and key in GONE_BATCH_LOGS:
            if not on_shims:
                yield _manual(node, symbol, read, GONE_BATCH_LOGS[key])
            elif key == _SIZE:
                yield Manual(node, symbol, _OF_SEQUENCES, "nothing if the batches are of arrays", is_note=True)
        elif source == hook.logs and hook.event in _AFTER_BATCHES and key == _LOSS:
            yield from _mean(file, node, symbol, _WAS)
        elif source == hook.logs and hook.event in _AFTER_BATCHES and key in _ACCURACY and _is_of_keras_2_2(file):
            yield Manual(node, symbol, _OF_BATCH, _ADVICE, is_note=True)


def _is_of_keras_2_2(file: File) -> bool:
    """True if a file of standalone Keras calls the accuracy `acc`, as Keras 2.2 did."""
    texts = (each.evaluated_value for each in file.original.every(cst.SimpleString))
    is_early = written_for(file).keras in (None, KerasLine.STANDALONE) and "keras" in used_distributions(file.original)
    return is_early and _ACCURACY[0] in texts


def _mean(file: File, node: cst.CSTNode, symbol: str, said: str) -> Iterator[Manual | Undecided]:
    """Report the loss of a batch in files for releases that told it."""
    if has_callbacks_of_shims(file):
        yield Manual(node, symbol, _OF_SEVERAL, "nothing if this is only shown", is_note=True)
        return
    line = written_for(file).keras
    if line is None:
        yield Undecided(node, f'logs["{_LOSS}"]', "keras==2.3")
    elif line in (KerasLine.STANDALONE, KerasLine.TENSORFLOW_1):
        yield Manual(node, symbol, said, _ADVICE, severity=Severity.NUMBERS)


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


def _asks(function: Function, key: str) -> bool:
    """True if a function asks anywhere whether the key is there."""
    return any(
        literal(comparison.left) == key and isinstance(target.operator, cst.In | cst.NotIn)
        for comparison in nodes(function, cst.Comparison)
        for target in comparison.comparisons
    )


def _is_tried(file: File, node: cst.CSTNode) -> bool:
    return any(isinstance(above, cst.Try) for above in file.ancestors(node))


def _manual(node: cst.CSTNode, symbol: str, read: tuple[str, str], advice: str) -> Manual:
    source, key = read
    return Manual(node, symbol, f"{source} has no {key!r} in Keras 3", advice)
