"""Functions of NumPy that take or give something else than with the legacy releases.

Measured: NumPy 1.17.5 and 2.5; `tests/compat/tables/test_numpy_calls.py` calls them with what is installed.
"""

from typing import Dict, FrozenSet, Mapping

URL = "https://numpy.org/doc/stable/release.html"

COMPLEX_PAIRS, COMPLEX_VALUES = "numpy.linalg.eig", "numpy.linalg.eigvals"
"""Functions that gave real numbers where all eigenvalues are real, until NumPy 2.4."""

INVERSES = "numpy.unique"
"""The function whose `return_inverse=True` gave a flat array for tables, until NumPy 1.26."""

LISTS: FrozenSet[str] = frozenset({"numpy.meshgrid", "numpy.broadcast_arrays"})
"""Functions that gave a list until NumPy 1.26, and give a tuple."""

RANGES: FrozenSet[str] = frozenset(f"numpy.{name}" for name in ("linspace", "logspace", "geomspace"))
"""Functions that took a float for the number of values until NumPy 1.17."""

ROUNDED = "numpy.linspace"
"""The function that rounded whole numbers towards zero until NumPy 1.19, and rounds them down."""

KINDS = "numpy.issubdtype"
"""The function that took a type for the kind of it until NumPy 1.18."""

KINDS_OF_TYPES: Mapping[str, str] = {"float": "floating", "int": "signedinteger", "complex": "complexfloating"}
"""The kinds of Python's types, and of types whose names begin so."""

ABSTRACT_TYPES: Mapping[str, str] = {
    "numpy.floating": "float64",
    "numpy.inexact": "float64",
    "numpy.integer": "int64",
    "numpy.signedinteger": "int64",
    "numpy.unsignedinteger": "uint64",
    "numpy.complexfloating": "complex128",
}
"""Kinds that were taken for a type until NumPy 2.2, and the type."""

EXPANDED = "numpy.expand_dims"
"""The function that took an axis beyond the last one for the last one until NumPy 1.17."""

CROSS = "numpy.cross"
"""The function that took vectors of two numbers until NumPy 2.4."""

TRANSFORMS: FrozenSet[str] = frozenset(
    f"numpy.fft.{name}"
    for name in ["fft", "fft2", "fftn", "ifft", "ifft2", "ifftn", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftn"]
)
"""Functions that computed with double precision until NumPy 1.26, whatever they are given."""

CALLED: FrozenSet[str] = frozenset(
    {COMPLEX_PAIRS, COMPLEX_VALUES, INVERSES, *LISTS, *RANGES, KINDS, CROSS, EXPANDED, *TRANSFORMS}
)
"""All functions that are named here."""

NAMES: Dict[str, str] = {path.rpartition(".")[2]: path for path in sorted(CALLED)}
"""Their last names, which a source has if it calls them."""
