"""Give legacy code the shims for Keras and TensorFlow without touching a file: who imports decides what is imported.

Python looks up `__import__` in the `__builtins__` of the importing module. The modules of legacy code get some of their
own, whose `__import__` answers `keras` with `compat.keras` and `tensorflow` with `compat.tensorflow`, and Python's
`collections`, NumPy and SciPy with views that have the names of then; all others keep Python's. Sources, bytecode,
line numbers and `sys.modules["keras"]` stay what they are.
"""

import atexit
import builtins
import importlib
import sys
import sysconfig
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, Dict, Iterator, Mapping, Optional, Sequence, Set, Type

from compat.namespace import uses
from compat.namespace.callers import caller
from compat.namespace.legacy_name import PREFIX, V2
from compat.runner import old_libraries
from compat.runner.generations import Generation, generation, is_installed
from compat.runner.scripts import run_script
from compat.runner.shims_used import report
from compat.tables.names.tensorflow_1 import CHANGED

_ROOTS = ("keras", "tensorflow")
_ROOTS_IN_FILES = (*(root.encode() for root in _ROOTS), *old_libraries.ROOTS_IN_FILES)
_FOUNDATIONS = frozenset(
    (*_ROOTS, "compat", "codemods", "tensorflow_estimator", "tensorboard", "tf_keras", "tf_slim", "tensorflow_core")
)
"""What the shims stand on; it has to see what is installed."""
_IMPORTS_BY_TEXT = frozenset(("import_module", "__import__", "exec", "eval"))
_TF_FUNCTION = (("tf", "function"), ("tensorflow", "function"))
_STANDARD = tuple(sysconfig.get_paths()[kind] for kind in ("stdlib", "platstdlib"))


def run(script: str, args: Sequence[str], packages: Optional[Sequence[str]]) -> int:
    """Run the script and the legacy packages that it imports on the shims; say in the end where they were used."""
    legacy = LegacyCode(script, packages)
    legacy.install()
    try:
        return run_script(script, args, builtins_of=builtins_of)
    finally:
        report(legacy.script, legacy.uses, legacy.packages)


def install(frame: FrameType, packages: Optional[Sequence[str]]) -> None:
    """Do the same for a program that runs already, in `frame`.

    Python took its `__import__` when the frame began. So the `__import__` of all has to ask who imports.
    """
    if any(isinstance(finder, LegacyCode) for finder in sys.meta_path):
        return
    legacy = LegacyCode(frame.f_globals.get("__file__", "__main__"), packages)
    legacy.install()
    own, plain = frame.f_globals, builtins.__import__
    own["__builtins__"] = builtins_of(frame.f_code)
    answer = own["__builtins__"]["__import__"]

    def by_importer(name: str, globals: Any = None, *more: Any, **named: Any) -> Any:  # noqa: A002 - as Python calls it
        return (answer if globals is own else plain)(name, globals, *more, **named)

    builtins.__import__ = by_importer
    atexit.register(report, legacy.script, legacy.uses, legacy.packages)


class LegacyCode:
    """Decides which modules count as legacy, and gives these their `__builtins__`, from `install` on.

    The modules in the folder of the script are the user's own. `packages` are the others that count as legacy; None:
    those in which nothing knows Keras 3.
    """

    def __init__(self, script: str, packages: Optional[Sequence[str]] = None) -> None:
        self.script = script
        self.packages: Dict[str, Generation] = {}
        self.uses = uses.start()
        self._on_shims: Set[str] = set()
        self._Loader = _loader_for(self)
        self._folder = str(Path(script).resolve().parent)
        self._named = None if packages is None else frozenset(packages)

    def install(self) -> None:
        """See to every module that is imported from now on."""
        sys.meta_path.insert(0, self)

    def find_spec(
        self, fullname: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None
    ) -> Optional[ModuleSpec]:
        """Find what the other finders find, and look at the code of modules that may be legacy."""
        package = fullname.partition(".")[0]
        if package in _FOUNDATIONS:
            return None
        spec = self._found_by_others(fullname, path, target)
        loader: Any = spec.loader if spec is not None else None
        if spec is None or not spec.has_location or spec.origin is None or not hasattr(loader, "get_code"):
            return spec
        if spec.origin.startswith(_STANDARD) and not is_installed(spec.origin):
            return spec
        if type(loader) is SourceFileLoader:
            loader.__class__ = self._Loader
        else:
            self._look_at_what_is_loaded(loader, package, spec.origin)
        return spec

    def _look_at_what_is_loaded(self, loader: Any, package: str, origin: str) -> None:
        read = loader.get_code

        def get_code(name: str) -> Optional[CodeType]:
            code: Optional[CodeType] = read(name)
            self.see(name, package, origin, code)
            return code

        loader.get_code = get_code

    def see(self, name: str, package: str, origin: str, code: Optional[CodeType]) -> None:
        """Give the module of that code built-in names of its own, if it counts as legacy."""
        module = sys.modules.get(name)
        if code is None or module is None:
            return
        if _names_keras(code) or package in self._on_shims or self._is_own(origin):
            if self._counts_as_legacy(package, _outermost(origin, name)):
                self._on_shims.add(package)
                module.__dict__["__builtins__"] = builtins_of(code)

    def _found_by_others(
        self, name: str, path: Optional[Sequence[str]], target: Optional[ModuleType]
    ) -> Optional[ModuleSpec]:
        for finder in sys.meta_path[sys.meta_path.index(self) + 1 :]:
            if hasattr(finder, "find_spec"):
                spec = finder.find_spec(name, path, target)
                if spec is not None:
                    return spec
        return None

    def _counts_as_legacy(self, package: str, outermost: str) -> bool:
        is_own = self._is_own(outermost)
        if self._named is not None and not is_own:
            found = Generation(package in self._named, "it is not among --packages")
        else:
            found = generation(outermost, package)
        if not is_own or not found.legacy:
            self.packages[package] = found
        return found.legacy

    def _is_own(self, origin: str) -> bool:
        return not is_installed(origin) and str(Path(origin).resolve()).startswith(self._folder)


