"""Star imports of modules that are gone, as imports of the names that are used."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import libcst as cst

from codemods.releases import api
from codemods.rewriting.remove import remove
from codemods.source.canonical_names import Spelling, spelling
from codemods.source.file import File, body_of, from_module
from codemods.source.moved_names import GONE_SYMBOLS, is_gone_module, moved, written
from codemods.types import Edit
from compat.tables.names.star_names import HOMES_OF_STAR_NAMES, STAR_NAMES, STARS_OF_GONE_MODULES

_LINE_LENGTH = 100
_ANY = frozenset[str]().union(*STARS_OF_GONE_MODULES.values())
"""What a module that is gone may have imported, where it was not measured."""


def named_import(file: File, star: cst.ImportFrom) -> Edit | None:
    """The names that a file uses of a gone module, imported one by one; None if one may be another, or has no place."""
    module = from_module(star)
    found = None if module.startswith(".") else file.spelling(module)
    if found is None or found.shimmed or not is_gone_module(found.plain):
        return None
    used = [name for name in _used(file) if not _is_of_another_star(file, name, module)]
    if any(_has_no_place(found, name) for name in used) or _is_bound_anew(file, found):
        return None
    places = {name: path for name in used if (path := _place(found, name)) is not None}
    return _edit(file, star, {name: written(path, found.root) for name, path in places.items()})


def brought_names(file: File, star: cst.ImportFrom) -> Edit | None:
    """What `from keras.layers import *` of Keras 2 brought and brings no more, such as `K`, imported below the star."""
    line = file.parent(star)
    if file.unknown_stars() or not isinstance(line, cst.SimpleStatementLine) or len(line.body) > 1:
        return None
    module = from_module(star)
    brought = STAR_NAMES.get(module, frozenset()) & HOMES_OF_STAR_NAMES.keys()
    used = dict.fromkeys(each.value for each in file.every(cst.Name) if each.value in brought and file.is_unbound(each))
    last = [name for name in used if not _is_of_a_gone_star(file, name) and _last_star(file, name) is star]
    places = {**{name: HOMES_OF_STAR_NAMES[name] for name in last}, **_moved_names(file, module)}
    said = f"{', '.join(places)} came with the star import of {module}, which brings it no more"
    lines = _lines(file, places)
    return Edit(star, said, ((line, cst.FlattenSentinel([line, *lines])),)) if lines else None


def _moved_names(file: File, module: str) -> dict[str, str]:
    """The names that only the star of a module brought, such as `Input` of `keras.models`, and their places."""
    found = None if module.startswith(".") else file.spelling(module)
    if found is None or found.shimmed or is_gone_module(found.plain) or not file.target.is_modern:
        return {}
    places: dict[str, str] = {}
    for name in file.every(cst.Name):
        path = f"{module}.{name.value}"
        row = moved(f"{found.plain}.{name.value}") if file.is_unbound(name) else None
        if row is None or row.path in GONE_SYMBOLS or f"{found.plain}.{name.value}" in GONE_SYMBOLS:
            continue
        brought = file.reference(name)
        if brought is not None and brought.qualified == path and file.target.lacks(path):
            places[name.value] = written(row.path, found.root)
    return places


def _is_of_a_gone_star(file: File, name: str) -> bool:
    """True if a star of a module that is gone brought the name, too: it is imported where that was."""
    gone = (each for each in file.star_imports if name in STARS_OF_GONE_MODULES.get(from_module(each), ()))
    return any(named_import(file, each) is not None for each in gone)


def _last_star(file: File, name: str) -> cst.ImportFrom:
    return next(each for each in reversed(file.star_imports) if name in STAR_NAMES.get(from_module(each), ()))


def _place(module: Spelling, name: str) -> str | None:
    """The modern path of a name of the module, or of what the module had imported itself."""
    row = moved(f"{module.plain}.{name}")
    if row is not None:
        return row.path
    is_brought = name in STARS_OF_GONE_MODULES.get(module.plain, _ANY)
    return HOMES_OF_STAR_NAMES.get(name) if is_brought else None


def _used(file: File) -> list[str]:
    """The names that nothing in the file binds, here and in modules that may take them from here, in their order."""
    own = [each.value for each in file.every(cst.Name) if file.is_unbound(each)]
    return list(dict.fromkeys([*own, *(name for module in file.project.importers() for name in _taken(module))]))


def _taken(module: File) -> Iterator[str]:
    """The names that a module may take from another one: with a star, by name, or as an attribute of the module."""
    for name in module.every(cst.Name):
        if module.is_unbound(name) or _is_of_a_module(module, name):
            yield name.value


def _is_of_a_module(module: File, name: cst.Name) -> bool:
    """True for `Dense` in `from models import Dense` and in `models.Dense`, unless they are of Keras or TensorFlow."""
    parent = module.parent(name)
    if isinstance(parent, cst.ImportAlias):
        statement = module.parent(parent)
        return isinstance(statement, cst.ImportFrom) and module.spelling(from_module(statement)) is None
    return isinstance(parent, cst.Attribute) and parent.attr is name and module.reference(parent) is None


def _is_of_another_star(file: File, name: str, module: str) -> bool:
    """True if a star that stays, or that of a module of the project, brings the name."""
    if file.starred(name) is not None:
        return True
    for star in file.star_imports:
        other = from_module(star)
        found = None if other == module or other.startswith(".") else file.spelling(other)
        if found is not None and not is_gone_module(found.plain) and file.target.has(f"{other}.{name}"):
            return True
    return False


def _has_no_place(module: Spelling, name: str) -> bool:
    """True for a name that the module may have brought, and that Keras 3 has nowhere, or a rule of its own migrates."""
    path = f"{module.plain}.{name}"
    is_brought = name in STARS_OF_GONE_MODULES.get(module.plain, _ANY) or api.lookup(path) is not None
    return path in GONE_SYMBOLS or (is_brought and _place(module, name) is None)


def _is_bound_anew(file: File, module: Spelling) -> bool:
    """True if the file also binds a name that the star brings, and not by an import of the same thing."""
    return any(_is_another(file, module, name) for name in file.global_scope.bindings)


def _is_another(file: File, module: Spelling, name: str) -> bool:
    row = moved(f"{module.plain}.{name}")
    meant = spelling(row.path) if row is not None else None
    if meant is None:
        return False
    bound = [each.spelling.canonical if each.spelling else "" for each in file.imports if each.local == name]
    return len(bound) != len(file.global_scope.bindings[name]) or {*bound} != {meant.canonical}


def _edit(file: File, star: cst.ImportFrom, places: dict[str, str]) -> Edit | None:
    module = from_module(star)
    line = file.parent(star)
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) > 1:
        return None
    said = f"{module} is gone, and what the star brought is imported by name"
    lines = _lines(file, places)
    if not lines:
        block = file.block(line)
        is_alone = block is not None and len(body_of(block)) == 1
        return None if is_alone else Edit(star, f"{module} is gone, and nothing of it is used", remove(file, line))
    if len(lines) == 1:
        only = lines[0]
        return Edit(star, said, ((star, only.body[0]),))
    first = lines[0].with_changes(leading_lines=line.leading_lines, trailing_whitespace=line.trailing_whitespace)
    return Edit(star, said, ((line, cst.FlattenSentinel([first, *lines[1:]])),))


def _lines(file: File, places: dict[str, str]) -> list[cst.SimpleStatementLine]:
    """An import for each module that the names come from."""
    homes: dict[str, list[str]] = {}
    for name, path in places.items():
        home, _, modern = path.rpartition(".")
        homes.setdefault(home, []).append(modern if modern == name else f"{modern} as {name}")
    lines = [file.parse_statement(_written(home, names)) for home, names in homes.items()]
    return [line for line in lines if isinstance(line, cst.SimpleStatementLine)]


def _written(home: str, names: list[str]) -> str:
    text = f"from {home} import {', '.join(names)}" if home else f"import {', '.join(names)}"
    if len(text) <= _LINE_LENGTH:
        return text
    rows = textwrap.wrap(", ".join(names) + ",", _LINE_LENGTH - 8)
    return f"from {home} import (\n" + "".join(f"    {row}\n" for row in rows) + ")"
