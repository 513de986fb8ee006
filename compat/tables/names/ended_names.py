"""Names outside of TensorFlow that scripts of 2016 to 2019 used, and that Python and the packages of today lack.

Measured: Python 3.7, SciPy 1.2.3, scikit-learn 0.19.2 and 0.22.2, pandas 0.24.2, Pillow 6.2.2, scikit-image 0.15.0,
seaborn 0.9.0 and Matplotlib 3.0.3 have them; Python 3.13, SciPy 1.18.1, scikit-learn 1.9.1, pandas 3.1.1, Pillow
13.0.0, scikit-image 0.26.0, seaborn 0.13.2 and Matplotlib 3.11.2 do not.
`tests/compat/tables/test_ended_names.py` looks for them in what is installed.
"""

from typing import Any, Dict, NamedTuple, Tuple

SCIPY_IMAGES = "https://docs.scipy.org/doc/scipy/release/1.3.0-notes.html#scipy-misc-changes"
_SCIPY = "https://docs.scipy.org/doc/scipy/release.html"
SKLEARN = "https://scikit-learn.org/stable/whats_new/v0.20.html"
_SKLEARN_22 = "https://scikit-learn.org/stable/whats_new/v0.22.html"
_SKLEARN_24 = "https://scikit-learn.org/stable/whats_new/v0.24.html"
_SKLEARN_12 = "https://scikit-learn.org/stable/whats_new/v1.2.html"
_SEABORN = "https://seaborn.pydata.org/whatsnew/index.html"
_BOSTON = "https://scikit-learn.org/1.1/modules/generated/sklearn.datasets.load_boston.html"
_PANDAS_1 = "https://pandas.pydata.org/docs/whatsnew/v1.0.0.html#removal-of-prior-version-deprecations-changes"
_PANDAS_2 = "https://pandas.pydata.org/docs/whatsnew/v2.0.0.html#removal-of-prior-version-deprecations-changes"
_SKIMAGE = "https://scikit-image.org/docs/stable/release_notes/index.html"
_MATPLOTLIB = "https://matplotlib.org/stable/api/prev_api_changes/index.html"
_PYTHON = "https://docs.python.org/3/whatsnew/{}.html#removed"

_IMAGES = {
    "imread": "use imageio.v2.imread, or numpy.asarray(PIL.Image.open(path))",
    "imsave": "use imageio.v2.imwrite; imsave scaled the values of floats to 0 ... 255",
    "imresize": "use PIL.Image.fromarray(x).resize((width, height)); imresize scaled the values of floats to 0 ... 255",
    "imrotate": "use PIL.Image.fromarray(x).rotate(angle); imrotate scaled the values of floats to 0 ... 255",
    "imfilter": "use PIL.Image.fromarray(x).filter(...)",
    "imshow": "use matplotlib.pyplot.imshow",
    "toimage": "use PIL.Image.fromarray; toimage scaled the values of floats to 0 ... 255",
    "fromimage": "use numpy.asarray",
    "bytescale": "scale with NumPy, and take .astype(numpy.uint8)",
}

_OF_PYTHON: Dict[str, Tuple[str, str]] = {
    "time.clock": ("3.8", "use time.perf_counter, or time.process_time for the time of the processor"),
    "cgi.escape": ("3.8", "use html.escape"),
    "platform.linux_distribution": ("3.8", "use platform.freedesktop_os_release"),
    "platform.dist": ("3.8", "use platform.freedesktop_os_release"),
    "fractions.gcd": ("3.9", "use math.gcd"),
    "inspect.getargspec": ("3.11", "use inspect.getfullargspec, which returns seven parts, or inspect.signature"),
    "imp": ("3.12", "use importlib"),
    "locale.format": ("3.12", "use locale.format_string"),
    "configparser.SafeConfigParser": ("3.12", "use configparser.ConfigParser"),
}
"""Names of Python's own library, with the release that dropped them."""

_SKLEARN_MODULES = {
    **dict.fromkeys(("base", "mldata", "samples_generator"), "datasets"),
    **dict.fromkeys(("data", "imputation", "label"), "preprocessing"),
    **dict.fromkeys(("classification", "ranking", "regression", "scorer"), "metrics"),
    **dict.fromkeys(("bagging", "forest", "gradient_boosting", "weight_boosting"), "ensemble"),
    **dict.fromkeys(("coordinate_descent", "logistic", "ridge", "stochastic_gradient"), "linear_model"),
    **dict.fromkeys(("bicluster", "hierarchical", "k_means_"), "cluster"),
    **dict.fromkeys(("kde", "unsupervised"), "neighbors"),
    **dict.fromkeys(("multilayer_perceptron", "rbm"), "neural_network"),
    "pca": "decomposition",
    "stop_words": "feature_extraction",
    "t_sne": "manifold",
    "tree": "tree",
}
"""Modules of scikit-learn that have a leading underscore today, and the packages that they belong to."""

