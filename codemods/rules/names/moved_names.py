"""Import Keras symbols from where they live today: `keras.layers.core.Dense` is `keras.layers.Dense`.

## What it does

Rewrites imports, and names that are spelled out below a package, to the public path of the same object.
`from keras.layers.core import *` becomes an import of the names that the file uses, where all of them are known;
below `from keras.layers import *`, `K` and what else that star brought is imported.
`ImageDataGenerator`, `Tokenizer` and backend functions, which only `tf.keras` still has, come from `tensorflow.keras`.

## Why

The modules went with the move to Keras 3: `from keras.layers.core import Dense` raises ModuleNotFoundError.
https://github.com/keras-team/keras/issues/18467

## Numbers

No numbers involved. Only names change; `tests/compat/tables/test_renames.py` looks each one up in legacy and modern
releases.

## What it leaves to you

Modules that are looked up by a string, and gone modules that are used as objects. Star imports of gone modules
whose names are not all known are reported by TFM191. Classes of `keras.optimizers.legacy` that are only named stay, as
Keras 3 has their names.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.bound_names import is_given
from codemods.analysis.flow.unreached import is_unreached
from codemods.releases import api
from codemods.rewriting.merge_imports import merge_imports
from codemods.rewriting.rename import respelled_from_import, respelled_import, respelled_in_place, start_of
from codemods.rewriting.star_imports import brought_names, named_import
from codemods.source.canonical_names import spelling
from codemods.source.file import File, ImportedName, Reference, from_module, name_of, once_per_file
from codemods.source.moved_names import GONE_SYMBOLS, is_gone_module, moved, respelled, written
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, rule
from compat.tables.names.aliases import IN_TF_KERAS
from compat.tables.names.moved_modules import TF_KERAS_HOLDS_ALL

_STILL_THERE = "keras.optimizers.legacy."


@rule(
    "TFM101",
    example="""
    from keras.layers.core import Dense, Dropout
    from keras.layers.normalization import BatchNormalization

    layers = [Dense(10), BatchNormalization(), Dropout(0.5)]
    """,
)
def moved_names(file: File) -> Iterator[Edit | Manual]:
    """Rewrite imports first, then names that are spelled out below a root (`keras.layers.core.Dense`), in place."""
    edits = {
        statement: edit
        for statement in dict.fromkeys(imported.statement for imported in file.imports)
        if (edit := _imports(file, statement, [each for each in file.imports if each.statement is statement]))
    }
    for star in file.star_imports:
        edit = named_import(file, star) or brought_names(file, star)
        edits |= {star: edit} if edit is not None else {}
    merged = list(merge_imports(file, edits))
    covered = {statement for statements, _ in merged for statement in statements}
    yield from (edit for _, edit in merged)
    yield from (edit for statement, edit in edits.items() if statement not in covered)
    for reference in file.all_references():
        if (
            reference.certain
            and isinstance(reference.node, cst.Attribute)
            and not _through_gone_module(file, reference)
            and not _is_only_named(file, reference)
        ):
            edit = _chain(file, reference) or _assigned(file, reference)
            if edit and not is_given(file, reference.qualified):
                yield edit
            elif not edit and _is_bare_module(file, reference):
                yield Manual(
                    reference.node,
                    reference.qualified,
                    f"{reference.qualified} is gone, and used as an object",
                    "import the symbols that you need by name",
                )
    yield from _by_string(file)


def _is_only_named(file: File, reference: Reference) -> bool:
    """True for a class that Keras 3 still has, not made here: in an annotation, in a tuple beside its successor."""
    path = reference.spelling.plain
    if not path.startswith(_STILL_THERE):
        return False
    if any(isinstance(each, cst.Annotation) for each in file.ancestors(reference.node)):
        return True
    element = file.parent(reference.node)
    classes = file.parent(element) if isinstance(element, cst.Element) else None
    if not isinstance(classes, cst.Tuple):
        return False
    beside = [file.reference(each.value) for each in classes.elements]
    return path.replace(_STILL_THERE, "keras.optimizers.") in {each.spelling.plain for each in beside if each}


def _is_bare_module(file: File, reference: Reference) -> bool:
    """True if a gone module is used without a name below it."""
    if not is_gone_module(reference.spelling.plain) or reference.spelling.shimmed:
        return False
    parent = file.parent(reference.node)
    return not isinstance(parent, cst.Attribute)


def _assigned(file: File, reference: Reference) -> Edit | None:
    """The modern module in `layers = tf.keras.layers.experimental.preprocessing`, if it has all that is used of it."""
    assign = file.parent(reference.node)
    if not _is_bare_module(file, reference) or not isinstance(assign, cst.Assign) or len(assign.targets) != 1:
        return None
    target = assign.targets[0].target
    binding = file.only_binding(target) if isinstance(target, cst.Name) else None
    uses = [file.parent(use) for use in binding.uses] if binding is not None else []
    found = reference.spelling
    homes = {_home(found.plain, found.root, use.attr.value) if isinstance(use, cst.Attribute) else None for use in uses}
    home = homes.pop() if len(homes) == 1 else None
    return respelled_in_place(file, reference, home) if home is not None else None


def _by_string(file: File) -> Iterator[Manual]:
    """Report modules that are looked up by a string."""
    for call in file.calls:
        name = name_of(call.func) or ""
        if name.split(".")[-1] not in ("import_module", "__import__", "getattr"):
            continue
        for text in nodes(call, cst.SimpleString):
            value = str(text.evaluated_value)
            owner = file.symbol(call.args[0].value) if name == "getattr" else None
            found = file.spelling(f"{owner}.{value}" if owner else value)
            if found and (is_gone_module(found.plain) or moved(found.plain)):
                said = f"{found.plain} is gone, and looked up by a string"
                yield Manual(call, found.plain, said, "import the symbol by name")


def _modern(file: File, imported: ImportedName) -> str | None:
    """The modern path of an imported symbol; None if it needs no change or has no row."""
    found = imported.spelling
    if found is None or found.shimmed:
        return None
    if found.canonical in GONE_SYMBOLS:
        return None
    if found.plain in IN_TF_KERAS and _is_on_disk(file, imported.qualified.rpartition(".")[0]):
        return None
    path = respelled(found.plain, found.root)
    return path if path != imported.qualified else None


def _is_on_disk(file: File, module: str) -> bool:
    """True for `tensorflow.keras.saving`, which can be imported and which `tf.keras` does not have."""
    return not file.target.has(module) and api.importable(module, file.target.release(module))


def _imports(file: File, statement: cst.Import | cst.ImportFrom, names: list[ImportedName]) -> Edit | None:
    paths = {imported.alias: _modern(file, imported) or _modern_module(file, imported) for imported in names}
    if not any(paths.values()):
        return None
    if isinstance(statement, cst.Import):
        edit = respelled_import(file, statement, {alias: path for alias, path in paths.items() if alias.asname})
    else:
        edit = _from_import(file, statement, paths)
    renamed = [each for imported in names if _modern_module(file, imported) for each in _renamed_uses(file, imported)]
    return edit._replace(replacements=(*edit.replacements, *renamed)) if edit is not None and renamed else edit


def _renamed_uses(file: File, imported: ImportedName) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    """The names used of a module that have another name in the modern one."""
    assert imported.spelling is not None
    for reference in file.all_references():
        use = file.parent(reference.node) if _is_through(file, imported, reference) else None
        row = moved(f"{imported.spelling.plain}.{use.attr.value}") if isinstance(use, cst.Attribute) else None
        if row is not None and isinstance(use, cst.Attribute):
            modern = row.path.rpartition(".")[2]
            if modern != use.attr.value:
                yield use.attr, cst.Name(modern)


def _modern_module(file: File, imported: ImportedName) -> str | None:
    """The modern module of all names that are used from an imported module; None unless there is exactly one."""
    found = imported.spelling
    if found is None or found.shimmed:
        return None
    gone = is_gone_module(found.plain)
    if not gone and found.plain not in TF_KERAS_HOLDS_ALL:
        return None
    through = [each for each in file.all_references() if _is_through(file, imported, each)]
    through = [each for each in through if not is_given(file, f"{each.qualified}.{_first_below(file, each)}")]
    reached = [each for each in through if gone or not is_unreached(file, each.node)]
    uses = [_first_below(file, each) for each in reached]
    homes = {_home(found.plain, found.root, use) for use in uses if use}
    legacy_homes = homes - {imported.qualified}
    if found.plain in TF_KERAS_HOLDS_ALL and legacy_homes == {f"tensorflow.{found.plain}"}:
        return f"tensorflow.{found.plain}"
    return homes.pop() if len(homes) == 1 and None not in homes and legacy_homes else None


def _home(module: str, root: str, name: str) -> str | None:
    row = moved(f"{module}.{name}")
    if row is None:
        return None if is_gone_module(module) else written(module, root)
    return written(row.path, root).rpartition(".")[0]


def _is_through(file: File, imported: ImportedName, reference: Reference) -> bool:
    parent = file.parent(reference.node)
    return (
        isinstance(reference.node, cst.Name)
        and reference.node.value == imported.local
        and reference.qualified == imported.qualified
        and isinstance(parent, cst.Attribute)
    )


def _first_below(file: File, reference: Reference) -> str | None:
    parent = file.parent(reference.node)
    return parent.attr.value if isinstance(parent, cst.Attribute) else None


def _through_gone_module(file: File, reference: Reference) -> bool:
    """True if the name starts at an imported module that `_modern_module` replaces in its import."""
    start = start_of(file, reference)
    if start is None:
        return True
    return any(
        imported.local == start.node.value
        and imported.qualified == start.qualified
        and (_modern_module(file, imported) or _waits(file, imported))
        for imported in file.imports
        if isinstance(start.node, cst.Name)
    )


def _modern_paths(file: File, start: Reference) -> Iterator[str]:
    """The modern path of the imported name that a reference starts at."""
    for imported in file.imports:
        is_start = isinstance(start.node, cst.Name) and imported.local == start.node.value
        if is_start and imported.qualified == start.qualified and (path := _modern(file, imported)) is not None:
            yield path


@once_per_file
def _waits(file: File, imported: ImportedName) -> bool:
    """True if a rule of its own has to migrate a name of the module first."""
    uses = (file.longer(each) for each in file.all_references() if _is_through(file, imported, each))
    return any(each is not None and each.canonical in GONE_SYMBOLS for each in uses)


def _from_import(file: File, statement: cst.ImportFrom, paths: dict[cst.ImportAlias, str | None]) -> Edit | None:
    module = from_module(statement)
    targets = {alias: path or f"{module}.{name_of(alias.name)}" for alias, path in paths.items()}
    homes = {path.rpartition(".")[0] for path in targets.values()}
    standing = spelling(module)
    if standing and standing.plain in TF_KERAS_HOLDS_ALL and homes == {module, f"tensorflow.{standing.plain}"}:
        targets = {alias: f"tensorflow.{standing.plain}.{name_of(alias.name)}" for alias in targets}
    return respelled_from_import(file, statement, paths, targets)


def _is_below_moved(file: File, reference: Reference) -> bool:
    """True if this name is part of a longer one that moved."""
    longer = file.longer(reference)
    return longer is not None and respelled(longer.spelling.plain, longer.spelling.root) is not None


def _chain(file: File, reference: Reference) -> Edit | None:
    if reference.spelling.shimmed or reference.canonical in GONE_SYMBOLS or _is_below_moved(file, reference):
        return None
    path = respelled(reference.spelling.plain, reference.spelling.root)
    if path is None or path == reference.qualified.replace("tensorflow.compat.v2.", "tensorflow."):
        return None
    start = start_of(file, reference)
    if start is not None and any(
        f"{module}{reference.qualified.removeprefix(start.qualified)}" == path for module in _modern_paths(file, start)
    ):
        return None  # the import moves, and the name with it
    if reference.spelling.plain.rpartition(".")[0] in TF_KERAS_HOLDS_ALL and is_unreached(file, reference.node):
        return None
    if reference.spelling.plain in IN_TF_KERAS and start is not None and _is_on_disk(file, start.qualified):
        return None
    return respelled_in_place(file, reference, path)
