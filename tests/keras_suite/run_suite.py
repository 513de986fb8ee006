"""`python -m tests.keras_suite.run_suite CHECKOUT --out RUN.json`: Keras's own tests on the Keras at hand.

CHECKOUT is the repository keras-team/keras at 2.3.1, or at 2.2.4. On Keras 3, the tests are what `upgrade --to compat` made of its
folder `tests`; the two modules of Keras that are there only for its tests come from the checkout.
Each test runs in a process of its own with a time limit, forked from this one, which has imported Keras.
The results are written after every file, and files that RUN.json already has are not run again unless named.
"""

import argparse
import json
import platform
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional

OUTSIDE = (
    "docs",
    "test_doc_auto_generation.py",
    "test_documentation.py",
    "applications_test.py",
    "test_api.py",
    "test_datasets.py",
    "datasets_test.py",
)
"""The tests of Keras's documentation, of what is downloaded, and of a list of public names that is no file of theirs."""


def main() -> int:
    options = _parser().parse_args()
    out = Path(options.out).resolve()
    run = json.loads(out.read_text()) if out.exists() else {"environment": _environment(), "files": {}}
    if options.upgraded:
        from tests.keras_suite.suite_file import supply_what_is_for_tests

        supply_what_is_for_tests(Path(options.checkout, "keras"))
    tests = Path(options.upgraded or Path(options.checkout) / "tests").resolve()
    for path in _files(tests, options.file):
        name = str(path.relative_to(tests))
        if name in run["files"] and not options.file:
            continue
        result = _run(path, tests, options)
        if options.test and name in run["files"]:
            result["tests"] = {**run["files"][name]["tests"], **result["tests"]}
        run["files"][name] = result
        out.write_text(json.dumps(run, indent=1, sort_keys=True) + "\n")
        print(_line(name, result), flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.keras_suite.run_suite", description=__doc__)
    parser.add_argument("checkout", metavar="CHECKOUT", help="a checkout of keras-team/keras, 2.3.1 or 2.2.4")
    parser.add_argument("--upgraded", metavar="FOLDER", help="what `upgrade --to compat` made of its folder `tests`")
    parser.add_argument("--out", required=True, metavar="RUN.json", help="where the results go")
    parser.add_argument("--file", action="append", metavar="NAME", help="only files whose path has this in it")
    parser.add_argument("--test", metavar="EXPRESSION", help="only tests that pytest's -k selects")
    parser.add_argument("--limit", type=int, default=120, metavar="SECONDS", help="time for one test (default: 120)")
    parser.add_argument("--logs", metavar="DIR", help="keep what each failure prints")
    return parser


def _environment() -> Dict[str, str]:
    import keras
    import tensorflow as tf

    return {"keras": keras.__version__, "tensorflow": tf.__version__, "python": platform.python_version()}


def _files(tests: Path, parts: Optional[List[str]]) -> Iterator[Path]:
    """The test files, small ones first: the large ones are the slow ones."""
    found = {*tests.rglob("*_test.py"), *tests.rglob("test_*.py")}
    for path in sorted(found, key=lambda path: path.stat().st_size):
        name = path.relative_to(tests)
        if not any(each in name.parts for each in OUTSIDE) and (not parts or any(part in str(name) for part in parts)):
            yield path


def _run(path: Path, tests: Path, options: argparse.Namespace) -> Dict[str, Any]:
    # Imports Keras, once for all files.
    from tests.keras_suite.suite_file import Suite, run_file

    started = time.time()
    suite = Suite(tests, options.limit)
    logs = Path(options.logs).resolve() if options.logs else None
    with tempfile.TemporaryDirectory() as folder:
        found = run_file(path.resolve(), suite, Path(folder), options.test, logs)
    return {"seconds": round(time.time() - started, 1), "tests": found}


def _line(name: str, result: Dict[str, Any]) -> str:
    outcomes = [outcome for outcome, _ in result["tests"].values()]
    counts = ", ".join(f"{outcomes.count(each)} {each}" for each in sorted(set(outcomes)))
    return f"{result['seconds']:7.1f} s  {name}: {counts or 'no tests'}"


if __name__ == "__main__":
    raise SystemExit(main())