_OTHERS: Dict[str, Tuple[str, str]] = {
    "scipy.misc.derivative": ("differentiate by hand, or with the package numdifftools", _SCIPY),
    "scipy.misc.central_diff_weights": ("write the weights down", _SCIPY),
    "scipy.misc.face": ("use scipy.datasets.face", _SCIPY),
    "scipy.misc.ascent": ("use scipy.datasets.ascent", _SCIPY),
    "scipy.misc.electrocardiogram": ("use scipy.datasets.electrocardiogram", _SCIPY),
    "scipy.ndimage.imread": ("use imageio.v2.imread", _SCIPY),
    "scipy.integrate.trapz": ("use scipy.integrate.trapezoid", _SCIPY),
    "scipy.integrate.simps": ("use scipy.integrate.simpson", _SCIPY),
    "scipy.integrate.cumtrapz": ("use scipy.integrate.cumulative_trapezoid", _SCIPY),
    "scipy.interpolate.spline": ("use scipy.interpolate.make_interp_spline", _SCIPY),
    "scipy.stats.itemfreq": ("use numpy.unique(x, return_counts=True)", _SCIPY),
    "scipy.stats.binom_test": ("use scipy.stats.binomtest(...).pvalue", _SCIPY),
    "scipy.signal.cwt": ("use the package PyWavelets", _SCIPY),
    "scipy.signal.ricker": ("use the package PyWavelets", _SCIPY),
    "scipy.signal.morlet": ("use the package PyWavelets", _SCIPY),
    "sklearn.externals.joblib": ("pip install joblib, and import joblib", SKLEARN),
    "sklearn.externals.six": ("pip install six, and import six", SKLEARN),
    "sklearn.cross_validation": ("use sklearn.model_selection", SKLEARN),
    "sklearn.grid_search": ("use sklearn.model_selection", SKLEARN),
    "sklearn.learning_curve": ("use sklearn.model_selection", SKLEARN),
    "sklearn.datasets.fetch_mldata": (
        "use sklearn.datasets.fetch_openml('mnist_784', as_frame=False) and the like; labels are texts there",
        _SKLEARN_22,
    ),
    "sklearn.datasets.load_boston": ("read it from http://lib.stat.cmu.edu/datasets/boston, or take another", _BOSTON),
    "sklearn.preprocessing.Imputer": ("use sklearn.impute.SimpleImputer, which has no axis=", _SKLEARN_22),
    "sklearn.utils.linear_assignment_": (
        "use numpy.array(scipy.optimize.linear_sum_assignment(x)).T, which has the same rows",
        "https://scikit-learn.org/stable/whats_new/v0.23.html",
    ),
    "sklearn.metrics.jaccard_similarity_score": ("use accuracy_score, or jaccard_score", _SKLEARN_22),
    "sklearn.metrics.calinski_harabaz_score": ("use calinski_harabasz_score", _SKLEARN_22),
    "sklearn.mixture.GMM": ("use sklearn.mixture.GaussianMixture", SKLEARN),
    "sklearn.decomposition.RandomizedPCA": ("use sklearn.decomposition.PCA(svd_solver='randomized')", SKLEARN),
    **{
        f"sklearn.{package}.{module}": (f"take the name from sklearn.{package}", _SKLEARN_24)
        for module, package in _SKLEARN_MODULES.items()
    },
    "sklearn.metrics.plot_confusion_matrix": ("use ConfusionMatrixDisplay.from_estimator", _SKLEARN_12),
    "sklearn.metrics.plot_roc_curve": ("use RocCurveDisplay.from_estimator", _SKLEARN_12),
    "sklearn.metrics.plot_precision_recall_curve": ("use PrecisionRecallDisplay.from_estimator", _SKLEARN_12),
    "sklearn.metrics.SCORERS": ("use sklearn.metrics.get_scorer", _SKLEARN_12),
    "sklearn.inspection.plot_partial_dependence": ("use PartialDependenceDisplay.from_estimator", _SKLEARN_12),
    "sklearn.feature_extraction.image.extract_patches": (
        "use numpy.lib.stride_tricks.sliding_window_view",
        _SKLEARN_24,
    ),
    "sklearn.neighbors.DistanceMetric": ("use sklearn.metrics.DistanceMetric", _SKLEARN_12),
    "sklearn.utils.safe_indexing": ("index the array, or use .iloc of a frame", _SKLEARN_24),
    "sklearn.utils.testing": ("use numpy.testing and pytest", _SKLEARN_24),
    "seaborn.factorplot": ("use catplot with kind='point', and height= for size=", _SEABORN),
    "seaborn.tsplot": ("use lineplot", _SEABORN),
    "seaborn.lvplot": ("use boxenplot", _SEABORN),
    "seaborn.apionly": ("import seaborn; it styles nothing before seaborn.set_theme()", _SEABORN),
    "scipy.linalg.pinv2": ("use scipy.linalg.pinv", _SCIPY),
    "scipy.linalg.kron": ("use numpy.kron", _SCIPY),
    "scipy.linalg.tril": ("use numpy.tril", _SCIPY),
    "scipy.linalg.triu": ("use numpy.triu", _SCIPY),
    "scipy.special.sph_harm": ("use scipy.special.sph_harm_y, which takes the degree and the angles in turn", _SCIPY),
    "scipy.spatial.distance.wminkowski": ("use minkowski with w raised to the power p", _SCIPY),
    "scipy.spatial.distance.matching": ("use hamming", _SCIPY),
    "scipy.spatial.distance.kulsinski": ("use kulczynski1, or write the formula", _SCIPY),
    "scipy.signal.hanning": ("use scipy.signal.windows.hann", _SCIPY),
    "scipy.ifft": ("use numpy.fft.ifft", _SCIPY),
    "scipy.polyfit": ("use numpy.polyfit", _SCIPY),
    "scipy._lib.six": ("pip install six, and import six", _SCIPY),
    "pandas.Panel": ("use a frame with several levels in its index", _PANDAS_1),
    "pandas.TimeGrouper": ("use pandas.Grouper(freq=...)", _PANDAS_1),
    "pandas.DataFrame.from_csv": ("use pandas.read_csv(path, index_col=0, parse_dates=True)", _PANDAS_1),
    "pandas.Series.from_csv": ("use pandas.read_csv(path, index_col=0, parse_dates=True).squeeze()", _PANDAS_1),
    "pandas.DataFrame.from_items": ("use pandas.DataFrame.from_dict(dict(items))", _PANDAS_1),
    "pandas.np": ("import numpy", _PANDAS_2),
    "pandas.datetime": ("use datetime.datetime", _PANDAS_2),
    "pandas.io.json.json_normalize": ("use pandas.json_normalize", _PANDAS_2),
    "pandas.util.testing": ("use pandas.testing", _PANDAS_2),
    "skimage.measure.compare_ssim": (
        "use skimage.metrics.structural_similarity; multichannel=True is channel_axis=-1, and floats need data_range=",
        _SKIMAGE,
    ),
    "skimage.measure.compare_psnr": ("use skimage.metrics.peak_signal_noise_ratio", _SKIMAGE),
    "skimage.measure.compare_mse": ("use skimage.metrics.mean_squared_error", _SKIMAGE),
    "skimage.measure.compare_nrmse": ("use skimage.metrics.normalized_root_mse", _SKIMAGE),
    "skimage.external": ("import tifffile", _SKIMAGE),
    "skimage.feature.greycomatrix": ("use skimage.feature.graycomatrix", _SKIMAGE),
    "skimage.feature.greycoprops": ("use skimage.feature.graycoprops", _SKIMAGE),
    "skimage.feature.register_translation": ("use skimage.registration.phase_cross_correlation", _SKIMAGE),
    "skimage.measure.marching_cubes_lewiner": ("use skimage.measure.marching_cubes", _SKIMAGE),
    "skimage.measure.marching_cubes_classic": ("use skimage.measure.marching_cubes(method='lorensen')", _SKIMAGE),
    "skimage.morphology.skeletonize_3d": ("use skimage.morphology.skeletonize", _SKIMAGE),
    "skimage.morphology.selem": ("take the name from skimage.morphology", _SKIMAGE),
    "skimage.novice": ("use skimage.io and skimage.transform", _SKIMAGE),
    "skimage.viewer": ("use the package napari, or matplotlib", _SKIMAGE),
    "skimage.future.graph": ("use skimage.graph", _SKIMAGE),
    "skimage.data.load": ("use skimage.io.imread", _SKIMAGE),
    "skimage.measure.simple_metrics": ("use skimage.metrics", _SKIMAGE),
    "skimage.util.pad": ("use numpy.pad", _SKIMAGE),
    "skimage.draw.circle": ("use skimage.draw.disk((row, column), radius)", _SKIMAGE),
    "skimage.data.imread": ("use skimage.io.imread", _SKIMAGE),
    "PIL.PILLOW_VERSION": ("use PIL.__version__", "https://pillow.readthedocs.io/en/stable/releasenotes/7.0.0.html"),
    "matplotlib.mlab.normpdf": ("use scipy.stats.norm.pdf", _MATPLOTLIB),
    "matplotlib.mlab.PCA": ("use sklearn.decomposition.PCA", _MATPLOTLIB),
    "matplotlib.mlab.griddata": ("use scipy.interpolate.griddata", _MATPLOTLIB),
    "matplotlib.cm.register_cmap": ("use matplotlib.colormaps.register", _MATPLOTLIB),
    "matplotlib.cm.cmap_d": ("use matplotlib.colormaps", _MATPLOTLIB),
    "matplotlib.pyplot.plot_date": ("use plot, which takes dates", _MATPLOTLIB),
    "matplotlib.mlab.find": ("use numpy.nonzero(numpy.ravel(x))[0]", _MATPLOTLIB),
    "matplotlib.mlab.bivariate_normal": ("use scipy.stats.multivariate_normal", _MATPLOTLIB),
    "matplotlib.mlab.csv2rec": ("use pandas.read_csv", _MATPLOTLIB),
    "matplotlib.mlab.rec2csv": ("use pandas.DataFrame.to_csv", _MATPLOTLIB),
    "matplotlib.cbook.iterable": ("use numpy.iterable", _MATPLOTLIB),
    "matplotlib.backends.backend_qt4agg": ("use matplotlib.backends.backend_qtagg", _MATPLOTLIB),
    "mpl_toolkits.axes_grid": ("use mpl_toolkits.axes_grid1", _MATPLOTLIB),
}

