"""Keywords of NumPy's functions that the legacy releases ran with and NumPy 2 lacks.

`tests/compat/tables/test_numpy_keywords.py` calls each with the NumPy that is installed.
"""

from typing import Any, Dict, FrozenSet, Mapping, NamedTuple, Tuple

URL = "https://numpy.org/doc/stable/release.html"

_PERCENTILES = {"interpolation": "method"}
_OUT = {"y": "out"}
_ASSERTED = {"x": "actual", "y": "desired"}

RENAMED_KEYWORDS: Mapping[str, Dict[str, str]] = {
    "numpy.reshape": {"newshape": "shape"},
    "numpy.percentile": _PERCENTILES,
    "numpy.quantile": _PERCENTILES,
    "numpy.nanpercentile": _PERCENTILES,
    "numpy.nanquantile": _PERCENTILES,
    "numpy.histogram2d": {"normed": "density"},
    "numpy.histogramdd": {"normed": "density"},
    "numpy.histogram": {"normed": "density"},
    "numpy.linalg.matrix_rank": {"M": "A"},
    "numpy.unravel_index": {"dims": "shape"},
    "numpy.fix": _OUT,
    "numpy.isneginf": _OUT,
    "numpy.isposinf": _OUT,
    "numpy.testing.assert_array_equal": _ASSERTED,
    "numpy.testing.assert_array_almost_equal": _ASSERTED,
}
"""The keyword of today for each legacy one; it means the same."""

IDLE_KEYWORDS: Mapping[str, FrozenSet[str]] = {
    "numpy.corrcoef": frozenset({"bias", "ddof"}),
    "numpy.save": frozenset({"fix_imports"}),
    "numpy.array2string": frozenset({"style"}),
}
"""Keywords that did nothing on Python 3."""

IDLE_NONE: Mapping[str, str] = {"numpy.bincount": "minlength"}
"""Keywords whose `None` meant their default, and is an error today."""


class Added(NamedTuple):
    """A keyword whose default was another one, and the code of that.

    `keyword` is in place `place` of the arguments. If `readers` has keywords, one of them has to be given for the
    default to matter: with the value in `readers`, or with any if that is `Ellipsis`.
    """

    keyword: str
    place: int
    code: str
    readers: Mapping[str, Any] = {}


_CONVERTED = {"converters": Ellipsis}
LEGACY_DEFAULTS: Mapping[str, Added] = {
    "numpy.linalg.lstsq": Added("rcond", 2, "-1"),
    "numpy.genfromtxt": Added("encoding", 99, '"bytes"', {"dtype": None, **_CONVERTED}),
    "numpy.loadtxt": Added("encoding", 9, '"bytes"', _CONVERTED),
}
"""The defaults until NumPy 1.26: small singular values that count, and texts of files that are bytes."""

EQUAL_BINS: Tuple[str, ...] = ("numpy.histogram",)
"""Functions whose `normed` and `density` are the same for bins of one width only."""

PLACES: Mapping[str, int] = {"newshape": 1}
"""Places that a keyword can leave its name for: each release takes `np.reshape(a, shape)`."""

COPYING = "numpy.array"
"""The function whose `copy=False` copied where it had to."""

PRINTING, NOT_A_NUMBER = "numpy.set_printoptions", "numpy.nan"
"""The function that printed whole arrays for a threshold that is no number; `np.inf` does so in each release."""

DISTINCT = frozenset({"newshape", "normed"})
"""Keywords that tell NumPy in a file that imports neither Keras nor TensorFlow."""
