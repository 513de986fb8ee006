"""Take names of Python, SciPy, Pillow and the like from where they are today: `collections.abc.Iterable`.

## What it does

Rewrites `collections.Iterable`, `PIL.Image.ANTIALIAS`, `scipy.misc.logsumexp`, `scipy.signal.hann`, `scipy.array`,
`scipy.random`, `pd.datetime`, `pd.np`, `matplotlib.cm.get_cmap`, `sklearn.cross_validation.train_test_split`,
`sklearn.svm.classes.SVC` and their like, in any file: a module that a script imports need not name Keras.

## Why

TensorFlow 2.16 and later run on Python 3.9 to 3.13, which lack `collections.Iterable` from 3.10 on, and with packages
that lack the others. https://docs.python.org/3/whatsnew/3.10.html#removed

## Numbers

Same: both names were one object in releases that had both (`tests/compat/tables/test_ended_names.py`).
`train_test_split` draws the same rows with a seed.

## What it leaves to you

Names whose successor does something else (`TFM219`), and names under a module that is gone as a whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.bound_names import binds
from codemods.analysis.flow.version_branches import Choices
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.rename import respelled_from_import
from codemods.source.canonical_names import below, prefixes
from codemods.source.file import File, ImportedName
from codemods.types import Edit, Import, Stage, rule
from compat.tables.names.ended_names import GONE, IMPORTED, MOVED

_USUAL = {"matplotlib.pyplot": "plt", "numpy": "np"}
"""What everyone calls a module."""


@rule(
    "TFM308",
    stage=Stage.BEHAVIOUR,
    example="""
    import collections

    import keras
    from PIL import Image

    def read(paths):
        if not isinstance(paths, collections.Iterable):
            paths = [paths]
        return [Image.open(each).resize((32, 32), Image.ANTIALIAS) for each in paths]
    """,
)
def moved_library_names(file: File) -> Iterator[Edit]:
    """Edit each import, and each name that is read from a module, unless a `try` or an `if` chooses."""
    if not file.target.is_modern:
        return
    choices = Choices(file)
    yield from _imports(file, choices)
    for node in file.attributes:
        path = file.qualified_name(node) if node.attr.value in _LAST else None
        if path in MOVED and not choices.guarding(node) and not binds(file, node) and not _is_imported(file, path):
            yield _in_place(file, node, path)
        elif path in IMPORTED and not choices.guarding(node) and not _is_imported(file, path):
            module, imports = bind_module(file, IMPORTED[path], _USUAL[IMPORTED[path]], node)
            yield Edit(node, f"{path} was {IMPORTED[path]}", ((node, cst.parse_expression(module)),), imports)


_LAST = frozenset(path.rpartition(".")[2] for path in (*MOVED, *IMPORTED))


def _imports(file: File, choices: Choices) -> Iterator[Edit]:
    statements: defaultdict[cst.ImportFrom, list[ImportedName]] = defaultdict(list)
    for imported in file.imports:
        if isinstance(imported.statement, cst.ImportFrom):
            statements[imported.statement].append(imported)
    for statement, names in statements.items():
        paths = {each.alias: MOVED.get(each.qualified) for each in names}
        if any(paths.values()) and not choices.guarding(statement):
            targets = {each.alias: paths[each.alias] or each.qualified for each in names}
            edit = respelled_from_import(file, statement, paths, targets)
            if edit is not None:
                moved = (each.qualified for each in names if each.qualified in MOVED)
                yield edit._replace(message=", ".join(f"{path} is now {MOVED[path]}" for path in moved))


def _is_imported(file: File, path: str) -> bool:
    """True if the name, or what is gone and holds it, is imported itself: `from sklearn import cross_validation`."""
    gone = (path, *(above for above in prefixes(path) if above in GONE))
    return any(below(each.qualified, above) for each in file.imports for above in gone)


def _in_place(file: File, node: cst.Attribute, path: str) -> Edit:
    home, _, name = MOVED[path].rpartition(".")
    module = path.rpartition(".")[0]
    owner, imports = file.code(node.value), tuple[Import, ...]()
    if home.startswith(f"{module}."):
        owner, imports = f"{owner}{home[len(module) :]}", (Import(home),)
    elif module.startswith(f"{home}.") and owner.endswith(module[len(home) :]):
        owner = owner[: -len(module[len(home) :])]
    elif home != module:
        owner, imports = bind_module(file, home, _USUAL.get(home, home.rpartition(".")[2]), node)
    return Edit(node, f"{path} is now {MOVED[path]}", ((node, cst.parse_expression(f"{owner}.{name}")),), imports)
