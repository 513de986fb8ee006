"""The uses of `tf.contrib` whose code lives on in the package `tf-slim`, and where the shims have them."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.unreached import is_guarded
from codemods.analysis.objects.shim_coverage import SHIM_MODULES
from codemods.rewriting.named_modules import given_name
from codemods.rewriting.rename import start_of
from codemods.source.canonical_names import below, prefixes
from codemods.source.file import File, ImportedName, Reference, name_of, once_per_file
from codemods.source.moved_names import CONTRIB_WEIGHTS
from compat.tables.names.slim import ROWS

CONTRIB = "tensorflow.contrib"
NAMES = frozenset(name for row in ROWS for name in row.symbols)
_REASONS = NAMES - frozenset(CONTRIB_WEIGHTS)
"""Names that need tf-slim: initializers and regularizers have equals in TensorFlow and Keras."""
_MODULES = frozenset(above for name in NAMES for above in list(prefixes(name))[3:-1])
"""The modules that hold them: `tensorflow.contrib.slim.nets.vgg`, but not the packages below `tf.contrib`."""
_PACKAGES = frozenset(".".join(name.split(".")[:3]) for name in NAMES)
SLIM = f"{CONTRIB}.slim"


@once_per_file
def used_packages(file: File) -> frozenset[str]:
    """The packages of `tf.contrib` from which a file certainly uses such a name, other than through the shims."""
    found = {each.spelling.plain for each in file.all_references() if each.certain and not each.spelling.shimmed}
    found |= {each.spelling.plain for each in file.imports if each.spelling and not each.spelling.shimmed}
    needed = found & _REASONS
    return frozenset(package for package in _PACKAGES if any(below(name, package) for name in needed))


def path_on_shims(file: File, imported: ImportedName) -> str | None:
    """The path from which a name is imported today; None for an import that stays."""
    found = imported.spelling
    if found is None or found.shimmed or is_guarded(file, imported.alias):
        return None
    if isinstance(imported.statement, cst.Import) and imported.alias.asname is None:
        return None
    is_read = is_module(found.plain) and _is_read(file, imported)
    return f"compat.{found.plain}" if is_read or _is_carried(file, found.plain) else None


def _is_carried(file: File, name: str) -> bool:
    """True for a name of tf-slim, and for another shim of a package from which the file uses such a name."""
    return name in _REASONS or (name in SHIM_MODULES and any(below(name, each) for each in used_packages(file)))


def _is_read(file: File, imported: ImportedName) -> bool:
    """True if a name of tf-slim is read from an imported module, or slim is passed on."""
    for reference in file.all_references():
        if not reference.certain or not below(reference.qualified, imported.qualified):
            continue
        start = start_of(file, reference)
        if start is None or start.qualified != imported.qualified:
            continue
        if reference.spelling.plain in _REASONS or (
            start is reference and file.longer(reference) is None and below(reference.spelling.plain, SLIM)
        ):
            return True
    return False


def is_module(path: str) -> bool:
    """True for a module of `tf.contrib` that holds such names."""
    return path in _MODULES | _PACKAGES


def packages_in_place(file: File) -> list[Reference]:
    """The places that spell out a package, as in `tf.contrib.layers.flatten`, and go on to a name that is carried."""
    found = []
    for reference in file.all_references():
        if reference.spelling.plain not in _PACKAGES or reference.spelling.shimmed or not reference.certain:
            continue
        start = start_of(file, reference)
        if start is None or start is reference or is_guarded(file, reference.node):
            continue
        if any(_is_carried(file, each) for each in _longer(file, reference)) or _is_read_by_name(file, reference):
            found.append(reference)
    return found


def _longer(file: File, reference: Reference) -> list[str]:
    names: list[str] = []
    following = file.longer(reference)
    while following is not None:
        names.append(following.spelling.plain)
        following = file.longer(following)
    return names


def _is_read_by_name(file: File, reference: Reference) -> bool:
    """True for the value of `layers = tf.contrib.layers` if `layers.flatten` is carried; always for slim."""
    name = given_name(file, reference)
    if name is None:
        return False
    read = {each.attr.value for each in file.every(cst.Attribute) if name_of(each.value) == name}
    return reference.spelling.plain == SLIM or any(f"{reference.spelling.plain}.{each}" in _REASONS for each in read)
