"""Generators that end."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import keras\n"


@pytest.mark.parametrize("ended", ["raise StopIteration", "raise StopIteration()"])
def test_ended(ended: str) -> None:
    source = "def f(n):\n    while True:\n        if n == 0:\n            {}\n        yield n\n        n -= 1\n"
    after = check_upgraded(HEAD + source.format(ended), HEAD + source.format("return")).after
    names: dict[str, object] = {}
    exec(compile(after.replace(HEAD.encode(), b""), "after", "exec"), names)
    assert list(names["f"](3)) == [3, 2, 1]  # type: ignore[operator]
    with pytest.raises(RuntimeError, match="generator raised StopIteration"):
        exec(compile(source.format(ended) + "list(f(3))\n", "before", "exec"), {})


@pytest.mark.parametrize(
    "source",
    [
        "class A:\n    def __next__(self):\n        raise StopIteration\n",
        "def f(n):\n    try:\n        yield n\n        raise StopIteration\n    except StopIteration:\n        yield 0\n",
        "def f(n):\n    def g():\n        raise StopIteration\n    yield g\n",
        "def f(n):\n    yield n\n    raise ValueError\n",
        "def f(n):\n    yield n\n    return\n",
        "from mine import StopIteration\ndef f(n):\n    yield n\n    raise StopIteration\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)
