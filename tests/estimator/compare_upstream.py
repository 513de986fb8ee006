"""`python -m tests.estimator.compare_upstream RUN.json...`: what passes on TensorFlow 2.15.1, and elsewhere.

The runs are those that `run_upstream` wrote; those of one release and one Keras make a column. Prints a table of the
tests of each file, then each test that passes on 2.15.1 and not elsewhere with its cause in `causes.py`.
Exit status 1 if a test has no cause there, or a cause no test.
"""

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Dict, Iterable, Iterator, List, NamedTuple, Tuple

from tests.estimator.causes import CAUSES, Cause

NATIVE = "2.15.1"
_PACKAGE = "tensorflow_estimator/python/estimator/"


class Test(NamedTuple):
    """One test in one of the two behaviours of TensorFlow 2; without a name, all of the file."""

    file: str
    behaviour: str
    name: str = ""


Outcomes = Dict[Test, Tuple[str, str]]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.estimator.compare_upstream", description=__doc__)
    parser.add_argument("runs", nargs="+", metavar="RUN.json")
    columns = read([Path(run) for run in parser.parse_args().runs])
    native = columns.pop(NATIVE)
    passing = {test for test, (outcome, _) in native.items() if outcome == "passed"}
    print("\n".join(table(passing, columns)))
    unexplained = list(misses(passing, columns))
    return 1 if unexplained else 0


def read(runs: List[Path]) -> Dict[str, Outcomes]:
    """The outcome and the last line of each test, by column."""
    columns: Dict[str, Outcomes] = defaultdict(dict)
    for path in runs:
        run = json.loads(path.read_text())
        environment = run["environment"]
        keras = "" if environment["tf.keras"] == "as it comes" else f" with {environment['tf.keras']}"
        column = columns[environment["tensorflow"] + keras]
        for file, result in run["files"].items():
            whole = Test(file.replace(_PACKAGE, ""), environment["behaviour"])
            column[whole] = "absent", result["causes"].get("import", "")
            for name, outcome in result["tests"].items():
                column[whole._replace(name=name)] = outcome, result["causes"].get(name, "")
    return dict(columns)


def outcomes_of(tests: Iterable[Test], column: Outcomes) -> Dict[Test, Tuple[str, str]]:
    """Return the outcomes of the tests whose file ran; a test that the file did not reach is absent."""
    wholes = {test: test._replace(name="") for test in tests}
    return {test: column.get(test, column[whole]) for test, whole in wholes.items() if whole in column}


def table(passing: "set[Test]", columns: Dict[str, Outcomes]) -> Iterator[str]:
    """A row for each file and behaviour: how many of the tests that pass on 2.15.1 pass in each column."""
    yield f"| file | behaviour | {NATIVE} | {' | '.join(columns)} |"
    yield "|---|---|" + "---:|" * (1 + len(columns))
    groups: Dict[Tuple[str, str], List[Test]] = defaultdict(list)
    for test in passing:
        groups[test.file, test.behaviour].append(test)
    for (file, behaviour), tests in sorted(groups.items()):
        yield _row(f"`{file}` | {behaviour}", tests, columns)
    yield _row("all |", sorted(passing), columns)


def _row(head: str, tests: List[Test], columns: Dict[str, Outcomes]) -> str:
    cells = [str(len(tests))]
    for column in columns.values():
        outcomes = [outcome for outcome, _ in outcomes_of(tests, column).values()]
        of = "" if len(outcomes) == len(tests) else f" of {len(outcomes)}"
        cells.append(f"{outcomes.count('passed')}{of}" if outcomes else "")
    return f"| {head} | {' | '.join(cells)} |"


def misses(passing: "set[Test]", columns: Dict[str, Outcomes]) -> Iterator[str]:
    """Print each test that does not pass everywhere, by cause; yield what no cause, or no test, accounts for."""
    found: Dict[Cause, List[str]] = defaultdict(list)
    for column, its_outcomes in columns.items():
        for test, (outcome, last_line) in outcomes_of(sorted(passing), its_outcomes).items():
            if outcome == "passed":
                continue
            cause = next((each for each in CAUSES if each.accounts_for(column, *test, last_line)), None)
            where = f"{column}, {test.behaviour}: {test.file} {test.name}"
            if cause is None:
                yield _say(f"no cause: {where} {outcome}: {last_line}")
            else:
                found[cause].append(where)
    for cause in CAUSES:
        print(f"\n{cause.text}")
        print("\n".join(f"- {each}" for each in found[cause]))
        if not found[cause]:
            yield _say(f"no test needs this cause: {cause.text}")


def _say(line: str) -> str:
    print(line, file=sys.stderr)
    return line


if __name__ == "__main__":
    raise SystemExit(main())
