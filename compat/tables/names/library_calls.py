"""Calls of Matplotlib, SciPy and scikit-learn whose results, or whose texts, are other ones today.

Measured like `library_keywords.py`; `tests/compat/tables/test_library_calls.py` runs them with what is installed.
"""

from typing import FrozenSet, Mapping

MODE = "scipy.stats.mode"
"""The function that kept the axis that it counts along."""

MATRIX_FUNCTIONS: FrozenSet[str] = frozenset({"scipy.linalg.sqrtm", "scipy.linalg.logm"})
"""Functions that returned their error as well with `disp=False`; today they have no `disp`, and return none."""

RANK_TEST, SIGNED_TEST, SAMPLE_TEST = "scipy.stats.mannwhitneyu", "scipy.stats.wilcoxon", "scipy.stats.ks_2samp"
"""Tests whose p-values were approximate until SciPy 1.6, 1.4 and 1.2, and are exact for few samples; the first was that
of one side, with the lower of both statistics, unless it was given an `alternative`."""

DISTANCES: FrozenSet[str] = frozenset(
    f"scipy.spatial.distance.{name}"
    for name in ("braycurtis", "canberra", "chebyshev", "cityblock", "correlation", "cosine", "euclidean", "hamming")
) | {"scipy.spatial.distance.minkowski", "scipy.spatial.distance.sqeuclidean"}
"""Functions that took a row of a table, of the shape (1, n), for a vector until SciPy 1.8."""

CURVES: FrozenSet[str] = frozenset({"sklearn.metrics.roc_curve"})
"""The function whose first threshold was a number."""

TRANSFORM = "scipy.fft"
"""The function that is a module today."""

STYLES: FrozenSet[str] = frozenset(
    {"matplotlib.pyplot.style.use", "matplotlib.style.use", "matplotlib.pyplot.style.context"}
)
SEABORN_STYLE, RENAMED_STYLE = "seaborn", "seaborn-v0_8"
"""The beginning of the names of Matplotlib's styles after seaborn, as it was and as it is."""

RENAMED_MAPS: Mapping[str, str] = {
    "spectral": "nipy_spectral",
    "spectral_r": "nipy_spectral_r",
    "Vega10": "tab10",
    "Vega20": "tab20",
    "Vega20b": "tab20b",
    "Vega20c": "tab20c",
}
"""Colour maps that Matplotlib 2 had under two names."""

MAP_PLACES: Mapping[str, int] = {
    f"{module}.{name}": place
    for module in ("matplotlib.pyplot", "matplotlib.pylab", "pylab", "matplotlib.cm")
    for name, place in {"get_cmap": 0, "set_cmap": 0, "imshow": 1}.items()
}
"""Functions that take a colour map in a place."""

BACKEND_SETTERS: FrozenSet[str] = frozenset({"matplotlib.use", "matplotlib.pyplot.switch_backend"})
BACKENDS: Mapping[str, str] = {
    "gtk": "GTK3Agg",
    "gtkagg": "GTK3Agg",
    "gtkcairo": "GTK3Cairo",
    "qt4agg": "QtAgg",
    "qt4cairo": "QtCairo",
    "qtagg4": "QtAgg",
}
"""Backends, in small letters, that are a ValueError since Matplotlib 2.2 and 3.5, and those of today."""

PYPLOT_AXES: FrozenSet[str] = frozenset({"matplotlib.pyplot.gca", "matplotlib.pylab.gca", "pylab.gca"})
PYPLOT_SUBPLOT: FrozenSet[str] = frozenset({"matplotlib.pyplot.subplot", "matplotlib.pylab.subplot", "pylab.subplot"})
"""The functions that made axes with a projection, and those that count in whole numbers."""

SOLID_AXES: FrozenSet[str] = frozenset({"mpl_toolkits.mplot3d.Axes3D", "mpl_toolkits.mplot3d.axes3d.Axes3D"})
"""Axes that added themselves to the figure that they are given, and do not since Matplotlib 3.7."""

MAPPABLE, COLOUR_BARS = "matplotlib.cm.ScalarMappable", frozenset({"matplotlib.pyplot.colorbar"})
"""What belongs to no axes, and the function that took those of the moment for it until Matplotlib 3.6."""

RENAMED_ATTRIBUTES: Mapping[str, str] = {
    "legendHandles": "legend_handles",
    "w_xaxis": "xaxis",
    "w_yaxis": "yaxis",
    "w_zaxis": "zaxis",
}
"""Attributes of Matplotlib's objects, with the name that the same object has today."""

WINDOW_TITLE, RGB_BYTES, FEATURE_NAMES = "set_window_title", "tostring_rgb", "get_feature_names"
"""Methods that are gone: of the canvases of Matplotlib, and of the transformers of scikit-learn."""

OF_MATPLOTLIB: FrozenSet[str] = frozenset(
    {*RENAMED_ATTRIBUTES, WINDOW_TITLE, RGB_BYTES, "gca", "add_subplot", "colorbar"}
)
"""The attributes that tell in a file that imports Matplotlib."""

IMAGE_WRITERS: FrozenSet[str] = frozenset(
    f"{module}.{name}"
    for module, names in {"imageio": "imsave imwrite", "imageio.v2": "imsave imwrite", "skimage.io": "imsave"}.items()
    for name in names.split()
)
"""Functions that made bytes of the floats that they are given, for files of most suffixes."""

TAKES_FLOATS = (".exr", ".fits", ".hdr", ".npy", ".npz", ".tif", ".tiff")
"""Suffixes of files that take floats."""

FROM_ARRAY = "PIL.Image.fromarray"
MODES_OF_BYTES: FrozenSet[str] = frozenset({"CMYK", "HSV", "L", "LA", "LAB", "P", "RGB", "RGBA", "YCbCr"})
"""The function that took the mode's word for the type of an array, and the modes of bytes."""

CALLED: FrozenSet[str] = frozenset(
    {
        FROM_ARRAY,
        *IMAGE_WRITERS,
        *MAP_PLACES,
        *BACKEND_SETTERS,
        MODE,
        RANK_TEST,
        SIGNED_TEST,
        SAMPLE_TEST,
        *DISTANCES,
        *CURVES,
        TRANSFORM,
        *MATRIX_FUNCTIONS,
        *STYLES,
        *PYPLOT_AXES,
        *PYPLOT_SUBPLOT,
        *SOLID_AXES,
        *COLOUR_BARS,
    }
)
"""All functions that are named here."""
