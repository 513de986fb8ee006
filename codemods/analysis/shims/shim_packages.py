"""Takes packages of `tf.contrib` from the shims as a whole: where they are imported, and where they are spelled out."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import libcst as cst

from codemods.analysis.flow.unreached import is_guarded
from codemods.rewriting.named_modules import given_name, imported_in_place, module_in_place
from codemods.rewriting.rename import start_of
from codemods.rewriting.shim_imports import shimmed_imports, star_imports
from codemods.source.file import File, ImportedName, Reference
from codemods.types import Edit


def package_from_shims(file: File, package: str, carried: Collection[str]) -> Iterator[Edit]:
    """Change imports of a package and of the names of it that are carried, and the package where it is spelled out."""

    def path_of(imported: ImportedName) -> str | None:
        found = imported.spelling
        if found is None or found.shimmed or is_guarded(file, imported.alias):
            return None
        if isinstance(imported.statement, cst.Import) and imported.alias.asname is None:
            return None
        return f"compat.{found.plain}" if found.plain == package or found.plain in carried else None

    yield from shimmed_imports(file, path_of)
    yield from star_imports(file, package.__eq__)
    for reference in file.all_references():
        if reference.spelling.plain == package and reference.certain and _is_spelled_out(file, reference, carried):
            yield imported_in_place(file, reference) or module_in_place(file, reference, path_of)


def _is_spelled_out(file: File, reference: Reference, carried: Collection[str]) -> bool:
    """True for `tf.contrib.summary`, if it goes on to a name that is carried, or is given a name."""
    start = start_of(file, reference)
    if reference.spelling.shimmed or start is None or start is reference or is_guarded(file, reference.node):
        return False
    following = file.longer(reference)
    if following is None:
        return given_name(file, reference) is not None
    return following.spelling.plain in carried
