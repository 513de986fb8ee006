"""Run the modules of `tensorflow_estimator` with an `import` statement that sees TensorFlow through the views.

Python looks up `__import__` in the `__builtins__` of the importing module. The modules of `tensorflow_estimator` get
their own `__builtins__`; every other module keeps Python's.
"""

import builtins
import importlib
import sys
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, Callable, Dict, Mapping, Optional, Sequence

from compat.shims.estimator.views import view

PACKAGE = "tensorflow_estimator"
AfterLoading = Callable[[ModuleType], None]


def install(after_loading: Mapping[str, AfterLoading]) -> None:
    """Make `import tensorflow_estimator` work; `after_loading` maps its modules to actions to run on them.

    Modules left behind by an earlier import attempt, which did not see the views, are dropped.
    """
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    sys.meta_path.insert(sys.meta_path.index(PathFinder), _Finder(after_loading))


class _Finder:
    def __init__(self, after_loading: Mapping[str, AfterLoading]) -> None:
        self._after_loading = after_loading

    def find_spec(
        self, fullname: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None
    ) -> Optional[ModuleSpec]:
        del target
        if fullname.partition(".")[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            module.__dict__["__builtins__"] = legacy_builtins()
            execute(module)
            self._after_loading.get(fullname, _nothing)(module)

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def _nothing(module: ModuleType) -> None:
    """Do nothing: most modules are used unchanged."""


def legacy_builtins() -> Dict[str, Any]:
    """Return Python's built-in names, with an `__import__` that sees TensorFlow 2.15."""
    return {**vars(builtins), "__import__": _legacy_import}


def _legacy_import(
    name: str,
    globals: Optional[Mapping[str, Any]] = None,  # noqa: A002 - as Python calls them
    locals: Optional[Mapping[str, Any]] = None,  # noqa: A002
    fromlist: Optional[Sequence[str]] = (),
    level: int = 0,
) -> ModuleType:
    if level or name.partition(".")[0] != "tensorflow":
        return builtins.__import__(name, globals, locals, fromlist or (), level)
    module = view(name)
    if not fromlist:
        return view("tensorflow")
    for each in fromlist:
        if each != "*" and not hasattr(module, each):
            _import_submodule(f"{name}.{each}")
    return module


def _import_submodule(name: str) -> None:
    """Import the module of `from package import module`; if there is none, Python raises the error."""
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
