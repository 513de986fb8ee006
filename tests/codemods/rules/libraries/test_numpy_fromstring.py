"""Arrays that are read from bytes."""

from __future__ import annotations

import numpy as np
import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

NP = "import numpy as np\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = np.fromstring(raw, np.uint8)", "x = np.frombuffer(raw, np.uint8).copy()"),
        ("x = np.fromstring(raw)", "x = np.frombuffer(raw).copy()"),
        ("x = np.fromstring(raw, dtype='>u4', count=3)", "x = np.frombuffer(raw, dtype='>u4', count=3).copy()"),
        ("x = np.fromstring(string=raw, dtype=int, sep='')", "x = np.frombuffer(buffer=raw, dtype=int).copy()"),
        ("x = np.fromstring(f.read(), 'u1').reshape(2, 2)", "x = np.frombuffer(f.read(), 'u1').copy().reshape(2, 2)"),
        ("x = np.fromstring(raw, 'u1').astype('f4')", "x = np.frombuffer(raw, 'u1').astype('f4')"),
        ("x = np.fromstring(b'ab', 'u1')", "x = np.frombuffer(b'ab', 'u1').copy()"),
    ],
)
def test_bytes(before: str, after: str) -> None:
    check_upgraded(f"{NP}{before}\n", f"{NP}{after}\n")
    check_upgraded(f"{NP}{before}\n", f"{NP}{after}\n", to="compat")


def test_imported_by_its_name() -> None:
    result = upgrade(b"import numpy as np\nfrom numpy import fromstring\nx = fromstring(raw, 'u1')\n")
    assert isinstance(result, Upgraded)
    assert b"x = np.frombuffer(raw, 'u1').copy()\n" in result.after


@pytest.mark.parametrize(
    "line",
    [
        "x = np.fromstring('ab', np.uint8)",
        "x = np.fromstring(raw, np.uint8, sep=between)",
        "x = np.fromstring(*given)",
        "x = map(np.fromstring, rows)",
    ],
)
def test_reported(line: str) -> None:
    check_declined(f"{NP}{line}\n", "TFM392", 2)


@pytest.mark.parametrize(
    "source",
    [
        f"{NP}x = np.fromstring('1 2', sep=' ')\n",
        f"{NP}x = np.fromstring(line, dtype=int, sep=',')\n",
        f"{NP}x = np.frombuffer(raw, np.uint8)\n",
        f"{NP}x = etree.fromstring(raw)\n",
        "import numpy\nfrom xml.etree import ElementTree\nx = ElementTree.fromstring(raw)\n",
        f"{NP}try:\n    x = np.fromstring(raw, 'u1')\nexcept ValueError:\n    x = np.frombuffer(raw, 'u1')\n",
        "x = np.fromstring(raw)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_the_array_may_be_written_to() -> None:
    """As the arrays of NumPy 1.18, of bytes and of what a canvas of Matplotlib gives."""
    for raw in (b"abcd", memoryview(b"abcd"), bytearray(b"abcd")):
        x = np.frombuffer(raw, np.uint8).copy()
        x[0] = 1
        assert x.tolist() == [1, 98, 99, 100]
