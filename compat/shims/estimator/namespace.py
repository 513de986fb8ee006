"""Look up the names of `tf.estimator` in TensorFlow itself, or in upstream's package over the bridge."""

import importlib
from functools import lru_cache
from types import ModuleType
from typing import Any, Callable, List, Tuple

from compat.namespace.legacy_name import legacy_name
from compat.namespace.missing import missing
from compat.namespace.releases import has_estimator


def namespace(module: str) -> Tuple[Callable[[str], Any], Callable[[], List[str]]]:
    """Return `__getattr__` and `__dir__` of the module that stands for a namespace of `tf.estimator`.

    `__getattr__` raises AttributeError for a name that `tf.estimator` does not have, and says what became of a removed
    one. It raises ImportError if `tensorflow-estimator` is missing or is not the release that the bridge carries.
    """
    # The module may also be below compat.tensorflow.compat.v1 or v2.
    parts = module.split(".")
    path = ".".join(part for part in parts[parts.index("estimator") + 1 :] if part != "v2")
    here = legacy_name("compat.tensorflow.estimator" + (f".{path}" if path else ""))
    # A name that TF 1 does not have is that of TF 2.
    apis = ("v2",) if "v2" in parts else ("v1", "v2")

    def get(name: str) -> Any:
        if name == "__all__":
            return names()
        if name.startswith("__"):
            raise AttributeError(name)
        for api in apis:
            value = getattr(_upstream(api, path), name, None)
            if value is not None:
                return importlib.import_module(f"{module}.{name}") if isinstance(value, ModuleType) else value
        raise missing(here, name, module_is_there=True)

    def names() -> List[str]:
        return sorted({name for api in apis for name in dir(_upstream(api, path)) if not name.startswith("_")})

    return get, names


@lru_cache(maxsize=None)
def _upstream(api: str, path: str) -> Any:
    """Return the module with upstream's names in one API, or None if this API has no such namespace."""
    if has_estimator():
        module = getattr(importlib.import_module("tensorflow").compat, api).estimator
    else:
        from compat.shims.estimator.package import connect

        connect()
        module = importlib.import_module(f"tensorflow_estimator._api.{api}.estimator")
    for part in path.split(".") if path else ():
        module = getattr(module, part, None)
    return module
