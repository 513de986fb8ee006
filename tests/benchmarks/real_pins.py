"""Change the pins of real repositories, and judge the results: `python tests/benchmarks/real_pins.py FOLDER...`.

Each FOLDER is a checkout. Nothing is written. Of every file that pins packages it is checked that a second run changes
nothing, that the edited lines differ in their requirements only, and that pip's own parser takes each requirement that
was written. Lines that a plain pattern takes for a pin of a legacy release and that nothing is said about are listed.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement

from codemods.cli.discovery import Source, find_sources
from codemods.engine.engine import upgrade as upgrade_script
from codemods.pins.kinds import kind_of
from codemods.pins.work import upgrade
from codemods.types import Result, Settings, Upgraded

SETTINGS = Settings(requirements=True, select=("TFM276",))
LEGACY_PIN = re.compile(
    r"""(?i)(?:^|[\s"'])(?:tensorflow(?:[-_](?:gpu|cpu))?|keras)\s*(?:(?:==?|~=|<=?)\s*["']?(?:1\.|0\.|2\.(?:\d|1[0-5])(?!\d))|<\s*["']?[23]\b)"""
)
COMMENT = re.compile(r"\s*(?:#|//)")
WRITTEN = re.compile(r": now (?P<written>.+)$")


def files(folder: Path) -> Iterator[Path]:
    for source in find_sources([folder], with_pins=True):
        if isinstance(source, Source) and (kind_of(source.path) is not None or source.path.name == "setup.py"):
            yield source.path


def changed(path: Path, source: bytes) -> Result:
    return upgrade_script(source, SETTINGS) if path.suffix == ".py" else upgrade(source, path, SETTINGS)


def problems(path: Path, result: Upgraded) -> Iterator[str]:
    again = changed(path, result.after)
    if not isinstance(again, Upgraded) or again.changes:
        yield "a second run changes it"
    before, after = (text.decode("utf-8", "replace").splitlines() for text in (result.before, result.after))
    lines = {each.line for each in result.changes}
    if len(before) != len(after) or any(
        one != other for number, (one, other) in enumerate(zip(before, after), 1) if number not in lines
    ):
        yield "other lines are changed"
    for change in result.changes:
        found = WRITTEN.search(change.message)
        written = found["written"].strip("\"'") if found else ""
        try:
            Requirement(re.sub(r"^(\w+)=(?=[\d.]+$)", r"\1==", written if written[:1].isalpha() else f"x{written}"))
        except ValueError:
            yield f"line {change.line}: pip does not take {written}"


def main() -> None:
    counts: Counter[str] = Counter()
    for folder in map(Path, sys.argv[1:]):
        counts["repositories"] += 1
        for path in files(folder):
            source = path.read_bytes()
            result = changed(path, source)
            counts["files"] += 1
            if not isinstance(result, Upgraded):
                counts["not processed"] += 1
                print(f"{path}: {result.reason}")
                continue
            counts["changed"] += len(result.changes)
            counts["reported"] += len(result.findings)
            counts["noted"] += len(result.notes)
            counts["files changed"] += result.changed
            for problem in problems(path, result):
                counts["wrong"] += 1
                print(f"{path}: {problem}")
            said = {each.line for each in (*result.changes, *result.findings, *result.notes)}
            for number, line in enumerate(source.decode("utf-8", "replace").splitlines(), 1):
                if LEGACY_PIN.search(line) and not COMMENT.match(line) and number not in said:
                    counts["silent"] += 1
                    print(f"{path}:{number}: nothing is said of {line.strip()}")
    print(dict(counts))


if __name__ == "__main__":
    main()
