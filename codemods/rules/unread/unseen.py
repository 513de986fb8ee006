"""Note what the tool could not look into. A note asks for nothing and is not a finding.

## What it does

Notes star imports of other modules, names put together at run time, private modules, and modules of the project that
are called `keras` or `tensorflow`: each kind once a file.

## Why

Legacy names behind `from common import *` are neither rewritten nor reported, and you should know.
https://docs.python.org/3/reference/simple_stmts.html#the-import-statement

## Numbers

No numbers involved.

## What it leaves to you

To look into these places yourself.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.shim_coverage import SHIM_MODULES
from codemods.releases import api
from codemods.source.arguments import literal
from codemods.source.canonical_names import FAMILIES, SHIMS
from codemods.source.file import File, from_module, name_of
from codemods.source.walk import nodes
from codemods.source.wording import listed
from codemods.types import REVIEW, Edit, Manual, Severity, Stage, rule

_TREATED = (*FAMILIES, SHIMS)
_IMPORTERS = ("import_module", "__import__")


@rule(
    "TFM192",
    stage=Stage.TABLES,
    example="""
    import keras

    layer = getattr(keras.layers, name)(32)
    """,
    severity=Severity.DOUBT,
)
def unseen(file: File) -> Iterator[Edit | Manual]:
    """Note each kind of thing once, where it first occurs; the project's own modules are noted one by one."""
    yield from _own_modules(file)
    yield from _stars(file)
    yield from _names_at_run_time(file)
    yield from _private_names(file)


def _note(at: cst.CSTNode, symbol: str, message: str) -> Manual:
    return Manual(at, symbol, message, REVIEW, is_note=True)


def _own_modules(file: File) -> Iterator[Manual]:
    """Note modules of the project that are named like Keras or TensorFlow: their content is unknown."""
    named: set[str] = set()
    for imported in file.imports:
        root = imported.qualified.split(".", maxsplit=1)[0]
        if root in file.local and root in _TREATED and root not in named:
            named.add(root)
            yield _note(
                imported.statement, root, f"{root} is a module of this project, and was not treated as the package"
            )


def _stars(file: File) -> Iterator[Manual]:
    """Note names that nothing in the file binds, if a star import may bring them."""
    stars = file.unknown_stars()
    if not stars:
        return
    unbound = dict.fromkeys(
        name.value
        for name in file.every(cst.Name)
        if file.is_unbound(name) and file.reference(name) is None and file.starred(name.value) is None
    )
    if unbound:
        modules = ", ".join(from_module(star) for star in stars)
        said = f"a star import hides the names of {modules}"
        if any(_is_run(file, star) for star in stars):
            said = "%run, or a star import, brings names that do not show"
        yield _note(stars[0], modules, f"{said}; not followed: {listed(unbound)}")


def _is_run(file: File, star: cst.ImportFrom) -> bool:
    """True for the line that stands for a `%run` of a notebook: an import, and a text behind it."""
    line = file.statement(star)
    return isinstance(line, cst.SimpleStatementLine) and any(isinstance(each, cst.Expr) for each in line.body)


def _names_at_run_time(file: File) -> Iterator[Manual]:
    """Note names below Keras or TensorFlow that are built while the script runs."""
    found: list[cst.Call] = []
    for call in file.calls:
        name = (name_of(call.func) or "").rpartition(".")[2]
        if name == "getattr" and len(call.args) > 1 and file.reference(call.args[0].value) is not None:
            found += [call] if literal(call.args[1].value) is ... else []
        elif name in _IMPORTERS and call.args and literal(call.args[0].value) is ... and _mentions_family(file, call):
            found.append(call)
    if found:
        lines = listed(f"line {file.line(call)}" for call in found)
        yield _note(found[0], "", f"names are built at run time: {lines}")


def _private_names(file: File) -> Iterator[Manual]:
    """Note imports from private modules: that the module exists says nothing about the name in it."""
    named = [(imported, imported.qualified.removeprefix("compat.")) for imported in file.imports if imported.spelling]
    found = {path: imported for imported, path in named if _is_private(path) and path not in SHIM_MODULES}
    if found:
        names = listed(found)
        yield _note(
            next(iter(found.values())).alias, "", f"private modules change without notice and were not checked: {names}"
        )


def _is_private(path: str) -> bool:
    """True if a name is in a private module, and no release is known to have it in public."""
    above = api.lookup(path.rpartition(".")[0])
    symbol = api.lookup(path)
    in_private = above is not None and above.kind == "private module"
    return in_private and (symbol is None or symbol.kind == "private")


def _mentions_family(file: File, call: cst.Call) -> bool:
    """True if a text in the argument begins with the name of a Keras or TensorFlow package."""
    texts = [part.value for part in nodes(call, cst.FormattedStringText)]
    texts += [str(part.evaluated_value) for part in nodes(call, cst.SimpleString)]
    return any(file.spelling(text.strip(".").split(".")[0]) for text in texts if text)
