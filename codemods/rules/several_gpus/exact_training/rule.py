"""Let a model train as on one device where plain Keras 3 under a strategy fails, or computes something else.

## What it does

`compat.distribute.exact(model)` is called in the scope in which the model is made: under
`MultiWorkerMirroredStrategy`; under `MirroredStrategy` before `train_on_batch` and the like, with
`steps_per_execution`, for a `fit` over a plain generator, for a batch size that does not divide by the replicas, and in
code of before Keras 3 for an optimizer that clips gradients and for a loss that returns one number for a batch.
Where the scope is that of a `multi_gpu_model`, also for a metric that is another number for a part of a batch.
With `--exact` also wherever batches under `MirroredStrategy` are not proven to divide. What the project's own modules
do with a model that they are given counts too, and what their callbacks ask of it. Models of the shims train under a
strategy of the shims as those of Keras 3 do: single batches, generators and such losses are reported there.

## Why

Keras 3 does not train under `MultiWorkerMirroredStrategy`, fails on an uneven first batch and with
`steps_per_execution`, and drops the first batch of a generator. It takes the mean of the replicas' means, clips the
gradients of each replica before it adds them, adds up what a loss such as `K.mean(K.square(y - p))` returns on each
replica, which trains with as many times the learning rate, and hands every replica the whole batch in
`train_on_batch`, without a word. Where plain Keras is right, nothing is inserted.
https://github.com/keras-team/keras/issues/20585

## Numbers

Same as on one device, to 5e-6 in losses, metrics and weights (`tests/compat/distribute`). Legacy scripts with
`multi_gpu_model`, upgraded with `--exact`, follow TensorFlow 1.15.5 to 6.7e-7 in losses and 3.2e-6 in weights, uneven
batches included (`tests/equivalence/README.md`). Moving statistics of BatchNormalization are still updated once a step.
A loss that is not linear in the rows, such as a dice coefficient, is that of the whole batch, as `multi_gpu_model` had
it; under a strategy of TensorFlow 2 it was the mean over the replicas. Such a metric is 0.388 for a batch of 16 on two
devices in Keras 2.3.1 and with `exact`, and 0.553 in plain Keras 3. A sum that is divided by the count of its boxes, as
in RetinaNet, is 0.39308 in Keras 2.3.1 and with `exact`, and 0.832 in plain Keras 3.

## What it leaves to you

`pip install tf-forward` where the script runs. Workers shuffle on their own, each in its own order, as they did
(`same_batches=False`). With `--exact` they must read the same batches in the same order, which each step checks, and
the numbers are those of one process. A model that this file does not make, or not in a scope: to call `exact` there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.replicas.exact_calls import EXACT, exact_calls
from codemods.analysis.replicas.strategies import Strategy, replica_count, strategies
from codemods.analysis.training.whole_batch_functions import losses_of_whole_batches
from codemods.releases.origin import KerasLine
from codemods.rules.several_gpus.exact_training.handed import Handed, handed_on
from codemods.rules.several_gpus.exact_training.insertion import inserted
from codemods.rules.several_gpus.exact_training.models import Site, is_given_to_exact, origins
from codemods.rules.several_gpus.exact_training.needs import ON_BATCH, candidates, clips, is_of_keras_2, reason
from codemods.source.file import File, once_per_file
from codemods.types import Edit, Manual, Severity, Stage, Undecided, rule

_ADVICE = "call compat.distribute.exact(model) in the scope of the strategy, before or after compile"
_OFF_SHIMS = "upgrade this file without --to compat: it then calls compat.distribute.exact(model)"


@dataclass
class _Need:
    """A variable that holds a model, the places that bind it, and why it needs the call."""

    why: str
    handed: Handed
    strategies: frozenset[Strategy]
    sites: list[Site] = field(default_factory=list)


@rule(
    "TFM206",
    stage=Stage.TRAINING,
    example="""
    import tensorflow as tf

    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse")
    model.fit(x, y, batch_size=64)
    """,
    severity=Severity.NUMBERS,
)
def exact_training(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Insert the call once for each variable that holds such a model; report models that cannot be found."""
    needs: dict[object, _Need] = {}
    for call in candidates(file) if _has_scopes(file) else ():
        assert isinstance(call.func, cst.Attribute)
        model = call.func.value
        if evidence(file, model, Kind.MODEL) is Evidence.FOREIGN:
            continue
        found = origins(file, model)
        for site in found.sites:
            _note(file, needs, Handed(call, model, file, call), site)
        if method_of(call) in ON_BATCH and any(_is_unseen(file, site) for site in found.sites):
            why = reason(file, call, Strategy.MIRRORED, None)
            yield Manual(call, EXACT, f"{why} of a MirroredStrategy, which this strategy may be", _ADVICE)
        if not found.is_whole and not found.sites:
            yield from _unfound(file, call, model)
    for each in handed_on(file) if _has_scopes(file) else ():
        for site in origins(file, each.model).sites:
            _note(file, needs, each, site)
    for need in needs.values():
        yield _outcome(file, need)
    yield from _in_doubt(file)


