"""`python -m tests.estimator.run_upstream CHECKOUT --out RUN.json`: upstream's own tests on the TensorFlow at hand.

CHECKOUT is the repository tensorflow/estimator at v2.15.0; the package under test is the installed
`tensorflow-estimator`. Each file runs in a process of its own, as `python FILE` would run it; the processes are forked
from this one, which has imported TensorFlow and done nothing with it. On TensorFlow 2.16 and later the bridge of
`compat.tensorflow.estimator` stands between the file and TensorFlow.
The results are written after every file, and files that RUN.json already has are not run again unless named.
"""

import argparse
import json
import multiprocessing
import os
import platform
import re
import signal
import tempfile
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Set

_EVENT = re.compile(r"^\[ *(RUN|OK|FAILED|SKIPPED) *\] (\S+)")
_ERROR = re.compile(r"^(?:ERROR|FAIL): (\w+)\b.*\(__main__\.(\w+)")
_OUTCOMES = {"RUN": "unfinished", "OK": "passed", "FAILED": "failed", "SKIPPED": "skipped"}


def main() -> int:
    options = _parser().parse_args()
    out = Path(options.out)
    run = json.loads(out.read_text()) if out.exists() else {"environment": _environment(options.v1), "files": {}}
    wanted = _files_with(*options.where) if options.where else None
    for path in _files(Path(options.checkout), options.file):
        name = str(path.relative_to(options.checkout))
        if (name in run["files"] and not options.file) or (wanted is not None and name not in wanted):
            continue
        result = _run(path, options)
        if options.test and name in run["files"]:
            result = _with(run["files"][name], result)
        run["files"][name] = result
        out.write_text(json.dumps(run, indent=1, sort_keys=True) + "\n")
        print(_line(name, run["files"][name]), flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.estimator.run_upstream", description=__doc__)
    parser.add_argument("checkout", metavar="CHECKOUT", help="a checkout of tensorflow/estimator, v2.15.0")
    parser.add_argument("--out", required=True, metavar="RUN.json", help="where the results go")
    parser.add_argument("--file", action="append", metavar="NAME", help="only files whose path has this in it")
    parser.add_argument("--test", action="append", metavar="NAME", help="only tests or classes with this name")
    parser.add_argument("--where", nargs=2, metavar=("OUTCOME", "RUN.json"), help="only files of which a test did so")
    parser.add_argument("--limit", type=int, default=1200, metavar="SECONDS", help="time for one file (default: 1200)")
    parser.add_argument("--logs", metavar="DIR", help="keep what each file prints")
    parser.add_argument("--v1", action="store_true", help="switch TF 2 behaviour off")
    return parser


def _environment(is_v1: bool) -> Dict[str, str]:
    names = ("keras", "numpy", "pandas", "tensorflow-estimator")
    return {
        "tensorflow": _version("tensorflow") or _version("tensorflow-cpu"),
        "behaviour": "TF 1" if is_v1 else "TF 2",
        "tf.keras": f"tf_keras {_version('tf-keras')}" if os.environ.get("TF_USE_LEGACY_KERAS") else "as it comes",
        "python": platform.python_version(),
        **{name: _version(name) for name in names},
    }


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


def _files_with(outcome: str, run: str) -> Set[str]:
    files = json.loads(Path(run).read_text())["files"]
    return {name for name, result in files.items() if outcome in result["tests"].values()}


def _files(checkout: Path, parts: Optional[List[str]]) -> Iterator[Path]:
    """The test files, small ones first: the large ones are the slow ones."""
    found = [
        path for path in (checkout / "tensorflow_estimator").rglob("*_test*.py") if "testing_utils" not in path.name
    ]
    for path in sorted(found, key=lambda path: path.stat().st_size):
        if not parts or any(part in str(path) for part in parts):
            yield path


def _run(path: Path, options: argparse.Namespace) -> Dict[str, Any]:
    # Imports TensorFlow, once for all files.
    from tests.estimator.upstream_file import run_file

    started = time.time()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        arguments = (path, options.test or [], folder, log, options.v1)
        process = multiprocessing.get_context("fork").Process(target=run_file, args=arguments)
        process.start()
        process.join(options.limit)
        ended = f"status {process.exitcode}"
        if process.is_alive():
            ended = f"stopped after {options.limit} seconds"
            os.killpg(process.pid, signal.SIGKILL)
            process.join()
        text = log.read_text(errors="replace")
    if options.logs:
        Path(options.logs).mkdir(parents=True, exist_ok=True)
        (Path(options.logs) / f"{path.stem}.log").write_text(text)
    return {"seconds": round(time.time() - started, 1), "ended": ended, **_outcomes(text)}


def _with(earlier: Dict[str, Any], later: Dict[str, Any]) -> Dict[str, Any]:
    """The results of a file of which some tests were run again."""
    causes = {name: cause for name, cause in earlier["causes"].items() if name not in later["tests"]}
    merged = {"tests": {**earlier["tests"], **later["tests"]}, "causes": {**causes, **later["causes"]}}
    return {**later, **merged, "seconds": earlier["seconds"] + later["seconds"]}


def _outcomes(log: str) -> Dict[str, Any]:
    """Return the outcome of each test, from the lines that absltest prints, and the last line of each failure."""
    tests: Dict[str, str] = {}
    causes: Dict[str, str] = {}
    lines = log.splitlines()
    for number, line in enumerate(lines):
        event, error = _EVENT.match(line), _ERROR.match(line)
        if event and not event.group(2).endswith(".test_session"):
            name = event.group(2)
            # A test whose tearDown fails reports twice: the failure counts.
            if tests.get(name) != "failed":
                tests[name] = _OUTCOMES[event.group(1)]
        elif error:
            causes.setdefault(f"{error.group(2)}.{error.group(1)}", _last_line(lines[number:]))
    # A test whose sub-test fails has no line of its own.
    tests.update((name, "failed") for name in causes if tests.get(name) == "unfinished")
    if not tests:
        causes["import"] = lines[-1] if lines else ""
    return {"tests": tests, "causes": {name: cause[:300] for name, cause in causes.items()}}


def _last_line(lines: List[str]) -> str:
    """The line of a traceback that names the exception."""
    started = False
    for line in lines[1:]:
        started = started or line.startswith("Traceback")
        if started and re.match(r"^[A-Za-z_][\w.]*(?:: |$)", line):
            return line
        if line.startswith("======"):
            break
    return ""


def _line(name: str, result: Dict[str, Any]) -> str:
    outcomes = list(result["tests"].values())
    counts = ", ".join(f"{outcomes.count(each)} {each}" for each in _OUTCOMES.values() if each in outcomes)
    return f"{result['seconds']:7.1f} s  {name}: {counts or 'no tests'} ({result['ended']})"


if __name__ == "__main__":
    raise SystemExit(main())
