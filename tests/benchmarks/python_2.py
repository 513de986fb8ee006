"""Translate the real sources that only Python 2 parses, and check what must hold for each.

    python tests/benchmarks/python_2.py FOLDER [native|compat]

The result compiles, and a second run changes nothing. It says how many were translated, why others were refused, how
many changes and findings there are of each code, and how many files leave nothing to a person.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from codemods.cli.reading import Around, guarded, project_of
from codemods.engine import engine
from codemods.notebooks import work
from codemods.types import Failure, Result, Settings, Upgraded


def judge(path: Path, settings: Settings, found: Counter[str]) -> Iterator[str]:
    """What became of a file, and what is wrong with that; nothing of one that Python 3 parses."""
    upgrade = partial((work if path.suffix == ".ipynb" else engine).upgrade, settings=settings)
    source, project = path.read_bytes(), project_of(path, Around(python_2=True))
    if not _is_of_python_2(path, source):
        return
    result: Result = guarded(upgrade, source, project)
    if isinstance(result, Failure):
        yield "WRONG: an internal error" if "internal error" in result.reason else f"refused: {result.reason}"
        return
    yield "translated"
    found.update(f"changed {each.code}" for each in result.changes)
    found.update(f"found {each.code}" for each in result.findings)
    if not result.findings:
        yield "nothing is left"
    yield from _wrong(path, result, guarded(upgrade, result.after, project))


def _is_of_python_2(path: Path, source: bytes) -> bool:
    check = work.check if path.suffix == ".ipynb" else engine.check
    result = guarded(partial(check, settings=Settings(select=("TFM293",))), source)
    return isinstance(result, Failure) and result.is_of_python_2


def _wrong(path: Path, result: Upgraded, again: Result) -> Iterator[str]:
    if path.suffix == ".py":
        try:
            compile(result.after, str(path), "exec", dont_inherit=True)
        except SyntaxError as error:
            yield f"WRONG: does not compile: {error}"
    if not isinstance(again, Upgraded) or again.changed:
        yield "WRONG: no fixed point"


def main(folder: str, to: str = "native") -> None:
    warnings.simplefilter("ignore")
    said: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for path in sorted(each for each in Path(folder).rglob("*") if each.suffix in {".py", ".ipynb"} and each.is_file()):
        for each in judge(path, Settings(to, python_2=True), found):
            said[f"{path.suffix} {each.partition(' (')[0]}"] += 1
            if not each.startswith(("translated", "nothing")):
                print(f"{path}: {each}", flush=True)
    for counts in (said, found):
        print(", ".join(f"{number} {each}" for each, number in counts.most_common()))
    sys.exit(any("WRONG" in each for each in said))


if __name__ == "__main__":
    main(*sys.argv[1:])
