"""Compose legacy programs by the thousand, upgrade them, and run them before and after.

    python tests/benchmarks/generated_programs.py [COUNT] [--first SEED] [--to compat]
        [--legacy PYTHON_OF_TENSORFLOW_1_15 --modern PYTHON_OF_TENSORFLOW_2_21 --folder FOLDER]

Each program is one of `tests/benchmarks/programs`: a network of Keras 1 or 2, an optimizer, `compile`, a training, callbacks, files,
`multi_gpu_model`; or an Estimator with a strategy of `tf.contrib.distribute`. The engine must not crash; a result
parses, is a fixed point, and a second run says the same.
With the two interpreters the programs run on both releases, which print losses, predictions and weights. One that
`upgrade` calls done (exit status 0) must run to its end and print the same numbers, or a note says why not.
Every second program is upgraded with `--from` the release that it was written for.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from codemods.cli.reading import guarded
from codemods.engine.engine import check, upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Change, Finding, Settings, Upgraded
from tests.benchmarks.mutations import wrong
from tests.benchmarks.programs.composed import drafted, program

ROOT = Path(__file__).parents[2]
UNKNOWN = "TFM197"
"""Attributes of objects of unknown class: `get_weights` in almost every program."""
ONE_NAME = b"\nmodel = multi_gpu_model(model"
CLOSE_RULE = "TFM296"
"""The square of a legacy epsilon, which is not the same for tiny gradients."""
_PRINTED = re.compile(r"RESULT ([\w ]+) (\[.*?\])")
"""Also in a line that a progress bar has begun."""
CLOSE = 2e-4
"""Of the numbers of a few steps in single precision."""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int, nargs="?", default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--to", choices=("native", "compat"), default="native")
    parser.add_argument("--legacy", type=Path)
    parser.add_argument("--modern", type=Path)
    parser.add_argument("--folder", type=Path, help="where programs and logs stay")
    asked = parser.parse_args()
    counted: Counter[str] = Counter()
    for seed in range(asked.first, asked.first + asked.count):
        for verdict in engine(seed, asked.to):
            counted[verdict.split(":", 1)[0]] += 1
            if verdict.startswith("WRONG"):
                print(seed, verdict, flush=True)
    print(f"the engine: {dict(counted)}")
    if not (asked.legacy and asked.modern and asked.folder):
        return int(counted["WRONG"] > 0)
    compared: Counter[str] = Counter()
    for start in range(asked.first, asked.first + asked.count, 20):
        seeds = range(start, min(start + 20, asked.first + asked.count))
        for seed, verdict in both(asked.folder, seeds, asked.to, asked.legacy, asked.modern):
            compared[verdict.split(":", 1)[0]] += 1
            print(seed, verdict, flush=True)
    print(f"both releases: {dict(sorted(compared.items()))}")
    return int(counted["WRONG"] + compared["WRONG"] > 0)


def settings_of(seed: int, to: str) -> Settings:
    """With what a program is upgraded: every second time somebody says for which release it was written."""
    return Settings(to, origin=parse_origin(drafted(seed).release) if seed % 2 else None)


# --- the engine


def engine(seed: int, to: str) -> Iterator[str]:
    """What became of a program, and what is wrong with that."""
    source, settings = program(seed).encode(), settings_of(seed, to)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result, checked = (
            guarded(lambda each, project: upgrade(each, settings, project), source),
            guarded(check, source),
        )
        if not isinstance(result, Upgraded) or not isinstance(checked, Upgraded):
            yield f"WRONG: {result!r}"
            return
        if not result.changed:
            yield "needs nothing" if result.after is source else "WRONG: bytes are not the same object"
            return
        yield "reported" if result.findings else "noted" if _notes(result) else "done"
        yield from (f"WRONG: {each}" for each in wrong(result, settings))
        if ONE_NAME in result.after and ONE_NAME not in source:
            yield "WRONG: the template lost its name, and the call stayed"


# --- both releases


def both(folder: Path, seeds: range, to: str, legacy: Path, modern: Path) -> Iterator[tuple[int, str]]:
    """Run the programs of these seeds before and after, and judge each."""
    before, after = folder / "before", folder / f"after_{to}"
    said: dict[int, Upgraded] = {}
    for place in (before, after):
        place.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        source = program(seed)
        result = upgrade(source.encode(), settings_of(seed, to))
        assert isinstance(result, Upgraded)
        _written(before / f"{seed}.py", source.encode())
        _written(after / f"{seed}.py", result.after)
        said[seed] = result
    _run(legacy, before, [*seeds])
    _run(modern, after, [seed for seed in seeds if _log(before, seed)[0]])
    for seed in seeds:
        yield seed, verdict(before, after, seed, said[seed])


def _written(path: Path, source: bytes) -> None:
    """Write a program, and forget the log of another one of this seed."""
    if not path.exists() or path.read_bytes() != source:
        path.write_bytes(source)
        path.with_suffix(".log").unlink(missing_ok=True)


def verdict(before: Path, after: Path, seed: int, told: Upgraded) -> str:
    """What both runs of a program say together."""
    ran, numbers = _log(before, seed)
    if not ran:
        return "did not run before"
    runs, today = _log(after, seed)
    gap = difference(numbers, today) if runs else math.nan
    result = "fails" if not runs else "the same" if gap < CLOSE else "differs"
    if told.findings:
        return f"reported, and {result}: {_listed(told.findings)}"
    if _notes(told):
        return f"noted, and {result}: {gap:.2g} {_listed(_notes(told))}"
    return "done, and the same" if result == "the same" else f"WRONG: done, and {result} ({gap:.2g})"


def _notes(told: Upgraded) -> list[Finding | Change]:
    """What tells of other numbers: the notes, and changes of which the documents say that they are close."""
    return [*(each for each in told.notes if each.code != UNKNOWN), *(c for c in told.changes if c.code == CLOSE_RULE)]


def _listed(findings: Iterable[Finding | Change]) -> str:
    return "; ".join(f"{each.code} {each.message}" for each in findings)


def difference(before: list[tuple[str, list[float]]], after: list[tuple[str, list[float]]]) -> float:
    """The largest difference between two runs, relative to the largest number of its line."""
    if [(name, len(numbers)) for name, numbers in before] != [(name, len(numbers)) for name, numbers in after]:
        return math.inf
    gaps = [0.0]
    for (_, one), (_, other) in zip(before, after, strict=True):
        size = max([1e-2, *(abs(each) for each in one if math.isfinite(each))])
        gaps += [
            0.0 if a == b or (math.isnan(a) and math.isnan(b)) else abs(a - b) / size
            for a, b in zip(one, other, strict=True)
        ]
    return math.inf if any(math.isnan(gap) for gap in gaps) else max(gaps)


def _log(folder: Path, seed: int) -> tuple[bool, list[tuple[str, list[float]]]]:
    """True if a program ran to its end, and what it printed."""
    path = folder / f"{seed}.log"
    lines = path.read_text(errors="replace").splitlines() if path.exists() else []
    printed = [found for line in lines for found in _PRINTED.finditer(line)]
    return lines[-1:] == ["STATUS 0"], [(found[1], json.loads(found[2])) for found in printed]


def _run(python: Path, folder: Path, seeds: list[int]) -> None:
    """Run the programs that have no log yet."""
    seeds = [seed for seed in seeds if not (folder / f"{seed}.log").exists()]
    if seeds:
        command: list[str | Path] = [
            python,
            "-m",
            "tests.benchmarks.programs.runner",
            folder,
            *(f"{seed}.py" for seed in seeds),
        ]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONWARNINGS": "ignore"}
        subprocess.run(command, env=environment, cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main())
