"""Running a script as Python itself would, with something done right after the imports it makes."""

import importlib.machinery
import os
import sys
import types
from typing import Any, Callable, List, Optional, Pattern, Sequence


def run_script(path: str, args: Sequence[str]) -> int:
    """Run the script as `__main__` and return its exit status; a traceback is shown as Python would show it."""
    with open(path, "rb") as file:
        source = file.read()
    main = types.ModuleType("__main__")
    main.__dict__.update(__file__=path, __builtins__=__builtins__)
    sys.modules["__main__"] = main
    sys.argv = [path, *args]
    sys.path[0] = os.path.dirname(os.path.abspath(path))
    try:
        exec(compile(source, path, "exec", dont_inherit=True), main.__dict__)
    except SystemExit as stop:
        return _status(stop.code)
    except BaseException as error:
        _show(error)
        return 130 if isinstance(error, KeyboardInterrupt) else 1
    return 0


def _status(code: Any) -> int:
    if code is None or isinstance(code, int):
        return code or 0
    sys.stderr.write(f"{code}\n")
    return 1


def _show(error: BaseException) -> None:
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    sys.stdout.flush()
    sys.excepthook(type(error), error.with_traceback(trace), trace)


class AfterImport:
    """Calls `action(module)` right after a module whose name matches is first imported.

    Nothing is imported early, so a script may still set environment variables before its own imports.
    """

    def __init__(self, names: Pattern[str], action: Callable[[types.ModuleType], None]) -> None:
        self.names = names
        self.action = action

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Optional[importlib.machinery.ModuleSpec]:
        if not self.names.search(name):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def exec_module(module: types.ModuleType) -> None:
            execute(module)
            self.action(module)

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def after_import(names: Pattern[str], action: Callable[[types.ModuleType], None]) -> None:
    """Do `action` for every module that matches: at once if it is loaded, else after its import."""
    loaded: List[types.ModuleType] = [module for name, module in list(sys.modules.items()) if names.search(name)]
    for module in loaded:
        action(module)
    sys.meta_path.insert(0, AfterImport(names, action))
