"""The arguments of `ModelCheckpoint` in the calls of classes of the file that are derived from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from codemods.analysis.flow.own_classes import class_of
from codemods.analysis.objects.base_classes import base_started
from codemods.analysis.objects.object_types import derived_from, own_members
from codemods.source.arguments import bind
from codemods.source.file import File, name_of

_CLASS = ".callbacks.ModelCheckpoint"


def own_checkpoint_calls(file: File, parameters: Sequence[str]) -> Iterator[tuple[cst.Call, dict[str, cst.Arg]]]:
    """The calls of `super().__init__()` in such classes, and those that make an object of one.

    What a class only hands on counts where the object is made, and what it sets itself counts there, too.
    """
    for written in file.calls:
        owner, start = file.enclosing_class(written), started_checkpoint(file, written)
        if owner is None or start is None:
            continue
        function = file.function(written)
        given = _known(start, parameters)
        if not isinstance(function, cst.FunctionDef) or given is None:
            continue
        handed_on = {name: arg for name, arg in given.items() if _is_parameter(function, arg)}
        yield written, {name: arg for name, arg in given.items() if name not in handed_on}
        for call in file.calls:
            if isinstance(call.func, cst.Name) and class_of(file, call.func) is owner:
                made = _made(call, start, function, handed_on, parameters)
                if made is not None:
                    fixed = {name: arg for name, arg in given.items() if name not in handed_on and name != "filepath"}
                    yield call, {**_defaults(function, handed_on), **fixed, **made}
    yield from _of_plain_classes(file, parameters)


def started_checkpoint(file: File, call: cst.Call) -> cst.Call | None:
    """A call of `super().__init__()` of a checkpoint, also where it is written `ModelCheckpoint.__init__(self)`."""
    if (base_started(file, call) or "").endswith(_CLASS):
        return call
    function = call.func
    if not isinstance(function, cst.Attribute) or function.attr.value != "__init__" or not call.args:
        return None
    owner, reference = file.enclosing_class(call), file.reference(function.value)
    is_named = reference is not None and reference.canonical.endswith(_CLASS) and not reference.spelling.shimmed
    is_base = is_named and owner is not None and _is_checkpoint(file, owner)
    return call.with_changes(args=call.args[1:]) if is_base else None


def _of_plain_classes(file: File, parameters: Sequence[str]) -> Iterator[tuple[cst.Call, dict[str, cst.Arg]]]:
    """The calls that make an object of a class that leaves `__init__` to `ModelCheckpoint`."""
    for call in file.calls:
        owner = class_of(file, call.func) if isinstance(call.func, cst.Name) else None
        if owner is None or "__init__" in own_members(file, owner) or not _is_checkpoint(file, owner):
            continue
        bound = bind(call, *parameters)
        if bound is not None:
            yield call, bound


def _is_checkpoint(file: File, owner: cst.ClassDef) -> bool:
    """True if the only base class is Keras's own `ModelCheckpoint`."""
    found = derived_from(file, owner) if len(owner.bases) == 1 else None
    is_direct = found is not None and file.reference(owner.bases[0].value) is not None
    return is_direct and found is not None and not found.shimmed and found.path.endswith(_CLASS)


def _known(start: cst.Call, parameters: Sequence[str]) -> dict[str, cst.Arg] | None:
    """The arguments that a class gives to `ModelCheckpoint`, besides those of `*args` and `**kwargs`."""
    return bind(start.with_changes(args=[arg for arg in start.args if not arg.star]), *parameters)


def _made(
    call: cst.Call,
    start: cst.Call,
    function: cst.FunctionDef,
    handed_on: dict[str, cst.Arg],
    parameters: Sequence[str],
) -> dict[str, cst.Arg] | None:
    """The arguments of a call that the class hands on, under the names that `ModelCheckpoint` has for them."""
    own = [each.name.value for each in function.params.params[1:]]
    rest = list(parameters) if any(arg.star == "*" for arg in start.args) else []
    named = [each.name.value for each in function.params.kwonly_params]
    further = [] if function.params.star_kwarg is None else [name for name in parameters if name not in (*own, *rest)]
    bound = bind(call, *own, *(name for name in rest if name not in own), *named, *further)
    names = {name_of(arg.value) or "": name for name, arg in handed_on.items()}
    renamed = {names.get(name, name): arg for name, arg in (bound or {}).items()}
    return None if bound is None else {name: arg for name, arg in renamed.items() if name in parameters}


def _is_parameter(function: cst.FunctionDef, arg: cst.Arg) -> bool:
    params = (*function.params.params, *function.params.kwonly_params)
    return name_of(arg.value) in {each.name.value for each in params}


def _defaults(function: cst.FunctionDef, handed_on: dict[str, cst.Arg]) -> dict[str, cst.Arg]:
    """The defaults that a class has for what it hands on, as arguments that stand nowhere in the file."""
    params = (*function.params.params, *function.params.kwonly_params)
    found = {each.name.value: each.default for each in params if each.default is not None}
    names = {name: name_of(arg.value) or "" for name, arg in handed_on.items()}
    return {
        name: cst.Arg(found[own], cst.Name(name)) for name, own in names.items() if own in found and name != "filepath"
    }
