"""NumPy's functions that took generators until NumPy 1.26.

`tests/compat/tables/test_numpy_generators.py` calls them with the NumPy that is installed.
"""

from typing import FrozenSet, Tuple

STACKING: FrozenSet[str] = frozenset(
    f"numpy.{name}" for name in ("column_stack", "dstack", "hstack", "stack", "vstack")
)
"""Functions that want a sequence."""

SUMMING = "numpy.sum"
"""The function that called Python's `sum`."""

ITERATORS: Tuple[str, ...] = ("filter", "map", "zip")
VIEWS: FrozenSet[str] = frozenset({"values", "keys", "items"})
"""What is no sequence either."""
