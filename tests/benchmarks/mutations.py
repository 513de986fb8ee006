"""Damage real files by the thousand, and hold `upgrade` and `check` to what they promise of any bytes.

    python tests/benchmarks/mutations.py FOLDER [COUNT]

Each file below FOLDER is cut, spliced with another, and sprinkled with random bytes, COUNT times in all (10,000 if it is
not given), from a fixed seed. No exception may escape, a refusal names its reason and leaves the bytes alone, a result
parses and is a fixed point, and `check` finds the same failure as `upgrade`.
"""

from __future__ import annotations

import ast
import random
import sys
import warnings
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from codemods.cli.reading import Task
from codemods.engine.engine import check, upgrade
from codemods.types import Failure, Upgraded

COUNT = 10_000
DAMAGE = (
    b"",
    b"\n",
    b"\t",
    b"(",
    b")",
    b"'",
    b'"""',
    b"\\",
    b"\r",
    b"\xff",
    b"\0",
    b":",
    b"#",
    b"{",
    b"f'{",
    b"\xe2\x80",
)


def mutated(sources: list[bytes], seed: int) -> bytes:
    """One of the sources, damaged one to three times."""
    chance = random.Random(seed)
    text = chance.choice(sources)
    for _ in range(chance.randint(1, 3)):
        start = chance.randint(0, len(text))
        stop = min(len(text), start + chance.choice([0, 1, 2, 10, 100, 1000]))
        kind = chance.randrange(5)
        if kind == 0:
            text = text[:start]
        elif kind == 1:
            text = text[:start] + text[stop:]
        elif kind == 2:
            text = text[:start] + chance.choice(DAMAGE) + text[stop:]
        elif kind == 3:
            other = chance.choice(sources)
            place = chance.randint(0, len(other))
            text = text[:start] + other[place : place + 500] + text[stop:]
        else:
            lines = text.splitlines(keepends=True)
            chance.shuffle(lines)
            text = b"".join(lines[: chance.randint(0, len(lines))])
    return text


def judge(sources: list[bytes], seed: int) -> str:
    """Return the outcome for one damaged file, or what was wrong with it."""
    source = mutated(sources, seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result, checked = Task("upgrading", upgrade).on(source), Task("checking", check).on(source)
        if isinstance(result, Failure):
            if not result.reason or not result.advice or "internal error" in result.reason or "\n" in result.reason:
                return f"WRONG {seed}: {result.reason!r}"
            return "refused" if checked == result else f"WRONG {seed}: check says {checked!r}"
        assert isinstance(result, Upgraded)
        if not result.changed:
            return "needs nothing" if result.after is source else f"WRONG {seed}: bytes are not the same object"
        try:
            ast.parse(result.after)
        except (SyntaxError, ValueError) as error:
            return f"WRONG {seed}: {error}"
        again = Task("upgrading", upgrade).on(result.after)
        same = isinstance(again, Upgraded) and again.after == result.after
        return "upgraded" if same else f"WRONG {seed}: no fixed point"


def main(folder: Path, count: int) -> int:
    sources = [path.read_bytes() for path in sorted(folder.rglob("*.py"))]
    with ProcessPoolExecutor() as pool:
        verdicts = list(pool.map(partial(judge, sources), range(count), chunksize=50))
    for verdict in verdicts:
        if verdict.startswith("WRONG"):
            print(verdict)
    counted = Counter(verdict.split(" ", 1)[0] if verdict.startswith("WRONG") else verdict for verdict in verdicts)
    print(f"{count} damaged files of {len(sources)}: {dict(counted)}")
    return int(counted["WRONG"] > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else COUNT))
