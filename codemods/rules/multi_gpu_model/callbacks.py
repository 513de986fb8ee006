"""Callbacks that look for the template inside the parallel model, which has none in a strategy scope."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.base_classes import lineage
from codemods.analysis.data_flow import reads
from codemods.analysis.handed_on import journey
from codemods.analysis.own_functions import definition
from codemods.analysis.proofs import Declined
from codemods.rules.exact_training.needs import ON_BATCH
from codemods.rules.multi_gpu_model.subject import INNER_MODEL, ParallelCall
from codemods.source.arguments import literal
from codemods.source.file import File, name_of
from codemods.source.walk import nodes

_PARALLEL = re.compile(r"parallel|multi_?gpu|mgpu", re.IGNORECASE)
_HOOKS = tuple(f"on_{what}_{when}" for what in ("batch", "epoch", "train", "train_batch") for when in ("begin", "end"))
"""The methods by which Keras calls a callback."""
_SAVING = re.compile(r"checkpoint|callback|saver", re.IGNORECASE)


def check_callbacks(subject: ParallelCall) -> None:
    """Raise `Declined` if a callback may take a layer of the parallel model for the template."""
    file = subject.site.file
    for call in file.calls:
        given = {name for arg in call.args for name in reads(arg.value)}
        if _is_of_parallel_models(file, call) and not given & subject.names:
            name = name_of(call.func)
            raise Declined(call, f"{name} is not given the template, and may look for it inside the parallel model")
    for subscript in file.every(cst.Subscript):
        if name_of(subscript.value) == "self.model.layers" and _counts_from_the_end(subscript):
            owner = file.enclosing_class(subscript)
            if owner is not None and any((file.symbol(arg.value) or "").startswith("keras.") for arg in owner.bases):
                raise Declined(subscript, f"{owner.name.value} looks for the template inside the parallel model")

    _check_classes(subject)


def _check_classes(subject: ParallelCall) -> None:
    """Check that no callback of another module asks its model for what plain Keras 3 gets wrong under a strategy."""
    file = subject.site.file
    found = journey(file, subject.site.call)
    ways = {place.file: place.way or place.node for place in reversed(found.places)}
    for where, way in ways.items():
        for call in where.calls:
            made = definition(where, call.func)
            if made is None or not isinstance(made[1], cst.ClassDef) or made[0] is file:
                continue
            asked = next(_asked_in_vain(subject, made[0], made[1]), None)
            if asked is not None:
                raise Declined(call if where is file else way, f"{made[1].name.value} of another module {asked}")


def _asked_in_vain(subject: ParallelCall, file: File, owner: cst.ClassDef) -> Iterator[str]:
    """What a callback asks of the model that Keras gives it, as of a parallel model or for a whole batch."""
    if not _has_model_set(file, owner):
        return
    for attribute in nodes(owner, cst.Attribute):
        if name_of(attribute.value) == "self.model" and attribute.attr.value in ON_BATCH:
            if not subject.site.file.exact:
                yield f"calls self.model.{attribute.attr.value}, where plain Keras 3 gives each replica the whole batch"
    for subscript in nodes(owner, cst.Subscript):
        if name_of(subscript.value) == "self.model.layers" and _counts_from_the_end(subscript):
            yield "looks for the template inside the parallel model"


def _has_model_set(file: File, owner: cst.ClassDef) -> bool:
    """True for a class that gets its model from Keras: it has methods of a callback, and sets no `self.model`."""
    members = [each for every in lineage(file, owner) for each in every.body.body]
    names = [each.name.value for each in members if isinstance(each, cst.FunctionDef)]
    targets = [name_of(each.target) for every in lineage(file, owner) for each in nodes(every, cst.AssignTarget)]
    return any(each in _HOOKS for each in names) and "self.model" not in targets


def _is_of_parallel_models(file: File, call: cst.Call) -> bool:
    """True for an imported class such as `ParallelCheckpoint`."""
    name = name_of(call.func) or ""
    own = name.rpartition(".")[2]
    imported = any(each.local == name.split(".")[0] for each in file.imports)
    known = file.symbol(call.func) is not None
    return imported and not known and bool(own[:1].isupper() and _PARALLEL.search(own) and _SAVING.search(own))


def _counts_from_the_end(subscript: cst.Subscript) -> bool:
    index = subscript.slice[0].slice
    if not isinstance(index, cst.Index):
        return False
    value = literal(index.value)
    return value == INNER_MODEL or (value is None and isinstance(index.value, cst.UnaryOperation))
