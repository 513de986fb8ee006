from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest
from libcst.metadata import MetadataWrapper, PositionProvider

from codemods.source.file import File
from codemods.source.walk import every_node
from tests.quick import only

ROOT = Path(__file__).resolve().parents[3]
SOURCES = sorted([*(ROOT / "codemods").rglob("*.py"), *(ROOT / "tests" / "codemods" / "fixtures").rglob("*.py")])[::3]

ODD = b"""# a header

@first
# between
@second(
    1)
class A:  # of a class
\tx = 1; y = (2)

\t@third
\tdef f(self): pass
a = 1; b = [
  2]; import c

if a:
    pass
# before elif
elif b: d = 1
else:
    d = f"{a!r} {b:{c}}"
    for x in [
        1,
      2]:
        call(1,
  2, third=[3,
                4]); other(
            5)
    else: pass
try:
    # why
    a
except (B,
        C) as e: raise
except D:

    d; e
else:
    g
finally:
    h
match point:
    case (1, x) if x:
        y
    case _: z
while 1:
    if a:
        pass
    elif b:
        c
    else:
        if d: e
async def g():
    async with a as b, c: await d
"""


def check(source: bytes) -> None:
    module = cst.parse_module(source)
    file = File(module, source)
    expected = MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)
    for node in every_node(module):
        assert file.position(node) == expected[node].start, node
    for line in file.every(cst.SimpleStatementLine):
        assert file.last_line(line) == expected[line].end.line


@pytest.mark.parametrize("path", only(SOURCES[::4], SOURCES), ids=lambda path: path.name)
def test_positions_are_those_of_libcst(path: Path) -> None:
    check(path.read_bytes())


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_odd_layout(ending: bytes) -> None:
    check(ODD.replace(b"\n", ending))
    check(b"\xef\xbb\xbf" + ODD.replace(b"\n", ending))


@pytest.mark.parametrize("source", [b"", b"# only a comment\n", b"x = 1", b"\n\n\nx = 1\n"])
def test_small(source: bytes) -> None:
    check(source)
