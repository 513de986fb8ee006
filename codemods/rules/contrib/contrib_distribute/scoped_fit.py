"""Prove that a file compiles its models in the scope of a contrib strategy and trains them with `fit`."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import is_compile, method_of, only_binding, owner_of
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.flow.strategy_scopes import strategy_scope
from codemods.analysis.replicas.contrib_strategies import is_contrib, modern_strategy
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, Reference
from codemods.source.scopes import Binding

_MEMBERS = ("scope", "num_replicas_in_sync")
_OTHER_TRAINING = ("train_on_batch", "test_on_batch", "predict_on_batch", "fit_generator", "evaluate_generator")
_IN_DATASETS = ("steps_per_epoch", "validation_steps")


class ScopedFit(NamedTuple):
    """A strategy, its call in `tf.distribute`, and the batch sizes of `fit`, which counted for one replica."""

    call: cst.Call
    name: str
    strategy: str
    batches: tuple[cst.Arg, ...]


def scoped_fit(file: File) -> ScopedFit:
    """The strategy and the batch sizes to change; raises `Declined` if the proof fails."""
    call = _only_strategy(file)
    binding = _binding(file, call)
    _check_uses(file, binding)
    fits = [each for each in file.calls if method_of(each) == "fit"]
    if not fits:
        raise Declined(call, "this file does not show what it trains, and on which batches")
    _check_training(file, binding)
    batches = tuple(_batch(file, each, binding) for each in fits)
    return ScopedFit(call, binding.name, modern_strategy(file, call), batches)


def _only_strategy(file: File) -> cst.Call:
    """The one call of a contrib strategy, apart from those in its arguments."""
    certain = [each for each in file.all_references() if each.certain and is_contrib(each)]
    calls = [_call(file, each) for each in certain if file.longer(each) is None]
    outermost = [each for each in calls if not any(above in calls for above in file.ancestors(each))]
    if len(outermost) != 1:
        raise Declined(outermost[1], "there is more than one strategy")
    return outermost[0]


def _call(file: File, reference: Reference) -> cst.Call:
    call = file.call_of(reference)
    if call is None:
        raise Declined(reference.node, "it is referenced without being called")
    return call


def _binding(file: File, call: cst.Call) -> Binding:
    """The one binding of the strategy's name."""
    assign = file.parent(call)
    target = assign.targets[0].target if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None
    if not isinstance(target, cst.Name):
        raise Declined(call, "it is not assigned to one name")
    return only_binding(file, target, f"{target.value} is assigned more than once")


def _check_uses(file: File, binding: Binding) -> None:
    for use in binding.uses:
        above = file.parent(use)
        if not isinstance(above, cst.Attribute) or above.attr.value not in _MEMBERS:
            raise Declined(use, f"{binding.name} is used for more than scope() and num_replicas_in_sync")


def _check_training(file: File, binding: Binding) -> None:
    """Check that every model is compiled in the scope, and trained by `fit` alone."""
    for each in file.calls:
        if is_compile(file, each) and not _is_in_scope(file, each, binding.name):
            raise Declined(each, "a model is compiled outside its scope")
        if method_of(each) in _OTHER_TRAINING:
            raise Declined(each, f"{method_of(each)} feeds batches in its own way")
    for reference in file.all_references():
        if reference.spelling.plain.endswith("Optimizer"):
            raise Declined(reference.node, "an optimizer of TensorFlow 1 trains the model")


def _is_in_scope(file: File, call: cst.Call, name: str) -> bool:
    scope = strategy_scope(file, call)
    return scope is not None and owner_of(scope) == name


def _batch(file: File, call: cst.Call, binding: Binding) -> cst.Arg:
    """The required `batch_size=` of a `fit` on arrays: the default of 32 was that of all replicas together."""
    found = keyword(call, "batch_size")
    if found is None or any(keyword(call, each) for each in _IN_DATASETS) or any(arg.star for arg in call.args):
        raise Declined(call, "fit has no batch_size=, or takes its batches from a dataset")
    if literal(found.value) is None or file.scope(call)[binding.name] != [binding]:
        raise Declined(call, "the strategy is not visible where fit is called")
    return found
