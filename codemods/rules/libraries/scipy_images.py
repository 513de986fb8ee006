"""Take `imread`, `imresize`, `imsave` and the other image functions of `scipy.misc` from the shims.

## What it does

`from scipy.misc import imread` becomes `from compat.scipy_images import imread`, and `from scipy import misc` becomes
`from compat import scipy_images as misc` where the file uses nothing else of it. Names that are read from a module,
`scipy.misc.imresize(x, (64, 64))`, are read from `scipy_images`, and an `import scipy.misc` that was for them alone
goes. So do `scipy.ndimage.imread` and names that came with `from scipy.misc import *`, in any file: a module that a
script imports need not name Keras.

## Why

SciPy 1.3 left them out: "cannot import name 'imresize' from 'scipy.misc'". What is recommended in their place does not
scale floats to 0 ... 255 and takes sizes otherwise, and Pillow rounds otherwise today: it makes narrow images larger
along the columns first, and rounds greys to the nearest.
https://docs.scipy.org/doc/scipy/release/1.3.0-notes.html#scipy-misc-changes

## Numbers

Same: 3452 calls give the arrays of SciPy 1.2 with Pillow 6, to the byte, for all modes, types, sizes, filters and files
without losses (`tests/compat/test_scipy_images.py`). A JPEG is decoded by the library that Pillow was built with:
libjpeg 9 of Pillow 6 and libjpeg-turbo of Pillow 13 give other pixels where colours are sampled down, by up to 18 of
255, to whatever reads images by Pillow.

## What it leaves to you

Pillow has to be installed, as before. `toimage(x, mode="I")` is no longer saved as a PNG by Pillow, which takes
`.convert("I;16")`. `imread(path, mode="P")` has other colours. `try` and `if` that choose among packages stay.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.version_branches import Choices
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.remove import remove
from codemods.rewriting.shim_imports import shimmed_imports
from codemods.source.file import File, ImportedName, exported_names, from_module
from codemods.types import Edit, Import, Manual, Replacement, Stage, rule
from compat.tables.names.ended_names import IMAGE_SHIMS, SCIPY_IMAGES

_URL = "https://docs.scipy.org/doc/scipy/release/1.3.0-notes.html#scipy-misc-changes"
_MODULES = frozenset(path.rpartition(".")[0] for path in SCIPY_IMAGES)
_EMPTIED = frozenset({"scipy.misc", "scipy.misc.pilutil"})
_NAMES = frozenset(path.rpartition(".")[2] for path in SCIPY_IMAGES)
_PACKAGE, _, _SHIMS = IMAGE_SHIMS.rpartition(".")


@rule(
    "TFM523",
    stage=Stage.BEHAVIOUR,
    example="""
    import scipy.misc
    from keras.models import load_model
    from scipy.misc import imread

    model = load_model("model.h5")
    for i in range(3):
        print(model.predict(scipy.misc.imresize(imread(f"{i}.png"), (224, 224))[None]))
    """,
)
def scipy_images(file: File) -> Iterator[Edit | Manual]:
    """Edit imports first, and then what is read from modules that stay."""
    if not file.target.is_modern:
        return
    choices = Choices(file)
    edited = dict[cst.CSTNode, Edit]()

    def path_of(imported: ImportedName) -> str | None:
        if choices.guarding(imported.statement):
            return None
        return SCIPY_IMAGES.get(imported.qualified) or (IMAGE_SHIMS if _is_for_images(file, imported) else None)

    for edit in shimmed_imports(file, path_of):
        edited[edit.at] = edit
    yield from edited.values()
    for imported in file.imports:
        if imported.statement not in edited and path_of(imported) is not None:
            yield _unwritten(imported)
    moved = [each for each in file.imports if each.statement in edited and path_of(each) == IMAGE_SHIMS]
    for node in file.attributes:
        path = file.qualified_name(node) if node.attr.value in _NAMES else None
        if path in SCIPY_IMAGES and not choices.guarding(node) and not _is_moved(node, moved):
            yield _in_place(file, node, path)
    yield from _left_over(file, choices)
    yield from _from_stars(file, choices)


def _is_for_images(file: File, imported: ImportedName) -> bool:
    """True for a module that is bound to a name of its own, and read for its image functions alone."""
    is_named = isinstance(imported.statement, cst.ImportFrom) or imported.alias.asname is not None
    uses = _uses(file, imported) if is_named and imported.qualified in _MODULES else []
    return bool(uses) and all(_path_above(file, each) in SCIPY_IMAGES for each in uses)


def _uses(file: File, imported: ImportedName) -> list[cst.Name]:
    """Where the name is used that an import binds: `scipy` for `import scipy.misc`."""
    bindings = file.scope(imported.statement)[imported.local.partition(".")[0]]
    return [use for binding in bindings for use in binding.uses]


def _path_above(file: File, name: cst.Name) -> str | None:
    above = file.parent(name)
    return file.qualified_name(above) if isinstance(above, cst.Attribute) else None


def _is_moved(node: cst.Attribute, moved: list[ImportedName]) -> bool:
    """True for `misc.imread` where the import of `misc` itself is edited."""
    return isinstance(node.value, cst.Name) and any(each.local == node.value.value for each in moved)


def _unwritten(imported: ImportedName) -> Manual:
    said = f"{imported.qualified} is gone"
    return Manual(imported.alias, imported.qualified, said, f"import it from {IMAGE_SHIMS} ({_URL})")


def _in_place(file: File, node: cst.Attribute, path: str) -> Edit:
    name, added = bind_module(file, IMAGE_SHIMS, _SHIMS, node)
    imports = tuple(Import(_PACKAGE, _SHIMS, "" if name == _SHIMS else name) for _ in added)
    new = cst.parse_expression(f"{name}.{node.attr.value}")
    return Edit(node, f"{path} comes from the shims", ((node, new),), imports)


def _left_over(file: File, choices: Choices) -> Iterator[Edit]:
    """Remove imports of `scipy.misc` whose uses have gone to the shims."""
    for imported in file.imports:
        line = file.parent(imported.statement)
        if imported.qualified not in _EMPTIED or choices.guarding(imported.statement) or _uses(file, imported):
            continue
        if imported.local in exported_names(file) or not _was_for_images(file.original):
            continue
        if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1:
            yield Edit(
                imported.statement, f"nothing uses {imported.qualified} any more", _without(file, imported, line)
            )


def _was_for_images(file: File) -> bool:
    """True for a source that read image functions from a module."""
    return any(each.attr.value in _NAMES and file.qualified_name(each) in SCIPY_IMAGES for each in file.attributes)


def _without(
    file: File, imported: ImportedName, line: cst.SimpleStatementLine
) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    names = imported.statement.names
    if isinstance(names, cst.ImportStar) or len(names) == 1:
        return remove(file, line)
    kept = [each for each in names if each is not imported.alias]
    kept[-1] = kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
    return ((imported.statement, imported.statement.with_changes(names=kept)),)


def _from_stars(file: File, choices: Choices) -> Iterator[Edit]:
    """Import below the last star what it brought, and brings no more."""
    stars = file.unknown_stars()
    line = file.parent(stars[-1]) if stars and from_module(stars[-1]) in _EMPTIED else None
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) > 1 or choices.guarding(line):
        return
    used = [each.value for each in file.every(cst.Name) if each.value in _NAMES and file.is_unbound(each)]
    if used:
        names = ", ".join(dict.fromkeys(used))
        new = cst.parse_statement(f"from {IMAGE_SHIMS} import {names}")
        said = f"{names} came with the star import of {from_module(stars[-1])}, and comes from the shims"
        yield Edit(stars[-1], said, ((line, cst.FlattenSentinel([line, new])),))
