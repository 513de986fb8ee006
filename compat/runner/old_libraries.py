"""What Python, NumPy and SciPy had when legacy code was written, for its modules alone: views of the modules of today.

A view has the names of its module and those that are gone: `collections.Iterable`, `np.int`, `scipy.misc.imresize`.
What else NumPy does otherwise today stays so: it makes no array of rows of different lengths.
"""

import builtins
import collections.abc
import importlib
import importlib.util
from functools import lru_cache
from types import ModuleType
from typing import Any, Dict, Optional

from compat.tables.names.numpy_names import BUILTINS, RENAMED

ROOTS = ("collections", "numpy", "scipy")
ROOTS_IN_FILES = tuple(root.encode() for root in ROOTS)
_IMAGES = "compat.scipy_images"


class View(ModuleType):
    """A module with more names; what is set on it is set on the module."""

    def __init__(self, module: ModuleType, more: Dict[str, Any]) -> None:
        super().__init__(module.__name__, module.__doc__)
        names = {name: each for name, each in vars(module).items() if not name.startswith("__") or name == "__all__"}
        vars(self).update({**names, **more, "_module": module})

    def __getattr__(self, name: str) -> Any:
        return getattr(vars(self)["_module"], name)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set the name on both, so that a change that a script makes counts everywhere, as ever."""
        vars(self)[name] = value
        setattr(vars(self)["_module"], name, value)


def of(name: str, *, names_asked_for: bool) -> Optional[ModuleType]:
    """Return the view that an import of the module `name` gives; None if that is the module itself.

    `import scipy.misc` gives `scipy`, and `from scipy.misc import imresize` gives `scipy.misc`.
    """
    if name in ROOTS:
        return _view(name)
    root = name.partition(".")[0]
    if name == "scipy.misc":
        return _view(name) if names_asked_for else _view(root)
    if names_asked_for:
        return None
    importlib.import_module(name)
    return _view(root)


@lru_cache(maxsize=None)
def _view(name: str) -> ModuleType:
    if name == "scipy.misc":
        return View(_module(name), _names_of(importlib.import_module(_IMAGES)))
    module = importlib.import_module(name)
    more = _MORE[name]()
    return View(module, {each: more[each] for each in more if each not in vars(module) or each == "misc"})


def _module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError:
        return ModuleType(name)  # SciPy 2 has none


def _names_of(module: ModuleType) -> Dict[str, Any]:
    return {name: getattr(module, name) for name in module.__all__}


def _of_collections() -> Dict[str, Any]:
    return _names_of(collections.abc)


def _of_numpy() -> Dict[str, Any]:
    numpy: Any = importlib.import_module("numpy")
    found = {name: getattr(numpy, modern) for name, modern in RENAMED.items() if hasattr(numpy, modern)}
    return {**found, **{name: getattr(builtins, plain) for name, plain in BUILTINS.items()}}


def _of_scipy() -> Dict[str, Any]:
    return {"misc": _view("scipy.misc")} if _has_pillow() else {}


def _has_pillow() -> bool:
    return importlib.util.find_spec("PIL") is not None


_MORE = {"collections": _of_collections, "numpy": _of_numpy, "scipy": _of_scipy}
