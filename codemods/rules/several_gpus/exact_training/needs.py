"""The calls of Keras methods that plain Keras 3 gets wrong under a strategy, and why."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.unpacked_dictionaries import given_keywords
from codemods.analysis.data.batches import divide, is_fed_by_generator, uneven_size
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.optimizers.optimizer_uses import optimizer_uses
from codemods.analysis.releases.possible_releases import is_before_keras_3
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.replicas.strategies import Strategy, number
from codemods.analysis.training.whole_batch_functions import losses_of_whole_batches, uneven_metrics
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, once_per_file
from compat.tables.behaviour.update_rules import CLIPPING, NEVER_CLIPS

ON_BATCH = frozenset({"train_on_batch", "test_on_batch", "predict_on_batch"})
_WHOLE = frozenset({"fit", "evaluate", "predict"})
_SEVERAL_STEPS = "steps_per_execution"
PARALLEL = "keras.utils.multi_gpu_model"


def candidates(file: File) -> Iterator[cst.Call]:
    """The calls that may need the mended trainer, by the names of their methods."""
    for call in file.calls:
        is_compiled = method_of(call) == "compile" and (_steps(file, call) > 1 or _was_parallel(file))
        if method_of(call) in _WHOLE | ON_BATCH or is_compiled:
            yield call


def reason(
    file: File, call: cst.Call, strategy: Strategy, count: int | None, *, fed: bool = False, home: File | None = None
) -> str | None:
    """Why a call on a model needs the mended trainer under a strategy of so many replicas; None if it does not.

    `fed` says that it is known to be fed by a generator; `home` is the file that compiles the model, if another one.
    """
    home = home or file
    method = "fit" if method_of(call) == "fit_generator" else method_of(call)
    if strategy is Strategy.MULTI_WORKER and method != "compile":
        return f"plain Keras 3 stops in {method} under MultiWorkerMirroredStrategy (keras issue 20585)"
    if strategy not in (Strategy.MIRRORED, Strategy.ON_SHIMS) or count == 1:
        return None
    is_shim = strategy is Strategy.ON_SHIMS
    if method == "predict_on_batch":
        return "plain Keras 3 gives every replica the whole batch, and predict_on_batch returns each row once a replica"
    if method in ON_BATCH:
        return f"plain Keras 3 gives every replica the whole batch in {method}"
    if method == "compile" and _steps(file, call) > 1:
        return f"plain Keras 3 fails under a strategy with {_SEVERAL_STEPS}={_steps(file, call)}"
    if method == "predict" or (is_shim and method != "fit"):
        return None
    is_trained = method == "fit" or (method == "compile" and _was_parallel(home))  # by a call that may not be found
    is_counted = not is_shim and method != "compile" and (count or _was_parallel(home))
    uneven = uneven_size(file, call, count) if is_counted else None
    if uneven is not None:
        replicas = f"{count} replicas" if count else "several replicas"
        return f"a batch of {uneven} does not divide by {replicas}, and plain Keras 3 fails on it"
    if method == "fit" and (fed or is_fed_by_generator(file, call)):
        return "plain Keras 3 loses the first batch of a generator under a strategy"
    if is_trained and not is_shim and is_of_keras_2(home) and clips(home):
        return "plain Keras 3 clips the gradients of each replica before it adds them, Keras 2 clipped the sum"
    is_legacy = is_shim or is_of_keras_2(home)
    losses = losses_of_whole_batches(home) if is_trained and is_legacy else []
    if losses:
        return f"{losses[0]} returns one number for a batch, and plain Keras 3 adds the numbers of the replicas up"
    metrics = uneven_metrics(home) if _was_parallel(home) else []
    if metrics:
        return f"{metrics[0]} is another number for a part of a batch, and plain Keras 3 averages those of the replicas"
    if file.exact and not is_shim and method != "compile" and not divide(file, call, count):
        return (
            "not all batches are proven to divide by the replicas, and plain Keras 3 weights an uneven one per replica"
        )
    return None


def _was_parallel(file: File) -> bool:
    """True if `multi_gpu_model` gave the metrics of the file whole batches; strategies never did."""
    return bool(file.original.references(PARALLEL))


def is_of_keras_2(file: File) -> bool:
    """True if the file shows that it is of before Keras 3."""
    line = written_for(file).keras
    return line is not KerasLine.KERAS_3 and (line is not None or is_before_keras_3(file))


@once_per_file
def clips(file: File) -> bool:
    """True if an optimizer of the file clips gradients."""
    return any(use.clips or _is_given_clipping(file, use.call) for use in optimizer_uses(file))


def _is_given_clipping(file: File, call: cst.Call | None) -> bool:
    """True if what a call gets from dictionaries clips."""
    given = (given_keywords(file, call) if call is not None else None) or {}
    return any(literal(each.value) not in (None, NEVER_CLIPS) for name, each in given.items() if name in CLIPPING)


def _steps(file: File, call: cst.Call) -> int:
    given = keyword(call, _SEVERAL_STEPS)
    return (number(file, given.value) if given is not None else None) or 1
