"""The names under which a file registers its own functions and classes for Keras: `get_custom_objects()` and scopes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from codemods.source.arguments import literal, literal_key
from codemods.source.file import File, once_per_file

_REGISTRY = ("keras.utils.get_custom_objects", "keras.optimizers.get_custom_objects")
SCOPES = ("keras.utils.CustomObjectScope", "keras.utils.custom_object_scope")


@dataclass(frozen=True)
class Registered:
    """`name` stands for `value`: everywhere, or in the body of the `with` statement `scope`."""

    name: str
    value: cst.BaseExpression
    scope: cst.With | None


def registered_as(file: File, text: cst.BaseExpression) -> list[Registered]:
    """What Keras 2 found under the name that a text is: an object of the scopes around it, else one of the registry."""
    name = literal(text)
    found = [each for each in _registered(file) if each.name == name]
    around = {*file.ancestors(text)}
    return [each for each in found if each.scope in around] or [each for each in found if each.scope is None]


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
                assign, key = file.parent(around), literal_key(above)
                if isinstance(assign, cst.Assign) and isinstance(key, str):
                    yield Registered(key, assign.value, None)


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
    """The calls that open a scope of custom objects, each with its `with` statement."""
    for reference in file.references(*SCOPES):
        call = file.call_of(reference)
        item = file.parent(call) if call is not None else None
        scope = file.parent(item) if isinstance(item, cst.WithItem) else None
        if call is not None and isinstance(scope, cst.With) and not reference.spelling.shimmed:
            yield call, scope


def _entries(file: File, args: Sequence[cst.Arg], scope: cst.With | None) -> Iterator[Registered]:
    """The objects of `{"a": a}`, of `dict(a=a)` and of `a=a`."""
    for arg in args:
        held = (file.only_value(arg.value) or arg.value) if isinstance(arg.value, cst.Name) else arg.value
        if arg.keyword is not None:
            yield Registered(arg.keyword.value, arg.value, scope)
        elif isinstance(held, cst.Dict):
            for each in held.elements:
                name = literal(each.key) if isinstance(each, cst.DictElement) else None
                if isinstance(name, str):
                    yield Registered(name, each.value, scope)
        elif isinstance(held, cst.Call) and file.is_builtin(held.func, "dict"):
            yield from (
                Registered(each.keyword.value, each.value, scope) for each in held.args if each.keyword is not None
            )
