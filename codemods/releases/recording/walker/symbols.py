"""Walks breadth first from `tensorflow` and `keras`, and visits every module object once."""

import __future__

import types
from collections import deque
from typing import Any, Deque, Dict, List, Optional, Set, Tuple

from . import files, packages, signatures
from .classes import Classes

_SIMPLE = (bool, int, float, complex, str, bytes, tuple, list, dict, set, frozenset, type(None))
_DEEPEST_CONTRIB = 5
_FUTURE = type(__future__.division)

Symbol = Tuple[str, int, Optional[str]]


class Walk:
    """The result of a walk.

    `symbols` has the kind, number and signature of each path; paths with the same number name the same object.
    A module is visited once; `modules` maps each path of a module to the path of that visit.
    """

    def __init__(self) -> None:
        self.symbols: Dict[str, Symbol] = {}
        self.modules: Dict[str, str] = {}
        self.classes = Classes()
        self._visited: Dict[int, str] = {}
        self._queue: Deque[Tuple[str, Any]] = deque()
        self._numbers: Dict[Any, int] = {}
        self._signatures: Dict[int, Optional[str]] = {}
        self._defined: Dict[int, Any] = {}
        self._alive: List[Any] = []

    def root(self, module: types.ModuleType) -> None:
        """Visit a package and everything that it makes public."""
        self._offer(module.__name__, module)
        self._drain()

    def raw_package(self, root: types.ModuleType) -> None:
        """Visit the modules of a Keras on disk, under their own names."""
        for module in packages.submodules(root):
            self._offer(module.__name__, module)
            self._drain()

    def _drain(self) -> None:
        while self._queue:
            path, module = self._queue.popleft()
            for name in packages.names(module) + packages.on_disk(path, module):
                self._visit(path, module, name)

    def _offer(self, path: str, module: Any) -> None:
        if path in self.symbols:
            return
        key = packages.identity(module)
        self._alive.append(module)
        self.symbols[path] = ("module", self._number(("module", key)), None)
        if key not in self._visited:
            self._visited[key] = path
            self._queue.append((path, module))
        self.modules[path] = self._visited[key]

    def repeat(self) -> None:
        """Copy the symbols of a module to its other paths."""
        children: Dict[str, List[str]] = {}
        for path in sorted(self.symbols):
            children.setdefault(path.rpartition(".")[0], []).append(path)
        for path, visited in sorted(self.modules.items()):
            if path != visited:
                self._repeat(path, visited, children, (visited,))

    def _repeat(self, path: str, visited: str, children: Dict[str, List[str]], above: Tuple[str, ...]) -> None:
        for child in children.get(visited, ()):
            below = path + child[len(visited) :]
            if _is_nested(below):
                continue
            self.symbols.setdefault(below, self.symbols[child])
            inner = self.modules.get(child)
            if inner is not None and inner not in above:
                self._repeat(below, inner, children, (*above, inner))

    def homes(self) -> None:
        """Add the place where each class and function is defined, unless it is a public path."""
        for number, value in self._defined.items():
            path = packages.home(value)
            if path is not None and path not in self.symbols:
                self.symbols[path] = ("private", number, None)

    def _visit(self, path: str, module: Any, name: str) -> None:
        try:
            value = getattr(module, name)
        except Exception:  # noqa: BLE001 - some releases list names that they do not have
            return
        below = path + "." + name
        if isinstance(value, types.ModuleType) or hasattr(type(value), "_load"):
            loaded = None if _is_nested(below) else packages.load(value)
            if loaded is not None and packages.is_public(below, loaded) and _belongs(path, module, loaded.__name__):
                self._offer(below, loaded)
        elif below not in self.symbols and _is_symbol(module, value):
            if _belongs(path, module, getattr(value, "__module__", None) or ""):
                self.symbols[below] = self._symbol(below, value)

    def _symbol(self, path: str, value: Any) -> Symbol:
        if isinstance(value, type):
            number = self._number(id(value))
            if number not in self._signatures:
                self._defined[number] = value
                self._signatures[number] = signatures.of_class(value, packages.is_ours)
                self.classes.add(number, value)
            return "class", number, self._signatures[number]
        if not isinstance(value, _SIMPLE) and callable(value) and hasattr(value, "__name__"):
            number = self._number(id(packages.function(value)))
            if number not in self._signatures:
                self._defined[number] = value
                self._signatures[number] = signatures.of_function(value)
            return "function", number, self._signatures[number]
        if isinstance(value, _SIMPLE):
            return "constant", self._number(_equal(path, value)), None
        self._alive.append(value)
        return "constant", self._number(id(value)), None

    def _number(self, key: Any) -> int:
        return self._numbers.setdefault(key, len(self._numbers))


def _equal(path: str, value: Any) -> Tuple[str, str]:
    """Key of a plain value: equal values with the same name in `tf` and `tf.compat.v1` are one symbol."""
    return path.replace(".compat.v1.", ".").replace(".compat.v2.", "."), repr(value)[:200]


def _is_symbol(module: Any, value: Any) -> bool:
    """True if a name belongs to a module and is not a remnant of its imports, such as the None of an optional one."""
    if isinstance(value, _FUTURE) or (value is None and packages.is_implementation(module)):
        return False
    if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
        return packages.is_ours(value) or packages.only_exports(module)
    return True


def _is_nested(path: str) -> bool:
    """True for `tf.compat.v1.compat.v2` etc., and deep in `tf.contrib`, whose packages import each other."""
    return path.count("compat.v") > 1 or (path.startswith("tensorflow.contrib.") and path.count(".") > _DEEPEST_CONTRIB)


def _belongs(path: str, module: Any, origin: str) -> bool:
    """False for a value that a code module in `tf.contrib` merely imports."""
    parts = path.split(".")
    if parts[:2] != ["tensorflow", "contrib"] or len(parts) < 4 or hasattr(module, "__path__"):  # noqa: PLR2004
        return True
    if module.__name__ == packages.NEST:
        return True
    if len(parts) == 4:  # noqa: PLR2004
        return origin.split(".")[1:3] == parts[1:3]
    return bool(origin == module.__name__)


def importable(paths: Set[str]) -> List[str]:
    """The module paths that an import statement can name."""
    return sorted(path for path in paths if packages.imported(path) is not None)


def walk(roots: List[str]) -> Dict[str, Any]:
    """The symbols of those packages in `roots` that are installed, ready for JSON."""
    found = Walk()
    versions = {}
    for name in roots:
        package = packages.imported(name)
        if package is not None:
            versions[name] = package.__version__
            found.root(package)
            if name == "keras" and not packages.declares_api(package):
                found.raw_package(package)
    found.repeat()
    found.homes()
    modules = {path for path, symbol in found.symbols.items() if symbol[0] == "module"}
    return {
        "versions": versions,
        "symbols": found.symbols,
        "importable": importable(modules),
        "files": sorted(path for name in versions for path in files.modules(name)),
        "classes": {str(number): tables for number, tables in found.classes.members.items()},
    }
