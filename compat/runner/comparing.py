"""Compare two recorded runs number by number, and say where they part first.

A difference of losses and metrics is relative to the larger of the two numbers; that of weights to the largest weight
of the array, as a weight near zero would make much of rounding. NaN equals NaN, and nothing else.
What the first parting tells of its cause follows from the order of a step: the weights and a batch make the loss, and
the loss makes the next weights.

A third run, the second one from weights that are moved by their last digits, shows what rounding alone makes: a bias
before a BatchNormalization has no gradient but rounding, and Adam and RMSprop make a whole step of that.
"""

from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple

import numpy as np

from compat.runner.batches import leaves
from compat.runner.recording import Run
from compat.tables.names.log_keys import MODERN_KEYS

TOLERANCE = 1e-4
"""Relative; leaves room for single precision, whose rounding makes 1e-6 to 1e-5 of 20 steps on two releases."""

_FACTOR = 10.0
"""Two runs part by rounding if they do so by at most this many times what rounding made of one."""

_ROUNDED = 1e-6
"""What weights and batches of a record in double precision may differ by from those in single precision."""

_START = "begin the second run at the weights and batches of the first: `record --start FIRST`"
_FORWARD = (
    "The first loss differs, though weights and batch are the same: a layer, the loss function, its weights or masks,"
    " or a regularizer computes something else."
)
_DROPOUT = "If the network has dropout or noise layers, record both runs with --no-dropout."
_UPDATE = (
    "The first loss is the same, the second is not: the optimizer, its rate, a constraint, a callback, or the choice of"
    " trainable weights does something else between two steps."
)
_GROWING = (
    "The difference grows from step to step. Record both runs with --float64: rounding goes away, and what stays is a"
    " small term, such as the epsilon of an optimizer."
)
_HIDDEN = (
    "All losses are the same, the weights are not. Moving variances of BatchNormalization are such, which Keras 2"
    " corrected for the size of the batch (TFM162), and weights that one of the runs does not train."
)
_UNORDERED = (
    "Keras 2.2 and 2.3 read weights and the count of steps while these are updated, in an order that changes from run"
    " to run: record the run of Keras 2 with --in-order."
)
_NOISE = (
    "Rounding alone makes as much of this training, and can hide a cause: record all runs with --float64, or fewer"
    " steps."
)
_METRICS = "The training is the same; what is reported of it is not."
_ENDED = "a callback stopped it, or its data came to an end."


class Row(NamedTuple):
    """One line of the report: what was compared, the largest relative difference, and where that is.

    `rounding` is the largest difference that rounding alone makes; None if that was not measured.
    """

    what: str
    difference: float
    where: str
    rounding: Optional[float] = None


class Comparison(NamedTuple):
    """All that was compared, and what the first thing that does not fit tells; without a `cause` the runs agree.

    `is_rounded` says that they do so but for what rounding alone makes.
    """

    rows: List[Row]
    cause: Optional[str]
    is_rounded: bool = False


class _Found(NamedTuple):
    """The relative differences of one kind, with the place of each."""

    what: str
    differences: Any
    place: Callable[[int], str]


def compare(first: Run, second: Run, tolerance: float = TOLERANCE, nudged: Optional[Run] = None) -> Comparison:
    """Compare two runs; the first thing that does not fit explains those after it, and it alone is explained.

    `nudged` is the second run from weights that are moved by their last digits.
    """
    unequal = _unequal(first, second)
    if unequal is not None:
        return Comparison([], unequal)
    rows = [_largest(*_weights("weights at the start", first, second, "initial")), _batches(first, second)]
    for row in rows:
        if row.difference > _ROUNDED:
            return Comparison(rows, f"{row.what}: {row.where} differs; {_START}")
    losses = _losses(first, second)
    cause = _of_losses(losses.differences, tolerance, (first, second))
    if len(first.steps) != len(second.steps):
        ended = f"The first run has {len(first.steps)} steps, the second {len(second.steps)}: {_ENDED}"
        return Comparison([*rows, _largest(*losses)], cause or ended)
    later = [losses, *_after_losses(first, second)]
    measured = [] if nudged is None else [_losses(second, nudged), *_after_losses(second, nudged)]
    alone = {each.what: each for each in measured}
    rows += [_largest(*each)._replace(rounding=_rounding(alone.get(each.what))) for each in later]
    losses, final, *metrics = [_beyond(each, alone.get(each.what), tolerance) for each in later]
    if cause is not None:
        return Comparison(rows, cause if losses.differences.any() else _NOISE)
    if final.differences.any():
        cause = _HIDDEN
    elif any(each.differences.any() for each in metrics):
        cause = _METRICS
    return Comparison(rows, cause, cause is None and any(row.difference > tolerance for row in rows))


def _losses(first: Run, second: Run) -> _Found:
    length = min(len(first.steps), len(second.steps))
    return _Found("losses", _relative(first.losses[:length], second.losses[:length]), _step)


def _after_losses(first: Run, second: Run) -> Iterator[_Found]:
    yield _weights("weights at the end", first, second, "final")
    yield from _metrics(first, second)


