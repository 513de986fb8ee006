"""What changed a frame of pandas through a part of it, until pandas 3 made each part a copy.

Measured on pandas 0.24.2, 1.1.5 and 3.1.1: `tests/codemods/rules/libraries/test_pandas_copies.py`.
"""

from typing import FrozenSet

URL = "https://pandas.pydata.org/docs/user_guide/copy_on_write.html"
TEXTS_URL = "https://pandas.pydata.org/docs/user_guide/migration-3-strings.html"

IN_PLACE: FrozenSet[str] = frozenset(
    {"bfill", "clip", "ffill", "fillna", "interpolate", "mask", "replace", "where"},
)
"""Methods with `inplace=` that changed the frame of a column; `dropna`, `sort_values` and others did not."""

ACCESSORS: FrozenSet[str] = frozenset({"at", "iat", "iloc", "loc"})
"""Attributes of a column whose elements are assigned to."""

WRITING_METHODS: FrozenSet[str] = frozenset({"fill", "partition", "put", "resize", "sort"})
"""Methods of arrays that change them."""

WRITING_FUNCTIONS: FrozenSet[str] = frozenset(
    {
        "numpy.copyto",
        "numpy.fill_diagonal",
        "numpy.place",
        "numpy.put",
        "numpy.putmask",
        "numpy.random.shuffle",
        "random.shuffle",
    },
)
"""Functions that change the array that they are given."""
