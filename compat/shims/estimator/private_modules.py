"""The private modules of `tensorflow-estimator` under their first path, `tensorflow.python.estimator`."""

import importlib
import importlib.util
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Optional, Sequence

from compat.namespace.releases import has_estimator, has_keras_3

_OF_KERAS = ("keras", "keras_lib")
"""The module with `model_to_estimator`, by the names that it had in TensorFlow 1.15 and has in 2.15."""
_SHIM = "compat.shims.keras_estimator.model_to_estimator"


def mirror(name: str) -> None:
    """Make the package `name` stand for the one of Estimators, and each module below it for the module there.

    Raises:
        ImportError: the package is missing or, where the bridge carries it, is another release.

    """
    if not has_estimator():
        from compat.shims.estimator.package import connect

        connect()
    package = _package()
    sys.modules[name].__dict__.update({"__getattr__": _names_of(package), "__dir__": lambda: dir(package)})
    if not any(isinstance(finder, _Finder) and finder.mirrored == name for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder(name, package.__name__))


def _package() -> ModuleType:
    moved = importlib.util.find_spec("tensorflow_estimator") is not None
    return importlib.import_module("tensorflow_estimator.python.estimator" if moved else "tensorflow.python.estimator")


def _names_of(package: ModuleType) -> Any:
    def get(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in _OF_KERAS:
            return importlib.import_module(_keras_home(package.__name__))
        try:
            return getattr(package, name)
        except AttributeError:
            return _module(f"{package.__name__}.{name}", name)

    return get


def _keras_home(package: str) -> str:
    """The module that makes Estimators of Keras models: that of the shims for models of Keras 3."""
    if has_keras_3():
        return _SHIM
    found = [name for name in _OF_KERAS if importlib.util.find_spec(f"{package}.{name}") is not None]
    return f"{package}.{found[-1]}"


def _module(path: str, name: str) -> ModuleType:
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError:
        raise AttributeError(f"there is no {name!r} in {path.rpartition('.')[0]}") from None


class _Finder:
    """Finds `mirrored.a.b` as the module `original.a.b`, which is loaded only once."""

    def __init__(self, mirrored: str, original: str) -> None:
        self.mirrored = mirrored
        self._original = original

    def find_spec(
        self, fullname: str, path: Optional[Sequence[str]] = None, target: Optional[ModuleType] = None
    ) -> Optional[ModuleSpec]:
        del path, target
        if not fullname.startswith(self.mirrored + "."):
            return None
        inside = fullname[len(self.mirrored) :]
        is_of_keras = inside[1:] in _OF_KERAS
        try:
            module = importlib.import_module(_keras_home(self._original) if is_of_keras else self._original + inside)
        except ModuleNotFoundError:
            return None
        return ModuleSpec(fullname, _Loader(module), is_package=hasattr(module, "__path__"))  # type: ignore[arg-type]


class _Loader:
    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._spec = module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        del spec
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        """Run nothing: the module has run; it keeps its own spec."""
        module.__spec__ = self._spec
