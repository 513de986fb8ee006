"""The uses of Estimators in a file, and the paths by which the shims provide them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.releases.written_for import is_written_for_tensorflow_1
from codemods.releases import api
from codemods.source.canonical_names import V1, below, spelling, without_v1
from codemods.source.file import File, ImportedName, Reference, name_of, once_per_file
from codemods.source.scopes import IMPORT
from codemods.types import Edit

PUBLIC = "tensorflow.estimator"
KERAS = "tensorflow.keras.estimator"
_V2 = "tensorflow.compat.v2"
_PRIVATE = ("tensorflow.python.estimator", "tensorflow_estimator")
_PRIVATE_MODULES = ("tensorflow.python.estimator", "tensorflow_estimator.python.estimator")
_LAST = "2.15.1"
"""The release whose Estimators the shims have."""
ON_TPU = "tensorflow.contrib.tpu"
ABOUT_TPU_ESTIMATORS = ("TPUEstimator", "TPUEstimatorSpec", "RunConfig", "TPUConfig", "InputPipelineConfig")


class Home(NamedTuple):
    """A module of the shims, and the name under which a file that keeps its own `tf` imports it."""

    package: str
    module: str
    name: str

    @property
    def path(self) -> str:
        return f"{self.package}.{self.module}"


HOMES = {
    PUBLIC: Home("compat.tensorflow.estimator", "v2", "tf_estimator"),
    f"{_V2}.estimator": Home("compat.tensorflow.estimator", "v2", "tf_estimator"),
    f"{V1}.estimator": Home("compat.tensorflow", "estimator", "tf_v1_estimator"),
    f"{V1}.layers": Home("compat.tensorflow", "layers", "tf_layers"),
    KERAS: Home("compat.tensorflow.keras", "estimator", "keras_estimator"),
    f"{V1}.keras.estimator": Home("compat.tensorflow.keras", "estimator", "keras_estimator"),
}
"""The modules that a file of TensorFlow 2 takes from the shims, which mean TensorFlow 1 under their other paths."""

_BELOW_SHIMS = ("estimator", "layers", "keras.estimator")
"""Modules that the shims have below `compat.tensorflow`, but not below `compat.tensorflow.compat.v1`."""


def public_estimator(qualified: str) -> str | None:
    """The TensorFlow 1 name of a symbol of the Estimator API, whatever its path; None for other names."""
    path = qualified
    for prefix in (V1, _V2):
        if below(path, f"{prefix}.estimator") or below(path, f"{prefix}.keras.estimator"):
            path = f"tensorflow.{path.removeprefix(prefix + '.')}"
    if below(path, PUBLIC) or below(path, KERAS):
        return path
    if below(path, "keras.estimator"):
        return f"tensorflow.{path}"
    if path == "tensorflow_estimator.estimator":
        return PUBLIC
    symbol = api.lookup(path) if any(below(path, root) for root in _PRIVATE) else None
    names = symbol.aliases if symbol is not None else ()
    return next((name for name in names if below(name, PUBLIC) or below(name, KERAS)), None)


def path_on_shims(qualified: str) -> str | None:
    """The path on the shims of a name of the Estimator API, in a file of TensorFlow 1; None for other names."""
    public = public_estimator(qualified)
    if public is not None:
        return f"compat.{public}"
    for root in _PRIVATE_MODULES:
        path = f"{_PRIVATE_MODULES[0]}{qualified.removeprefix(root)}"
        if below(qualified, root) and api.importable(path.rpartition(".")[0], _LAST) and _may_be_there(path):
            return f"compat.{path}"
    return None


def _may_be_there(path: str) -> bool:
    """True if the last release with Estimators has a private module, or the module of a private name."""
    return api.importable(path, _LAST) or path.rpartition(".")[0] != _PRIVATE_MODULES[0]


@once_per_file
def estimator_imports(file: File) -> tuple[ImportedName, ...]:
    """The imports of names of the Estimator API, except those from the shims."""
    return tuple(each for each in file.imports if is_estimator(file, each.qualified))


@once_per_file
def estimator_references(file: File) -> tuple[Reference, ...]:
    """The certain uses of the Estimator API, except those through the shims."""
    return tuple(
        each
        for each in file.all_references()
        if (each.certain or _root(each) in either_names(file))
        and not each.spelling.shimmed
        and is_estimator(file, each.qualified)
    )


def _root(reference: Reference) -> str:
    return (name_of(reference.node) or "").split(".", maxsplit=1)[0]


@once_per_file
def either_names(file: File) -> frozenset[str]:
    """Names that are imported as `tensorflow.compat.v1` in one place, and as `tensorflow` in another."""
    paths: dict[str, set[str]] = {}
    for imported in file.imports:
        paths.setdefault(imported.local, set()).add(imported.qualified)
    return frozenset(
        name
        for name, found in paths.items()
        if found == {"tensorflow", V1} and all(each.kind == IMPORT for each in file.global_scope[name])
    )


def is_estimator(file: File, qualified: str) -> bool:
    """True if a name is one of Estimators and comes neither from the shims nor from the project."""
    root = qualified.split(".", maxsplit=1)[0]
    if qualified.startswith(("compat.", ".")) or root in file.local:
        return False
    found = spelling(qualified)
    if path_on_shims(qualified if found is None else _written(qualified)) is not None:
        return True
    module, _, name = qualified.rpartition(".")
    return module == ON_TPU and name in ABOUT_TPU_ESTIMATORS


def _written(qualified: str) -> str:
    """The path with `tensorflow` in place of a private copy of the API that was public by accident."""
    for root in ("tensorflow._api.v1", "tensorflow._api.v2", "tensorflow_core"):
        if below(qualified, root):
            return f"tensorflow{qualified.removeprefix(root)}"
    return qualified


def has_estimators(file: File) -> bool:
    """True if the file uses Estimators that do not come from the shims."""
    return bool(estimator_imports(file) or estimator_references(file))


def new_path(file: File, imported: ImportedName) -> str | None:
    """The path from which a file with Estimators imports a name today; None if it needs no change.

    In a file of TensorFlow 1 everything that its `tf` meant comes from the shims. A file of TensorFlow 2 takes only
    Estimators from the shims, which mean TensorFlow 1 under their other paths.
    """
    path = _written(imported.qualified)
    if imported.spelling is None:
        return path_on_shims(path) if is_estimator(file, path) else None
    if imported.spelling.shimmed:
        return None
    if below(path, V1) and imported.alias.asname is None and isinstance(imported.statement, cst.Import):
        return f"compat.{path}" if is_written_for_tensorflow_1(file) else None
    if path == "tensorflow" and imported.local in either_names(file):
        return "compat.tensorflow"
    if below(path, V1):
        return f"compat.tensorflow{path.removeprefix(V1)}"
    if is_written_for_tensorflow_1(file):
        if not path.startswith("tensorflow") or (below(path, "tensorflow.python") and path_on_shims(path) is None):
            return path_on_shims(path)
        return path_on_shims(path) or f"compat.{path}"
    return _from_home(path) or path_on_shims(path)


def _from_home(path: str) -> str | None:
    for module, home in HOMES.items():
        if below(path, module):
            return f"{home.path}{path.removeprefix(module)}"
    return None


def respelled_below_shims(file: File) -> Iterator[Edit]:
    """Shorten `tf.compat.v1.estimator` to `tf.estimator`, where `tf` comes from the shims."""
    modules = [f"compat.{V1}.{name}" for name in _BELOW_SHIMS]
    for reference in file.all_references():
        if reference.certain and reference.qualified in modules:
            code = file.code(reference.node)
            if ".compat.v1." in code:
                short = cst.parse_expression(without_v1(code))
                said = f"{code} is {file.code(short)} on the shims"
                yield Edit(reference.node, said, ((reference.node, short),))
