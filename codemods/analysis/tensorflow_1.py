"""The meaning of names in a source written for TensorFlow 1, and their spelling today."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from codemods.analysis.written_for import written_for
from codemods.releases import api
from codemods.source.canonical_names import Spelling, in_v1
from codemods.source.file import File, ImportedName, Reference, once_per_file
from compat.tables.keywords.same_meaning import KEYWORDS, SAME_MEANING, TEXTS
from compat.tables.names.contrib import SAME_OBJECTS
from compat.tables.names.tensorflow_1 import CHANGED, MOVED

LAST = "1.15.5"
"""The release that has every name of TensorFlow 1, whose signatures bind the arguments."""

_GONE_ROOTS = ("tensorflow._api.v1", "tensorflow._api.v2", "tensorflow_core")
_SHADOWED = ("tensorflow.distribute", "tensorflow.distribute.experimental", "tensorflow.lite")
"""Modules that `import` takes for packages on disk, which do not hold their names."""
_NAMED_FROM = {"tensorflow.Variable": 2}
"""The number of positional arguments that kept their place in `tf.compat.v1`, which put others in between."""

_MODERN_KEYWORDS = {
    (symbol, legacy): modern for row in KEYWORDS for symbol in row.symbols for legacy, modern in row.keywords.items()
}


_DIFFER_IN_METHODS = ("tensorflow.data.", "tensorflow.distribute.")
"""Classes that mean the same but for methods that are gone, which is reported where they are called."""


@dataclass(frozen=True)
class Use:
    """The result for one use of a changed name: it moves to `tf.compat.v1`, or only keywords change."""

    is_legacy: bool
    keywords: tuple[tuple[cst.Arg, str], ...] = ()


_SAME = Use(is_legacy=False)


def is_written_for_tensorflow_1(file: File) -> bool:
    """True if the source came in with what only TensorFlow 1 had, and not for one release among others."""
    return written_for(file).tensorflow == 1


def moved_to(file: File, name: str) -> str | None:
    """The name of today for the same object, `tf.contrib` included; None where the target has none."""
    if name in MOVED:
        return MOVED[name]
    path = SAME_OBJECTS.get(name)
    return path if path is not None and api.exists(path, file.target.tensorflow) else None


def modern_path(file: File, reference: Reference) -> str | None:
    """The name by which a use goes on; None where it needs none."""
    found = reference.spelling
    if found.shimmed:
        return None
    moved = moved_to(file, found.plain)
    if moved is not None:
        return moved
    if _use(file, reference).is_legacy:
        return in_v1(found.plain)
    return _below_tensorflow(file, found)


def modern_import(file: File, imported: ImportedName) -> str | None:
    """The path from which a name is imported today, as all of its uses mean it; None where it needs no change."""
    found = imported.spelling
    if found is None or found.shimmed:
        return None
    path = moved_to(file, found.plain)
    if path is not None:
        if isinstance(imported.statement, cst.ImportFrom):
            return _importable(file, path)
        return path if api.importable(path, file.target.tensorflow) else None
    if found.plain in CHANGED and any(_use(file, each).is_legacy for each in uses_of(file, imported)):
        return in_v1(found.plain)
    return _below_tensorflow(file, found)


def uses_of(file: File, imported: ImportedName) -> list[Reference]:
    """The certain uses of an imported name."""
    return [
        reference
        for reference in file.all_references()
        if reference.certain
        and isinstance(reference.node, cst.Name)
        and reference.node.value == imported.local
        and reference.qualified == imported.qualified
    ]


def _below_tensorflow(file: File, found: Spelling) -> str | None:
    """The public name of what is spelled below a private copy of the API."""
    if found.root not in _GONE_ROOTS or (api.kind(found.plain, file.target.tensorflow) or "private").startswith(
        "private"
    ):
        return None
    return found.plain


def _importable(file: File, path: str) -> str | None:
    """A name of the same object that can be imported from its module."""
    release = file.target.tensorflow
    for candidate in (path, *api.aliases(path, release)):
        module = candidate.rpartition(".")[0]
        below_root = module in ("tensorflow", "tensorflow.compat.v1")
        if api.importable(module, release) and module not in _SHADOWED:
            if below_root or api.kind(candidate, release) != "namespace":
                return candidate
    return None


def renamed_keywords(file: File, reference: Reference) -> tuple[tuple[cst.Arg, str], ...]:
    """The keywords of a call of a changed name that stays, by their modern names."""
    use = _use(file, reference)
    return () if use.is_legacy else use.keywords


def named_arguments(file: File, reference: Reference) -> tuple[tuple[cst.Arg, str], ...]:
    """The positional arguments that `tf.compat.v1` has in another order, by their names."""
    plain = reference.spelling.in_tensorflow_1
    call = file.call_of(reference)
    if plain not in _NAMED_FROM or call is None or any(arg.star for arg in call.args):
        return ()
    is_legacy = (
        _use(file, reference).is_legacy if plain == reference.spelling.plain else is_written_for_tensorflow_1(file)
    )
    signature = api.signature(plain, LAST)
    if not is_legacy or signature is None:
        return ()
    first = _NAMED_FROM[plain]
    positional = [arg for arg in call.args if arg.keyword is None]
    return tuple(zip(positional[first:], signature.positional[first:], strict=False))


def is_undecided(file: File, reference: Reference) -> bool:
    """True if a name meant something else in TensorFlow 1, and nothing tells for which TensorFlow it was written."""
    found = reference.spelling
    if found.plain not in CHANGED or found.shimmed or found.plain.startswith(_DIFFER_IN_METHODS):
        return False
    return _changed(file, reference) != _SAME and written_for(file).tensorflow is None


@once_per_file
def _use(file: File, reference: Reference) -> Use:
    """The result for a changed name; it stays if nothing shows that the file was written for TensorFlow 1."""
    if reference.spelling.plain not in CHANGED:
        return _SAME
    use = _changed(file, reference)
    return use if use == _SAME or is_written_for_tensorflow_1(file) else _SAME


def _changed(file: File, reference: Reference) -> Use:
    plain = reference.spelling.plain
    call = file.call_of(reference)
    legacy, modern = api.signature(plain, LAST), api.signature(plain, file.target.tensorflow)
    is_class = api.kind(plain, LAST) == "class"
    if plain not in SAME_MEANING or legacy is None or modern is None or (is_class and _has_legacy_members(file, plain)):
        return Use(is_legacy=True)
    if call is None:
        return Use(is_legacy=not is_class)
    given: dict[str, cst.Arg] = {}
    renamed: list[tuple[cst.Arg, str]] = []
    for index, arg in enumerate(call.args):
        name = arg.keyword.value if arg.keyword else legacy.positional[index] if index < len(legacy.positional) else ""
        parameter = _MODERN_KEYWORDS.get((plain, name), name)
        if arg.star or parameter not in SAME_MEANING[plain] or parameter in given:
            return Use(is_legacy=True)
        if arg.keyword is None and modern.positional[index : index + 1] != (parameter,):
            return Use(is_legacy=True)
        if TEXTS.get(plain) == parameter and not _is_text(arg.value):
            return Use(is_legacy=True)
        given[parameter] = arg
        if arg.keyword and parameter != name:
            renamed.append((arg, parameter))
    if not set(modern.required) <= given.keys():
        return Use(is_legacy=True)
    return Use(is_legacy=False, keywords=tuple(renamed))


def _has_legacy_members(file: File, plain: str) -> bool:
    """True if the file uses a member that only objects of the legacy class have."""
    release = file.target.tensorflow
    lost = api.methods(in_v1(plain), release).keys() - api.methods(plain, release).keys()
    return any(attribute.attr.value in lost for attribute in file.attributes)


def _is_text(node: cst.BaseExpression) -> bool:
    """True if an expression is visibly a string: a literal, a formatted one, or a concatenation."""
    if isinstance(node, cst.BaseString):
        return True
    if isinstance(node, cst.BinaryOperation):
        return _is_text(node.left) or (isinstance(node.operator, cst.Add) and _is_text(node.right))
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        return node.func.attr.value in ("format", "join") and _is_text(node.func.value)
    return isinstance(node, cst.IfExp) and _is_text(node.body) and _is_text(node.orelse)
