"""Names outside of TensorFlow that scripts of 2016 to 2019 used, and that Python and the packages of today lack.

Measured: Python 3.7, librosa 0.6.3, SciPy 1.2.3, scikit-learn 0.19.2 and 0.22.2, pandas 0.24.2, Pillow 6.2.2,
scikit-image 0.15.0, seaborn 0.9.0, Matplotlib 3.0.3 and Sonnet 1.36 have them; Python 3.13, librosa 1.0.0, SciPy
1.18.1, scikit-learn 1.9.1, pandas 3.1.1, Pillow 13.0.0, scikit-image 0.26.0, seaborn 0.13.2, Matplotlib 3.11.2 and
Sonnet 2.0.2 do not.
`tests/compat/tables/test_ended_names.py` looks for them in what is installed.
"""

from typing import Any, Dict, NamedTuple, Tuple

from compat.tables.names.library_calls import RENAMED_MAPS
from compat.tables.names.scikit_modules import SCIKIT_MODULES

_SCIPY_IMAGES = "https://docs.scipy.org/doc/scipy/release/1.3.0-notes.html#scipy-misc-changes"
_NUMPY_2 = "https://numpy.org/doc/stable/numpy_2_0_migration_guide.html"
_H5PY = "https://docs.h5py.org/en/stable/whatsnew/3.0.html"
_SCIPY = "https://docs.scipy.org/doc/scipy/release.html"
SKLEARN = "https://scikit-learn.org/stable/whats_new/v0.20.html"
_SKLEARN_22 = "https://scikit-learn.org/stable/whats_new/v0.22.html"
_SKLEARN_24 = "https://scikit-learn.org/stable/whats_new/v0.24.html"
_SKLEARN_12 = "https://scikit-learn.org/stable/whats_new/v1.2.html"
_SEABORN = "https://seaborn.pydata.org/whatsnew/index.html"
_BOSTON = "https://scikit-learn.org/1.1/modules/generated/sklearn.datasets.load_boston.html"
_PANDAS_1 = "https://pandas.pydata.org/docs/whatsnew/v1.0.0.html#removal-of-prior-version-deprecations-changes"
_PANDAS_0 = "https://pandas.pydata.org/docs/whatsnew/v0.23.0.html#removal-of-prior-version-deprecations-changes"
_PANDAS_3 = "https://pandas.pydata.org/docs/whatsnew/v3.0.0.html#removal-of-prior-version-deprecations-changes"
_PANDAS_2 = "https://pandas.pydata.org/docs/whatsnew/v2.0.0.html#removal-of-prior-version-deprecations-changes"
_SKIMAGE = "https://scikit-image.org/docs/stable/release_notes/index.html"
_OPENCV = "https://github.com/opencv/opencv/wiki/ChangeLog"
_PILLOW = "https://pillow.readthedocs.io/en/stable/releasenotes/index.html"
_MATPLOTLIB = "https://matplotlib.org/stable/api/prev_api_changes/index.html"
_PYDICOM = "https://pydicom.github.io/pydicom/stable/guides/transition_to_pydicom1.html"
_LIBROSA = "https://librosa.org/doc/latest/changelog.html"
_SETUPTOOLS = "https://setuptools.pypa.io/en/stable/history.html"
_SONNET = "https://sonnet.readthedocs.io/en/latest/api.html"
_PYTHON = "https://docs.python.org/3/whatsnew/{}.html#removed"

_IMAGE_FUNCTIONS = "bytescale fromimage imfilter imread imresize imrotate imsave imshow toimage"

_OF_PYTHON: Dict[str, Tuple[str, str]] = {
    "cgi.escape": ("3.8", "use html.escape"),
    "platform.linux_distribution": ("3.8", "use platform.freedesktop_os_release"),
    "platform.dist": ("3.8", "use platform.freedesktop_os_release"),
    "fractions.gcd": ("3.9", "use math.gcd"),
    "inspect.getargspec": ("3.11", "use inspect.getfullargspec, which returns seven parts, or inspect.signature"),
    "imp": ("3.12", "use importlib"),
    "locale.format": ("3.12", "use locale.format_string"),
    "configparser.SafeConfigParser": ("3.12", "use configparser.ConfigParser"),
    "os.errno": ("3.7", "import errno"),
    "plistlib.readPlist": ("3.9", "use plistlib.load"),
    "dummy_threading": ("3.9", "use threading"),
    "sys.setcheckinterval": ("3.9", "use sys.setswitchinterval, which counts seconds"),
    "asyncio.coroutine": ("3.11", "use async def"),
    "inspect.formatargspec": ("3.11", "use inspect.signature"),
    "asynchat": ("3.12", "use asyncio"),
    "asyncore": ("3.12", "use asyncio"),
    "importlib.find_loader": ("3.12", "use importlib.util.find_spec"),
    "smtpd": ("3.12", "use the package aiosmtpd"),
    "ssl.match_hostname": ("3.12", "the context of ssl does it"),
    "ssl.wrap_socket": ("3.12", "use the method of a context: ssl.create_default_context().wrap_socket"),
}
"""Names of Python's own library, with the release that dropped them."""

_OF_MLAB = {
    "amap": "numpy.array([f(*each) for each in zip(...)])",
    "center_matrix": "(x - x.mean(0)) / x.std(0)",
    "demean": "x - x.mean(axis)",
    "dist": "numpy.hypot(*(x - y))",
    "dist_point_to_segment": "the package shapely",
    "entropy": "scipy.stats.entropy of numpy.histogram(x, bins)[0]",
    "exp_safe": "numpy.exp(numpy.clip(x, None, 700))",
    "frange": "numpy.arange or numpy.linspace",
    "inside_poly": "matplotlib.path.Path(...).contains_points",
    "l1norm": "numpy.sum(numpy.abs(x))",
    "l2norm": "numpy.sqrt(numpy.sum(numpy.abs(x) ** 2))",
    "log2": "numpy.log2",
    "longest_contiguous_ones": "scipy.ndimage.label",
    "movavg": "numpy.convolve(x, numpy.ones(n) / n, 'valid')",
    "norm_flat": "numpy.linalg.norm(numpy.ravel(x), p)",
    "path_length": "numpy.hypot(*numpy.diff(x, axis=0).T).sum()",
    "poly_between": "fill_between",
    "prctile": "numpy.percentile",
    "prctile_rank": "numpy.digitize(x, numpy.percentile(x, p))",
    "rec_append_fields": "numpy.lib.recfunctions.append_fields",
    "rec_drop_fields": "numpy.lib.recfunctions.drop_fields",
    "rec_join": "numpy.lib.recfunctions.join_by",
    "rk4": "scipy.integrate.solve_ivp",
    "rms_flat": "numpy.sqrt(numpy.mean(numpy.abs(x) ** 2))",
    "segments_intersect": "the package shapely",
    "slopes": "numpy.gradient",
    "stineman_interp": "scipy.interpolate.PchipInterpolator",
    "vector_lengths": "numpy.linalg.norm(x, axis=axis)",
}
"""Functions of `matplotlib.mlab`, and what to use for them."""

