"""Report names that the target release does not have.

## What it does

Looks up every name below `keras` and `tensorflow` in the recorded names of the target, and reports what no other rule
has rewritten or reported. `Tensor`, `IndexedSlices` and `convert_to_tensor_v2_with_dispatch` of
`tensorflow.python.framework.ops` get their public names, `tf.Tensor`.

## Why

A name that the release lacks raises ImportError or AttributeError: `keras.saving.hdf5_format` is gone with Keras 3.
https://github.com/keras-team/keras/issues/18467

## Numbers

No numbers involved.

## What it leaves to you

Every reported name.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

import libcst as cst

from codemods.analysis.flow.absence import Absence, absence, may_import
from codemods.analysis.flow.annotations import is_never_evaluated
from codemods.analysis.flow.bound_names import is_given
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.shim_coverage import is_missing
from codemods.rewriting.rename import respelled_from_import, respelled_in_place
from codemods.rules.names.removed_names import ROWS, is_reported
from codemods.source.canonical_names import Spelling, prefixes
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.removed.private_names import PUBLIC_NAMES


@rule(
    "TFM199",
    stage=Stage.TABLES,
    example="""
    from keras.saving.hdf5_format import load_weights_from_hdf5_group

    load_weights_from_hdf5_group(file, model.layers)
    """,
)
def absent_names(file: File) -> Iterator[Edit | Manual]:
    """Report names that no other rule reports.

    A name that is known only from a private file, or from no release at all, is not reported where the script chooses
    between releases.
    """
    imported = {name.qualified for name in file.imports}
    choices = Choices(file)
    public = _public_imports(file, choices)
    yield from public.values()
    for name in file.imports:
        if name.statement in public and name.qualified in PUBLIC_NAMES:
            continue
        if name.spelling or _is_estimator(file, name.qualified):
            found = _absent(file, name.qualified, name.spelling)
            if found and not (
                may_import(file.target, name.qualified) if found.is_known else choices.leading_to(name.alias)
            ):
                yield Manual(name.alias, name.qualified.removeprefix("compat."), found.said, found.advice)
    for reference in file.all_references():
        qualified = reference.qualified.removeprefix("compat.")
        if reference.certain and not _is_imported(reference.qualified, imported):
            found = _absent(file, reference.qualified, reference.spelling)
            is_there = not file.target.lacks(qualified.rpartition(".")[0])
            is_looked_up = is_there and not is_given(file, qualified) and not is_never_evaluated(file, reference.node)
            if found and found.path == qualified and is_looked_up:
                if qualified in PUBLIC_NAMES and not choices.leading_to(reference.node):
                    yield respelled_in_place(file, reference, PUBLIC_NAMES[qualified])
                elif found.is_known or not (
                    choices.leading_to(reference.node) or _is_through_star(file, reference.node)
                ):
                    yield Manual(reference.node, qualified, found.said, found.advice)


def _public_imports(file: File, choices: Choices) -> dict[cst.ImportFrom, Edit]:
    """The from-imports of names that have a public one, with that."""
    found: dict[cst.ImportFrom, Edit] = {}
    for statement in dict.fromkeys(each.statement for each in file.imports if each.qualified in PUBLIC_NAMES):
        names = [each for each in file.imports if each.statement is statement]
        if not isinstance(statement, cst.ImportFrom) or not file.target.is_modern or choices.leading_to(statement):
            continue
        paths = {each.alias: PUBLIC_NAMES.get(each.qualified) for each in names}
        targets = {each.alias: PUBLIC_NAMES.get(each.qualified, each.qualified) for each in names}
        edit = respelled_from_import(file, statement, paths, targets)
        if edit is not None:
            found[statement] = edit
    return found


def _absent(file: File, qualified: str, found: Spelling | None) -> Absence | None:
    if found is not None and found.shimmed:
        path = qualified.removeprefix("compat.")
        if not file.target.is_modern or not is_missing(file.target, path):
            return None
        return None if is_reported(file.target, qualified, found) else absence(file.target, path)
    if found is not None and file.target.is_modern and _is_below(found.plain, ROWS):
        return None
    return absence(file.target, qualified)


def _is_below(plain: str, names: Container[str]) -> bool:
    """True if a name is one of `names`, or below one."""
    return any(prefix in names for prefix in prefixes(plain))


def _is_imported(qualified: str, imported: set[str]) -> bool:
    """True if an import statement names this, or something below it."""
    return any(name == qualified or name.startswith(qualified + ".") for name in imported)


def _is_estimator(file: File, qualified: str) -> bool:
    """True if a name is in `tensorflow_estimator`, which came with the releases that had `tf.estimator`."""
    package = qualified.split(".", maxsplit=1)[0]
    return package == "tensorflow_estimator" and package not in file.local


def _is_through_star(file: File, node: cst.CSTNode) -> bool:
    """True if only a star import can have brought a name, which then may come from anywhere."""
    while isinstance(node, cst.Attribute):
        node = node.value
    return isinstance(node, cst.Name) and not file.assignments(node)