GONE: Dict[str, str] = {
    **{f"scipy.misc.{name}": f"{advice} ({SCIPY_IMAGES})" for name, advice in _IMAGES.items()},
    **{f"scipy.misc.pilutil.{name}": f"{advice} ({SCIPY_IMAGES})" for name, advice in _IMAGES.items()},
    **{path: f"{advice} ({_PYTHON.format(release)})" for path, (release, advice) in _OF_PYTHON.items()},
    **{path: f"{advice} ({url})" for path, (advice, url) in _OTHERS.items()},
}
"""Names and modules, with what takes their place."""

_ABSTRACT = (
    "AsyncGenerator AsyncIterable AsyncIterator Awaitable Callable Collection Container Coroutine Generator "
    "Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence MutableSet "
    "Reversible Sequence Set Sized ValuesView"
)
_WINDOWS = (
    "barthann bartlett blackman blackmanharris bohman boxcar chebwin cosine exponential flattop gaussian hamming hann "
    "kaiser nuttall parzen triang tukey"
)
_NUMPY = (
    "absolute append arange argmax argmin argsort array asarray ceil concatenate cos cross cumsum diag dot empty exp "
    "eye floor hstack inf isnan linspace max mean median meshgrid min nan newaxis ones outer pi reshape sin sort "
    "std sum tile transpose unique var vstack where zeros zeros_like"
)
_NUMPY_LIB = {
    "": "average delete digitize insert interp median pad percentile tile unique",
    "arraypad": "pad",
    "arraysetops": "ediff1d intersect1d isin setdiff1d setxor1d union1d unique",
    "function_base": (
        "angle append average bincount copy corrcoef cov delete diff digitize extract flip gradient hanning insert "
        "interp meshgrid median percentile piecewise place quantile rot90 select sinc trim_zeros unwrap vectorize"
    ),
    "histograms": "histogram histogram_bin_edges histogramdd",
    "index_tricks": "c_ diag_indices fill_diagonal index_exp ix_ mgrid ndenumerate ndindex ogrid r_ s_",
    "nanfunctions": "nanargmax nanargmin nanmax nanmean nanmedian nanmin nanpercentile nanstd nansum nanvar",
    "polynomial": "poly poly1d polyadd polyder polyfit polyint polymul polysub polyval roots",
    "shape_base": (
        "apply_along_axis array_split column_stack dsplit dstack expand_dims hsplit kron split take_along_axis tile "
        "vsplit"
    ),
    "twodim_base": "diag diagflat eye fliplr flipud histogram2d tri tril tril_indices triu triu_indices vander",
    "type_check": "imag iscomplex isreal nan_to_num real",
}
"""Modules of `numpy.lib`, which editors import from, and functions that NumPy itself has had."""
_ARPACK = "ArpackError ArpackNoConvergence eigs eigsh svds"

