"""What becomes of the models in other functions and in the project's own modules, which are handed them."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.proofs import Declined
from codemods.analysis.flow.sure_calls import is_main_guard
from codemods.analysis.objects.handed_on import Journey, Use, journey, journey_of
from codemods.releases import api
from codemods.rules.several_gpus.multi_gpu_model.elsewhere import OF_PARALLEL
from codemods.rules.several_gpus.multi_gpu_model.subject import ParallelCall, is_rebound
from codemods.source.file import File, name_of

_PREDICTING = frozenset({"predict", "predict_generator"})
"""What plain Keras 3 does under a strategy as on one device, for any batch and without `compile`."""
_SHOWING = frozenset(
    {
        *("count_params", "get_config", "input_shape", "name", "output_shape"),
        *("save", "save_weights", "summary", "to_json", "trainable"),
    }
)
_UNLISTED = frozenset({"history", "inputs", "optimizer", "outputs", "stop_training", "predict_function"})
"""Attributes of a Keras model that the tables do not have."""
_TENSORS = frozenset({"input", "inputs", "output", "outputs"})
_TRAINING = frozenset({"compile", "evaluate", "evaluate_generator", "fit", "fit_generator", "train_on_batch"})


def check_destinations(subject: ParallelCall) -> None:
    """Check that no other module asks the parallel model for what one model in the place of two does not have.

    Batches that plain Keras 3 gets wrong there are left to TFM206.
    """
    if subject.template == subject.parallel and not is_rebound(subject):
        return
    for use in _of_parallel(subject):
        said = OF_PARALLEL.get(use.attribute or "")
        if said is not None and use.file is not subject.site.file:
            raise Declined(use.way, f"another module asks the parallel model for {use.attribute}, which {said}")


def only_predicts(subject: ParallelCall) -> bool:
    """True if all that is ever done with the parallel model is to predict, to show and to save it.

    Nothing may train the template either: it is the same model then, and would be compiled outside of the scope.
    """
    file = subject.site.file
    uses, of_template = list(_of_parallel(subject)), _of_template(subject)
    if _has_become_one(subject):
        uses, of_template = [], [*of_template, *uses]
    if any(use.attribute in _TRAINING or _is_lost(subject, use) or _is_built_on(subject, use) for use in of_template):
        return False
    return _is_closed(file, journey(file, subject.site.call)) and all(map(_is_prediction, uses))


def predicts_alone(file: File, model: cst.Call) -> bool:
    """True if all that is ever done with a model that the file makes is to predict, to show and to save it."""
    found = journey(file, model)
    return _is_closed(file, found) and all(map(_is_prediction, found.uses))


def _has_become_one(subject: ParallelCall) -> bool:
    """True if an edit gave both models one name, after their uses were told apart."""
    same = subject.template == subject.parallel and not isinstance(subject.site.small, cst.Return)
    return same and not is_rebound(subject)


def _is_built_on(subject: ParallelCall, use: Use) -> bool:
    """True if another function may build a model on the tensors of the template."""
    is_here = use.file is subject.site.file and use.file.function(use.node) is subject.site.function
    return use.attribute in _TENSORS and not is_here


def _is_lost(subject: ParallelCall, use: Use) -> bool:
    """True if the template gets out of sight; a call that gives the template itself is a part of its making."""
    above = use.file.parent(use.node)
    targets = [name_of(each.target) for each in above.targets] if isinstance(above, cst.Assign) else []
    return use.attribute is None and use.node is not subject.site.call and targets != [subject.template]


def _is_prediction(use: Use) -> bool:
    name = use.attribute
    if name in _PREDICTING:
        return use.is_call
    if name is None or name in _SHOWING:
        return name is not None
    is_own = name not in _UNLISTED and not name.startswith("_") and api.lookup(f"keras.models.Model.{name}") is None
    above = use.file.parent(use.node)
    return is_own and not use.is_call and not isinstance(above, cst.Attribute)


def _of_parallel(subject: ParallelCall) -> Iterator[Use]:
    """The uses of what the call returns; a name that both models have is the template's before the call."""
    for use in journey(subject.site.file, subject.site.call).uses:
        if use.node is not subject.site.call and not _is_earlier(subject, use.way):
            yield use


def _of_template(subject: ParallelCall) -> list[Use]:
    made = subject.model
    return journey_of(subject.site.file, made).uses if isinstance(made, cst.Name | cst.Attribute) else []


def _is_earlier(subject: ParallelCall, node: cst.CSTNode) -> bool:
    site = subject.site
    loops = [each for each in site.file.ancestors(site.call) if isinstance(each, cst.For | cst.While)]
    here = site.file.function(node) is site.function and site.follows(node)
    return here and not any(loop in site.file.ancestors(node) for loop in loops)


def _is_closed(file: File, found: Journey) -> bool:
    """True if the project's own files show all that is done with a model."""
    return is_script(file) or not any(_leaves_function(file, found))


def _leaves_function(file: File, found: Journey) -> Iterator[cst.CSTNode]:
    """What shows that code of other modules may get a model: a function returns it, or an object has it."""
    for place in found.places:
        above = file.parent(place.node) if place.file is file else None
        if isinstance(above, cst.Return) or (isinstance(place.node, cst.Attribute) and place.file is file):
            yield place.node


def is_script(file: File) -> bool:
    """True if a file is run, rather than imported for what its functions return."""
    return any(is_main_guard(file, each) for each in file.module.body)
