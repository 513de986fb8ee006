"""Packages that mirror a legacy namespace without importing it: every name is looked up when it is asked for.

`compat.keras.layers.core` stands for `keras.layers.core`. On a release that still has the legacy module the native
object is handed back; on Keras 3 a name is looked up in turn among the shims, the tables of moved names, the
modern module of the same path, and the table of removed names, which says what became of it.
"""

import importlib
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Dict, List, Optional, Sequence

from compat.namespace.index import (
    alias,
    canonical,
    family,
    is_changed,
    is_legacy_module,
    moved_to,
    removed,
    shim_module,
    spelled_in,
)
from compat.namespace.legacy_warning import warn_legacy

PREFIX = "compat."
_VERSIONS = ("__version__", "__git_version__", "__compiler_version__")
ROOTS = ("compat.keras", "compat.tensorflow")
_ESTIMATOR = "tensorflow.compat.v1.estimator"


class LazyModule(ModuleType):
    """A module of a mirrored namespace; `ModuleType.__getattr__` for names that are not there yet."""

    def __getattr__(self, name: str) -> Any:
        if name == "__all__":
            return [public for public in self.__dir__() if not public.startswith("_")]
        if name.startswith("__") and name not in _VERSIONS:
            raise AttributeError(name)
        value = resolve(self.__name__, name)
        setattr(self, name, value)
        return value

    def __dir__(self) -> List[str]:
        module = _real(self.__name__)
        return sorted({*vars(self), *spelled_in(canonical(self.__name__)), *(dir(module) if module else ())})


class _Loader:
    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return LazyModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing runs: names are looked up on demand."""


class _Finder:
    """Finds `compat.keras.a.b` where `keras.a.b` is, or was in a legacy release."""

    def find_spec(
        self,
        fullname: str,
        path: Optional[Sequence[str]],
        target: Optional[ModuleType] = None,
    ) -> Optional[ModuleSpec]:
        del path, target
        if not fullname.startswith(tuple(root + "." for root in ROOTS)):
            return None
        if is_legacy_module(canonical(fullname)) or _real(fullname) is not None:
            return ModuleSpec(fullname, _Loader(), is_package=True)  # type: ignore[arg-type]
        return None


def install(name: str) -> None:
    """Make the package `name` the root of a mirrored namespace."""
    sys.modules[name].__class__ = LazyModule
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())


def resolve(path: str, name: str) -> Any:
    """Return what `path.name` means on the releases at hand.

    Raises:
        AttributeError: neither a legacy nor a modern release has the name; says what became of a removed one.

    """
    real = _real(path)
    if _is_native(path):
        if hasattr(real, name):
            return getattr(real, name)
    else:
        shim = shim_module(path[len(PREFIX) :], name) or shim_module(canonical(path), name)
        if shim is not None and not (shim.startswith(_FOR_KERAS_3) and _is_keras_2(path)):
            return getattr(importlib.import_module(shim), name)
        if is_changed(canonical(path), name):
            return _fetch(path, canonical(path).replace("tensorflow", "tensorflow.compat.v1", 1) + "." + name)
    moved = moved_to(canonical(path), name)
    if moved is not None:
        rule = "TFM101" if family(canonical(path)) == "keras" else "TFM103"
        warn_legacy(rule, canonical(path), f"its names moved, {name} is {moved}")
        return _fetch(path, moved)
    value = getattr(real, name, _ABSENT)
    if value is _ABSENT or (isinstance(value, ModuleType) and _is_mirrored(path, name)):
        return _submodule(path, name, value)
    return _hook(path, name, value)


_FOR_KERAS_3 = ("compat.shims.keras.", "compat.shims.tensorflow.")
_ABSENT = object()


def _is_mirrored(path: str, name: str) -> bool:
    """Keras is mirrored as a whole; modules of TensorFlow are handed out as they are."""
    child = canonical(path + "." + name)
    return child.split(".")[0] == "keras" or is_legacy_module(child)


def _submodule(path: str, name: str, value: Any) -> Any:
    try:
        return importlib.import_module(path + "." + name)
    except ModuleNotFoundError:
        if value is not _ABSENT:
            return value
    same = alias(canonical(path), name)
    if same is not None:
        return _fetch(path, same)
    gone = removed(canonical(path), name)
    if gone is not None:
        text = "{}.{} was removed in {}: {} ({})"
        raise AttributeError(text.format(canonical(path), name, gone.gone_in, gone.advice, gone.url))
    if shim_module(canonical(path), name) is not None:
        raise AttributeError(f"module {path!r} has {name!r} for Keras 3 only, and tf.keras is Keras 2 here")
    raise AttributeError(f"module {path!r} has no attribute {name!r}, and no legacy release had one")


def _fetch(path: str, modern: str) -> Any:
    """Return the object with the modern name; a `keras` name is looked up through the same mirrored root."""
    module, _, name = modern.rpartition(".")
    if module.split(".")[0] == "keras":
        root = "compat.tensorflow." if path.startswith("compat.tensorflow") else PREFIX
        return getattr(importlib.import_module(root + module), name)
    if (module + ".").startswith(_ESTIMATOR + "."):
        # it left TensorFlow in 2.16
        return getattr(importlib.import_module("compat.tensorflow.estimator" + module[len(_ESTIMATOR) :]), name)
    owner: Any = importlib.import_module(module.split(".")[0])
    for part in modern.split(".")[1:]:
        owner = getattr(owner, part)
    return owner


def _hook(path: str, name: str, value: Any) -> Any:
    is_model = canonical(path).startswith("keras.applications") and name[0].isupper()
    if not is_model or _is_native(path) or _is_keras_2(path):
        return value
    return importlib.import_module("compat.shims.keras.models").returning_legacy_model(value)


def _is_native(path: str) -> bool:
    """Whether the Keras (or, outside Keras, the TensorFlow) at hand is the one that legacy scripts were written for."""
    keras = canonical(path).split(".")[0] == "keras"
    package = "tensorflow.keras" if keras and path.startswith("compat.tensorflow") else canonical(path).split(".")[0]
    if package not in _native:
        module = importlib.import_module(package.split(".")[0])
        version = getattr(module.keras if package == "tensorflow.keras" else module, "__version__", "3")
        _native[package] = int(version.split(".")[0]) < (3 if keras else 2)
    return _native[package]


_native: Dict[str, bool] = {}


def _is_keras_2(path: str) -> bool:
    """Whether this is `tf.keras`, and it is Keras 2: the shims are for Keras 3."""
    is_in_tensorflow = path.startswith("compat.tensorflow") and canonical(path).split(".")[0] == "keras"
    return is_in_tensorflow and not importlib.import_module("compat.namespace.releases").has_keras_3()


def _real(path: str) -> Optional[Any]:
    """The module at hand that the mirrored `path` stands for, or None."""
    name = path[len(PREFIX) :]
    legacy = canonical(path)
    if path.startswith("compat.tensorflow") and legacy.split(".")[0] == "keras":
        public = _import_or_none("tensorflow." + legacy)
        return public if public is not None or not _is_native(path) else _import_or_none("tensorflow.python." + legacy)
    return _import_or_none(name)


def _import_or_none(name: str) -> Optional[Any]:
    """Reach the module as an attribute, or import it.

    `tensorflow.keras` is not a package on every release, and `tensorflow/distribute` is a folder of the wheel that is
    not `tf.distribute`.
    """
    root, *parts = name.split(".")
    module: Any = importlib.import_module(root)
    for part in parts:
        module = getattr(module, part, None)
    if isinstance(module, ModuleType):
        return module
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