def _in_doubt(file: File) -> Iterator[Undecided]:
    """Note what the release decides: whether gradients were clipped, and numbers added up, as they are today."""
    if Strategy.MIRRORED not in _scoped_strategies(file) or is_of_keras_2(file):
        return
    if written_for(file).keras is KerasLine.KERAS_3 or not (clips(file) or losses_of_whole_batches(file)):
        return
    fitted = next((call for call in file.calls if method_of(call) == "fit"), None)
    if fitted is not None and not exact_calls(file):
        what = "clipped gradients" if clips(file) else "a loss of whole batches"
        yield Undecided(fitted, f"{what} under a strategy", "tensorflow==2.10")


def _note(file: File, needs: dict[object, _Need], handed: Handed, site: Site) -> None:
    assert isinstance(site.scope.func, cst.Attribute)
    found = strategies(file, site.scope.func.value)
    count = replica_count(file, site.scope.func.value)
    why = next((why for each in found if (why := handed.reason(each, count, file)) is not None), None)
    key = id(site.value) if site.statement is None else (site.name, id(site.scope), id(file.function(site.statement)))
    if why is not None:
        needs.setdefault(key, _Need(why, handed, found))
    if why is not None and site not in needs[key].sites:
        needs[key].sites.append(site)


def _outcome(file: File, need: _Need) -> Edit | Manual:
    sites = sorted(need.sites, key=lambda site: file.order(site.value))
    if Strategy.ON_SHIMS in need.strategies:
        return Manual(need.handed.call, EXACT, need.why, _OFF_SHIMS, culprit=sites[0].value)
    if not _is_model(file, need):
        return _manual(need, "nothing shows that it is a Keras model", sites[0].value)
    try:
        return inserted(file, sites, need.strategies, need.why)
    except Declined as declined:
        return _manual(need, declined.reason, declined.node)


def _manual(need: _Need, doubt: str, culprit: cst.CSTNode) -> Manual:
    return Manual(need.handed.call, EXACT, f"{need.why}; {doubt}", _ADVICE, culprit=culprit)


def _is_model(file: File, need: _Need) -> bool:
    is_told = need.handed.file is not file and method_of(need.handed.then) in ON_BATCH
    if is_told or evidence(file, need.handed.model, Kind.MODEL).is_enough:
        return True
    made = [each for site in need.sites for each in leaves(file, site.value) or [site.value]]
    found = [origin_of(file, each) for each in made]
    return all(isinstance(each, Receiver) and each.is_a(Kind.MODEL.value[0]) for each in found)


def _unfound(file: File, call: cst.Call, model: cst.BaseExpression) -> Iterator[Manual]:
    """Report the call on a model that this file does not make, if it opens scopes of one strategy."""
    assert isinstance(call.func, cst.Attribute)
    told = evidence(file, model, Kind.MODEL).is_enough or call.func.attr.value in ON_BATCH
    kinds = sorted(_scoped_strategies(file) - {Strategy.OTHER}, key=str)
    if told and kinds and not is_given_to_exact(file, model):
        whys = [why for kind in kinds if (why := reason(file, call, kind, _scoped_count(file))) is not None]
        if whys:
            said = f"{whys[0]}; this file does not show where {file.code(model)} is made"
            yield Manual(call, EXACT, said, _OFF_SHIMS if Strategy.ON_SHIMS in kinds else _ADVICE)


def _is_unseen(file: File, site: Site) -> bool:
    """True if the strategy of the scope comes from elsewhere."""
    assert isinstance(site.scope.func, cst.Attribute)
    return leaves(file, site.scope.func.value) is None


@once_per_file
def _scoped_strategies(file: File) -> frozenset[Strategy]:
    """The strategies of all scopes in the file."""
    scopes = [each.func for each in file.calls if isinstance(each.func, cst.Attribute)]
    return frozenset(kind for each in scopes if each.attr.value == "scope" for kind in strategies(file, each.value))


@once_per_file
def _scoped_count(file: File) -> int | None:
    """The number of replicas of all scopes in the file, if it is one number."""
    scopes = [call.func for call in file.calls if isinstance(call.func, cst.Attribute) and method_of(call) == "scope"]
    counts = {replica_count(file, scope.value) for scope in scopes}
    return counts.pop() if len(counts) == 1 else None


def _has_scopes(file: File) -> bool:
    """True if the file opens the scope of a strategy that may have several replicas, or that it does not show."""
    return bool(_scoped_strategies(file))
