"""What a file reads of the project's other modules that is a text, or has texts in it: the settings of `config.py`.

A setting is read where nothing in the file binds it: `config.MONITOR`, `Config.optimizer`, `settings["loss"]`, an
attribute of an object that another module makes, and an option that another module declares.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import lineage
from codemods.analysis.flow.self_attributes import is_self, parts_set_on_self
from codemods.analysis.objects.class_sources import assigned_in_class
from codemods.analysis.objects.elements import under_key
from codemods.analysis.objects.program_options import option_values
from codemods.source.arguments import literal, literal_key
from codemods.source.file import File, name_of, once_per_file
from codemods.source.scopes import IMPORT, Binding
from codemods.source.walk import nodes

_DEPTH = 6
"""Names that hand a value on."""
_GET = "get"


class Setting(NamedTuple):
    """What `node` reads in a file: the value that `at` has in another module."""

    node: cst.BaseExpression
    module: File
    at: cst.BaseExpression
    code: str
    """The value written out, on one line."""


class _Held(NamedTuple):
    module: File
    node: cst.BaseExpression


@once_per_file
def module_settings(file: File) -> list[Setting]:
    """The settings that the file passes on, puts into a collection, assigns, or uses as a key."""
    return [*_settings(file)] if file.imported_modules else []


def _settings(file: File) -> Iterator[Setting]:
    for kind in (cst.Name, cst.Attribute, cst.Subscript, cst.Call):
        for node in file.every(kind):
            held = _setting(file, node, _DEPTH) if _is_passed_on(file, node) else None
            code = _code(held.module, held.node, _DEPTH) if held is not None and held.module is not file else None
            if held is not None and code is not None and ('"' in code or "'" in code):
                yield Setting(node, held.module, held.node, code)


def _is_passed_on(file: File, node: cst.BaseExpression) -> bool:
    above = file.parent(node)
    if isinstance(node, cst.Name) and file.in_project(node) is None:
        return False  # a variable: what it is assigned is looked at
    if isinstance(above, cst.Arg | cst.Assign | cst.Element | cst.DictElement | cst.Index):
        return above.value is node
    return isinstance(above, cst.Param) and above.default is node


def _setting(file: File, node: cst.BaseExpression, depth: int) -> _Held | None:
    """Where the value of an expression is written, in the file or in another module."""
    if not depth:
        return None
    if isinstance(node, cst.Name):
        return _of_name(file, node, depth)
    if isinstance(node, cst.Attribute):
        if _is_set(file, node):
            return None
        place = file.in_project(node)
        return _of_global(*place, depth) if place is not None else _of_member(file, node, depth)
    if isinstance(node, cst.Subscript):
        return _under_key(file, node.value, literal_key(node), depth)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == _GET:
        key = literal(node.args[0].value) if node.args else ...
        return _under_key(file, node.func.value, key, depth)
    return None


def _of_name(file: File, name: cst.Name, depth: int) -> _Held | None:
    place = file.in_project(name)
    if place is not None:
        return _of_global(*place, depth)
    binding = file.only_binding(name)
    return _of_binding(file, binding, depth) if binding is not None else None


def _of_global(module: File, name: str, depth: int) -> _Held | None:
    """The only value of a global of a module, or what it imports under that name."""
    binding = module.only_global(name)
    if binding is None or binding.kind != IMPORT:
        return _of_binding(module, binding, depth) if binding is not None else None
    place = module.imported_from(binding)
    return _of_global(*place, depth - 1) if place is not None and depth else None


def _of_binding(file: File, binding: Binding, depth: int) -> _Held | None:
    value = file.assigned_value(binding)
    if value is None:
        return None
    return _setting(file, value, depth - 1) or _Held(file, value)


def _of_member(file: File, node: cst.Attribute, depth: int) -> _Held | None:
    """What another module gives to a member of a class or an object, or the default of an option of that name."""
    if isinstance(node.value, cst.Name) and is_self(file, node.value):
        return None
    name = node.attr.value
    found = definition(file, node.value) or _class_of(file, node.value, depth)
    module, owner = found or (file, None)
    if isinstance(owner, cst.ClassDef):
        values = [value for each in lineage(module, owner) for value in _given(module, each, name)]
        if module is file or values:
            return _only(module, values) if module is not file else None
    made = _setting(file, node.value, depth - 1)
    beside = _set_beside(made.module, made.node, name) if made is not None and made.module is not file else []
    if made is not None and beside:
        return _only(made.module, beside)
    return _default(file, name) if _is_parsed(file, node.value) else None


def _class_of(file: File, node: cst.BaseExpression, depth: int) -> tuple[File, cst.CSTNode] | None:
    """The class of an object that is made by a call, in the file or in another module."""
    made = _setting(file, node, depth - 1)
    if made is None:
        return definition(file, node.func) if isinstance(node, cst.Call) else None
    return definition(made.module, made.node.func) if isinstance(made.node, cst.Call) else None


def _given(module: File, owner: cst.ClassDef, name: str) -> list[cst.BaseExpression]:
    on_self = (each.whole for each in parts_set_on_self(module, owner, name) if not each.path)
    return [*assigned_in_class(owner, name), *on_self]


def _only(module: File, values: list[cst.BaseExpression]) -> _Held | None:
    return _Held(module, values[0]) if len(values) == 1 else None


def _set_beside(module: File, made: cst.BaseExpression, name: str) -> list[cst.BaseExpression]:
    """The values of `config.name = value` in the module that makes the object `config`."""
    above = module.parent(made)
    holders = {name_of(each.target) for each in above.targets} if isinstance(above, cst.Assign) else set()
    return [
        assign.value
        for assign in module.every(cst.Assign)
        for target in assign.targets
        if isinstance(target.target, cst.Attribute)
        and target.target.attr.value == name
        and name_of(target.target.value) in holders
    ]


def _under_key(file: File, node: cst.BaseExpression, key: object, depth: int) -> _Held | None:
    held = _setting(file, node, depth - 1) if isinstance(key, str) else None
    value = under_key(held.node, key) if held is not None else None
    return _Held(held.module, value) if held is not None and value is not None else None


def _entries(module: File, node: cst.BaseExpression) -> dict[str, cst.BaseExpression] | None:
    """The values of a dictionary that is written out; None for anything else."""
    if isinstance(node, cst.Dict):
        pairs = [each for each in node.elements if isinstance(each, cst.DictElement)]
        named = {literal(each.key): each.value for each in pairs}
        is_plain = len(pairs) == len(node.elements) and all(isinstance(each, str) for each in named)
        return {str(key): value for key, value in named.items()} if is_plain else None
    if isinstance(node, cst.Call) and module.is_builtin(node.func, "dict"):
        return {arg.keyword.value: arg.value for arg in node.args if arg.keyword} if _is_named(node) else None
    return None


def _is_named(call: cst.Call) -> bool:
    return all(arg.keyword is not None for arg in call.args)


def _is_set(file: File, node: cst.Attribute) -> bool:
    """True if the file itself sets an attribute of that spelling."""
    same = (each for each in file.attributes if each.attr.value == node.attr.value and name_of(each) == name_of(node))
    return any(isinstance(file.parent(each), cst.AssignTarget | cst.AugAssign) for each in same)


def _is_parsed(file: File, node: cst.BaseExpression) -> bool:
    """True for a name that another module gives, or that a call of its functions and methods does."""
    if not isinstance(node, cst.Name):
        return False
    if file.in_project(node) is not None:
        return True
    value = file.only_value(node)
    names = nodes(value, cst.Name) if isinstance(value, cst.Call) else ()
    return any(file.in_project(each) is not None for each in names)


def _default(file: File, name: str) -> _Held | None:
    """The default of an option that one of the imported modules declares, and no other."""
    found = [_Held(module, value) for module in file.imported_modules for value in option_values(module, name)[:1]]
    return found[0] if len(found) == 1 else None


def _code(module: File, node: cst.BaseExpression, depth: int) -> str | None:
    """A text, a number, None, or a collection of these, as code; None for all else."""
    value = literal(node)
    if value is not ...:
        return repr(value)
    if isinstance(node, cst.Name) and depth:
        held = _of_name(module, node, depth - 1)
        return _code(held.module, held.node, depth - 1) if held is not None else None
    entries = _entries(module, node)
    if entries is not None:
        parts = {key: _code(module, each, depth) for key, each in entries.items()}
        return None if None in parts.values() else f"{{{', '.join(f'{key!r}: {code}' for key, code in parts.items())}}}"
    if isinstance(node, cst.List | cst.Tuple) and all(isinstance(each, cst.Element) for each in node.elements):
        inner = [_code(module, each.value, depth) for each in node.elements]
        listed = ", ".join(map(str, inner))
        return None if None in inner else f"({listed},)" if isinstance(node, cst.Tuple) and inner else f"[{listed}]"
    if isinstance(node, cst.BinaryOperation):
        sides = [_code(module, each, depth) for each in (node.left, node.right)]
        operator = module.code(node.operator)
        return None if None in sides else f"({sides[0]}{operator}{sides[1]})"
    return None
