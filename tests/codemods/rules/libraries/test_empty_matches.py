"""Patterns of `re.split` that match an empty text."""

from __future__ import annotations

import re

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import re\nimport keras\n"
TEXT = "Bob dropped_the  apple, - and left."
PIECES = {
    r"(\W+)?": ["Bob", " ", "dropped_the", "  ", "apple", ", - ", "and", " ", "left", ".", ""],
    r"(\W+)*": ["Bob", " ", "dropped_the", "  ", "apple", ", - ", "and", " ", "left", ".", ""],
    r"\s*": ["Bob", "dropped_the", "apple,", "-", "and", "left."],
    r"[ ,]*": ["Bob", "dropped_the", "apple", "-", "and", "left."],
    r"(-|_)*": ["Bob dropped", "_", "the  apple, ", "-", " and left."],
    r"\W?": ["Bob", "dropped_the", "", "apple", "", "", "", "and", "left", ""],
    r" *": ["Bob", "dropped_the", "apple,", "-", "and", "left."],
}
"""What Python 3.6.15 splits the text into."""
MODERN = {
    r"(\W+)?": r"(\W+)",
    r"(\W+)*": r"(\W+)",
    r"\s*": r"\s+",
    r"[ ,]*": "[ ,]+",
    r"(-|_)*": "(-|_)+",
    r"\W?": r"\W",
    r" *": " +",
}


@pytest.mark.parametrize("pattern", PIECES)
def test_pieces_of_python_3_6(pattern: str) -> None:
    assert re.split(pattern, TEXT) != PIECES[pattern]
    assert re.split(MODERN[pattern], TEXT) == PIECES[pattern]


@pytest.mark.parametrize("pattern", PIECES)
@pytest.mark.parametrize(
    "call", ["x = re.split('{}', s)", 'x = re.split(r"{}", s)', "x = re.split(pattern='{}', string=s)"]
)
def test_rewritten(call: str, pattern: str) -> None:
    check_upgraded(f"{HEAD}{call.format(pattern)}\n", f"{HEAD}{call.format(MODERN[pattern])}\n")


def test_under_another_name() -> None:
    head = "from re import split\nimport keras\n"
    check_upgraded(f"{head}x = split(r'\\s*', s)\n", f"{head}x = split(r'\\s+', s)\n")


@pytest.mark.parametrize("pattern", ["a*b*", r"\s*,?", "(a*)*", "(a)*?", "a|b*", "(?:a(b))?"])
def test_reported(pattern: str) -> None:
    check_declined(f"{HEAD}x = re.split(r'{pattern}', s)\n", "TFM481", 3)


@pytest.mark.parametrize(
    "code",
    [
        r"x = re.split('(\W+)', s)",
        r"x = re.split(' ', s)",
        r"x = re.split('\?', s)",
        r"x = re.split('a?b', s)",
        r"x = re.split('(', s)",
        r"x = re.split(pattern, s)",
        r"x = re.split(b'\\s*', s)",
        r"x = re.split(*args)",
        r"x = re.findall('a*', s)",
        r"x = s.split('a*')",
        r"x = other.split('a*', s)",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{HEAD}{code}\n")


def test_files_for_keras_3() -> None:
    check_untouched("import re\nimport keras.ops\nx = re.split(' *', s)\n")
