"""Proves that the models of a file are compiled in the scope of a contrib strategy and trained by `fit`."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from codemods.rules.contrib_distribute.contrib import is_contrib, modern_strategy
from codemods.rules.multi_gpu_model.subject import Unproven, enclosing_scope, is_compile
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, Reference
from codemods.source.scopes import Binding

_MEMBERS = ("scope", "num_replicas_in_sync")
_OTHER_TRAINING = ("train_on_batch", "test_on_batch", "predict_on_batch", "fit_generator", "evaluate_generator")
_IN_DATASETS = ("steps_per_epoch", "validation_steps")


@dataclass(frozen=True)
class ScopedFit:
    """A strategy, its call in `tf.distribute`, and the batch sizes of `fit` that were those of one replica."""

    call: cst.Call
    name: str
    strategy: str
    batches: tuple[cst.Arg, ...]


def scoped_fit(file: File) -> ScopedFit:
    """The proof; raises `Unproven`."""
    references = [each for each in file.all_references() if each.certain and is_contrib(each) and _is_whole(file, each)]
    call = _only_strategy(file, references)
    binding, name = _bound(file, call)
    for use in binding.uses:
        above = file.parent(use)
        if not isinstance(above, cst.Attribute) or above.attr.value not in _MEMBERS:
            raise Unproven(f"{name} is used for more than its scope")
    fits = [each for each in file.calls if isinstance(each.func, cst.Attribute) and each.func.attr.value == "fit"]
    if not fits:
        raise Unproven("what is trained under it, and on which batches, is not in this file")
    for each in file.calls:
        if is_compile(each) and not _is_in_scope(file, each, name):
            raise Unproven("a model is compiled outside of its scope")
        if isinstance(each.func, cst.Attribute) and each.func.attr.value in _OTHER_TRAINING:
            raise Unproven(f"{each.func.attr.value} feeds batches in a way of its own")
    if any(reference.spelling.plain.endswith("Optimizer") for reference in file.all_references()):
        raise Unproven("an optimizer of TensorFlow 1 trains the model")
    return ScopedFit(call, name, modern_strategy(file, call), tuple(_batch(file, each, binding) for each in fits))


def _is_whole(file: File, reference: Reference) -> bool:
    above = file.parent(reference.node)
    longer = file.reference(above) if isinstance(above, cst.Attribute) and above.value is reference.node else None
    return longer is None


def _only_strategy(file: File, references: list[Reference]) -> cst.Call:
    """The one call of a contrib strategy; others stand in its arguments."""
    calls = [file.call_of(each) for each in references]
    if not calls or None in calls:
        raise Unproven("it is not called where it is named")
    outermost = [each for each in calls if each and not any(above in calls for above in file.ancestors(each))]
    if len(outermost) != 1:
        raise Unproven("there is more than one strategy")
    return outermost[0]


def _bound(file: File, call: cst.Call) -> tuple[Binding, str]:
    assign = file.parent(call)
    target = assign.targets[0].target if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None
    if not isinstance(target, cst.Name):
        raise Unproven("it is not bound to one name")
    binding = file.only_binding(target)
    if binding is None:
        raise Unproven(f"{target.value} is bound more than once")
    return binding, target.value


def _is_in_scope(file: File, call: cst.Call, name: str) -> bool:
    scope = enclosing_scope(file, call)
    return isinstance(scope, cst.Call) and file.code(scope.func) == f"{name}.scope"


def _batch(file: File, call: cst.Call, binding: Binding) -> cst.Arg:
    """`batch_size=` of a `fit` on arrays: the default of 32 was that of all replicas."""
    found = keyword(call, "batch_size")
    if found is None or any(keyword(call, each) for each in _IN_DATASETS) or any(arg.star for arg in call.args):
        raise Unproven("the batch of fit is not spelled out, and may be in a dataset")
    if literal(found.value) is None or file.scope(call)[binding.name] != [binding]:
        raise Unproven("the strategy is not known where fit is called")
    return found
