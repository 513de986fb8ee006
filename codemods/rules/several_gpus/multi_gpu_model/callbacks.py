"""Callbacks that look for the template inside the parallel model, which has none in a strategy scope."""

from __future__ import annotations

import re

import libcst as cst

from codemods.analysis.flow.data_flow import reads
from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.objects.handed_on import journey
from codemods.analysis.objects.object_types import CALLBACK, derived_from
from codemods.rules.several_gpus.multi_gpu_model.subject import INNER_MODEL, ParallelCall
from codemods.source.arguments import literal
from codemods.source.file import File, name_of
from codemods.source.walk import nodes

_PARALLEL = re.compile(r"parallel|multi_?gpu|mgpu", re.IGNORECASE)
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
        if _takes_inner_model(file, subscript):
            raise Declined(subscript, "a callback looks for the template inside the parallel model")

    for attribute in file.attributes:
        if attribute.attr.value == "get_layer" and _is_given_parallel(file, attribute):
            raise Declined(attribute, "it looks for the template inside the parallel model")

    _check_classes(subject)


def _check_classes(subject: ParallelCall) -> None:
    """Check that no callback of another module looks for the template inside its model."""
    file = subject.site.file
    found = journey(file, subject.site.call)
    ways = {place.file: place.way or place.node for place in reversed(found.places)}
    for where, way in ways.items():
        for call in where.calls:
            made = definition(where, call.func)
            if made is None or not isinstance(made[1], cst.ClassDef) or made[0] is file:
                continue
            if _looks_inside(*made):
                said = f"{made[1].name.value} of another module looks for the template inside the parallel model"
                raise Declined(call if where is file else way, said)


def _looks_inside(file: File, owner: cst.CSTNode) -> bool:
    """True if a class asks the model of a callback for a layer that may be the template."""
    return any(
        _counts_from_the_end(each) and (name_of(each.value) == "self.model.layers" or _takes_inner_model(file, each))
        for each in nodes(owner, cst.Subscript)
    ) or any(each.attr.value == "get_layer" and _is_given_parallel(file, each) for each in nodes(owner, cst.Attribute))


def _takes_inner_model(file: File, subscript: cst.Subscript) -> bool:
    """True for `model.layers[-2]` of the model that a method of a callback is given, as `set_model` is."""
    layers = subscript.value
    if not isinstance(layers, cst.Attribute) or layers.attr.value != "layers" or not _counts_from_the_end(subscript):
        return False
    return file.enclosing_class(subscript) is not None and _is_given_parallel(file, layers)


def _is_given_parallel(file: File, attribute: cst.Attribute) -> bool:
    """True for `model.get_layer` in a callback, and where a parameter says that it is a parallel model."""
    owner, function = file.enclosing_class(attribute), file.function(attribute)
    is_callback = owner is not None and (found := derived_from(file, owner)) is not None and found.is_a(CALLBACK)
    name = name_of(attribute.value) or ""
    params = function.params.params if isinstance(function, cst.FunctionDef) else ()
    if name in {each.name.value for each in params}:
        return is_callback or _PARALLEL.search(name) is not None
    return is_callback and name == "self.model"


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
    value, first = literal(index.value), index.value
    while isinstance(first, cst.BinaryOperation):
        first = first.left
    return value == INNER_MODEL or (value is ... and isinstance(first, cst.UnaryOperation))
