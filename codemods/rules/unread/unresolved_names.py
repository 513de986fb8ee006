"""Report legacy names whose origin is not certain.

## What it does

Reports legacy names that come through a star import, or that the file also binds to something else, and names such as
`K` that only a star import of Keras 2 can have brought; and those that `getattr(keras.layers, name)` may mean, by the
texts of the file. It rewrites nothing.

## Why

If two values may stand behind a name, a rewrite may be wrong.
https://docs.python.org/3/reference/simple_stmts.html#the-import-statement

## Numbers

No numbers involved.

## What it leaves to you

To import the name explicitly and bind it once. The next run then rewrites it.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.looked_up_names import looked_up
from codemods.analysis.flow.bound_names import binds
from codemods.analysis.flow.rebound_imports import path_on_target
from codemods.analysis.flow.unreached import is_guarded
from codemods.releases.target import Target
from codemods.rules.names.removed_names import ROWS
from codemods.source.canonical_names import Spelling, spelling
from codemods.source.file import File, Reference, from_module
from codemods.source.moved_names import GONE_SYMBOLS, is_gone_module, moved, written
from codemods.source.scopes import IMPORT
from codemods.types import Edit, Manual, Severity, Stage, rule
from compat.tables.names.star_names import STAR_NAMES

_LAYERS = "keras.layers"


@rule(
    "TFM191",
    stage=Stage.DOUBTS,
    example="""
    from keras.utils import multi_gpu_model

    if gpus < 2:
        multi_gpu_model = build_for_one
    model = multi_gpu_model(model, gpus)
    """,
    severity=Severity.DOUBT,
)
def unresolved_names(file: File) -> Iterator[Edit | Manual]:
    """Rewrite nothing: a person makes the import explicit, and the next run can resolve the name."""
    for star in file.star_imports:
        yield from _through_star(file, star)
    yield from _left_unbound(file)
    for reference in file.all_references():
        if not reference.certain and _is_first_legacy(file.target, reference) and _is_met(file, reference):
            yield Manual(
                reference.node,
                reference.qualified,
                f"{file.code(reference.node)} may be {reference.qualified} or something else",
                "bind the name once, to one import",
            )
    yield from _looked_up(file)


def _looked_up(file: File) -> Iterator[Manual]:
    """Report names that `getattr` may look up; texts that do not reach it are only taken for names of layers."""
    for found in looked_up(file):
        if not found.is_told and found.module.canonical != _LAYERS:
            continue
        for each in found.references:
            name = each.qualified.rpartition(".")[2]
            is_written = repr(name) in file.code(found.taken).replace('"', "'")  # TFM101 reports it
            if not is_written and not each.spelling.shimmed and _is_legacy(file.target, each.qualified, each.spelling):
                said = f"{file.code(found.taken)} may be {each.qualified}, which is gone or elsewhere"
                yield Manual(found.taken, each.qualified, said, "import the name, and use it instead of the text")


def _is_met(file: File, reference: Reference) -> bool:
    """True if the target may run into the legacy name: it looks the name up, and has run the import that brings it."""
    path = path_on_target(file, reference)
    if binds(file, reference.node) or (path is not None and file.target.has(path)):
        return False
    start: cst.BaseExpression = reference.node
    while isinstance(start, cst.Attribute):
        start = start.value
    if not isinstance(start, cst.Name):
        return True
    statements = [each.node for each in file.assignments(start) if each.kind == IMPORT]
    brought = [each for each in file.imports if each.statement in statements and each.local == start.value]
    aliases = [each.alias for each in brought if each.spelling is not None]
    return not aliases or not all(is_guarded(file, each) for each in aliases)


def _is_first_legacy(target: Target, reference: Reference) -> bool:
    """True if a name is legacy and the name above it is not: otherwise that one is reported."""
    above = reference.qualified.rpartition(".")[0]
    return _is_legacy(target, reference.qualified, reference.spelling) and not target.lacks(above)


def _through_star(file: File, star: cst.ImportFrom) -> Iterator[Manual]:
    module = from_module(star)
    found = None if module.startswith(".") else file.spelling(module)
    if found is None or found.shimmed:
        return
    if is_gone_module(found.plain):
        yield Manual(
            star,
            module,
            f"{module} is gone, and the star import hides which names are used",
            "import the names one by one",
        )
        return
    for name in file.every(cst.Name):
        qualified = f"{module}.{name.value}"
        below = spelling(qualified)
        if below is None or not _is_legacy(file.target, qualified, below) or not _is_unbound_use(file, name):
            continue
        brought = file.reference(name)
        if brought is not None and brought.qualified == qualified:
            said = f"{name.value} comes from {module} through a star import"
            yield Manual(name, qualified, said, f"import {name.value} by name")


def _left_unbound(file: File) -> Iterator[Manual]:
    """What only a star of Keras 2 can have brought: its modules handed on what they had imported themselves."""
    modules = [from_module(star) for star in file.star_imports]
    brought = {name: module for module in modules for name in STAR_NAMES.get(module, ())}
    if not brought or not file.target.is_modern or file.unknown_stars():
        return
    for name in file.every(cst.Name):
        module = brought.get(name.value)
        if module is not None and file.is_unbound(name):
            del brought[name.value]
            said = f"{name.value} came with the star import of {module}, which brings it no more"
            yield Manual(name, f"{module}.{name.value}", said, f"import {name.value} by name", severity=Severity.STOPS)


def _is_legacy(target: Target, qualified: str, found: Spelling) -> bool:
    if found.shimmed:
        return False
    if target.lacks(qualified):
        return True
    row = moved(found.plain)
    if row is not None:
        return written(row.path, found.root) != qualified
    return found.canonical in GONE_SYMBOLS or found.plain in ROWS


def _is_unbound_use(file: File, name: cst.Name) -> bool:
    parent = file.parent(name)
    if isinstance(parent, cst.Attribute) and parent.attr is name:
        return False
    if isinstance(parent, cst.Arg) and parent.keyword is name:
        return False
    if isinstance(parent, cst.Param | cst.AssignTarget | cst.FunctionDef | cst.ClassDef | cst.ImportAlias | cst.AsName):
        return isinstance(parent, cst.ClassDef) and parent.name is not name
    return not file.assignments(name)
