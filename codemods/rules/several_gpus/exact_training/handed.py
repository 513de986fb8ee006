"""Models that other modules of the project train: what is called there counts as if it were called here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.data.batches import data_of, is_plain_generator
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import lineage
from codemods.analysis.objects.handed_on import Journey, Use, journey, journey_of
from codemods.analysis.objects.own_functions import function_called
from codemods.analysis.replicas.strategies import Strategy
from codemods.rules.several_gpus.exact_training.needs import ON_BATCH, candidates, reason
from codemods.source.file import File, name_of, once_per_file
from codemods.source.walk import nodes

_FITTING = frozenset({"fit", "fit_generator"})
_HOOKS = frozenset(
    f"on_{what}_{when}" for what in ("batch", "epoch", "train", "train_batch", "test") for when in ("begin", "end")
)
"""The methods by which Keras calls a callback."""


class Handed(NamedTuple):
    """A call of the file, the model that it is given, and what becomes of the model in another module."""

    call: cst.Call
    model: cst.BaseExpression
    file: File
    then: cst.Call
    fed: bool = False
    """True if a generator of the file is what the model trains on there."""

    def reason(self, strategy: Strategy, count: int | None, home: File) -> str | None:
        """Why what becomes of a model that `home` compiles needs the mended trainer; None if it does not."""
        return reason(self.file, self.then, strategy, count, fed=self.fed, home=home)


def handed_on(file: File) -> Iterator[Handed]:
    """The calls that bring a model to a method in another module which plain Keras 3 may get wrong."""
    for call in file.calls:
        run = function_called(file, call)
        if run is None or run.file is file:
            continue
        fed = frozenset(_fed(file, call))
        for arg in call.args:
            if name_of(arg.value) is not None and not arg.star:
                yield from _after(file, call, arg.value, fed)
    for call in file.calls:
        if method_of(call) == "compile" and isinstance(call.func, cst.Attribute):
            yield from _trained_later(file, call, call.func.value)
    for call in file.calls:
        if method_of(call) in _FITTING and isinstance(call.func, cst.Attribute):
            for where, asked in asked_by_callbacks(file):
                yield Handed(call, call.func.value, where, asked)


def _fed(file: File, call: cst.Call) -> Iterator[int]:
    """The places, by their `id`, that plain generators get to that are given with a call."""
    for arg in call.args:
        if not arg.star and is_plain_generator(file, arg.value):
            yield from (id(place.node) for place in journey(file, arg.value).places)


def _after(file: File, call: cst.Call, model: cst.BaseExpression, fed: frozenset[int]) -> Iterator[Handed]:
    """What becomes of a model that a call is given; `fed` are the places of its generators."""
    for use, then in _called(journey(file, model)):
        if use.file is file:
            continue
        is_fed = use.attribute in _FITTING and id(data_of(then)) in fed
        if is_fed or then in _candidates(use.file):
            yield Handed(call, model, use.file, then, is_fed)
        if use.attribute in _FITTING:
            for where, asked in asked_by_callbacks(use.file):
                yield Handed(call, model, where, asked)


def _trained_later(file: File, call: cst.Call, model: cst.BaseExpression) -> Iterator[Handed]:
    """What becomes of a compiled model wherever it gets to: in objects, and in modules that import the file."""
    if not isinstance(model, cst.Name | cst.Attribute):
        return
    for use, then in _called(journey_of(file, model)):
        data = data_of(then) if use.attribute in _FITTING else None
        is_fed = data is not None and is_plain_generator(use.file, data)
        if use.attribute in ON_BATCH or (use.file is not file and (is_fed or then in _candidates(use.file))):
            yield Handed(call, model, use.file, then, is_fed)


def _called(found: Journey) -> Iterator[tuple[Use, cst.Call]]:
    """The methods of a model that are called, each with the call."""
    for use in found.uses:
        then = use.file.parent(use.node)
        if use.is_call and isinstance(then, cst.Call):
            yield use, then


@once_per_file
def _candidates(file: File) -> frozenset[cst.Call]:
    return frozenset(candidates(file))


@once_per_file
def asked_by_callbacks(file: File) -> tuple[tuple[File, cst.Call], ...]:
    """What callbacks that a file makes, of other modules, ask for a whole batch of the model that Keras gives them."""
    found: dict[int, tuple[File, cst.Call]] = {}
    for call in file.calls:
        made = definition(file, call.func)
        if (
            made is None
            or not isinstance(made[1], cst.ClassDef)
            or made[0] is file
            or not _is_callback(made[0], made[1])
        ):
            continue
        for each in nodes(made[1], cst.Call):
            func = each.func
            if isinstance(func, cst.Attribute) and func.attr.value in ON_BATCH and name_of(func.value) == "self.model":
                found[id(each)] = made[0], each
    return tuple(found.values())


def _is_callback(file: File, owner: cst.ClassDef) -> bool:
    """True for a class that gets its model from Keras: it has methods of a callback, and sets no `self.model`."""
    family = list(lineage(file, owner))
    names = {each.name.value for every in family for each in every.body.body if isinstance(each, cst.FunctionDef)}
    targets = [name_of(each.target) for every in family for each in nodes(every, cst.AssignTarget)]
    return bool(names & _HOOKS) and "self.model" not in targets