_OF_WINDOWS = "apply corr count cov kurt max mean median min quantile skew std sum var"
"""The functions of windows that pandas had until 0.22."""

_BLURS = {"box_blur": "BoxBlur", "gaussian_blur": "GaussianBlur", "gblur": "GaussianBlur", "usm": "UnsharpMask"}
"""Functions of `PIL.ImageOps`, and the filters that do the same."""

_SONNET_1 = (
    "ACTCore AddBias AffineGridWarper AffineWarpConstraints AttentiveRead BatchNormLSTM BatchNormV2 BidirectionalRNN "
    "CausalConv1D ConcatLinear GridWarper HighwayCore InPlaneConv2D LSTMBlockCell MergeDims ModelRNN RNNCellWrapper "
    "RelationalMemory Residual ResidualCore SelectInput SeparableConv1D SeparableConv2D SkipConnectionCore SliceByDim "
    "TileByDim TrainableInitialState TrainableVariable Transposable clip_gradient count_variables_by_type "
    "custom_getter_router custom_getters get_saver get_variables_in_module get_variables_in_scope lstm_with_zoneout "
    "trainable_initial_state wrap_with_spectral_norm"
)
_OTHERS: Dict[str, Tuple[str, str]] = {
    **{f"sonnet.{name}": ("Sonnet 2 has none: write it as a sonnet.Module", _SONNET) for name in _SONNET_1.split()},
    "sonnet.AbstractModule": ("derive from sonnet.Module of Sonnet 2, with __call__ for _build", _SONNET),
    "sonnet.BatchFlatten": ("use sonnet.Flatten of Sonnet 2", _SONNET),
    "sonnet.BatchReshape": ("use sonnet.Reshape of Sonnet 2", _SONNET),
    "sonnet.FlattenTrailingDimensions": ("use sonnet.Flatten(preserve_dims=) of Sonnet 2", _SONNET),
    "sonnet.nest": ("use tf.nest", _SONNET),
    "sonnet.reuse_variables": ("leave it out: modules of Sonnet 2 keep their variables", _SONNET),
    "pkg_resources": ("use importlib.metadata and importlib.resources, or pip install 'setuptools<82'", _SETUPTOOLS),
    **{
        f"PIL.ImageOps.{name}": (f"use image.filter(PIL.ImageFilter.{kind}(...))", _PILLOW)
        for name, kind in {**_BLURS, "unsharp_mask": "UnsharpMask"}.items()
    },
    "librosa.output": ("write with soundfile.write, from the package soundfile", _LIBROSA),
    "librosa.logamplitude": ("use librosa.power_to_db", _LIBROSA),
    "librosa.core.logamplitude": ("use librosa.power_to_db", _LIBROSA),
    "librosa.feature.rmse": ("use librosa.feature.rms", _LIBROSA),
    "librosa.display.waveplot": ("use librosa.display.waveshow", _LIBROSA),
    "librosa.util.example_audio_file": ("use librosa.ex, which downloads a recording", _LIBROSA),
    "librosa.beat.tempo": ("use librosa.feature.tempo", _LIBROSA),
    "librosa.ifgram": ("use librosa.reassigned_spectrogram", _LIBROSA),
    "librosa.core.ifgram": ("use librosa.reassigned_spectrogram", _LIBROSA),
    "librosa.dtw": ("use librosa.sequence.dtw", _LIBROSA),
    "librosa.core.dtw": ("use librosa.sequence.dtw", _LIBROSA),
    "dicom": ("use the package pydicom: dicom.read_file is pydicom.dcmread", _PYDICOM),
    "PIL.OleFileIO": ("use the package olefile", _PILLOW),
    "PIL.Image.VERSION": ("use PIL.__version__", _PILLOW),
    "PIL.Image.fromstring": ("use PIL.Image.frombytes", _PILLOW),
    "skimage.util.montage2d": ("use skimage.util.montage", _SKIMAGE),
    "scipy.misc.derivative": ("differentiate by hand, or with the package numdifftools", _SCIPY),
    "scipy.misc.central_diff_weights": ("write the weights down", _SCIPY),
    "scipy.misc.face": ("use scipy.datasets.face", _SCIPY),
    "scipy.misc.ascent": ("use scipy.datasets.ascent", _SCIPY),
    "scipy.misc.electrocardiogram": ("use scipy.datasets.electrocardiogram", _SCIPY),
    "scipy.integrate.trapz": ("use scipy.integrate.trapezoid", _SCIPY),
    "scipy.integrate.simps": ("use scipy.integrate.simpson", _SCIPY),
    "scipy.integrate.cumtrapz": ("use scipy.integrate.cumulative_trapezoid", _SCIPY),
    "scipy.integrate.quadrature": ("use scipy.integrate.quad", _SCIPY),
    "scipy.integrate.romberg": ("use scipy.integrate.quad", _SCIPY),
    "scipy.interpolate.splmake": ("use scipy.interpolate.make_interp_spline", _SCIPY),
    "scipy.interpolate.spleval": ("use scipy.interpolate.make_interp_spline, and call what it returns", _SCIPY),
    "scipy.misc.pilutil": ("use the package Pillow", _SCIPY_IMAGES),
    "scipy.misc.info": ("use numpy.info", _SCIPY),
    "scipy.misc.source": ("use inspect.getsource", _SCIPY),
    "scipy.misc.who": ("look at the arrays one by one", _SCIPY),
    "scipy.interpolate.spline": ("use scipy.interpolate.make_interp_spline", _SCIPY),
    "scipy.stats.itemfreq": ("use numpy.unique(x, return_counts=True)", _SCIPY),
    "scipy.stats.binom_test": ("use scipy.stats.binomtest(...).pvalue", _SCIPY),
    "scipy.stats.find_repeats": ("use numpy.unique(x, return_counts=True)", _SCIPY),
    "scipy.stats.frechet_l": ("use scipy.stats.weibull_max", _SCIPY),
    "scipy.stats.frechet_r": ("use scipy.stats.weibull_min", _SCIPY),
    "scipy.stats.gilbrat": ("use scipy.stats.gibrat", _SCIPY),
    "scipy.stats.trapz": ("use scipy.stats.trapezoid", _SCIPY),
    "scipy.stats.rvs_ratio_uniforms": ("use scipy.stats.sampling.RatioUniforms", _SCIPY),
    "scipy.stats.nanmean": ("use numpy.nanmean", _SCIPY),
    "scipy.stats.nanmedian": ("use numpy.nanmedian", _SCIPY),
    "scipy.stats.nanstd": ("use numpy.nanstd(x, ddof=1)", _SCIPY),
    "scipy.stats.chisqprob": ("use scipy.stats.chi2.sf", _SCIPY),
    "scipy.stats.betai": ("use scipy.special.betainc", _SCIPY),
    "scipy.special.btdtr": ("use scipy.special.betainc", _SCIPY),
    "scipy.special.btdtri": ("use scipy.special.betaincinv", _SCIPY),
    "scipy.special.lpmn": ("use scipy.special.assoc_legendre_p_all", _SCIPY),
    "scipy.special.lpn": ("use scipy.special.legendre_p_all", _SCIPY),
    "scipy.special.clpmn": ("use scipy.special.assoc_legendre_p_all", _SCIPY),
    "scipy.signal.bspline": ("use scipy.interpolate.BSpline", _SCIPY),
    "scipy.signal.cubic": ("use scipy.interpolate.BSpline", _SCIPY),
    "scipy.signal.quadratic": ("use scipy.interpolate.BSpline", _SCIPY),
    "scipy.signal.cascade": ("use the package PyWavelets", _SCIPY),
    "scipy.signal.daub": ("use the package PyWavelets", _SCIPY),
    "scipy.signal.qmf": ("use the package PyWavelets", _SCIPY),
    "scipy.signal.cmplx_sort": ("use numpy.argsort of numpy.abs(x)", _SCIPY),
    "scipy.signal.lsim2": ("use scipy.signal.lsim", _SCIPY),
    "scipy.signal.impulse2": ("use scipy.signal.impulse", _SCIPY),
    "scipy.signal.step2": ("use scipy.signal.step", _SCIPY),
    "scipy.constants.C2K": ("use scipy.constants.convert_temperature", _SCIPY),
    "scipy.constants.K2C": ("use scipy.constants.convert_temperature", _SCIPY),
    "scipy.linalg.expm2": ("use scipy.linalg.expm", _SCIPY),
    "scipy.linalg.expm3": ("use scipy.linalg.expm", _SCIPY),
    "scipy.linalg.tri": ("use numpy.tri", _SCIPY),
    "scipy.spatial.distance.kulczynski1": ("write the formula", _SCIPY),
    "scipy.spatial.distance.sokalmichener": ("use rogerstanimoto, which is the same", _SCIPY),
    "scipy.spatial.transform.Rotation.from_dcm": ("use from_matrix, which is the same", _SCIPY),
    "scipy.spatial.transform.Rotation.match_vectors": ("use align_vectors", _SCIPY),
    "scipy.special.hyp1f2": ("use the package mpmath", _SCIPY),
    "scipy.special.hyp2f0": ("use the package mpmath", _SCIPY),
    "scipy.special.hyp3f0": ("use the package mpmath", _SCIPY),
    "scipy.special.sph_jn": ("use scipy.special.spherical_jn", _SCIPY),
    "scipy.special.sph_yn": ("use scipy.special.spherical_yn", _SCIPY),
    "scipy.stats.median_absolute_deviation": (
        "use 1.4826 * scipy.stats.median_abs_deviation(x), by which it was multiplied",
        _SCIPY,
    ),
    "numpy.compat": ("write for Python 3 alone", _NUMPY_2),
    "numpy.lib.function_base": ("take the name from numpy", _NUMPY_2),
    "numpy.lib.math": ("use the module math", _NUMPY_2),
    "scipy.signal.slepian": ("use scipy.signal.windows.dpss", _SCIPY),
    "scipy.weave": ("use the package Cython", _SCIPY),
    "numpy.core.umath_tests": ("use numpy.einsum('ij,ij->i', a, b) for inner1d, and the operator @", _NUMPY_2),
    "numpy.distutils": ("use setuptools", _NUMPY_2),
    "numpy.dual": ("use scipy.linalg, or numpy.linalg", _NUMPY_2),
    "numpy.fft.fftpack": ("take the name from numpy.fft", _NUMPY_2),
    "numpy.fft.helper": ("take the name from numpy.fft", _NUMPY_2),
    "numpy.testing.Tester": ("use the package pytest", _NUMPY_2),
    "numpy.testing.decorators": ("use the marks of pytest", _NUMPY_2),
    "numpy.testing.rand": ("use numpy.random.rand", _NUMPY_2),
    "numpy.testing.run_module_suite": ("use the package pytest", _NUMPY_2),
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
    "sklearn.lda": ("use sklearn.discriminant_analysis.LinearDiscriminantAnalysis", SKLEARN),
    "sklearn.qda": ("use sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis", SKLEARN),
    "sklearn.hmm": ("use the package hmmlearn", SKLEARN),
    "sklearn.linear_model.RandomizedLasso": ("use sklearn.feature_selection.SelectFromModel", _SKLEARN_22),
    "sklearn.linear_model.RandomizedLogisticRegression": ("use sklearn.feature_selection.SelectFromModel", _SKLEARN_22),
    "sklearn.linear_model.logistic_regression_path": ("fit LogisticRegression for each C", _SKLEARN_24),
    "sklearn.mixture.DPGMM": ("use sklearn.mixture.BayesianGaussianMixture", SKLEARN),
    "sklearn.mixture.VBGMM": ("use sklearn.mixture.BayesianGaussianMixture", SKLEARN),
    "sklearn.covariance.GraphLasso": ("use sklearn.covariance.GraphicalLasso", _SKLEARN_22),
    "sklearn.gaussian_process.GaussianProcess": ("use GaussianProcessRegressor and a kernel", SKLEARN),
    "sklearn.neighbors.LSHForest": ("use a package for approximate neighbours, such as annoy", SKLEARN),
    "sklearn.model_selection.fit_grid_point": ("use GridSearchCV", _SKLEARN_24),
    "sklearn.random_projection.gaussian_random_matrix": ("use GaussianRandomProjection", _SKLEARN_24),
    "sklearn.random_projection.sparse_random_matrix": ("use SparseRandomProjection", _SKLEARN_24),
    "sklearn.utils.cpu_count": ("use joblib.cpu_count", _SKLEARN_24),
    "sklearn.utils.extmath.fast_dot": ("use numpy.dot", SKLEARN),
    "sklearn.utils.mocking": ("use unittest.mock", _SKLEARN_24),
    "sklearn.utils.random.random_choice_csc": ("use sklearn.utils.random._random_choice_csc", _SKLEARN_24),
    "sklearn.mixture.GMM": ("use sklearn.mixture.GaussianMixture", SKLEARN),
    "sklearn.decomposition.RandomizedPCA": ("use sklearn.decomposition.PCA(svd_solver='randomized')", SKLEARN),
    **{
        module: (f"take the name from {module.rpartition('.')[0]}, if it has it", _SKLEARN_24)
        for module in SCIKIT_MODULES
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
    "pandas.Term": ("write the condition as a text", _PANDAS_0),
    "pandas.TimeGrouper": ("use pandas.Grouper(freq=...)", _PANDAS_1),
    "pandas.DataFrame.from_csv": ("use pandas.read_csv(path, index_col=0, parse_dates=True)", _PANDAS_1),
    "pandas.Series.from_csv": ("use pandas.read_csv(path, index_col=0, parse_dates=True).squeeze()", _PANDAS_1),
    "pandas.DataFrame.from_items": ("use pandas.DataFrame.from_dict(dict(items))", _PANDAS_1),
    "pandas.np": ("import numpy", _PANDAS_2),
    "pandas.value_counts": ("use the method of a series: pandas.Series(x).value_counts()", _PANDAS_3),
    **{
        f"pandas.{kind}_{name}": (f"use x.{kind}(...).{name}()", _PANDAS_0)
        for kind in ("rolling", "expanding")
        for name in _OF_WINDOWS.split()
    },
    **{
        f"pandas.{name}": (f"use x.ewm(...).{method}()", _PANDAS_0)
        for name, method in {
            "ewma": "mean",
            "ewmcorr": "corr",
            "ewmcov": "cov",
            "ewmstd": "std",
            "ewmvar": "var",
        }.items()
    },
    **{
        f"pandas.{name}64Index": (f'use pandas.Index(x, dtype="{name.lower()}64")', _PANDAS_2)
        for name in ("Float", "Int", "UInt")
    },
    "pandas.SparseDataFrame": ("use a frame of pandas.SparseDtype", _PANDAS_1),
    "pandas.SparseSeries": ("use a series of pandas.SparseDtype", _PANDAS_1),
    "pandas.read_msgpack": ("use pandas.read_parquet or read_pickle", _PANDAS_1),
    "pandas.to_msgpack": ("use .to_parquet() or .to_pickle()", _PANDAS_1),
    "pandas.read_gbq": ("use the package pandas-gbq", _PANDAS_3),
    "pandas.get_store": ("use pandas.HDFStore", _PANDAS_0),
    "pandas.match": ("use pandas.Index(y).get_indexer(x)", _PANDAS_0),
    "pandas.ols": ("use the package statsmodels", _PANDAS_0),
    "pandas.stats": ("use the methods rolling() and ewm(), or the package statsmodels", _PANDAS_0),
    "pandas.lib": ("take the name from pandas", _PANDAS_0),
    "pandas.tslib": ("take the name from pandas", _PANDAS_0),
    "pandas.indexes": ("take the name from pandas", _PANDAS_0),
    "pandas.formats": ("use the options of pandas", _PANDAS_0),
    "pandas.tools": ("take the name from pandas, or pandas.plotting", _PANDAS_0),
    "pandas.io.data": ("use the package pandas_datareader", _PANDAS_0),
    "pandas.io.ga": ("use the package pandas_datareader", _PANDAS_0),
    "pandas.io.wb": ("use the package pandas_datareader", _PANDAS_0),
    "pandas.tseries.converter": ("use pandas.plotting.register_matplotlib_converters", _PANDAS_1),
    "pandas.core.index": ("take the name from pandas", _PANDAS_2),
    **{
        f"pandas.{module}.SettingWithCopy{kind}": ("leave it out: pandas 3 copies without a warning", _PANDAS_3)
        for module in ("core.common", "errors")
        for kind in ("Error", "Warning")
    },
    "pandas.api.types.is_categorical": ("use isinstance(x.dtype, pandas.CategoricalDtype)", _PANDAS_2),
    "pandas.api.types.is_datetimetz": ("use isinstance(x.dtype, pandas.DatetimeTZDtype)", _PANDAS_1),
    "pandas.api.types.is_extension_type": ("use is_extension_array_dtype", _PANDAS_2),
    "pandas.api.types.is_interval": ("use isinstance(x, pandas.Interval)", _PANDAS_3),
    "pandas.api.types.is_period": ("use isinstance(x.dtype, pandas.PeriodDtype)", _PANDAS_1),
    "pandas.util.testing": ("use pandas.testing", _PANDAS_2),
    "skimage.measure.compare_ssim": (
        "use skimage.metrics.structural_similarity; multichannel=True is channel_axis=-1, and floats need data_range=",
        _SKIMAGE,
    ),
    "skimage.filter": ("use skimage.filters", _SKIMAGE),
    "skimage.feature.plot_matches": ("use skimage.feature.plot_matched_features", _SKIMAGE),
    "skimage.feature.masked_register_translation": ("use skimage.registration.phase_cross_correlation", _SKIMAGE),
    "skimage.feature.structure_tensor_eigvals": ("use structure_tensor_eigenvalues", _SKIMAGE),
    "skimage.filters.inverse": ("use skimage.filters.wiener", _SKIMAGE),
    "skimage.filters.threshold_adaptive": ("use image > skimage.filters.threshold_local(image, block_size)", _SKIMAGE),
    "skimage.data.lena": ("use skimage.data.astronaut", _SKIMAGE),
    "skimage.measure.structural_similarity": ("use skimage.metrics.structural_similarity", _SKIMAGE),
    "skimage.measure.correct_mesh_orientation": ("use skimage.measure.marching_cubes(gradient_direction=)", _SKIMAGE),
    "skimage.restoration.nl_means_denoising": ("use denoise_nl_means", _SKIMAGE),
    "skimage.segmentation.circle_level_set": ("use skimage.segmentation.disk_level_set", _SKIMAGE),
    "skimage.transform.seam_carve": ("take a release of scikit-image before 0.15", _SKIMAGE),
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
    "cv2.cv": ("leave out the .cv and the CV_: cv2.cv.CV_CAP_PROP_FPS is cv2.CAP_PROP_FPS", _OPENCV),
    "cv2.CV_AA": ("use cv2.LINE_AA", _OPENCV),
    "cv2.CV_FILLED": ("use cv2.FILLED", _OPENCV),
    "cv2.CV_LOAD_IMAGE_COLOR": ("use cv2.IMREAD_COLOR", _OPENCV),
    "cv2.CV_LOAD_IMAGE_GRAYSCALE": ("use cv2.IMREAD_GRAYSCALE", _OPENCV),
    "cv2.CV_LOAD_IMAGE_UNCHANGED": ("use cv2.IMREAD_UNCHANGED", _OPENCV),
    "cv2.createBackgroundSubtractorMOG": ("use cv2.createBackgroundSubtractorMOG2", _OPENCV),
    "cv2.createOptFlow_DualTVL1": ("pip install opencv-contrib-python, and use cv2.optflow", _OPENCV),
    "cv2.estimateRigidTransform": ("use cv2.estimateAffinePartial2D(...)[0]", _OPENCV),
    "h5py.new_vlen": ("use h5py.special_dtype(vlen=type)", _H5PY),
    "h5py.new_enum": ("use h5py.special_dtype(enum=(type, values))", _H5PY),
    "h5py.get_vlen": ("use h5py.check_dtype(vlen=type)", _H5PY),
    "h5py.get_enum": ("use h5py.check_dtype(enum=type)", _H5PY),
    "h5py.h5t.available_ftypes": ("list the types of NumPy", _H5PY),
    "h5py.highlevel": ("take the name from h5py", _H5PY),
    "imageio.plugins.ffmpeg.download": (
        "pip install imageio-ffmpeg, and leave the download out",
        "https://imageio.readthedocs.io/en/stable/_autosummary/imageio.plugins.ffmpeg.html",
    ),
    "PIL.ImageMath.eval": ("use PIL.ImageMath.lambda_eval", _PILLOW),
    "PIL.Image.PILLOW_VERSION": ("use PIL.__version__", _PILLOW),
    "PIL.Image.isStringType": ("use isinstance(x, str)", _PILLOW),
    "PIL.Image.isImageType": ("use isinstance(x, PIL.Image.Image)", _PILLOW),
    "PIL.ImageDraw.ImageDraw.textsize": ("use .textbbox((0, 0), text, font)", _PILLOW),
    "PIL.ImageFile.raise_ioerror": ("raise OSError", _PILLOW),
    "PIL.ImageFont.LAYOUT_BASIC": ("use PIL.ImageFont.Layout.BASIC", _PILLOW),
    "PIL.ImageFont.LAYOUT_RAQM": ("use PIL.ImageFont.Layout.RAQM", _PILLOW),
    "PIL.PILLOW_VERSION": ("use PIL.__version__", "https://pillow.readthedocs.io/en/stable/releasenotes/7.0.0.html"),
    **{f"matplotlib.mlab.{name}": (f"use {advice}", _MATPLOTLIB) for name, advice in _OF_MLAB.items()},
    "matplotlib._png": ("use the package Pillow", _MATPLOTLIB),
    "matplotlib.animation.AVConvFileWriter": ("use FFMpegFileWriter", _MATPLOTLIB),
    "matplotlib.animation.AVConvWriter": ("use FFMpegWriter", _MATPLOTLIB),
    "matplotlib.colors.makeMappingArray": ("use LinearSegmentedColormap", _MATPLOTLIB),
    "matplotlib.dates.bytespdate2num": ("use datetime.datetime.strptime, and date2num", _MATPLOTLIB),
    "matplotlib.dates.epoch2num": ("use numpy.datetime64(seconds, 's'), and date2num", _MATPLOTLIB),
    "matplotlib.dates.mx2num": ("use date2num", _MATPLOTLIB),
    "matplotlib.dates.num2epoch": ("use num2date(x).timestamp()", _MATPLOTLIB),
    "matplotlib.dates.strpdate2num": ("use datetime.datetime.strptime, and date2num", _MATPLOTLIB),
    "matplotlib.delaunay": ("use matplotlib.tri, or scipy.spatial.Delaunay", _MATPLOTLIB),
    "matplotlib.docstring": ("leave it out", _MATPLOTLIB),
    "matplotlib.finance": ("use the package mplfinance", _MATPLOTLIB),
    "matplotlib.font_manager._rebuild": ("leave it out, or use fontManager.addfont(path)", _MATPLOTLIB),
    "matplotlib.font_manager.createFontList": ("use fontManager.addfont(path)", _MATPLOTLIB),
    "matplotlib.nxutils": ("use matplotlib.path.Path(...).contains_points", _MATPLOTLIB),
    "matplotlib.pyplot.hold": ("leave it out: axes keep what is drawn", _MATPLOTLIB),
    "matplotlib.pyplot.ishold": ("leave it out: axes keep what is drawn", _MATPLOTLIB),
    "matplotlib.pyplot.plotfile": ("read the file with pandas, and plot its columns", _MATPLOTLIB),
    "matplotlib.pyplot.register_cmap": ("use matplotlib.colormaps.register", _MATPLOTLIB),
    "matplotlib.ticker.IndexFormatter": ("use FuncFormatter(lambda x, _: labels[int(x + 0.5)])", _MATPLOTLIB),
    "matplotlib.text.TextWithDash": ("use annotate", _MATPLOTLIB),
    "matplotlib.verbose": ("use the package logging", _MATPLOTLIB),
    "mpl_toolkits.axes_grid1.inset_locator.InsetPosition": ("use axes.inset_axes(bounds)", _MATPLOTLIB),
    "mpl_toolkits.mplot3d.proj3d.ortho_transformation": ("use axes.set_proj_type('ortho')", _MATPLOTLIB),
    "mpl_toolkits.mplot3d.proj3d.persp_transformation": ("use axes.set_proj_type('persp')", _MATPLOTLIB),
    "seaborn.axlabel": ("use axes.set(xlabel=, ylabel=)", _SEABORN),
    "seaborn.linearmodels": ("take the name from seaborn", _SEABORN),
    "seaborn.timeseries": ("use seaborn.lineplot", _SEABORN),
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

RAISING: Dict[str, str] = {
    "scipy.interpolate.interp2d": (
        "use scipy.interpolate.RectBivariateSpline(x, y, z.T, kx=1, ky=1) for a grid, whose results are turned, and "
        f"LinearNDInterpolator for points ({_SCIPY})"
    ),
}
"""Names that are there, and raise NotImplementedError as soon as they are called."""

IMAGE_SHIMS = "compat.scipy_images"
"""The module of the shims that has the image functions of SciPy."""

SCIPY_IMAGES: Dict[str, str] = {
    **{
        f"{module}.{name}": f"{IMAGE_SHIMS}.{name}"
        for module in ("scipy.misc", "scipy.misc.pilutil")
        for name in _IMAGE_FUNCTIONS.split()
    },
    **{f"{module}.imread": f"{IMAGE_SHIMS}.imread" for module in ("scipy.ndimage", "scipy.ndimage.io")},
}
"""The image functions of SciPy, which went with SciPy 1.2 and 1.3, and what the shims have of them."""

GONE: Dict[str, str] = {
    **RAISING,
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
    "False_ ScalarType True_ absolute add all allclose amax amin angle any append apply_along_axis apply_over_axes "
    "arange arccosh arcsinh arctan arctan2 argmax argmin argpartition argsort argwhere around array array2string "
    "array_equal array_equiv array_repr array_split array_str asanyarray asarray asarray_chkfinite ascontiguousarray "
    "asfortranarray asmatrix atleast_1d atleast_2d atleast_3d average bartlett base_repr binary_repr bincount "
    "bitwise_and bitwise_not bitwise_or bitwise_xor blackman block bmat bool_ broadcast broadcast_arrays "
    "broadcast_to busday_count busday_offset busdaycalendar byte bytes_ c_ can_cast cbrt cdouble ceil char character "
    "choose clip clongdouble column_stack common_type complex128 complex256 complex64 complexfloating compress "
    "concatenate conj conjugate convolve copy copysign copyto corrcoef correlate cos cosh count_nonzero cov cross "
    "csingle cumprod cumsum datetime64 datetime_as_string datetime_data deg2rad degrees delete diag diag_indices "
    "diag_indices_from diagflat diagonal diff digitize divide divmod dot double dsplit dstack dtype e ediff1d einsum "
    "einsum_path empty empty_like equal errstate euler_gamma exp exp2 expand_dims expm1 extract eye fabs "
    "fill_diagonal finfo fix flatiter flatnonzero flexible flip fliplr flipud float128 float16 float32 float64 "
    "float_power floating floor floor_divide fmax fmin fmod format_float_positional format_float_scientific frexp "
    "frombuffer fromfile fromfunction fromiter frompyfunc fromregex fromstring full full_like gcd generic genfromtxt "
    "geomspace get_include get_printoptions getbufsize geterr geterrcall gradient greater greater_equal half hamming "
    "hanning heaviside histogram histogram2d histogram_bin_edges histogramdd hsplit hstack hypot i0 identity iinfo "
    "imag index_exp indices inexact inf inner insert int16 int32 int64 int8 int_ intc integer interp intersect1d "
    "intp invert is_busday isclose iscomplex iscomplexobj isfinite isfortran isin isinf isnan isnat isneginf "
    "isposinf isreal isrealobj isscalar issubdtype iterable ix_ kaiser kron lcm ldexp left_shift less less_equal "
    "lexsort linspace little_endian load loadtxt log1p logaddexp logaddexp2 logical_and logical_not logical_or "
    "logical_xor logspace long longdouble longlong ma mask_indices matmul matrix maximum may_share_memory mean "
    "median memmap meshgrid mgrid min_scalar_type minimum mintypecode mod modf moveaxis multiply nan nan_to_num "
    "nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin nanpercentile nanprod nanquantile "
    "nanstd nansum nanvar ndarray ndenumerate ndim ndindex nditer negative nested_iters newaxis nextafter nonzero "
    "not_equal number object_ ogrid ones ones_like outer packbits pad partition percentile pi piecewise place poly "
    "poly1d polyadd polyder polydiv polyfit polyint polymul polysub polyval positive printoptions prod promote_types "
    "ptp put put_along_axis putmask quantile r_ rad2deg radians ravel ravel_multi_index real real_if_close rec "
    "recarray reciprocal record remainder repeat require reshape resize result_type right_shift rint roll rollaxis "
    "roots rot90 s_ save savetxt savez savez_compressed sctypeDict searchsorted select set_printoptions setbufsize "
    "setdiff1d seterr seterrcall setxor1d shape shares_memory short sign signbit signedinteger sin sinc single sinh "
    "size sort sort_complex spacing split square squeeze stack std str_ subtract sum swapaxes take take_along_axis "
    "tan tanh tensordot tile timedelta64 trace transpose tri tril tril_indices tril_indices_from trim_zeros triu "
    "triu_indices triu_indices_from true_divide trunc typecodes typename ubyte ufunc uint uint16 uint32 uint64 uint8 "
    "uintc uintp ulonglong union1d unique unpackbits unravel_index unsignedinteger unwrap ushort vander var vdot "
    "vectorize void vsplit vstack where zeros zeros_like"
)
"""What SciPy had of NumPy."""
_OF_COMPLEX_NUMBERS = "arccos arcsin arctanh log log10 log2 logn power sqrt"
"""What SciPy had of `numpy.lib.scimath`: the logarithm of a negative number is a complex one."""
_NUMPY_LIB = {
    "": (
        "angle append apply_along_axis apply_over_axes array_split asarray_chkfinite average bartlett bincount "
        "blackman broadcast_arrays broadcast_to c_ column_stack common_type copy corrcoef cov delete diag "
        "diag_indices diag_indices_from diagflat diff digitize dsplit dstack ediff1d expand_dims extract eye "
        "fill_diagonal fix flip fliplr flipud fromregex genfromtxt get_include gradient hamming hanning histogram "
        "histogram2d histogram_bin_edges histogramdd hsplit i0 imag index_exp insert interp intersect1d iscomplex "
        "iscomplexobj isin isneginf isposinf isreal isrealobj issubdtype iterable ix_ kaiser kron load loadtxt "
        "mask_indices median meshgrid mgrid mintypecode nan_to_num nanargmax nanargmin nancumprod nancumsum nanmax "
        "nanmean nanmedian nanmin nanpercentile nanprod nanquantile nanstd nansum nanvar ndenumerate ndindex ogrid "
        "packbits pad percentile piecewise place poly poly1d polyadd polyder polydiv polyfit polyint polymul polysub "
        "polyval put_along_axis quantile r_ ravel_multi_index real real_if_close roots rot90 s_ save savetxt savez "
        "savez_compressed select setdiff1d setxor1d sinc sort_complex split take_along_axis tile tri tril "
        "tril_indices tril_indices_from trim_zeros triu triu_indices triu_indices_from typename union1d unique "
        "unpackbits unravel_index unwrap vander vectorize vsplit"
    ),
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
_DEPRECATION = "matplotlib.MatplotlibDeprecationWarning"
_OF_SPECIAL = "comb factorial factorial2 factorialk logsumexp"
_OF_PLOTS = (
    "andrews_curves autocorrelation_plot bootstrap_plot lag_plot parallel_coordinates radviz scatter_matrix table"
)
_OF_TESTING = "assert_frame_equal assert_index_equal assert_series_equal"
_OF_ERRORS = "DtypeWarning EmptyDataError ParserError ParserWarning"
_OF_INDICES = "CategoricalIndex DatetimeIndex Index MultiIndex PeriodIndex RangeIndex TimedeltaIndex"
_LINALG = (
    "LinAlgError cholesky cond det eig eigh eigvals eigvalsh inv lstsq matrix_power matrix_rank multi_dot norm pinv qr "
    "slogdet solve svd tensorinv tensorsolve"
)
_TESTING = (
    "assert_ assert_allclose assert_almost_equal assert_approx_equal assert_array_almost_equal assert_array_equal "
    "assert_array_less assert_equal assert_raises assert_string_equal"
)
_ARPACK = "ArpackError ArpackNoConvergence eigs eigsh svds"

_TK = "matplotlib.backends.backend_tkagg"

MOVED: Dict[str, str] = {
    **{f"collections.{name}": f"collections.abc.{name}" for name in _ABSTRACT.split()},
    **{f"scipy.signal.{name}": f"scipy.signal.windows.{name}" for name in _WINDOWS.split()},
    **{f"scipy.{name}": f"numpy.{name}" for name in _NUMPY.split()},
    **{f"scipy.{name}": f"numpy.lib.scimath.{name}" for name in _OF_COMPLEX_NUMBERS.split()},
    **{f"numpy.linalg.linalg.{name}": f"numpy.linalg.{name}" for name in _LINALG.split()},
    **{f"numpy.testing.utils.{name}": f"numpy.testing.{name}" for name in _TESTING.split()},
    "scipy.random": "numpy.random",
    "time.clock": "time.process_time",
    **{f"pandas.tools.plotting.{name}": f"pandas.plotting.{name}" for name in _OF_PLOTS.split()},
    **{f"pandas.util.testing.{name}": f"pandas.testing.{name}" for name in _OF_TESTING.split()},
    **{f"pandas.io.common.{name}": f"pandas.errors.{name}" for name in _OF_ERRORS.split()},
    **{f"pandas.core.index.{name}": f"pandas.{name}" for name in _OF_INDICES.split()},
    **{f"pandas.{module}.CParserError": "pandas.errors.ParserError" for module in ("parser", "io.common")},
    f"{_TK}.NavigationToolbar2TkAgg": f"{_TK}.NavigationToolbar2Tk",
    "pandas.SparseArray": "pandas.arrays.SparseArray",
    "pandas.TimeSeries": "pandas.Series",
    "pandas.ordered_merge": "pandas.merge_ordered",
    "pandas.datetime": "datetime.datetime",
    "pandas.io.json.json_normalize": "pandas.json_normalize",
    "pandas.scatter_matrix": "pandas.plotting.scatter_matrix",
    "pandas.tools.merge.concat": "pandas.concat",
    "pandas.tools.merge.merge": "pandas.merge",
    **{f"scipy.misc.{name}": f"scipy.special.{name}" for name in _OF_SPECIAL.split()},
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
    "scipy.misc.pade": "scipy.interpolate.pade",
    "scipy.signal.general_gaussian": "scipy.signal.windows.general_gaussian",
    "scipy.rand": "numpy.random.rand",
    "scipy.randn": "numpy.random.randn",
    **{
        f"matplotlib.{module}.{name}": f"matplotlib.{module}.{modern}"
        for module in ("cm", "pyplot.cm")
        for name, modern in RENAMED_MAPS.items()
    },
    **{f"matplotlib.{name}": _DEPRECATION for name in ("cbook.MatplotlibDeprecationWarning", "cbook.mplDeprecation")},
    "matplotlib.mplDeprecation": _DEPRECATION,
    "matplotlib.pyplot.spectral": "matplotlib.pyplot.nipy_spectral",
    "skimage.transform.match_histograms": "skimage.exposure.match_histograms",
    "PIL.Image.ANTIALIAS": "PIL.Image.LANCZOS",
    "PIL.Image.CUBIC": "PIL.Image.BICUBIC",
    "PIL.Image.LINEAR": "PIL.Image.BILINEAR",
    "skimage.color.grey2rgb": "skimage.color.gray2rgb",
    "skimage.color.rgb2grey": "skimage.color.rgb2gray",
    "skimage.morphology.watershed": "skimage.segmentation.watershed",
    **{
        f"{module}.{name}": f"{module.rpartition('.')[0]}.{name}"
        for module, names in SCIKIT_MODULES.items()
        for name in sorted(names)
    },
    "sklearn.utils.fixes.logsumexp": "scipy.special.logsumexp",
    "sklearn.utils.extmath.logsumexp": "scipy.special.logsumexp",
    "sklearn.utils.fixes.signature": "inspect.signature",
    "sklearn.lda.LDA": "sklearn.discriminant_analysis.LinearDiscriminantAnalysis",
    "sklearn.qda.QDA": "sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis",
    "sklearn.cross_validation.train_test_split": "sklearn.model_selection.train_test_split",
}
"""Names that are gone, and where the same object was already then, under a path that is there today.

`train_test_split` was written a second time; with a seed, both draw the same rows. `time.clock` was the time of the
processor, as `time.process_time` is, but on Windows, where it was that of the wall.
"""


IMPORTED: Dict[str, str] = {"pandas.np": "numpy"}
"""Modules that others had imported."""

_TEXT_SIZES = "https://pillow.readthedocs.io/en/stable/releasenotes/9.2.0.html#font-size-and-offset-methods"


class Method(NamedTuple):
    """What to do about a method or an attribute that objects of a package had.

    `makers` are the functions that are known to make such objects; with `tells`, nothing else has the name in a file
    that imports the package. `successor` is what does the same without arguments, or ""; `is_property` says that it is
    not called, and `takes_the_same` that it takes the same arguments. `others` are packages whose objects are of the
    same classes.
    """

    package: str
    advice: str
    makers: Tuple[str, ...] = ()
    tells: bool = False
    successor: str = ""
    is_property: bool = False
    takes_the_same: bool = False
    others: Tuple[str, ...] = ()


def _of_frames(advice: str, **more: Any) -> Method:
    readers = ("csv", "excel", "hdf", "json", "pickle", "sql", "table")
    makers = ("DataFrame", "Series", "concat", "merge", *("read_" + each for each in readers))
    return Method("pandas", advice, tuple("pandas." + each for each in makers), **more)


_FONTS = ("PIL.ImageFont.load", "PIL.ImageFont.load_default", "PIL.ImageFont.truetype")

_ROTATIONS = tuple(f"scipy.spatial.transform.Rotation.from_{name}" for name in ["euler", "quat", "rotvec"])

_IMAGES_OF_PILLOW = ("PIL.Image.fromarray", "PIL.Image.new", "PIL.Image.open")
_OLD_ASSERTIONS = {
    "assertEquals": "assertEqual",
    "assertNotEquals": "assertNotEqual",
    "assertAlmostEquals": "assertAlmostEqual",
    "assertNotAlmostEquals": "assertNotAlmostEqual",
    "assertRegexpMatches": "assertRegex",
    "assertNotRegexpMatches": "assertNotRegex",
    "assert_": "assertTrue",
}
_ENSEMBLES = ("AdaBoostClassifier", "AdaBoostRegressor", "BaggingClassifier", "BaggingRegressor")
_FORESTS = ("ExtraTreesClassifier", "ExtraTreesRegressor", "RandomForestClassifier", "RandomForestRegressor")
_TREES = ("DecisionTreeClassifier", "DecisionTreeRegressor", "ExtraTreeClassifier", "ExtraTreeRegressor")
_BAYES = tuple(f"sklearn.naive_bayes.{name}" for name in ("BernoulliNB", "ComplementNB", "MultinomialNB"))
_VECTORIZERS = tuple(f"sklearn.feature_extraction.text.{name}" for name in ("CountVectorizer", "TfidfVectorizer"))

METHODS: Dict[str, Method] = {
    **{
        name: Method(
            "unittest",
            f"use .{successor}(...) ({_PYTHON.format('3.12')})",
            tells=True,
            successor=successor,
            takes_the_same=True,
            others=("tensorflow", "absl"),
        )
        for name, successor in _OLD_ASSERTIONS.items()
    },
    "getchildren": Method("xml", f"use list(element) ({_PYTHON.format('3.9')})", tells=True),
    "getiterator": Method(
        "xml", f"use .iter(...) ({_PYTHON.format('3.9')})", tells=True, successor="iter", takes_the_same=True
    ),
    "readfp": Method(
        "configparser",
        f"use .read_file(...) ({_PYTHON.format('3.12')})",
        tells=True,
        successor="read_file",
        takes_the_same=True,
        others=("ConfigParser",),
    ),
    "tostring": Method("PIL", f"use .tobytes() ({_PILLOW})", _IMAGES_OF_PILLOW, successor="tobytes"),
    "offset": Method("PIL", f"use PIL.ImageChops.offset(image, ...) ({_PILLOW})", _IMAGES_OF_PILLOW),
    "getoffset": Method("PIL", f"use .getbbox(text) ({_TEXT_SIZES})", _FONTS),
    "getsize_multiline": Method(
        "PIL", f"use ImageDraw's .multiline_textbbox((0, 0), text, font) ({_TEXT_SIZES})", tells=True
    ),
    "as_dcm": Method("scipy", f"use .as_matrix() ({_SCIPY})", _ROTATIONS, successor="as_matrix"),
    "base_estimator_": Method(
        "sklearn",
        f"use .estimator_ ({_SKLEARN_12})",
        tuple(f"sklearn.ensemble.{name}" for name in (*_ENSEMBLES, *_FORESTS)),
    ),
    "coef_": Method("sklearn", f"use .feature_log_prob_ ({_SKLEARN_12})", _BAYES),
    "intercept_": Method("sklearn", f"use .class_log_prior_ ({_SKLEARN_12})", _BAYES),
    "n_features_": Method(
        "sklearn",
        f"use .n_features_in_ ({_SKLEARN_12})",
        (
            *(f"sklearn.ensemble.{name}" for name in (*_FORESTS, "BaggingClassifier", "BaggingRegressor")),
            *(f"sklearn.ensemble.GradientBoosting{kind}" for kind in ("Classifier", "Regressor")),
            *(f"sklearn.tree.{name}" for name in _TREES),
        ),
    ),
    "stop_words_": Method("sklearn", f"compare .vocabulary_ with all words ({_SKLEARN_12})", _VECTORIZERS),
    "append": _of_frames(f"use pandas.concat([a, b]) ({_PANDAS_2})"),
    "as_matrix": _of_frames(f"use .values ({_PANDAS_1})", tells=True, successor="values", is_property=True),
    "convert_objects": _of_frames(f"use .infer_objects() ({_PANDAS_1})", tells=True),
    "get_value": _of_frames(f"use .at[row, column] ({_PANDAS_1})"),
    "get_values": _of_frames(f"use .values ({_PANDAS_1})"),
    "grid_scores_": Method("sklearn", f"use .cv_results_ ({SKLEARN})", tells=True),
    "getsize": Method("PIL", f"use .getbbox(text) ({_TEXT_SIZES})", _FONTS),
    "isAlive": Method("threading", f"use .is_alive() ({_PYTHON.format('3.9')})", tells=True, successor="is_alive"),
    "ix": _of_frames(f"use .loc[...] for labels, and .iloc[...] for positions ({_PANDAS_1})", tells=True),
    "lookup": _of_frames(f"use .to_numpy()[rows, columns] ({_PANDAS_2})"),
    "sigma_": Method("sklearn", f"use .var_ ({_SKLEARN_12})", ("sklearn.naive_bayes.GaussianNB",)),
    "set_value": _of_frames(f"use .at[row, column] = value ({_PANDAS_1})"),
    "multiline_textsize": Method("PIL", f"use .multiline_textbbox((0, 0), text, font) ({_TEXT_SIZES})", tells=True),
    "textsize": Method("PIL", f"use .textbbox((0, 0), text, font) ({_TEXT_SIZES})", tells=True),
}
"""Methods and attributes that are gone, of objects of packages other than NumPy, TensorFlow and Keras."""
