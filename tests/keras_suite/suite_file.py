"""Run the tests of one file of Keras's, each in a process that is forked from this one.

This process has imported Keras and done nothing with it: what has begun to compute cannot be forked.
"""

import importlib.util
import json
import os
import re
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="", TF_ENABLE_ONEDNN_OPTS="0")

import keras  # noqa: F401 - imported here once, for the processes that are forked from this one
import pytest

Outcome = Tuple[str, str]
"""What became of a test, and the line of its error."""
_FOR_TESTS = ("utils.test_utils", "backend.numpy_backend")
"""Modules of Keras 2.3.1 that are there only for its tests; 2.2.4 has the first alone."""
_PLUGINS = ("cacheprovider", "flaky", "xdist", "warnings", "anyio", "hypothesispytest")
_LENGTH = 200


class Suite(NamedTuple):
    """The folder of the tests, and the time for one of them."""

    tests: Path
    limit: float


def run_file(
    path: Path, suite: Suite, folder: Path, selected: Optional[str], logs: Optional[Path]
) -> Dict[str, Outcome]:
    """Return what became of each test that pytest's `-k` selects."""
    found: Dict[str, Outcome] = {}
    names, error = _in_child(_collect, path, suite, folder, selected) or ([], "the process died")
    if error:
        return {"import": ("failed", error)}
    for name in names:
        answer = _in_child(_run, path, suite, folder, name)
        outcome, line, text = answer or ("stopped", f"no answer after {suite.limit:.0f} seconds, or none at all", "")
        found[name] = outcome, line
        if logs and outcome not in ("passed", "skipped"):
            logs.mkdir(parents=True, exist_ok=True)
            with (logs / f"{path.stem}.log").open("a") as log:
                log.write(f"===== {name}\n{text or line}\n")
    return found


def _in_child(function: Any, path: Path, suite: Suite, folder: Path, *arguments: Any) -> Any:
    answer = folder / "answer.json"
    child = os.fork()
    if child == 0:
        _answer(function, answer, path, suite, *arguments)
    _wait(child, suite.limit)
    if not answer.exists():
        return None
    result = json.loads(answer.read_text())
    answer.unlink()
    return result


def _answer(function: Any, answer: Path, path: Path, suite: Suite, *arguments: Any) -> None:
    """Write the result of the function, and end the process."""
    os.setsid()
    try:
        os.chdir(answer.parent)
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
        sys.argv = [str(path)]
        answer.write_text(json.dumps(function(path, suite, *arguments)))
    except BaseException:  # noqa: BLE001 - this process must not go on with the parent's work
        traceback.print_exc()
    finally:
        os._exit(0)


def _wait(child: int, limit: float) -> None:
    until = time.time() + limit
    while time.time() < until and not os.waitpid(child, os.WNOHANG)[0]:
        time.sleep(0.005)
    try:
        os.killpg(child, signal.SIGKILL)  # also what the test started and forgot
        os.waitpid(child, 0)
    except (ProcessLookupError, ChildProcessError):
        pass


def _collect(path: Path, suite: Suite, selected: Optional[str]) -> Tuple[List[str], str]:
    """The names of the tests, or the error of a file that cannot be imported."""
    seen = _Seen()
    _pytest(suite, [str(path), "--collect-only", *(["-k", selected] if selected else [])], seen)
    return seen.names, line_of(seen.reports)


def _run(path: Path, suite: Suite, name: str) -> Tuple[str, str, str]:
    seen = _Seen()
    _pytest(suite, [f"{path}::{name}"], seen)
    text = "\n".join(report.longreprtext for report in seen.reports if report.failed)
    return outcome_of(seen.reports), line_of(seen.reports), text


def _pytest(suite: Suite, arguments: List[str], plugin: Any) -> None:
    arguments += ["--rootdir", str(suite.tests), "-c", os.devnull, "-q", "--assert=plain"]
    arguments += [each for name in _PLUGINS for each in ("-p", f"no:{name}")]
    pytest.main(arguments, plugins=[plugin])


class _Seen:
    """A plugin that keeps the names of tests, and the reports of what did not pass."""

    def __init__(self) -> None:
        self.names: List[str] = []
        self.reports: List[Any] = []

    def pytest_collection_finish(self, session: Any) -> None:
        """Keep the names of the tests in their file."""
        self.names = [item.nodeid.partition("::")[2] for item in session.items]

    def pytest_collectreport(self, report: Any) -> None:
        """Keep the report of a file that cannot be imported."""
        if report.failed:
            self.reports.append(report)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Keep the report of the test, and of what is before and after it."""
        self.reports.append(report)


def supply_what_is_for_tests(keras_2: Path) -> None:
    """Import from the folder of Keras 2.3.1 what Keras 3 lacks; this neither computes nor starts anything."""
    for name in _FOR_TESTS:
        path = keras_2.joinpath(*name.split(".")).with_suffix(".py")
        if path.exists():
            supply("compat.keras." + name, path)


def supply(name: str, path: Path) -> None:
    """Import the file at `path` as the module `name` of the shims."""
    spec = importlib.util.spec_from_loader(name, None, origin=str(path))
    assert spec is not None
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    source = re.sub(r"^from keras", "from compat.keras", path.read_text(), flags=re.MULTILINE)
    exec(compile(source, str(path), "exec"), vars(module))
    package, _, last = name.rpartition(".")
    setattr(importlib.import_module(package), last, module)


def outcome_of(reports: List[Any]) -> str:
    """Return `failed` if any phase of the test did, else `skipped` or `passed`."""
    outcomes = [report.outcome for report in reports]
    return next((each for each in ("failed", "skipped") if each in outcomes), "passed" if outcomes else "failed")


def line_of(reports: List[Any]) -> str:
    """Return the line that names the exception, or the reason why the test was skipped."""
    for report in reports:
        if report.passed:
            continue
        crash = getattr(report.longrepr, "reprcrash", None)
        text = crash.message if crash else report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        lines = [line for line in str(text).splitlines() if line.strip()] or [""]
        return (lines[0] if crash else lines[-1])[:_LENGTH]
    return ""
