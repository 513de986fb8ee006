"""Damage real files by the thousand, and hold `upgrade` and `check` to what they promise of any bytes.

    python tests/benchmarks/mutations.py FOLDER [COUNT] [--seconds S] [--processes P] [--first SEED]

The files of Keras and TensorFlow below FOLDER are changed COUNT times in all (10,000 if it is not given), from a fixed seed: cut, spliced with
another, sprinkled with random bytes; statements, lines and tokens deleted, doubled, swapped and moved; the indentation, the line ends, the
encoding and the names changed. No exception may escape. A refusal names its reason and leaves the bytes alone, and
`check` gives the same one. A result parses, has all comments of its source, and a second run changes nothing and says
the same; what it says only of the release that the source showed and the result does not, with `--from`.
"""

from __future__ import annotations

import argparse
import ast
import io
import random
import re
import sys
import time
import tokenize
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from codemods.cli.reading import guarded
from codemods.engine.engine import check, upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Failure, Finding, Settings, Severity, Upgraded

COUNT = 10_000
NATIVE = Settings()
_RELEASES = ("keras==2.3", "tensorflow==1.15", "tensorflow==2.10", "keras==2.2.5", "tensorflow==1.13.2")
ORIGINS = [Settings(origin=parse_origin(each)) for each in _RELEASES]
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
_NAME = re.compile(rb"(?<![\w.'\"])[a-z_]\w{2,}(?=\s*[=(,)])")


def mutated(sources: list[bytes], seed: int) -> bytes:
    """One of the sources, changed one to three times."""
    chance = random.Random(seed)
    text = chance.choice(sources)
    for _ in range(chance.randint(1, 3)):
        text = chance.choice(CHANGES)(text, chance, sources)
    return text


# --- what can happen to a file


def _cut(text: bytes, chance: random.Random, sources: list[bytes]) -> bytes:
    del sources
    return text[: chance.randint(0, len(text))]


def _damage(text: bytes, chance: random.Random, sources: list[bytes]) -> bytes:
    del sources
    start = chance.randint(0, len(text))
    stop = min(len(text), start + chance.choice([0, 1, 2, 10, 100, 1000]))
    return text[:start] + chance.choice(DAMAGE) + text[stop:]


def _splice(text: bytes, chance: random.Random, sources: list[bytes]) -> bytes:
    other = chance.choice(sources)
    start, place = chance.randint(0, len(text)), chance.randint(0, len(other))
    return text[:start] + other[place : place + 500] + text[start:]


def _shuffle(text: bytes, chance: random.Random, sources: list[bytes]) -> bytes:
    del sources
    lines = text.splitlines(keepends=True)
    chance.shuffle(lines)
    return b"".join(lines[: chance.randint(0, len(lines))])


def _lines(text: bytes, chance: random.Random, sources: list[bytes]) -> bytes:
    return b"".join(_changed(text.splitlines(keepends=True), chance, sources))


def _statements(text: bytes, chance: random.Random, sources: list[bytes]) -> bytes:
    """Whole statements left out, doubled, swapped or moved; what remains still parses, most of the time."""
    del sources
    for _ in range(chance.randint(1, 5)):
        try:
            blocks = [block for node in ast.walk(ast.parse(text)) for block in _blocks(node)]
        except (SyntaxError, ValueError, RecursionError):
            break
        lines = text.splitlines(keepends=True)
        block = chance.choice(blocks or [[]])
        if not block:
            break
        one, other = (chance.choice(block) for _ in range(2))
        first, last = one.lineno - 1, one.end_lineno or one.lineno
        place = other.lineno - 1
        kind = chance.randrange(4)
        if kind == 0 and len(block) > 1:
            del lines[first:last]
        elif kind == 1:
            lines[place:place] = lines[first:last]
        elif place < first:  # moved up
            moved = lines[first:last]
            del lines[first:last]
            lines[place:place] = moved
        elif kind == 2 and isinstance(one, ast.With | ast.If | ast.For | ast.Try):
            lines[first:last] = [line.removeprefix(b"    ") for line in lines[first + 1 : last]]
        text = b"".join(lines)
    return text


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
            yield block


def _tokens(text: bytes, chance: random.Random, sources: list[bytes]) -> bytes:
    del sources
    parts = re.findall(rb"\w+|\s+|[^\w\s]", text)
    return b"".join(_changed(parts, chance, []))


def _changed(parts: list[bytes], chance: random.Random, sources: list[bytes]) -> list[bytes]:
    """Some parts left out, doubled, swapped, or taken from another file."""
    for _ in range(chance.randint(1, 4)):
        if len(parts) < 2:
            break
        one, other = chance.randrange(len(parts)), chance.randrange(len(parts))
        kind = chance.randrange(4)
        if kind == 0:
            del parts[one]
        elif kind == 1:
            parts.insert(other, parts[one])
        elif kind == 2 or not sources:
            parts[one], parts[other] = parts[other], parts[one]
        else:
            parts.insert(one, chance.choice(chance.choice(sources).splitlines(keepends=True) or [b""]))
    return parts


