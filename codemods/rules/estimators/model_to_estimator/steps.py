"""Express `train` and `evaluate` of an Estimator as `fit` and `evaluate` of Keras."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.proofs import Declined
from codemods.rules.estimators.model_to_estimator.compiled import Compiled, knows_inputs
from codemods.rules.estimators.model_to_estimator.hooks import callbacks
from codemods.rules.estimators.model_to_estimator.input_functions import called
from codemods.rules.estimators.model_to_estimator.subject import Conversion
from codemods.source.arguments import bind, literal
from codemods.source.file import File

_PARAMETERS = {
    "train": ("input_fn", "hooks", "steps", "max_steps", "saving_listeners"),
    "evaluate": ("input_fn", "steps", "hooks", "checkpoint_path", "name"),
}
_WITH_COUNTERPART = {"input_fn", "steps", "max_steps", "hooks", "name"}
_REPEATING = (cst.For, cst.While, cst.FunctionDef, cst.ListComp, cst.GeneratorExp)


class Step(NamedTuple):
    """A call of `estimator.train` or `estimator.evaluate`, the code of its dataset, and the classes of its hooks."""

    call: cst.Call
    dataset: str
    steps: str
    is_training: bool
    counts_all: bool = False
    """True if `steps` comes from `max_steps=`, which also counts the steps of earlier trainings."""
    callbacks: str = ""
    hooks: frozenset[cst.ClassDef] = frozenset()


def steps_of(subject: Conversion, model: Compiled, *, distributed: bool) -> list[Step]:
    """Every use of the Estimator, as a step."""
    steps = [_step(subject, model, use) for use in subject.estimator.uses]
    trainings = [step for step in steps if step.is_training]
    repeated = [step for step in trainings if _is_repeated(subject, step.call)] + trainings[1:]
    if repeated:
        _check_repeated(repeated[0], trainings)
    evaluations = [step for step in steps if not step.is_training]
    if distributed and evaluations:
        _check_evaluated(subject, model, evaluations[0])
    return steps


def _check_repeated(again: Step, trainings: list[Step]) -> None:
    if not all(step.steps for step in trainings):
        raise Declined(again.call, "it is trained more than once without a number of steps")
    if any(step.counts_all for step in trainings):
        raise Declined(again.call, "max_steps counts steps across several calls of train")


def _is_repeated(subject: Conversion, call: cst.Call) -> bool:
    file = subject.site.file
    outside = set(file.ancestors(subject.site.statement))
    return any(isinstance(above, _REPEATING) for above in file.ancestors(call) if above not in outside)


def _check_evaluated(subject: Conversion, model: Compiled, evaluation: Step) -> None:
    """Check that the model can be compiled a second time, to be evaluated on one device."""
    if not model.evaluation:
        raise Declined(model.call, "compile does not write out loss and metrics, which evaluation on one device needs")
    if not knows_inputs(subject.site.file, model):
        raise Declined(evaluation.call, "the inputs of the model are not known before training")


def _step(subject: Conversion, model: Compiled, use: cst.Name) -> Step:
    file = subject.site.file
    attribute = file.parent(use)
    call = file.parent(attribute) if isinstance(attribute, cst.Attribute) else None
    method = attribute.attr.value if isinstance(attribute, cst.Attribute) else ""
    if not isinstance(call, cst.Call) or call.func is not attribute or method not in _PARAMETERS:
        raise Declined(use, "the Estimator is used for more than train and evaluate")
    if file.function(call) not in (file.module, subject.site.function):
        raise Declined(call, "the Estimator is used in another function")
    statement = file.statement(call)
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        raise Declined(call, f"{method} is part of a larger statement")
    given = bind(call, *_PARAMETERS[method])
    if given is None or "input_fn" not in given:
        raise Declined(call, f"the arguments of {method} are unpacked")
    given = {name: arg for name, arg in given.items() if literal(arg.value) is not None}
    dataset = called(file, given["input_fn"].value)
    counts = [name for name in ("steps", "max_steps") if name in given]
    if len(counts) > 1 or not given.keys() <= _WITH_COUNTERPART:
        raise Declined(call, f"{method} takes arguments that have no counterpart in Keras")
    steps = file.code(given[counts[0]].value) if counts else ""
    if method == "evaluate":
        _check_evaluation(file, model, call, statement, given)
        return Step(call, dataset, steps, is_training=False)
    small = statement.body[0]
    if not isinstance(small, cst.Expr) or small.value is not call:
        raise Declined(call, "the return value of train is used")
    listed, owners = callbacks(file, given["hooks"].value) if "hooks" in given else ("", set())
    return Step(call, dataset, steps, True, counts == ["max_steps"], listed, frozenset(owners))


def _check_evaluation(
    file: File, model: Compiled, call: cst.Call, statement: cst.SimpleStatementLine, given: dict[str, cst.Arg]
) -> None:
    if "hooks" in given:
        raise Declined(given["hooks"], "evaluate has hooks")
    known = ("loss", *_metrics(model.call))
    for key, node in _keys(file, call, statement.body[0]):
        if key not in known:
            raise Declined(node, f"Keras has no result named {key!r}")


def _keys(file: File, call: cst.Call, small: cst.BaseSmallStatement) -> Iterator[tuple[object, cst.CSTNode]]:
    """The keys that are looked up in the result of `evaluate`, each with its node."""
    uses: list[cst.CSTNode] = [call]
    if isinstance(small, cst.Assign) and small.value is call:
        target = small.targets[0].target
        bindings = file.assignments(target) if isinstance(target, cst.Name) else []
        uses = [use for binding in bindings for use in binding.uses]
    for use in uses:
        above = file.parent(use)
        if isinstance(above, cst.Subscript) and above.value is use and isinstance(above.slice[0].slice, cst.Index):
            yield literal(above.slice[0].slice.value), above


def _metrics(compiled: cst.Call) -> list[object]:
    given = bind(compiled, "optimizer", "loss", "metrics") or {}
    metrics = given["metrics"].value if "metrics" in given else None
    return [literal(each.value) for each in metrics.elements] if isinstance(metrics, cst.List) else []
