"""`python -m tests.keras_suite.compare_suite NATIVE.json SHIMS.json [--write]`: what passes on old Keras, and here.

Prints a table of the files, then each test that passes on its own release and not on the shims, with its cause in
`causes.py`; `--write` puts that into the README of this folder, under that release. Exit status 1 if a test has no
cause there, or a cause that is of this release, or of 2.3.1, no test.
"""

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Tuple

from tests.keras_suite.causes import CAUSES, KINDS, Cause

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- Keras {}: written by compare_suite --write -->", "<!-- end of Keras {} -->"
NEWEST = "2.3.1"
"""The release whose misses `causes.py` lists; older ones have some of them, and a few of their own."""


class Test(NamedTuple):
    """A test that passes on its own release, and what became of it on the shims: the outcome and the line of its error."""

    file: str
    name: str
    outcome: str
    line: str

    @property
    def passes(self) -> bool:
        return self.outcome == "passed"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.keras_suite.compare_suite", description=__doc__)
    parser.add_argument("native", metavar="NATIVE.json")
    parser.add_argument("shims", metavar="SHIMS.json")
    parser.add_argument("--write", action="store_true", help="write the README of this folder")
    options = parser.parse_args()
    native, shims = (json.loads(Path(run).read_text()) for run in (options.native, options.shims))
    tests = compared(native["files"], shims["files"])
    left = sorted(f"`{file}`" for file in native["files"].keys() - shims["files"].keys())
    release = native["environment"]["keras"]
    explained, wrong = by_cause(tests, release)
    lines = [
        *summary(release, tests, explained),
        "",
        *table(release, tests),
        "",
        *reasons(explained),
        *([f"Not run here: {', '.join(left)}."] if left else []),
    ]
    print("\n".join(lines))
    if options.write:
        begin, end = BEGIN.format(release), END.format(release)
        before, rest = README.read_text().split(begin)
        README.write_text("\n".join([before + begin, *lines, end + rest.split(end)[1]]))
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


def compared(native: Dict[str, dict], shims: Dict[str, dict]) -> List[Test]:
    """The tests that pass natively, of the files that ran on the shims; a file that is not imported has no test."""
    found = []
    for file in sorted(native.keys() & shims.keys()):
        here = shims[file]["tests"]
        missing = here.get("import", ("absent", "it was not run"))
        for name, (outcome, _) in native[file]["tests"].items():
            if outcome == "passed":
                found.append(Test(file, name, *here.get(name, missing)))
    return found


def by_cause(tests: List[Test], release: str = NEWEST) -> Tuple[Dict[Cause, List[Test]], List[str]]:
    """The tests that do not pass on the shims by cause, and what is wrong with the list of causes."""
    causes = [each for each in CAUSES if each.release in ("", release)]
    explained: Dict[Cause, List[Test]] = defaultdict(list)
    wrong = []
    for test in tests:
        if test.passes:
            continue
        cause = next((each for each in causes if each.accounts_for(test.file, test.name, test.line)), None)
        if cause is None:
            wrong.append(f"no cause: {test.file} {test.name} {test.outcome}: {test.line}")
        else:
            explained[cause].append(test)
    idle = [each for each in causes if each not in explained and release in (NEWEST, each.release)]
    wrong += [f"no test needs this cause: {each.text}" for each in idle]
    return explained, wrong


def summary(release: str, tests: List[Test], explained: Dict[Cause, List[Test]]) -> Iterator[str]:
    """How many tests pass, and how many do not for what kind of reason."""
    yield f"| of the tests of Keras {release} | number | share |"
    yield "|---|---:|---:|"
    counts = {f"pass on Keras {release}": len(tests), "pass on the shims": sum(test.passes for test in tests)}
    for kind, text in KINDS.items():
        counts[text] = sum(len(missed) for cause, missed in explained.items() if cause.kind == kind)
    for text, count in counts.items():
        yield f"| {text} | {count} | {count / max(len(tests), 1):.1%} |"


def table(release: str, tests: List[Test]) -> Iterator[str]:
    """A row for each file: how many of the tests that pass on Keras 2.3.1 pass on the shims."""
    yield f"| file | pass on Keras {release} | pass on the shims |"
    yield "|---|---:|---:|"
    files: Dict[str, List[bool]] = defaultdict(list)
    for test in tests:
        files[test.file].append(test.passes)
    for file, passes in files.items():
        yield f"| `{file}` | {len(passes)} | {sum(passes)} |"


def reasons(explained: Dict[Cause, List[Test]]) -> Iterator[str]:
    """Each cause with its tests, by kind."""
    for kind, text in KINDS.items():
        yield f"### Those that {text}"
        yield ""
        for cause in CAUSES:
            if cause.kind == kind and explained.get(cause):
                missed = explained[cause]
                named = sorted({f"`{Path(test.file).stem}` `{test.name.partition('[')[0]}`" for test in missed})
                yield f"- {len(missed)}: {cause.text} {', '.join(named)}"
        yield ""


if __name__ == "__main__":
    raise SystemExit(main())