def _beyond(found: _Found, alone: Optional[_Found], tolerance: float) -> _Found:
    """The differences that are above the tolerance, and further than rounding explains; zero in place of the others."""
    least = np.full(len(found.differences), tolerance)
    if alone is not None and len(alone.differences) == len(least):
        least = np.maximum(least, _FACTOR * alone.differences)
    return found._replace(differences=np.where(found.differences > least, found.differences, 0.0))


def _rounding(alone: Optional[_Found]) -> Optional[float]:
    return float(np.max(alone.differences, initial=0.0)) if alone is not None else None


def _unequal(first: Run, second: Run) -> Optional[str]:
    """What tells that these are not two runs of one training."""
    if len(first.models) != len(second.models):
        return f"The first run trains {len(first.models)} models, the second {len(second.models)}."
    for one, other in zip(first.models, second.models):
        if len(one.initial) != len(other.initial):
            return f"A model has {len(one.initial)} weights in the first run, {len(other.initial)} in the second."
        for name, mine, its in zip(one.names, one.initial, other.initial):
            if mine.shape != its.shape:
                return f"{name} has the shape {mine.shape} in the first run, {its.shape} in the second."
    return None if first.steps and second.steps else "One of the runs has no steps."


def _of_losses(losses: Any, tolerance: float, runs: Tuple[Run, Run]) -> Optional[str]:
    """What the step tells at which the losses part; None if they do not."""
    over = np.flatnonzero(losses > tolerance)
    if not over.size:
        return None
    if over[0] == 0:
        is_noisy = any(run.meta.get("no_dropout") is None for run in runs)
        return f"{_FORWARD} {_DROPOUT}" if is_noisy else _FORWARD
    cause = _UPDATE if over[0] == 1 else _GROWING
    return f"{cause} {_UNORDERED}" if any(map(_is_unordered, runs)) else cause


def _is_unordered(run: Run) -> bool:
    """True for a run of standalone Keras before 2.4 whose order was left to chance."""
    return is_of_standalone_keras_2(run) and not run.meta.get("in_order")


def is_of_standalone_keras_2(run: Run) -> bool:
    """True for a run of Keras 2.2 or 2.3."""
    return run.meta.get("keras_package") == "keras" and str(run.meta.get("keras")).startswith(("2.2", "2.3"))


def _batches(first: Run, second: Run) -> Row:
    """Whether both runs were fed the same, as far as both go; another batch is infinitely far away."""
    for number, (one, other) in enumerate(zip(first.steps, second.steps)):
        mine, its = leaves(list(one.batch)), leaves(list(other.batch))
        if len(mine) != len(its) or not all(map(_is_same, mine, its)):
            return Row("batches", float("inf"), f"that of {_step(number)}")
    return Row("batches", 0.0, "")


def _is_same(one: Any, other: Any) -> bool:
    if one.shape != other.shape:
        return False
    is_number = all(each.dtype.kind in "fiub" for each in (one, other))
    return np.array_equal(one, other) or (is_number and bool(np.all(_relative(one, other) < _ROUNDED)))


def _weights(what: str, first: Run, second: Run, moment: str) -> _Found:
    """The largest difference of each array; the runs may call it by different names."""
    names = [name for weights in first.models for name in weights.names]
    pairs = [
        pair
        for one, other in zip(first.models, second.models)
        for pair in zip(getattr(one, moment), getattr(other, moment))
    ]
    return _Found(what, np.array([_apart(*pair) for pair in pairs]), names.__getitem__)


def _apart(one: Any, other: Any) -> float:
    scale = max(float(np.max(np.abs(each[np.isfinite(each)]), initial=0.0)) for each in (one, other))
    return float(np.max(_relative(one, other, scale), initial=0.0))


def _relative(one: Any, other: Any, scale: Optional[float] = None) -> Any:
    """The differences of two arrays, relative to the larger numbers or to one for all."""
    one, other = np.asarray(one, np.float64), np.asarray(other, np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = np.abs(one - other) / (np.maximum(np.abs(one), np.abs(other)) if scale is None else scale)
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    return np.where(same, 0.0, np.where(np.isnan(found), np.inf, found))


def _metrics(first: Run, second: Run) -> Iterator[_Found]:
    """Each metric that both runs report in a step, under its name of today."""
    mine, its = ([_by_name(step.metrics) for step in run.steps] for run in (first, second))
    for name in sorted({name for each in mine for name in each}):
        both = [index for index, (one, other) in enumerate(zip(mine, its)) if name in one and name in other]
        if both:
            found = _relative([mine[index][name] for index in both], [its[index][name] for index in both])
            yield _Found(name, found, [_step(index) for index in both].__getitem__)


def _by_name(metrics: Tuple[Tuple[str, float], ...]) -> Dict[str, float]:
    return {_name_today(name): value for name, value in metrics}


def _name_today(name: str) -> str:
    """`dense_acc` is `dense_accuracy` today."""
    for legacy, modern in MODERN_KEYS.items():
        if name == legacy or name.endswith("_" + legacy):
            return name[: len(name) - len(legacy)] + modern
    return name


def _step(index: int) -> str:
    return f"step {index + 1}"


def _largest(what: str, differences: Any, place: Callable[[int], str]) -> Row:
    """The row of the largest of some differences, which has a place if it is not zero."""
    if not len(differences) or not np.max(differences):
        return Row(what, 0.0, "")
    worst = int(np.argmax(differences))
    return Row(what, float(differences[worst]), place(worst))