def _outermost(origin: str, name: str) -> str:
    """Return the file, or the folder, of the outermost package of the module `name`, which is at `origin`."""
    file = Path(origin)
    levels = name.count(".") + (file.stem == "__init__")
    return str(file.parents[levels - 1] if levels else file)


def _loader_for(legacy: LegacyCode) -> Type[SourceFileLoader]:
    """Return a loader that looks at the code of files in which Keras or TensorFlow may be named.

    A class makes no objects for each module, which would make Python collect garbage more often. To search a file
    takes a small part of the time that it takes to look through its code.
    """

    class Loader(SourceFileLoader):
        may_be_legacy = False

        def get_data(self, path: str) -> bytes:
            data = super().get_data(path)
            if any(root in data for root in _ROOTS_IN_FILES):
                self.may_be_legacy = True
            return data

        def get_code(self, fullname: str) -> Optional[CodeType]:
            code = super().get_code(fullname)
            if self.may_be_legacy:
                legacy.see(fullname, fullname.partition(".")[0], self.path, code)
            return code

    return Loader


def _names_keras(code: CodeType) -> bool:
    return any(name.partition(".")[0] in _ROOTS for each in _nested(code) for name in _names_of_modules(each))


def _names_of_modules(code: CodeType) -> Iterator[str]:
    """Yield what may be the name of an imported module: each name, and each text where modules are imported by it."""
    yield from code.co_names
    if not _IMPORTS_BY_TEXT.isdisjoint(code.co_names):
        yield from (constant for constant in code.co_consts if isinstance(constant, str))


def _means_tensorflow_2(code: CodeType) -> bool:
    """Return whether code names what TensorFlow 1 had in other places: `tf.GradientTape`, `tf.function`."""
    return any("GradientTape" in each.co_names or _names_tf_function(each) for each in _nested(code))


def _names_tf_function(code: CodeType) -> bool:
    if "function" not in code.co_names:
        return False
    import dis  # few files come here

    named = [instruction.argval for instruction in dis.get_instructions(code)]
    return any(pair in _TF_FUNCTION for pair in zip(named, named[1:]))


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)


def builtins_of(code: CodeType) -> Dict[str, Any]:
    """Return Python's built-in names, with an `__import__` that answers legacy code."""
    return {**vars(builtins), "__import__": _Import(V2 if _means_tensorflow_2(code) else "tensorflow")}


class _Import:
    """The `__import__` of legacy code; `tensorflow` is what that word stands for: TensorFlow 1, or its successor."""

    def __init__(self, tensorflow: str) -> None:
        self._tensorflow = tensorflow
        self._importlib = _Importlib(self)
        self._plain = builtins.__import__

    def __call__(
        self,
        name: str,
        globals: Optional[Mapping[str, Any]] = None,  # noqa: A002 - as Python calls them
        locals: Optional[Mapping[str, Any]] = None,  # noqa: A002
        fromlist: Optional[Sequence[str]] = (),
        level: int = 0,
    ) -> ModuleType:
        root = name.partition(".")[0]
        if root in old_libraries.ROOTS and not level:
            view = old_libraries.of(name, names_asked_for=bool(fromlist))
            return view or self._plain(name, globals, locals, fromlist or (), level)
        if level or (root not in _ROOTS and root != "importlib") or fromlist == []:  # so asks `pickle`, for the module
            return self._plain(name, globals, locals, fromlist or (), level)
        if root == "importlib":
            module = self._plain(name, globals, locals, fromlist or (), level)
            return self._importlib if module is importlib else module
        if not fromlist:
            self.module(name)
            return self.module(root)
        path = self._path(name, fromlist)
        module = self._plain(path, globals, locals, fromlist, level)
        frame = caller()
        assert uses.noted is not None
        uses.noted.note_import(path, fromlist, (frame.f_code.co_filename, frame.f_lineno))
        return module

    def module(self, name: str) -> ModuleType:
        """Return the shims' module of that name."""
        return importlib.import_module(self._path(name, ()))

    def _path(self, name: str, fromlist: Sequence[str]) -> str:
        means_other = name == "tensorflow" or any(f"{name}.{each}" in CHANGED for each in fromlist)
        if means_other and self._tensorflow == V2 and not importlib.import_module("tensorflow").__version__ < "2":
            name = name.replace("tensorflow", V2, 1)
        return PREFIX + name

    @staticmethod
    def answers(name: str) -> bool:
        """Return whether the shims have the module of that name."""
        return name.partition(".")[0] in _ROOTS


class _Importlib(ModuleType):
    """`importlib` for legacy code: its `import_module` answers as the `import` of that code does."""

    def __init__(self, legacy: _Import) -> None:
        super().__init__(importlib.__name__, importlib.__doc__)
        self._legacy = legacy

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib, name)

    def import_module(self, name: str, package: Optional[str] = None) -> ModuleType:
        """Import a module by its name."""
        return self._legacy.module(name) if _Import.answers(name) else importlib.import_module(name, package)
