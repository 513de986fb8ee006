"""Compare what two checkouts of this project make of the same files, for changes that shall be faster and nothing else.

    python tests/benchmarks/same_results.py OTHER_CHECKOUT FOLDER... [--share N]

Every script below the folders, or one in N of them, is upgraded and checked by both, with the modules around it. Files
are named whose bytes, changes, findings or notes differ, and with which of the two.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import warnings
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

ROOT = Path(__file__).parents[2]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("other", type=Path)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--record", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.record:
        for line in sys.stdin:
            print(json.dumps([*_results(Path(line.rstrip("\n")))]), flush=True)
        return 0
    files = sorted(path for folder in asked.folders for path in folder.resolve().rglob("*.py") if path.is_file())
    chosen = random.Random(0).sample(files, len(files) // asked.share)
    recorded = [_recorded(root, chosen) for root in (asked.other.resolve(), ROOT)]
    differ = 0
    for path, before, now in zip(chosen, *recorded, strict=True):
        if before != now:
            differ += 1
            print(
                path,
                *(label for label, one, other in zip(_LABELS, before, now, strict=True) if one != other),
                sep="\n    ",
            )
    print(f"{len(chosen)} files, {differ} with another result")
    return int(differ > 0)


_LABELS = [
    f"{command}: {part}" for command in ("upgrade", "check") for part in ("bytes", "changes", "findings", "notes")
]


def _recorded(root: Path, files: list[Path]) -> list[list[str]]:
    """The results of one checkout, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = (sys.executable, __file__, "--record", str(root))
    paths = "".join(f"{path}\n" for path in files)
    done = subprocess.run(command, input=paths, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def _results(path: Path) -> Iterator[str]:
    """A digest of each part of the results for one file; the reason in the place of all where it is refused."""
    from codemods.cli.reading import guarded, project_of
    from codemods.engine.engine import check, upgrade
    from codemods.types import Failure

    source, project = path.read_bytes(), project_of(path)
    for work in (upgrade, check):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = guarded(work, source, project)
        if isinstance(result, Failure):
            yield from [repr(result)] * 4
        else:
            for part in (result.after, result.changes, result.findings, result.notes):
                yield blake2b(repr(part).encode(), digest_size=8).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