def _indentation(text: bytes, chance: random.Random, sources: list[bytes]) -> bytes:
    del sources
    kind = chance.randrange(4)
    if kind == 0:
        return re.sub(rb"(?m)^(?:    )+", lambda found: b"\t" * (len(found[0]) // 4), text)
    if kind == 1:
        return re.sub(rb"(?m)^(?:    )+", lambda found: b"  " * (len(found[0]) // 4), text)
    lines = text.splitlines(keepends=True)
    if kind == 2:
        return b"def everything():\n" + b"".join(b"    " + line for line in lines)
    place = chance.randrange(len(lines) + 1)
    return b"".join(
        [
            *lines[:place],
            *(chance.choice([b" ", b"\t", b"    "]) + line for line in lines[place : place + 3]),
            *lines[place + 3 :],
        ]
    )


def _encoding(text: bytes, chance: random.Random, sources: list[bytes]) -> bytes:
    del sources
    ends = (
        text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
        text.replace(b"\n", b"\r"),
        text.rstrip(),
        text + b"\n    ",
    )
    heads = (
        b"\xef\xbb\xbf" + text,
        b"# -*- coding: latin-1 -*-\n" + text,
        b"\x0c\n" + text,
        b"#!/usr/bin/env python\n" + text,
    )
    return chance.choice([*ends, *heads])


def _names(text: bytes, chance: random.Random, sources: list[bytes]) -> bytes:
    """Other names for things, some of them with letters beyond ASCII."""
    del sources
    found = sorted(set(_NAME.findall(text)))
    for name in chance.sample(found, min(len(found), 2)):
        new = chance.choice(["modèle", "größe", "模型", "ﬁt", "tf", "keras", "K", "model"]).encode()
        text = re.sub(rb"(?<![\w.])" + re.escape(name) + rb"\b", new, text)
    return text


CHANGES = (
    *(_cut, _damage, _splice, _shuffle, _tokens),
    *(_lines,) * 2,
    *(_encoding, _indentation, _names) * 2,
    *(_statements,) * 10,
)


# --- what is promised


def judge(sources: list[bytes], seed: int) -> str:
    """Return the outcome for one damaged file, or what was wrong with it."""
    source = mutated(sources, seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result, checked = guarded(upgrade, source), guarded(check, source)
        if isinstance(result, Failure):
            if not result.reason or not result.advice or "internal error" in result.reason or "\n" in result.reason:
                return f"WRONG {seed}: {result.reason!r}"
            return "refused" if checked == result else f"WRONG {seed}: check says {checked!r}"
        assert isinstance(result, Upgraded)
        if not result.changed:
            return "needs nothing" if result.after is source else f"WRONG {seed}: bytes are not the same object"
        return next((f"WRONG {seed}: {each}" for each in wrong(result)), "upgraded")


def wrong(result: Upgraded, settings: Settings = NATIVE) -> Iterator[str]:
    """What is wrong with a file that was rewritten."""
    try:
        ast.parse(result.after)
    except (SyntaxError, ValueError) as error:
        yield str(error)
        return
    again = guarded(lambda each, project: upgrade(each, settings, project), result.after)
    if not isinstance(again, Upgraded) or again.after != result.after:
        yield "no fixed point"
    elif again.findings != result.findings and not _is_stable_with_origin(result):
        yield f"other findings: {sorted({each.code for each in {*again.findings} ^ {*result.findings}})}"
    lost = _comments(result.before) - _comments(result.after)
    of_device = any(re.search(r"\bcpus?\b|\bhosted on\b", each, re.IGNORECASE) for each in lost)
    if lost and not of_device:  # a scope that is dissolved takes along what was said of its device
        yield f"lost comments: {list(lost)[:3]}"


def _is_stable_with_origin(result: Upgraded) -> bool:
    """True if `--from` with a release that fits the source gives a second run its findings back.

    Of a source that fits several releases, some findings ask for `--from`: with it, both runs say the same.
    """
    for settings in ORIGINS:
        told = upgrade(result.before, settings)
        if not isinstance(told, Upgraded):
            continue
        again, later = upgrade(told.after, settings), upgrade(result.after, settings)
        if not isinstance(again, Upgraded) or not isinstance(later, Upgraded):
            continue
        if told.findings == result.findings and (again.after, again.findings) == (told.after, told.findings):
            return True
        if _is_settled(result, told) and _is_settled(result, later):
            return _codes(told.findings) == _codes(later.findings) == _codes(again.findings)
    return False


def _is_settled(result: Upgraded, told: Upgraded) -> bool:
    """True if some findings asked for `--from`, and a run with it changes or says what they were about."""
    asked = {each.code for each in result.findings if each.severity == Severity.DOUBT.value}
    sure = {each.code for each in told.findings if each.severity != Severity.DOUBT.value}
    return bool(asked) and asked <= sure | {each.code for each in told.changes}


def _codes(findings: Iterable[Finding]) -> Counter[str]:
    return Counter(each.code for each in findings)


def _comments(source: bytes) -> Counter[str]:
    try:
        tokens = list(tokenize.tokenize(io.BytesIO(source).readline))
    except (SyntaxError, tokenize.TokenError, ValueError):  # stricter than the parser about some line ends
        return Counter()
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("count", type=int, nargs="?", default=COUNT)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no more files after so long")
    parser.add_argument("--processes", type=int, default=None)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    asked = parser.parse_args()
    every = (path.read_bytes() for path in sorted(asked.folder.rglob("*.py")))
    sources = [source for source in every if b"keras" in source or b"tensorflow" in source]
    begun = time.monotonic()
    counted: Counter[str] = Counter()
    seed = asked.first
    with ProcessPoolExecutor(asked.processes) as pool:
        while seed < asked.first + asked.count and time.monotonic() - begun < asked.seconds:
            seeds = range(seed, min(seed + 200, asked.first + asked.count))
            for verdict in pool.map(partial(judge, sources), seeds, chunksize=10):
                if verdict.startswith("WRONG"):
                    print(verdict, flush=True)
                counted[verdict.split(" ", 1)[0] if verdict.startswith("WRONG") else verdict] += 1
            seed = seeds.stop
    print(f"{sum(counted.values())} damaged files of {len(sources)}: {dict(counted)}")
    return int(counted["WRONG"] > 0)


if __name__ == "__main__":
    sys.exit(main())
