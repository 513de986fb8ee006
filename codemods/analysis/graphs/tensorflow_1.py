"""The meaning of names in a source written for TensorFlow 1, and their spelling today."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.graphs.graph_mode import has_estimators, is_in_graph_mode, keras_uses
from codemods.analysis.graphs.same_meaning import LAST, SAME, Use, use_of
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1, written_for
from codemods.releases import api
from codemods.source.canonical_names import Spelling, in_v1
from codemods.source.file import File, ImportedName, Reference, once_per_file
from compat.tables.names.aliases import OF_TENSORFLOW_2
from compat.tables.names.contrib import SAME_OBJECTS
from compat.tables.names.plain_names import PLAIN_NAMES
from compat.tables.names.tensorflow_1 import CHANGED, MOVED

_GONE_ROOTS = ("tensorflow._api.v1", "tensorflow._api.v2", "tensorflow_core")
_SHADOWED = ("tensorflow.distribute", "tensorflow.distribute.experimental", "tensorflow.lite")
"""Modules that `import` takes for packages on disk, which do not hold their names."""
_ROOT, _VARIABLE = "tensorflow", "tensorflow.Variable"
_NAMED_FROM = {_VARIABLE: 2}
"""The number of positional arguments that kept their place in `tf.compat.v1`, which put others in between."""

TENSORFLOW_2 = 2
TWO_FUNCTIONS = OF_TENSORFLOW_2.keys() & MOVED.keys()
"""Names that are gone, and were one function in TensorFlow 1 and another in TensorFlow 2."""

_DIFFER_IN_METHODS = ("tensorflow.data.", "tensorflow.distribute.")
"""Classes that mean the same but for methods that are gone, which is reported where they are called."""


def moved_to(file: File, name: str) -> str | None:
    """The name of today for the same object, `tf.contrib` included; None where there is none, or nothing tells."""
    if name in OF_TENSORFLOW_2:
        line = written_for(file).tensorflow
        if name not in TWO_FUNCTIONS or line == TENSORFLOW_2:
            return OF_TENSORFLOW_2[name]
        if line is None:
            return None
    if name in MOVED:
        return PLAIN_NAMES.get(name, MOVED[name])
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
    is_made = found.plain == _VARIABLE and file.call_of(reference) is not None
    if _use(file, reference).is_legacy or (is_made and is_in_graph_of_importers(file)):
        return in_v1(found.plain)
    return _below_tensorflow(file, found)


@once_per_file
def is_in_graph_of_importers(file: File) -> bool:
    """True for a module of TensorFlow 1 without Keras that a script with a graph imports.

    A variable that is fetched beside its update is read after it in TensorFlow 1. So it is in `tf.compat.v1`, once the
    behaviour of TensorFlow 2 is disabled; a `tf.Variable` of TensorFlow 2 is read before or after it, by chance.
    """
    if not is_written_for_tensorflow_1(file) or keras_uses(file) or has_estimators(file):
        return False
    return any(is_in_graph_mode(each) or _disables_tensorflow_2(each) for each in file.project.importers(_ROOT))


def _disables_tensorflow_2(file: File) -> bool:
    return any(each.qualified.endswith(".disable_v2_behavior") for each in file.all_references())


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


def kept_use(file: File, reference: Reference) -> Use:
    """The arguments that change in a use of a changed name that stays; none if it goes to `tf.compat.v1`."""
    use = _use(file, reference)
    return SAME if use.is_legacy else use


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
    if means_two_functions(file, found):
        return True
    if found.plain not in CHANGED or found.shimmed or found.plain.startswith(_DIFFER_IN_METHODS):
        return False
    return use_of(file, reference) != SAME and written_for(file).tensorflow is None


def means_two_functions(file: File, found: Spelling) -> bool:
    """True for a function of both versions that lost its name since, and nothing tells for which a file was written."""
    return found.plain in TWO_FUNCTIONS and not found.shimmed and written_for(file).tensorflow is None


@once_per_file
def _use(file: File, reference: Reference) -> Use:
    """The result for a changed name; it stays if nothing shows that the file was written for TensorFlow 1."""
    if reference.spelling.plain not in CHANGED:
        return SAME
    use = use_of(file, reference)
    return use if use == SAME or is_written_for_tensorflow_1(file) else SAME