MOVED: Dict[str, str] = {
    **{f"collections.{name}": f"collections.abc.{name}" for name in _ABSTRACT.split()},
    **{f"scipy.signal.{name}": f"scipy.signal.windows.{name}" for name in _WINDOWS.split()},
    **{f"scipy.{name}": f"numpy.{name}" for name in _NUMPY.split()},
    **{f"scipy.misc.{name}": f"scipy.special.{name}" for name in ("comb", "factorial", "logsumexp")},
    **{f"scipy.sparse.linalg.eigen.arpack.{name}": f"scipy.sparse.linalg.{name}" for name in _ARPACK.split()},
    **{
        f"numpy.lib.{module}.{name}".replace("..", "."): f"numpy.{name}"
        for module, names in _NUMPY_LIB.items()
        for name in names.split()
    },
    "base64.decodestring": "base64.decodebytes",
    "base64.encodestring": "base64.encodebytes",
    "matplotlib.cm.get_cmap": "matplotlib.pyplot.get_cmap",
    "matplotlib.pyplot.cm.get_cmap": "matplotlib.pyplot.get_cmap",
    "scipy.rand": "numpy.random.rand",
    "scipy.randn": "numpy.random.randn",
    "PIL.Image.ANTIALIAS": "PIL.Image.LANCZOS",
    "PIL.Image.CUBIC": "PIL.Image.BICUBIC",
    "PIL.Image.LINEAR": "PIL.Image.BILINEAR",
    "skimage.color.grey2rgb": "skimage.color.gray2rgb",
    "skimage.color.rgb2grey": "skimage.color.rgb2gray",
    "skimage.morphology.watershed": "skimage.segmentation.watershed",
    "sklearn.cross_validation.train_test_split": "sklearn.model_selection.train_test_split",
}
"""Names that are gone, and where the same object was already then, under a path that is there today.

`train_test_split` was written a second time; with a seed, both draw the same rows.
"""


