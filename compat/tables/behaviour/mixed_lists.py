"""Functions of NumPy that make one array of a list of numbers and of arrays of one number, which NumPy 1.24 refuses.

Measured on NumPy 1.18.5 and 2.5.5. `numpy.vstack` and `numpy.hstack` make an array of each element, and take it.
"""

from typing import FrozenSet

ARRAY_FUNCTIONS: FrozenSet[str] = frozenset(
    f"numpy.{name}"
    for name in ("argmax", "argmin", "array", "asarray", "max", "mean", "min", "reshape", "std", "sum", "var")
)
