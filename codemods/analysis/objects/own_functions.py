"""The functions, methods and classes, of the file and of the project's own modules, that calls run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import lineage, method, own_method
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import is_self, value_of
from codemods.analysis.objects.base_classes import is_super
from codemods.analysis.objects.provenance import called_function
from codemods.source.file import File, name_of

_MOST = 9
"""The most classes above one that are looked at."""


class Found(NamedTuple):
    """A function, the module that has it, and how many of its parameters a call does not give: `self`."""

    file: File
    function: cst.FunctionDef
    skipped: int


def function_called(file: File, call: cst.Call) -> Found | None:
    """The function that a call runs, `__init__` for a class; None if it is decorated, or nothing shows it."""
    own = called_function(file, call)
    if own is not None:
        return _plain(file, own, int(isinstance(call.func, cst.Attribute)))
    found = definition(file, call.func)
    if found is None:
        return _method_of_object(file, call)
    module, node = found
    if isinstance(node, cst.FunctionDef):
        return _plain(module, node, 0)
    return _plain(module, init, 1) if (init := method(module, node, "__init__")) is not None else None


def likely_function_called(file: File, call: cst.Call) -> Found | None:
    """The same, decorated too: a static method, a method of a base class, or the last function of several of a name."""
    found = function_called(file, call)
    if found is not None:
        return found
    if isinstance(call.func, cst.Name):
        bound = [each.node for each in reaching(file, call.func)]
        last = bound[-1] if bound else None
        return Found(file, last, 0) if isinstance(last, cst.FunctionDef) else None
    return _method_of_class(file, call.func) if isinstance(call.func, cst.Attribute) else None


def parameter_of(found: Found, call: cst.Call, arg: cst.Arg) -> cst.Param | None:
    """The parameter that gets an argument; what is unpacked after it does not matter."""
    params = found.function.params
    given = [*params.posonly_params, *params.params][found.skipped :]
    if arg.keyword is not None:
        named = (each for each in (*given, *params.kwonly_params) if each.name.value == arg.keyword.value)
        return next(named, None)
    index = call.args.index(arg)
    is_plain = index < len(given) and not any(each.star for each in call.args[:index])
    return given[index] if is_plain else None


def function_elsewhere(file: File, name: cst.BaseExpression) -> Found | None:
    """The function of another module of the project that a name stands for."""
    found = definition(file, name)
    if found is None or found[0] is file or not isinstance(found[1], cst.FunctionDef):
        return None
    return Found(found[0], found[1], 0)


def _method_of_object(file: File, call: cst.Call) -> Found | None:
    """The method of `trainer.run()`, for a `trainer = Trainer(...)` of a class of the project."""
    func = call.func
    if not isinstance(func, cst.Attribute):
        return None
    made = value_of(file, func.value)
    found = method_of_made(file, made, func.attr.value)
    return _plain(*found, 1) if found is not None else None


def method_of_made(file: File, made: cst.BaseExpression | None, name: str) -> tuple[File, cst.FunctionDef] | None:
    """The method of the object that `made` makes, where that calls a class of the project, and its module."""
    found = definition(file, made.func) if isinstance(made, cst.Call) else None
    if found is None or not isinstance(found[1], cst.ClassDef):
        return None
    function = method(found[0], found[1], name)
    return (found[0], function) if function is not None else None


def _plain(file: File, function: cst.FunctionDef, skipped: int) -> Found | None:
    return None if function.decorators or function.asynchronous else Found(file, function, skipped)


def _method_of_class(file: File, func: cst.Attribute) -> Found | None:
    """The method of `self.run()`, `super().run()` and `Trainer.run()`, in the class or the nearest one above it."""
    base = func.value
    is_own = is_super(file, base) or (isinstance(base, cst.Name) and (is_self(file, base) or base.value == "cls"))
    if is_own:
        owner = file.enclosing_class(func)
        start = (file, owner) if owner is not None else None
    else:
        found = definition(file, base)
        start = (found[0], found[1]) if found is not None and isinstance(found[1], cst.ClassDef) else None
    if start is None:
        return None
    for module, owner in _classes_above(*start):
        function = own_method(owner, func.attr.value)
        if function is not None and (owner is not start[1] or not is_super(file, base)):
            kinds = [name_of(each.decorator) for each in function.decorators]
            is_bound = "staticmethod" not in kinds and (is_own or "classmethod" in kinds)
            return Found(module, function, int(is_bound))
    return None


def _classes_above(file: File, owner: cst.ClassDef) -> Iterator[tuple[File, cst.ClassDef]]:
    """A class and those that it derives from, in the project."""
    pending = [(file, owner)]
    for count, (module, each) in enumerate(pending):
        yield module, each
        if count >= _MOST:
            return
        for above in lineage(module, each):
            if above is not each:
                pending.append((module, above))
            for base in above.bases:
                found = definition(module, base.value)
                if found is not None and found[0] is not module and isinstance(found[1], cst.ClassDef):
                    pending.append((found[0], found[1]))
