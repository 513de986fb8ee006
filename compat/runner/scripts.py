"""Run a script as Python itself would, and act on modules right after the script imports them."""

import contextlib
import importlib.machinery
import sys
import types
from pathlib import Path
from typing import Any, Callable, List, Optional, Pattern, Sequence, Tuple

Action = Callable[[Any], None]


def run_script(
    path: str,
    args: Sequence[str],
    source: Optional[bytes] = None,
    builtins_of: Callable[[types.CodeType], Any] = lambda _: __builtins__,
) -> int:
    """Run the script as `__main__` and return its exit status; print a traceback as Python would.

    If `source` is given, it runs in place of the file's content, under the name `path`. `builtins_of` says what the
    built-in names of its code are.
    """
    if source is None:
        source = Path(path).read_bytes()
    main = types.ModuleType("__main__")
    main.__dict__.update(__file__=path)
    sys.modules["__main__"] = main
    sys.argv = [path, *args]
    sys.path.insert(0, str(Path(path).resolve().parent))
    try:
        code = compile(source, path, "exec", dont_inherit=True)
        main.__dict__["__builtins__"] = builtins_of(code)
        exec(code, main.__dict__)  # noqa: S102  (running it is the task)
    except SystemExit as stop:
        return _status(stop.code)
    except BaseException as error:  # noqa: BLE001  (shown as Python shows it)
        _show(error)
        return 130 if isinstance(error, KeyboardInterrupt) else 1
    return 0


def _status(code: Any) -> int:
    if code is None or isinstance(code, int):
        return code or 0
    sys.stderr.write(f"{code}\n")
    return 1


def _show(error: BaseException) -> None:
    trace = _of_the_script(error.__traceback__)
    with contextlib.suppress(AttributeError, OSError, ValueError):  # a closed or missing stdout must not hide the error
        sys.stdout.flush()
    sys.excepthook(type(error), error.with_traceback(trace), trace)


def _of_the_script(trace: Optional[types.TracebackType]) -> Optional[types.TracebackType]:
    """Leave out the frames of this module, and of the `__import__` of legacy code."""
    while trace is not None and trace.tb_frame.f_code.co_filename in _OWN:
        trace = trace.tb_next
    if trace is not None:
        following = _of_the_script(trace.tb_next)
        if following is not trace.tb_next:
            trace.tb_next = following
    return trace


_OWN = (__file__, str(Path(__file__).with_name("legacy.py")))


class _AfterImport:
    """A finder that finds nothing itself: it makes the loaders of other finders run the actions."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Optional[importlib.machinery.ModuleSpec]:
        del target
        actions = [action for names, action in _ACTIONS if names.search(name)]
        spec = _found_by_others(name, path) if actions else None
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def exec_module(module: types.ModuleType) -> None:
            execute(module)
            for action in actions:
                action(module)

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def _found_by_others(name: str, path: Any) -> Optional[importlib.machinery.ModuleSpec]:
    for finder in sys.meta_path:
        spec = finder.find_spec(name, path) if finder is not _FINDER and hasattr(finder, "find_spec") else None
        if spec is not None:
            return spec
    return None


_ACTIONS: List[Tuple[Pattern[str], Action]] = []
_FINDER = _AfterImport()


def after_import(names: Pattern[str], action: Action) -> None:
    """Call `action` with every module whose name matches: at once if it is loaded, otherwise right after its import.

    Nothing is imported early, so a script may still set environment variables before its own imports.
    """
    for name, module in list(sys.modules.items()):
        if names.search(name):
            action(module)
    _ACTIONS.append((names, action))
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)
