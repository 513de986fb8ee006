"""The time that a source is from, and the releases that were there at that time.

The days are those of the release notes of TensorFlow and of Keras, and of their files on PyPI. A nightly build of a
line could be had before the line came out, at the earliest since the final release two lines before it: a file of an
earlier day was not written for it. TensorFlow 2.0 had previews from December 2018, and Keras 3 was published as
keras-core in July 2023.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import NamedTuple

from codemods.releases.environments import Pair, pairs
from codemods.releases.versions import minor_version

_Line = tuple[int, ...]

_TENSORFLOW: dict[_Line, date] = {
    (1, 13): date(2018, 9, 27),
    (1, 14): date(2018, 11, 5),
    (2, 0): date(2018, 12, 1),
    (1, 15): date(2019, 2, 26),
    (2, 1): date(2019, 6, 19),
    (2, 2): date(2019, 9, 30),
    (2, 3): date(2020, 1, 8),
    (2, 4): date(2020, 5, 6),
    (2, 5): date(2020, 7, 27),
    (2, 6): date(2020, 12, 14),
    (2, 7): date(2021, 5, 13),
    (2, 8): date(2021, 8, 11),
    (2, 9): date(2021, 11, 4),
    (2, 10): date(2022, 2, 2),
    (2, 11): date(2022, 5, 16),
    (2, 12): date(2022, 9, 6),
    (2, 13): date(2022, 11, 17),
    (2, 14): date(2023, 3, 22),
    (2, 15): date(2023, 7, 5),
    (2, 16): date(2023, 9, 26),
}
_KERAS: dict[_Line, date] = {
    (2, 0): date(2017, 2, 8),
    (2, 1): date(2017, 3, 14),
    (2, 2): date(2017, 11, 1),
    (2, 3): date(2018, 10, 3),
    (2, 4): date(2019, 9, 17),
    (2, 5): date(2020, 6, 17),
    (3, 0): date(2023, 7, 11),
}
"""The first day on which a line can have been in use. Where a line has no row, that of the line before it holds."""

_LAST_ON_PYTHON: dict[_Line, _Line] = {
    (2, 7): (2, 1),
    (3, 4): (1, 14),
    (3, 5): (2, 3),
    (3, 6): (2, 6),
    (3, 7): (2, 11),
    (3, 8): (2, 13),
}
"""The last line of TensorFlow that has wheels for a Python, by the files on PyPI. Later Pythons run Keras 3."""
_LAST_OF_BACKENDS = (2, 3)
"""The last line of Keras that says "Using TensorFlow backend." when it is imported."""


class Vintage(NamedTuple):
    """What is known of the time of a source, beside its text.

    `day` is that of its last commit, `python` the Python that ran it as a notebook. `is_of_backends` says that the
    Keras which ran it told its backend.
    """

    day: date | None = None
    python: tuple[int, int] | None = None
    is_of_backends: bool = False

    def __str__(self) -> str:
        said = [f"last commit {self.day}"] if self.day is not None else []
        said += [f"run with Python {self.python[0]}.{self.python[1]}"] if self.python is not None else []
        said += ["run with a Keras of several backends"] if self.is_of_backends else []
        return ", ".join(said)

    @property
    def is_of_python_2(self) -> bool:
        return self.python is not None and self.python < (3, 0)

    @property
    def pairs(self) -> frozenset[Pair]:
        """The pairs of releases that were there; all of them if nothing is known, or if it is contradictory."""
        return _pairs(self) or pairs()


@cache
def _pairs(vintage: Vintage) -> frozenset[Pair]:
    return frozenset(pair for pair in pairs() if _was_there(vintage, *map(minor_version, pair)))


def _was_there(vintage: Vintage, tensorflow: _Line, keras: _Line) -> bool:
    if vintage.day is not None and not (
        _first_day(_TENSORFLOW, tensorflow) <= vintage.day and _first_day(_KERAS, keras) <= vintage.day
    ):
        return False
    last = _LAST_ON_PYTHON.get(vintage.python) if vintage.python is not None else None
    if last is not None and tensorflow > last:
        return False
    return not vintage.is_of_backends or keras <= _LAST_OF_BACKENDS


def _first_day(days: dict[_Line, date], line: _Line) -> date:
    """The first day of a line, or of the line before it that has a row."""
    known = [each for each in days if each <= line]
    return days[max(known)] if known else date.min