_TEXT_SIZES = "https://pillow.readthedocs.io/en/stable/releasenotes/9.2.0.html#font-size-and-offset-methods"


class Method(NamedTuple):
    """What to do about a method or an attribute that objects of a package had.

    `makers` are the functions that are known to make such objects; with `tells`, nothing else has the name in a file
    that imports the package. `successor` is what does the same without arguments, or ""; `is_property` says that it is
    not called.
    """

    package: str
    advice: str
    makers: Tuple[str, ...] = ()
    tells: bool = False
    successor: str = ""
    is_property: bool = False


def _of_frames(advice: str, **more: Any) -> Method:
    readers = ("csv", "excel", "hdf", "json", "pickle", "sql", "table")
    makers = ("DataFrame", "Series", "concat", "merge", *("read_" + each for each in readers))
    return Method("pandas", advice, tuple("pandas." + each for each in makers), **more)


_FONTS = ("PIL.ImageFont.load", "PIL.ImageFont.load_default", "PIL.ImageFont.truetype")

METHODS: Dict[str, Method] = {
    "append": _of_frames(f"use pandas.concat([a, b]) ({_PANDAS_2})"),
    "as_matrix": _of_frames(f"use .values ({_PANDAS_1})", tells=True, successor="values", is_property=True),
    "convert_objects": _of_frames(f"use .infer_objects() ({_PANDAS_1})", tells=True),
    "get_value": _of_frames(f"use .at[row, column] ({_PANDAS_1})"),
    "get_values": _of_frames(f"use .values ({_PANDAS_1})"),
    "getsize": Method("PIL", f"use .getbbox(text) ({_TEXT_SIZES})", _FONTS),
    "isAlive": Method("threading", f"use .is_alive() ({_PYTHON.format('3.9')})", tells=True, successor="is_alive"),
    "ix": _of_frames(f"use .loc[...] for labels, and .iloc[...] for positions ({_PANDAS_1})", tells=True),
    "lookup": _of_frames(f"use .to_numpy()[rows, columns] ({_PANDAS_2})"),
    "set_value": _of_frames(f"use .at[row, column] = value ({_PANDAS_1})"),
    "textsize": Method("PIL", f"use .textbbox((0, 0), text, font) ({_TEXT_SIZES})", tells=True),
}
"""Methods and attributes that are gone, of objects of packages other than NumPy, TensorFlow and Keras."""
