"""The names under which a project registers its own functions and classes for Keras: `get_custom_objects()`, scopes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import libcst as cst

from codemods.analysis.data.batch_sources import project_function
from codemods.analysis.data.fed_values import leaves
from codemods.source.arguments import literal
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes

_REGISTRY = ("keras.utils.get_custom_objects", "keras.optimizers.get_custom_objects")
_MOST = 50
"""More modules than a script imports of its project."""
SCOPES = ("keras.utils.CustomObjectScope", "keras.utils.custom_object_scope")


class Registered(NamedTuple):
    """`name` stands for `value` of `module`: everywhere, or in the body of the `with` statement `scope`."""

    name: str
    value: cst.BaseExpression
    scope: cst.With | None
    module: File


def registered_as(file: File, text: cst.BaseExpression, at: cst.CSTNode | None = None) -> list[Registered]:
    """What Keras 2 found under the name that a text is: an object of the scopes around it, else one of the registry.

    `at` is where the name arrives, if that is not where it is written.
    """
    name = literal(text)
    found = [each for each in _registered(file) if each.name == name]
    around = {*file.ancestors(at or text)}
    everywhere = [each for each in found if each.scope is None]
    return [each for each in found if each.scope in around] or everywhere or _elsewhere(file, name)


def _elsewhere(file: File, name: object) -> list[Registered]:
    """What the modules of the project that a file imports have registered under a name."""
    found = (each for module in project_modules(file) for each in _registered(module))
    return [each for each in found if each.name == name and each.scope is None]


@once_per_file
def project_modules(file: File) -> list[File]:
    """The modules of the project that a file imports, and those that they import."""
    found: dict[File, None] = {}
    pending = [file]
    while pending and len(found) < _MOST:
        current = pending.pop()
        new = [each for each in current.imported_modules if each is not file and each not in found]
        found.update(dict.fromkeys(new))
        pending += new
    return [*found]


@once_per_file
def _registered(file: File) -> list[Registered]:
    return [*_in_registry(file), *_in_scopes(file)]


def _in_registry(file: File) -> Iterator[Registered]:
    for reference in file.references(*_REGISTRY):
        made = file.call_of(reference)
        for registry in _uses(file, made) if made is not None else ():
            above = file.parent(registry)
            around = file.parent(above) if above is not None else None
            if isinstance(above, cst.Attribute) and above.attr.value == "update" and isinstance(around, cst.Call):
                yield from _entries(file, around.args, None)
            elif isinstance(above, cst.Subscript) and isinstance(around, cst.AssignTarget):
                assign, index = file.parent(around), above.slice[0].slice
                name = _name(file, index.value) if isinstance(index, cst.Index) else None
                if isinstance(assign, cst.Assign) and name is not None:
                    yield Registered(name, assign.value, None, file)


def _uses(file: File, made: cst.Call) -> Iterator[cst.BaseExpression]:
    """The registry itself, and the names that hold it."""
    yield made
    assign = file.parent(made)
    for target in assign.targets if isinstance(assign, cst.Assign) else ():
        for binding in file.assignments(target.target) if isinstance(target.target, cst.Name) else ():
            yield from (use for use in binding.uses if isinstance(use, cst.BaseExpression))


def _in_scopes(file: File) -> Iterator[Registered]:
    for call, scope in scopes(file):
        yield from _entries(file, call.args, scope)


def scopes(file: File) -> Iterator[tuple[cst.Call, cst.With]]:
    """The calls that open a scope of custom objects, each with its `with` statement, which may name it."""
    made = [file.call_of(each) for each in file.references(*SCOPES) if not each.spelling.shimmed]
    for scope in file.every(cst.With):
        for item in scope.items:
            opened = (file.only_value(item.item) or item.item) if isinstance(item.item, cst.Name) else item.item
            if isinstance(opened, cst.Call) and opened in made:
                yield opened, scope


def opened_by(file: File, call: cst.Call) -> bool:
    """True if the function of the project that is called opens a scope of custom objects."""
    found = project_function(file, call.func)
    if found is None:
        return False
    module, function = found
    opened = {scope for _, scope in scopes(module)}
    return any(each in opened for each in nodes(function.body, cst.With))


def _entries(file: File, args: Sequence[cst.Arg], scope: cst.With | None) -> Iterator[Registered]:
    """The objects of `{"a": a}`, of `dict(a=a)` and of `a=a`, also of what a function returns."""
    for arg in args:
        if arg.keyword is not None:
            yield Registered(arg.keyword.value, arg.value, scope, file)
            continue
        for found in leaves(file, arg.value):
            yield from _of_dictionary(found.module, found.node, scope)


def _of_dictionary(file: File, held: cst.BaseExpression, scope: cst.With | None) -> Iterator[Registered]:
    if isinstance(held, cst.Dict):
        for each in held.elements:
            name = _name(file, each.key) if isinstance(each, cst.DictElement) else None
            if name is not None:
                yield Registered(name, each.value, scope, file)
    elif isinstance(held, cst.Call) and file.is_builtin(held.func, "dict"):
        named = ((arg.keyword, arg.value) for arg in held.args)
        yield from (Registered(name.value, value, scope, file) for name, value in named if name is not None)


def _name(file: File, key: cst.BaseExpression) -> str | None:
    """The text that a key is, or that a name holds."""
    value = literal((file.only_value(key) or key) if isinstance(key, cst.Name) else key)
    return value if isinstance(value, str) else None
