"""Keywords of NumPy's functions that the legacy releases ran with and NumPy 2 lacks.

`tests/compat/tables/test_numpy_keywords.py` calls each with the NumPy that is installed.
"""

from typing import Dict, FrozenSet, Mapping, Tuple

URL = "https://numpy.org/doc/stable/release.html"

_PERCENTILES = {"interpolation": "method"}

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
}
"""The keyword of today for each legacy one; it means the same."""

IDLE_KEYWORDS: Mapping[str, FrozenSet[str]] = {
    "numpy.corrcoef": frozenset({"bias", "ddof"}),
    "numpy.save": frozenset({"fix_imports"}),
}
"""Keywords that did nothing on Python 3."""

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
