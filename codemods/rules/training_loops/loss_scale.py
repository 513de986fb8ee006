"""Keep the scale that TensorFlow 1.13 gave the loss of each replica, with `--from`.

## What it does

With `--from tensorflow==1.13`, in a function that `experimental_run` runs on replicas, `optimizer.minimize(loss)`
becomes `optimizer.minimize(loss / tf.distribute.get_strategy().num_replicas_in_sync)`.

## Why

Up to 1.13 an optimizer of `tf.train` divided the loss by the number of replicas before it took the gradient, as long as
the loss was not a sum. From 1.14 on it does so in Estimators only.
https://github.com/tensorflow/tensorflow/blob/v1.13.2/tensorflow/python/training/optimizer.py

## Numbers

Same. With `--from` they are those of TensorFlow 1.13.2 to 1e-6; without it those of 1.14.0 and 1.15.5, where a step on
two replicas is twice as long (`tests/compat/shims/contrib/test_custom_loops.py`).

## What it leaves to you

To say which release a script was written for: a finding asks for it. Losses that may be sums.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.replicas.replica_functions import is_run, replica_functions
from codemods.releases.versions import minor_version
from codemods.rewriting.add_imports import bind_module
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, Undecided, rule

_OPTIMIZER = "tensorflow.compat.v1.train.Optimizer"
_SYMBOL = "tensorflow.train.Optimizer.minimize"
_REPLICAS = "num_replicas_in_sync"
_SAID = "TensorFlow 1.13 divided the loss by the number of replicas here, 1.14 and later do not"
_WRITE = f"divide it by tf.distribute.get_strategy().{_REPLICAS} if that was meant"


@rule(
    "TFM186",
    stage=Stage.STRUCTURES,
    example="""
    import tensorflow as tf

    strategy = tf.distribute.MirroredStrategy()
    optimizer = tf.train.GradientDescentOptimizer(0.1)
    iterator = strategy.make_dataset_iterator(dataset)

    def step(inputs):
        return optimizer.minimize(tf.reduce_mean(network(inputs)))

    train = strategy.experimental_run(step, iterator)
    """,
    severity=Severity.NUMBERS,
)
def loss_scale(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Both 1.13 and 1.15 have `experimental_run`; other methods of strategies tell the two apart."""
    legacy = _is_legacy(file)
    if legacy is False or written_for(file).tensorflow != 1 or not _has_experimental_run(file):
        return
    for call in file.calls:
        if not _is_step(file, call) or _REPLICAS in file.code(call.args[0]):
            continue
        if legacy is None:
            yield Undecided(call, _SYMBOL, "tensorflow==1.13", _SAID, _WRITE)
        elif _may_be_sum(file):
            said = "TensorFlow 1.13 divided the loss by the number of replicas, unless it was a sum"
            yield Manual(call, _SYMBOL, said, f"if it is none, divide it by tf.distribute.get_strategy().{_REPLICAS}")
        else:
            yield _divided(file, call)


def _is_legacy(file: File) -> bool | None:
    """True if `--from` says that the file was written for 1.13 or earlier; None if nothing says it."""
    if file.origin is None:
        return None
    releases = [minor_version(tensorflow) for tensorflow, _ in file.origin.pairs]
    before = {release < (1, 14) for release in releases}
    return before.pop() if len(before) == 1 else None


def _has_experimental_run(file: File) -> bool:
    return any(is_run(call) and call.func.attr.value == "experimental_run" for call in file.calls)  # type: ignore[attr-defined]


def _is_step(file: File, call: cst.Call) -> bool:
    """True for `minimize(loss)` or `compute_gradients(loss)` of a `tf.train` optimizer, on a replica."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value not in ("minimize", "compute_gradients"):
        return False
    if not call.args or call.args[0].star or call.args[0].keyword is not None:
        return False
    if not any(above in replica_functions(file) for above in file.ancestors(call)):
        return False
    origin = origin_of(file, call.func.value)
    return isinstance(origin, Receiver) and origin.is_a(_OPTIMIZER)


def _may_be_sum(file: File) -> bool:
    """True if the file names the reduction of a loss, or divides by the replicas itself."""
    names = {name.value for name in file.original.every(cst.Name)}
    return bool(names & {"Reduction", "reduction", _REPLICAS})


def _divided(file: File, call: cst.Call) -> Edit:
    tensorflow, imports = bind_module(file, "tensorflow", "tf", call)
    loss = call.args[0]
    code = file.code(loss.value)
    simple = isinstance(loss.value, cst.Name | cst.Attribute | cst.Call | cst.Subscript)
    new = f"{code if simple else f'({code})'} / {tensorflow}.distribute.get_strategy().{_REPLICAS}"
    said = "the loss is divided by the number of replicas, as TensorFlow 1.13 did"
    return Edit(call, said, ((loss, loss.with_changes(value=cst.parse_expression(new))),), imports)
