"""TensorFlow as `tensorflow-estimator` 2.15 expects it: today's modules, with the removed ones put back.

Where there is nothing to put back, the module is TensorFlow's own. A view stores nothing itself: every other name is
read from TensorFlow's module and set there, so that both see the same objects.
"""

import importlib
from functools import lru_cache
from types import ModuleType
from typing import Any, Dict, List, Mapping

from compat.namespace.releases import has_keras_3

_SUPPLIED = "compat.shims.estimator.supplied."

REMOVED: Mapping[str, str] = {
    "tensorflow.estimator": "compat.tensorflow.estimator.v2",
    "tensorflow.compat.v1.estimator": "compat.tensorflow.estimator",
    "tensorflow.compat.v2.estimator": "compat.tensorflow.estimator.v2",
    "tensorflow.python.util.tf_export": _SUPPLIED + "tf_export",
    "tensorflow.python.distribute.estimator_training": _SUPPLIED + "estimator_training",
    "tensorflow.python.tpu.session_support": _SUPPLIED + "tpu",
    "tensorflow.python.tpu.tpu_embedding": _SUPPLIED + "tpu",
    "tensorflow.python.tpu.tpu_embedding_gradient": _SUPPLIED + "tpu",
}
"""Modules that TensorFlow 2.16 removed, each with the module that takes its place."""

KERAS_2: Mapping[str, str] = {
    "tensorflow.keras": "compat.shims.keras_2",
    "tensorflow.compat.v2.keras": "compat.shims.keras_2",
    "tensorflow.compat.v1.keras": "compat.shims.keras_2.v1",
    "tensorflow.compat.v1.layers": "compat.tensorflow.layers",
}
"""Modules that are Keras 3 or missing, unless `TF_USE_LEGACY_KERAS=1` replaces them by those of `tf_keras`."""


class View(ModuleType):
    """A module of TensorFlow in which some names are other modules."""

    def __init__(self, original: ModuleType, replaced: Mapping[str, str]) -> None:
        super().__init__(original.__name__, original.__doc__)
        self.__dict__.update(_original=original, _replaced=replaced, __path__=getattr(original, "__path__", None))

    def __getattr__(self, name: str) -> Any:
        path = self.__dict__["_replaced"].get(name)
        return getattr(self.__dict__["_original"], name) if path is None else view(path)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.__dict__["_original"], name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self.__dict__["_original"], name)

    def __dir__(self) -> List[str]:
        return sorted({*dir(self.__dict__["_original"]), *self.__dict__["_replaced"]})


@lru_cache(maxsize=None)
def view(path: str) -> ModuleType:
    """Return the module that stands for `path` of TensorFlow 2.15."""
    supplied = _supplied()
    if path in supplied:
        return importlib.import_module(supplied[path])
    original = importlib.import_module(path)
    names = {each[len(path) + 1 :].split(".")[0] for each in supplied if each.startswith(path + ".")}
    return View(original, {name: path + "." + name for name in names}) if names else original


@lru_cache(maxsize=None)
def _supplied() -> Dict[str, str]:
    return {**REMOVED, **(KERAS_2 if has_keras_3() else {})}
