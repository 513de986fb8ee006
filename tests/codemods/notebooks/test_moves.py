"""Code that changed its cell is found; code that is new or gone is not."""

from __future__ import annotations

import pytest

from codemods.notebooks.moves import first_move


@pytest.mark.parametrize(
    ("before", "after", "move"),
    [
        (("a = 1", "b = 2"), ("a = 1\nb = 2", ""), (2, 1)),
        (("a = 1", "b = 2\nf(a)"), ("a = 1\nf(a)", "b = 2"), (2, 1)),
        (("def f(): pass", ""), ("", "def f(): pass"), (1, 2)),
        (("class A: pass", "b = 2"), ("", "b = 2\nclass A: pass"), (1, 2)),
        (("a = 1", "b = 2"), ("with s:\n    a = 3\n    b = 4", "c = 5"), (2, 1)),
    ],
)
def test_moved(before: tuple[str, str], after: tuple[str, str], move: tuple[int, int]) -> None:
    assert first_move(dict(enumerate(before, start=1)), dict(enumerate(after, start=1))) == move


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("a = 1", "b = 2"), ("a = 1", "b = 2")),
        (("a = 1", "b = 2"), ("a = 3", "with s:\n    b = 2")),
        (("a = 1", "b = 2"), ("s = 1\na = 1", "")),
        (("import x", "import y"), ("import x\nimport y", "")),
        (("a = 1", "a = 2\nb = 2"), ("a = 1", "b = 2")),
        (("f(1)", "f(1)"), ("f(1)", "g(1)")),
        (("a = f(1)", "b = 2"), ("a = g(1)", "b = g(1)")),
    ],
)
def test_not_moved(before: tuple[str, str], after: tuple[str, str]) -> None:
    assert first_move(dict(enumerate(before, start=1)), dict(enumerate(after, start=1))) is None
