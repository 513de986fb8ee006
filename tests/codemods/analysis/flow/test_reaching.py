"""The assignment that a name has its value from, among several."""

from __future__ import annotations

import libcst as cst
import pytest

from codemods.analysis.flow.reaching import reaching
from codemods.source.file import File


def lines(source: str) -> list[int]:
    """The lines of the assignments that the last `m` of a source may have its value from."""
    file = File(cst.parse_module(source), source.encode())
    name = [each for each in file.every(cst.Name) if each.value == "m"][-1]
    return sorted(file.line(each.node) for each in reaching(file, name) if each.node is not None)


@pytest.mark.parametrize(
    ("source", "last"),
    [
        ("m = 1\nm = 2\nuse(m)\n", 2),
        ("m = 1\nif x:\n    m = 2\n    use(m)\n", 3),
        ("m = 1\nwith s.scope():\n    m = 2\nuse(m)\n", 3),
        ("m = 1\nwith s.scope():\n    with open(f):\n        m = 2\nuse(m)\n", 4),
        ("m = 1\nm = 2\nfor i in y:\n    use(m)\n", 2),
        ("m = 1\nm = 2\ndef f():\n    use(m)\n", 2),
    ],
)
def test_the_last_one(source: str, last: int) -> None:
    assert lines(source) == [last]


@pytest.mark.parametrize(
    "source",
    [
        "m = 1\nif x:\n    m = 2\nuse(m)\n",
        "m = 1\nwith suppress(ValueError):\n    m = 2\nuse(m)\n",
        "m = 1\nwith contextlib.suppress(ValueError):\n    m = 2\nuse(m)\n",
        "m = 1\nwith s.scope():\n    if x:\n        m = 2\nuse(m)\n",
        "m = 1\nfor i in y:\n    use(m)\n    m = 2\n    more(m)\nuse(m)\n",
        "m = 1\nif x:\n    m = 2\ndef f():\n    use(m)\n",
    ],
)
def test_any_of_them(source: str) -> None:
    assert len(lines(source)) > 1
