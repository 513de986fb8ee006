"""Keywords that Matplotlib, seaborn, SciPy, scikit-learn and scikit-image took in 2019, and do not take today.

Measured: Matplotlib 3.0.3, seaborn 0.9.0, SciPy 1.2.3, scikit-learn 0.22.2 and scikit-image 0.15.0 take them;
Matplotlib 3.11.2, seaborn 0.13.2, SciPy 1.18.1, scikit-learn 1.9.1 and scikit-image 0.26.0 do not.
`tests/compat/tables/test_library_keywords.py` calls them with what is installed.
"""

from typing import Any, Dict, FrozenSet, Mapping, NamedTuple, Tuple

from compat.tables.names.places import Places

_MATPLOTLIB = "https://matplotlib.org/stable/api/prev_api_changes/index.html"
_SEABORN = "https://seaborn.pydata.org/whatsnew/index.html"
_IMAGEIO = "https://imageio.readthedocs.io/en/stable/reference/userapi.html"
_SCIPY = "https://docs.scipy.org/doc/scipy/release.html"
URL_OF_SKLEARN = _SKLEARN = "https://scikit-learn.org/stable/whats_new.html"
URL = _SKIMAGE = "https://scikit-image.org/docs/stable/release_notes/index.html"


class Keyword(NamedTuple):
    """What became of a keyword: the first of these that applies.

    A value in `idle` meant nothing, so that the keyword is left out; with `is_idle`, any value did. `values` has the
    code of today for a value, which goes to `successor`, or stays under the same name. Other values go to `successor`
    as they are, or are reported with `advice`; with neither they are still fine.
    """

    successor: str = ""
    values: Mapping[Any, str] = {}
    idle: Tuple[Any, ...] = ()
    is_idle: bool = False
    advice: str = ""


Keywords = Mapping[str, Keyword]

IDLE = Keyword(is_idle=True)
_CHANNELS = Keyword(
    "channel_axis", {True: "-1", False: "None"}, advice=f"use channel_axis=-1 for colours, else None ({_SKIMAGE})"
)
_FOOTPRINT: Keywords = {"selem": Keyword("footprint")}
_ESTIMATOR: Keywords = {"base_estimator": Keyword("estimator")}
_NORMED: Keywords = {"normed": Keyword("density")}
_GRAY: Keywords = {"as_grey": Keyword("as_gray"), "flatten": Keyword("as_gray")}
_HEIGHT: Keywords = {"size": Keyword("height")}
_SPLIT = Keyword(idle=(None,), advice=f"use min_impurity_decrease, which weighs by samples ({_SKLEARN})")
_MEAN_FEATURES = Keyword(values={"auto": "1.0"})
_ROOT_FEATURES = Keyword(values={"auto": '"sqrt"'})
_SQUARES = Keyword(values={"mse": '"squared_error"', "mae": '"absolute_error"'})
_PRESORT = IDLE
_FOREST: Keywords = {"min_impurity_split": _SPLIT, "max_features": _ROOT_FEATURES}
_FOREST_OF_NUMBERS: Keywords = {"min_impurity_split": _SPLIT, "max_features": _MEAN_FEATURES, "criterion": _SQUARES}
_NORMALIZE: Keywords = {
    "normalize": Keyword(idle=(False,), advice=f"put a StandardScaler in front, and see the note on alpha ({_SKLEARN})")
}
_SEARCH: Keywords = {
    "fit_params": Keyword(idle=(None,), advice=f"give them to fit() ({_SKLEARN})"),
    "iid": Keyword(
        idle=(False,), advice=f"leave it out: scores are no longer weighed by the size of folds ({_SKLEARN})"
    ),
}
_AFFINITY: Keywords = {"affinity": Keyword("metric")}
_NO_PENALTY = Keyword(values={"none": "None"})
_TERMS: Keywords = {"min_df": Keyword(values={0: "1"})}
_RATE: Keywords = {
    "nyq": Keyword(advice=f"use fs=, which is twice as much ({_SCIPY})"),
}
_LINEAR_MODELS = (
    "ElasticNet Lars LarsCV Lasso LassoLars LassoLarsCV LassoLarsIC LinearRegression MultiTaskElasticNet "
    "MultiTaskLasso OrthogonalMatchingPursuit OrthogonalMatchingPursuitCV Ridge RidgeClassifier"
)
_CLASSES = Keyword(
    idle=("auto", "multinomial"),
    advice=f"use sklearn.multiclass.OneVsRestClassifier for 'ovr' and three classes ({_SKLEARN})",
)
_EPOCHS: Keywords = {"n_iter": Keyword(advice=f"use max_iter=, and tol=None ({_SKLEARN})")}
_ROUNDS: Keywords = {"n_iter": Keyword(advice=f"use max_iter=, which counts passes over all the data ({_SKLEARN})")}
_SHRINKING = Keyword(
    idle=(0, 0.0),
    advice=f"use alpha_W= and alpha_H=, which are multiplied by the number of features and samples ({_SKLEARN})",
)
_LEVEL: Keywords = {"alpha": Keyword("confidence")}
_THRESHOLDS: Keywords = {"probas_pred": Keyword("y_score")}
_FINITE: Keywords = {"force_all_finite": Keyword("ensure_all_finite"), "warn_on_dtype": IDLE}
_IN_PLACE = Keyword(idle=(False,), advice=f"use out=, with the same array ({_SKIMAGE})")
_STEPS: Keywords = {"max_iter": Keyword("max_num_iter")}

_MORPHOLOGY = (
    "binary_closing binary_dilation binary_erosion binary_opening black_tophat closing dilation erosion flood "
    "flood_fill h_maxima h_minima local_maxima local_minima opening reconstruction white_tophat"
)
_RANK = (
    "autolevel_percentile enhance_contrast_percentile geometric_mean gradient_percentile mean_bilateral "
    "mean_percentile noise_filter percentile pop pop_bilateral pop_percentile subtract_mean subtract_mean_percentile "
    "sum sum_bilateral sum_percentile threshold_percentile windowed_histogram "
    "autolevel enhance_contrast entropy equalize gradient maximum mean median minimum modal otsu threshold"
)
_COLOURED = (
    "filters.unsharp_mask restoration.denoise_bilateral restoration.denoise_nl_means restoration.denoise_tv_chambolle "
    "restoration.denoise_wavelet restoration.estimate_sigma restoration.inpaint_biharmonic segmentation.felzenszwalb "
    "segmentation.random_walker segmentation.slic transform.pyramid_expand transform.pyramid_gaussian "
    "transform.pyramid_laplacian transform.pyramid_reduce transform.rescale util.montage feature.hog filters.gaussian"
)
_OF_SKIMAGE: Dict[str, Dict[str, Keyword]] = {name: {"multichannel": _CHANNELS} for name in _COLOURED.split()}
_OF_SKIMAGE["filters.gaussian"]["output"] = Keyword("out")
_OF_SKIMAGE["feature.hog"]["visualise"] = Keyword("visualize")
_OF_SKIMAGE["restoration.denoise_tv_chambolle"]["n_iter_max"] = Keyword("max_num_iter")
_OF_SKIMAGE["segmentation.slic"]["max_iter"] = Keyword("max_num_iter")
_OF_SKIMAGE.update({f"morphology.{name}": {**_FOOTPRINT} for name in _MORPHOLOGY.split()})
_OF_SKIMAGE["morphology.flood_fill"]["inplace"] = Keyword("in_place")
_OF_SKIMAGE.update({f"segmentation.{name}": _OF_SKIMAGE[f"morphology.{name}"] for name in ("flood", "flood_fill")})
_OF_SKIMAGE.update({f"filters.rank.{name}": {**_FOOTPRINT} for name in _RANK.split()})
_OF_SKIMAGE.update(
    {
        "filters.median": {"selem": Keyword("footprint")},
        "io.imread": {**_GRAY},
        "io.ImageCollection": {"as_grey": Keyword("as_gray")},
        "data.binary_blobs": {"seed": Keyword("rng")},
        "draw.random_shapes": {"random_seed": Keyword("rng"), "multichannel": _CHANNELS},
        "feature.BRIEF": {"sample_seed": Keyword("rng")},
        "filters.frangi": {"beta1": Keyword("beta"), "beta2": Keyword("gamma")},
        "filters.hessian": {"beta1": Keyword("beta"), "beta2": Keyword("gamma")},
        "filters.threshold_minimum": {**_STEPS},
        "measure.perimeter": {"neighbourhood": Keyword("neighborhood")},
        "morphology.convex_hull_object": {
            "neighbors": Keyword("connectivity", {4: "1", 8: "2"}, advice=f"use connectivity= ({_SKIMAGE})")
        },
        "morphology.remove_small_holes": {"in_place": _IN_PLACE},
        "morphology.remove_small_objects": {"in_place": _IN_PLACE},
        "morphology.rectangle": {"width": Keyword("nrows"), "height": Keyword("ncols")},
        "restoration.cycle_spin": {"multichannel": _CHANNELS},
        "restoration.denoise_tv_bregman": {**_STEPS},
        "restoration.unwrap_phase": {"seed": Keyword("rng")},
        "segmentation.clear_border": {"in_place": _IN_PLACE},
        "measure.label": {
            "input": Keyword("label_image"),
            "neighbors": Keyword("connectivity", {4: "1", 8: "2"}, advice=f"use connectivity= ({_SKIMAGE})"),
        },
        "morphology.label": {
            "input": Keyword("label_image"),
            "neighbors": Keyword("connectivity", {4: "1", 8: "2"}, advice=f"use connectivity= ({_SKIMAGE})"),
        },
        "measure.find_contours": {"array": Keyword("image")},
        "measure.ransac": {"random_state": Keyword("rng")},
        "measure.regionprops": {
            "coordinates": Keyword(idle=("rc",), advice=f"leave it out; rows come before columns today ({_SKIMAGE})")
        },
        "util.random_noise": {"seed": Keyword("rng")},
        "transform.probabilistic_hough_line": {"seed": Keyword("rng")},
        "transform.iradon": {"filter": Keyword("filter_name")},
        "segmentation.quickshift": {"random_seed": Keyword("rng")},
        "segmentation.chan_vese": {**_STEPS},
        "segmentation.active_contour": {"max_iterations": Keyword("max_num_iter"), "bc": Keyword("boundary_condition")},
        "segmentation.morphological_chan_vese": {"iterations": Keyword("num_iter")},
        "segmentation.morphological_geodesic_active_contour": {"iterations": Keyword("num_iter")},
        "morphology.thin": {**_STEPS},
        "restoration.richardson_lucy": {"iterations": Keyword("num_iter")},
        "feature.peak_local_max": {
            "indices": Keyword(idle=(True,), advice=f"make a mask of the peaks that it returns ({_SKIMAGE})")
        },
    }
)

_OF_SKLEARN: Dict[str, Keywords] = {
    "preprocessing.OneHotEncoder": {
        "sparse": Keyword("sparse_output"),
        "categorical_features": Keyword(advice=f"use sklearn.compose.ColumnTransformer ({_SKLEARN})"),
        "n_values": Keyword(advice=f"use categories= ({_SKLEARN})"),
    },
    "ensemble.AdaBoostClassifier": {
        **_ESTIMATOR,
        "algorithm": Keyword(idle=("SAMME",), advice=f"SAMME.R is gone, and SAMME is all there is ({_SKLEARN})"),
    },
    "ensemble.AdaBoostRegressor": _ESTIMATOR,
    "ensemble.BaggingClassifier": _ESTIMATOR,
    "ensemble.BaggingRegressor": _ESTIMATOR,
    "calibration.CalibratedClassifierCV": _ESTIMATOR,
    "linear_model.RANSACRegressor": {
        **_ESTIMATOR,
        "loss": Keyword(values={"absolute_loss": '"absolute_error"', "squared_loss": '"squared_error"'}),
    },
    "ensemble.RandomForestClassifier": _FOREST,
    "ensemble.ExtraTreesClassifier": _FOREST,
    "ensemble.RandomForestRegressor": _FOREST_OF_NUMBERS,
    "ensemble.ExtraTreesRegressor": _FOREST_OF_NUMBERS,
    "ensemble.GradientBoostingClassifier": {
        "presort": _PRESORT,
        "min_impurity_split": _SPLIT,
        "max_features": _ROOT_FEATURES,
        "loss": Keyword(values={"deviance": '"log_loss"'}),
    },
    "ensemble.GradientBoostingRegressor": {
        "presort": _PRESORT,
        "min_impurity_split": _SPLIT,
        "max_features": _MEAN_FEATURES,
        "loss": Keyword(values={"ls": '"squared_error"', "lad": '"absolute_error"'}),
    },
    "tree.DecisionTreeClassifier": {**_FOREST, "presort": _PRESORT},
    "tree.DecisionTreeRegressor": {**_FOREST_OF_NUMBERS, "presort": _PRESORT},
    "ensemble.IsolationForest": {
        "behaviour": Keyword(idle=("new",), advice=f"leave it out: the scores are those of 'new' ({_SKLEARN})")
    },
    "cluster.KMeans": {
        "n_jobs": IDLE,
        "precompute_distances": IDLE,
        "algorithm": Keyword(values={"full": '"lloyd"', "auto": '"lloyd"'}),
    },
    "cluster.AgglomerativeClustering": _AFFINITY,
    "cluster.FeatureAgglomeration": _AFFINITY,
    "manifold.TSNE": {"n_iter": Keyword("max_iter")},
    "linear_model.BayesianRidge": {**_NORMALIZE, "n_iter": Keyword("max_iter")},
    "linear_model.ARDRegression": {**_NORMALIZE, "n_iter": Keyword("max_iter")},
    **{f"linear_model.{name}": _NORMALIZE for name in _LINEAR_MODELS.split()},
    **{
        f"linear_model.{name}": {**_NORMALIZE, "n_alphas": Keyword("alphas")}
        for name in ("ElasticNetCV", "LassoCV", "MultiTaskElasticNetCV", "MultiTaskLassoCV")
    },
    **{
        f"linear_model.{name}": {**_NORMALIZE, "store_cv_values": Keyword("store_cv_results")}
        for name in ("RidgeCV", "RidgeClassifierCV")
    },
    "linear_model.LogisticRegression": {"multi_class": _CLASSES, "penalty": _NO_PENALTY},
    "linear_model.LogisticRegressionCV": {"multi_class": _CLASSES},
    "linear_model.SGDClassifier": {"loss": Keyword(values={"log": '"log_loss"'}), "penalty": _NO_PENALTY, **_EPOCHS},
    "linear_model.SGDRegressor": {
        "loss": Keyword(values={"squared_loss": '"squared_error"'}),
        "penalty": _NO_PENALTY,
        **_EPOCHS,
    },
    **{
        f"linear_model.{name}": _EPOCHS
        for name in ("Perceptron", "PassiveAggressiveClassifier", "PassiveAggressiveRegressor")
    },
    "linear_model.TheilSenRegressor": {"copy_X": IDLE},
    "cluster.Birch": {"copy": IDLE},
    "cluster.SpectralBiclustering": {"n_jobs": IDLE},
    "cluster.SpectralCoclustering": {"n_jobs": IDLE},
    "cluster.k_means": {"n_jobs": IDLE, "precompute_distances": IDLE},
    "covariance.graphical_lasso": {"cov_init": Keyword(idle=(None,), advice=f"leave it out ({_SKLEARN})")},
    "decomposition.FastICA": {"whiten": Keyword(values={True: '"arbitrary-variance"'})},
    "decomposition.LatentDirichletAllocation": {"n_topics": Keyword("n_components")},
    "decomposition.MiniBatchDictionaryLearning": _ROUNDS,
    "decomposition.MiniBatchSparsePCA": {**_ROUNDS, "normalize_components": IDLE},
    "decomposition.NMF": {"alpha": _SHRINKING},
    "decomposition.SparsePCA": {"normalize_components": IDLE},
    "decomposition.dict_learning_online": {**_ROUNDS, "return_n_iter": Keyword(idle=(False,), advice="leave it out")},
    "decomposition.non_negative_factorization": {
        "alpha": _SHRINKING,
        "regularization": Keyword(idle=(None,), advice=f"use alpha_W= and alpha_H= ({_SKLEARN})"),
    },
    "ensemble.RandomTreesEmbedding": {"min_impurity_split": _SPLIT},
    "tree.ExtraTreeClassifier": {"min_impurity_split": _SPLIT},
    "tree.ExtraTreeRegressor": {"min_impurity_split": _SPLIT},
    "tree.plot_tree": {"rotate": IDLE},
    "feature_extraction.text.HashingVectorizer": {
        "non_negative": Keyword(idle=(False,), advice=f"use alternate_sign=False ({_SKLEARN})")
    },
    "metrics.auc": {"reorder": Keyword(idle=(False,), advice=f"sort x and y before ({_SKLEARN})")},
    "metrics.fowlkes_mallows_score": {"sparse": IDLE},
    "metrics.hamming_loss": {"labels": IDLE},
    "metrics.make_scorer": {
        "needs_proba": Keyword(
            "response_method", {True: '"predict_proba"'}, idle=(False,), advice=f"use response_method= ({_SKLEARN})"
        ),
        "needs_threshold": Keyword(
            "response_method",
            {True: '("decision_function", "predict_proba")'},
            idle=(False,),
            advice=f"use response_method= ({_SKLEARN})",
        ),
    },
    "metrics.pairwise.manhattan_distances": {
        "sum_over_features": Keyword(idle=(True,), advice=f"use numpy.abs(x[:, None] - y[None]) ({_SKLEARN})")
    },
    "metrics.pairwise.check_pairwise_arrays": {"force_all_finite": Keyword("ensure_all_finite")},
    "metrics.pairwise.pairwise_distances": {"force_all_finite": Keyword("ensure_all_finite")},
    "metrics.pairwise_distances": {"force_all_finite": Keyword("ensure_all_finite")},
    "impute.SimpleImputer": {"verbose": IDLE},
    "feature_extraction.text.CountVectorizer": _TERMS,
    "feature_extraction.text.TfidfVectorizer": _TERMS,
    "metrics.log_loss": {"eps": Keyword(idle=(1e-15,), advice=f"clip the predictions with numpy.clip ({_SKLEARN})")},
    "metrics.mean_squared_error": {
        "squared": Keyword(idle=(True,), advice=f"use sklearn.metrics.root_mean_squared_error ({_SKLEARN})")
    },
    "metrics.precision_recall_curve": _THRESHOLDS,
    "metrics.brier_score_loss": {"y_prob": Keyword("y_proba")},
    "calibration.calibration_curve": {
        "normalize": Keyword(idle=(False,), advice=f"scale the predictions to 0 ... 1 ({_SKLEARN})")
    },
    "model_selection.GridSearchCV": _SEARCH,
    "model_selection.RandomizedSearchCV": _SEARCH,
    "model_selection.cross_val_score": {"fit_params": Keyword("params")},
    "model_selection.cross_val_predict": {"fit_params": Keyword("params")},
    "model_selection.cross_validate": {"fit_params": Keyword("params")},
    "utils.check_array": _FINITE,
    "utils.check_X_y": _FINITE,
    "utils.validation.check_array": _FINITE,
    "utils.validation.check_X_y": _FINITE,
    "utils.as_float_array": {"force_all_finite": Keyword("ensure_all_finite")},
    "utils.validation.as_float_array": {"force_all_finite": Keyword("ensure_all_finite")},
}

_SOLVERS = "bicg bicgstab cg cgs gcrotmk gmres lgmres minres qmr"
_RESIDUE: Keywords = {"tol": Keyword("rtol"), "restrt": Keyword("restart")}
_INVERSE: Keywords = {"rcond": Keyword("rtol"), "cond": Keyword("rtol")}

_OF_SCIPY: Dict[str, Keywords] = {
    **{
        f"sparse.linalg.{name}": {each: row for each, row in _RESIDUE.items() if name == "gmres" or each == "tol"}
        for name in _SOLVERS.split()
    },
    "linalg.pinvh": _INVERSE,
    "linalg.solve_banded": {"debug": IDLE},
    "linalg.solve_triangular": {"debug": IDLE},
    "linalg.sqrtm": {"blocksize": IDLE},
    "optimize.fmin_l_bfgs_b": {"disp": IDLE, "iprint": IDLE},
    "stats.kendalltau": {"initial_lexsort": IDLE},
    "linalg.eigh": {"eigvals": Keyword("subset_by_index"), "turbo": IDLE},
    "linalg.eigvalsh": {"eigvals": Keyword("subset_by_index"), "turbo": IDLE},
    "linalg.pinv": _INVERSE,
    "linalg.solve": {
        "sym_pos": Keyword("assume_a", {True: '"pos"'}, idle=(False,), advice=f'use assume_a="pos" ({_SCIPY})'),
        "debug": IDLE,
    },
    "signal.firwin": _RATE,
    "signal.firwin2": _RATE,
    "signal.firls": _RATE,
    "signal.remez": {"Hz": Keyword("fs")},
    "stats.iqr": {"scale": Keyword(values={"raw": "1"})},
    "stats.norm.interval": _LEVEL,
    "stats.t.interval": _LEVEL,
}

_OF_SEABORN: Dict[str, Keywords] = {
    "FacetGrid": _HEIGHT,
    "PairGrid": _HEIGHT,
    "JointGrid": _HEIGHT,
    "lmplot": _HEIGHT,
    "jointplot": {
        **_HEIGHT,
        "stat_func": Keyword(idle=(None,), advice=f"write the statistic with ax.text ({_SEABORN})"),
    },
    "scatterplot": {"ci": IDLE},
    "stripplot": {"split": Keyword("dodge")},
    "swarmplot": {"split": Keyword("dodge")},
}

_BASE = Keyword("base")
_OF_LOGARITHMS: Dict[str, Keywords] = {
    axis: {
        f"base{axis}": _BASE,
        f"nonpos{axis}": Keyword("nonpositive"),
        f"subs{axis}": Keyword("subs"),
        f"linthresh{axis}": Keyword("linthresh"),
        f"linscale{axis}": Keyword("linscale"),
    }
    for axis in "xy"
}
_TWO_BASES = Keyword(advice=f"use base=, which is that of both axes ({_MATPLOTLIB})")
_HELD = Keyword(idle=(None, True, 1, "on"), advice=f"leave it out, and call cla() before ({_MATPLOTLIB})")
_FACE: Keywords = {"axisbg": Keyword("facecolor")}
_SWITCH: Mapping[Any, str] = {"on": "True", "off": "False"}
_SIDES = ("bottom", "left", "right", "top")

_OF_AXES: Dict[str, Keywords] = {
    **{
        name: {"hold": _HELD} for name in ("plot", "fill", "contour", "contourf", "quiver", "pie", "errorbar", "loglog")
    },
    "bar": {"left": Keyword("x"), "hold": _HELD},
    "barh": {"bottom": Keyword("y"), "hold": _HELD},
    "imshow": {"shape": IDLE, "imlim": IDLE, "hold": _HELD},
    "loglog": {"basex": _TWO_BASES, "basey": _TWO_BASES, "hold": _HELD},
    "semilogx": _OF_LOGARITHMS["x"],
    "semilogy": _OF_LOGARITHMS["y"],
    "stem": {"use_line_collection": IDLE},
    "hist": {**_NORMED, "hold": _HELD},
    "hist2d": _NORMED,
    "grid": {"b": Keyword("visible", _SWITCH)},
    "annotate": {"s": Keyword("text")},
    "boxplot": {
        "labels": Keyword("tick_labels"),
        "manage_xticks": Keyword("manage_ticks"),
        "whis": Keyword(values={"range": "(0, 100)"}),
    },
    "text": {"withdash": Keyword(idle=(False,), advice=f"use annotate ({_MATPLOTLIB})")},
    "savefig": {
        "bbox": IDLE,
        "frameon": Keyword(idle=(True, None), advice=f'use facecolor="none" ({_MATPLOTLIB})'),
        "papertype": IDLE,
        "quality": Keyword(advice=f'use pil_kwargs={{"quality": ...}} ({_MATPLOTLIB})'),
    },
    "scatter": {"verts": Keyword(idle=(None,), advice=f"use marker= ({_MATPLOTLIB})"), "hold": _HELD},
    "tick_params": {
        **{side: Keyword(values=_SWITCH) for side in _SIDES},
        **{f"label{side}": Keyword(values=_SWITCH) for side in _SIDES},
    },
}
_OF_PYPLOT: Dict[str, Keywords] = {
    **_OF_AXES,
    "axes": _FACE,
    "subplot": _FACE,
    "xscale": _OF_LOGARITHMS["x"],
    "yscale": _OF_LOGARITHMS["y"],
}
_PYPLOTS = ("matplotlib.pyplot", "matplotlib.pylab", "pylab")

_OF_JSON: Keywords = {"encoding": IDLE}

LIBRARY_KEYWORDS: Dict[str, Keywords] = {
    **{f"json.{name}": _OF_JSON for name in ("load", "loads")},
    **{f"{module}.{name}": keywords for module in _PYPLOTS for name, keywords in _OF_PYPLOT.items()},
    "matplotlib.use": {"warn": IDLE},
    **{f"seaborn.{name}": keywords for name, keywords in _OF_SEABORN.items()},
    **{f"scipy.{name}": keywords for name, keywords in _OF_SCIPY.items()},
    **{f"sklearn.{name}": keywords for name, keywords in _OF_SKLEARN.items()},
    **{f"skimage.{name}": keywords for name, keywords in _OF_SKIMAGE.items()},
}
"""What became of the keywords of functions, by their import path."""

METHOD_KEYWORDS: Dict[str, Keywords] = {
    **{
        name: _OF_AXES[name]
        for name in (
            [
                "annotate",
                "bar",
                "barh",
                "boxplot",
                "errorbar",
                "grid",
                "hist",
                "hist2d",
                "imshow",
                "loglog",
                "plot",
                "scatter",
                "semilogx",
                "semilogy",
                "stem",
                "tick_params",
            ]
        )
    },
    "add_axes": _FACE,
    "add_subplot": _FACE,
    "set_xscale": _OF_LOGARITHMS["x"],
    "set_yscale": _OF_LOGARITHMS["y"],
}
"""The same for methods of axes: nothing else takes these names in a file that imports Matplotlib."""

FIRST_VALUES: Dict[str, Mapping[Any, str]] = {
    "axis": {"normal": '"auto"'},
    "box": _SWITCH,
    "grid": _SWITCH,
}
"""What the first argument of functions of pyplot, and of methods of axes, is today.

`grid("off")` draws a grid since Matplotlib 3.1, which takes any text for true.
"""

_OF_IMAGES: Keywords = {"as_gray": Keyword("mode", {True: '"F"'}, idle=(False,), advice=f'use mode="F" ({_IMAGEIO})')}
_IMAGEIOS = ("imageio", "imageio.v2")
LIBRARY_KEYWORDS["imageio.imread"] = _OF_IMAGES
for _module in _PYPLOTS:
    for _name in FIRST_VALUES:
        LIBRARY_KEYWORDS.setdefault(f"{_module}.{_name}", {})

DURATIONS: Mapping[str, str] = {
    f"{module}.{name}": "duration" for module in _IMAGEIOS for name in ("get_writer", "mimsave", "mimwrite")
}
ANIMATED, ANIMATION, TIMES = ".gif", {"duration": "100", "loop": "0"}, ("duration", "fps")
"""Files whose frames imageio showed for a tenth of a second, again and again, until 2.27; today once."""
SECONDS = 10
"""Keywords of imageio that counted seconds, and milliseconds since 2.28; a number below this one is of seconds."""

_OF_TWO = "x y hue data"
_SEABORN_PLACES = {
    **dict.fromkeys(
        (
            "barplot",
            "boxplot",
            "boxenplot",
            "countplot",
            "pointplot",
            "stripplot",
            "swarmplot",
            "violinplot",
            "catplot",
        ),
        _OF_TWO,
    ),
    "lineplot": "x y hue size style data",
    "scatterplot": "x y hue style size data",
    "relplot": "x y hue size style data",
    "regplot": "x y data",
    "residplot": "x y data",
    "jointplot": "x y data kind",
    "lmplot": "x y data hue col row",
    "kdeplot": "x y",
    "JointGrid": "x y data",
}

SEABORN_PLACES: Dict[str, Places] = {
    f"seaborn.{name}": Places((), tuple(names.split())) for name, names in _SEABORN_PLACES.items()
}
"""Functions whose first places are those of `x` and `y` in the old releases, and that of `data` today."""

PAIRED: FrozenSet[str] = frozenset(
    {
        "seaborn.JointGrid",
        "seaborn.jointplot",
        "seaborn.lineplot",
        "seaborn.lmplot",
        "seaborn.regplot",
        "seaborn.relplot",
        "seaborn.residplot",
        "seaborn.scatterplot",
    }
)
"""Functions that draw nothing of `x` alone, in any release: an only argument is `data`."""

COUNTING: FrozenSet[str] = frozenset({"seaborn.countplot"})
"""Functions that take a column in the first place, and a frame never: a column is counted by its rows today."""

LIBRARY_PLACES: Dict[str, Places] = {
    "seaborn.pairplot": Places(("data",), ("hue", "hue_order", "palette", "vars")),
    "seaborn.heatmap": Places(("data",), ("vmin", "vmax", "cmap", "center", "robust", "annot", "fmt")),
    "seaborn.FacetGrid": Places(("data",), ("row", "col", "hue", "col_wrap")),
    "matplotlib.pyplot.subplots": Places(("nrows", "ncols"), ("sharex", "sharey", "squeeze")),
    "matplotlib.pyplot.show": Places((), ("block",)),
    "matplotlib.pyplot.tight_layout": Places((), ("pad", "h_pad", "w_pad", "rect")),
    "matplotlib.pyplot.figure": Places(("num", "figsize", "dpi"), ("facecolor", "edgecolor", "frameon")),
    "matplotlib.pyplot.imshow": Places(
        ("X", "cmap", "norm"), ("aspect", "interpolation", "alpha", "vmin", "vmax", "origin", "extent")
    ),
    "matplotlib.patches.Arc": Places(("xy", "width", "height"), ("angle", "theta1", "theta2")),
    "matplotlib.patches.Polygon": Places(("xy",), ("closed",)),
    "matplotlib.pyplot.Polygon": Places(("xy",), ("closed",)),
    "matplotlib.patches.RegularPolygon": Places(("xy", "numVertices"), ("radius", "orientation")),
    "matplotlib.patches.Wedge": Places(("center", "r", "theta1", "theta2"), ("width",)),
    "matplotlib.patches.FancyArrow": Places(("x", "y", "dx", "dy"), ("width", "length_includes_head", "head_width")),
    "matplotlib.lines.Line2D": Places(
        ("xdata", "ydata"), ("linewidth", "linestyle", "color", "marker", "markersize", "markeredgewidth")
    ),
    "matplotlib.collections.LineCollection": Places(("segments",), ("linewidths", "colors", "antialiaseds")),
    "matplotlib.collections.PatchCollection": Places(("patches",), ("match_original",)),
    "matplotlib.text.Text": Places(("x", "y", "text"), ("color", "verticalalignment", "horizontalalignment")),
    "matplotlib.widgets.Cursor": Places(("ax",), ("horizOn", "vertOn", "useblit")),
    "matplotlib.widgets.Slider": Places(
        ("ax", "label", "valmin", "valmax"), ("valinit", "valfmt", "closedmin", "closedmax", "slidermin", "slidermax")
    ),
    **{
        f"scipy.sparse.linalg.{name}": Places(("A", "b", "x0"), ("rtol", "maxiter", "M", "callback"))
        for name in ("bicg", "bicgstab", "cg", "cgs")
    },
    "scipy.sparse.linalg.gmres": Places(("A", "b", "x0"), ("rtol", "restart", "maxiter", "M", "callback")),
    "matplotlib.pyplot.Rectangle": Places(("xy", "width", "height"), ("angle",)),
    "matplotlib.patches.Rectangle": Places(("xy", "width", "height"), ("angle",)),
    "matplotlib.patches.Ellipse": Places(("xy", "width", "height"), ("angle",)),
}
"""Arguments that had a place, and are keywords today."""

UNSHUFFLED: FrozenSet[str] = frozenset({"sklearn.model_selection.KFold", "sklearn.model_selection.StratifiedKFold"})
"""Folds whose `random_state` meant nothing without `shuffle=True`, and is a ValueError today."""

SMALL_OBJECTS: Mapping[str, str] = {
    "skimage.morphology.remove_small_objects": "min_size",
    "skimage.morphology.remove_small_holes": "area_threshold",
}
"""Functions that kept what has the given size, and remove it today: `max_size` is one less."""

PAIRS: Mapping[str, str] = {
    "sklearn.preprocessing.MinMaxScaler": "feature_range",
    "sklearn.feature_extraction.text.CountVectorizer": "ngram_range",
    "sklearn.feature_extraction.text.TfidfVectorizer": "ngram_range",
}
"""Keywords that took a list of two numbers, and want a tuple today."""

DEFAULTS: Mapping[str, Mapping[str, str]] = {
    "sklearn.cluster.KMeans": {"n_init": "10"},
    "sklearn.cluster.MiniBatchKMeans": {"n_init": "3", "batch_size": "100"},
    "sklearn.decomposition.FastICA": {"whiten": '"arbitrary-variance"'},
    "sklearn.dummy.DummyClassifier": {"strategy": '"stratified"'},
    "sklearn.manifold.TSNE": {"init": '"random"', "learning_rate": "200.0"},
}
"""What a parameter was by default, where it is something else since scikit-learn 0.24, 1.0, 1.2, 1.3 and 1.4."""

DEFAULT_PLACES: Mapping[str, Tuple[str, ...]] = {
    "sklearn.cluster.KMeans": ("n_clusters", "init", "n_init"),
    "sklearn.cluster.MiniBatchKMeans": ("n_clusters", "init"),
    "sklearn.decomposition.FastICA": ("n_components", "algorithm", "whiten"),
    "sklearn.dummy.DummyClassifier": ("strategy",),
    "sklearn.manifold.TSNE": ("n_components", "perplexity", "early_exaggeration", "learning_rate"),
}
"""The places of their first parameters."""

CLASS_WEIGHTS, CLASSES = "sklearn.utils.class_weight.compute_class_weight", "classes"
"""The function that took a list of classes, and wants an array since scikit-learn 1.2."""

STOP_WORDS: Mapping[str, str] = {
    f"sklearn.feature_extraction.text.{name}": "stop_words"
    for name in ("CountVectorizer", "HashingVectorizer", "TfidfVectorizer")
}
ENGLISH: FrozenSet[str] = frozenset(
    f"sklearn.feature_extraction.{module}.ENGLISH_STOP_WORDS" for module in ("text", "stop_words")
)
"""Keywords that took a set of words, and want a list since scikit-learn 1.2; and such a set."""

SOLVER, LASSO = "sklearn.linear_model.LogisticRegression", "l1"
"""`penalty="l1"` is a ValueError without a solver since scikit-learn 0.22; until then the solver was `liblinear`."""


class Note(NamedTuple):
    """What is different today without all of these keywords, and with the keyword `given`, if there is one."""

    keywords: Tuple[str, ...]
    said: str
    advice: str
    given: str = ""


_COLOURS = Note(
    ("multichannel", "channel_axis"),
    "takes the last axis of an image for one of space, also where it has three colours",
    f"for colours use channel_axis=-1 ({URL})",
)
_MARGINS = Note(
    ("mask",),
    "computes the outermost pixels, too, since scikit-image 0.17; they were 0",
    f"for what 0.15 did use mask=numpy.ones(image.shape, dtype=bool) ({URL})",
)
_RIDGES = Note((), "finds ridges by another formula since scikit-image 0.20", f"expect other images ({URL})")
_STAINS = Note((), "separates stains with another logarithm since scikit-image 0.18", f"expect other values ({URL})")
_DAYS = Note(
    (),
    "counts days from 1970 since Matplotlib 3.3, and did so from the year 1",
    f'for the numbers of before call matplotlib.dates.set_epoch("0000-12-31") first ({_MATPLOTLIB})',
)
NOTES: Mapping[str, Note] = {
    **{
        f"matplotlib.{module}.{name}": _DAYS
        for module in ("dates", "pylab")
        for name in ("date2num", "datestr2num", "num2date")
    },
    **{f"skimage.filters.{name}": _MARGINS for name in ("prewitt", "roberts", "scharr", "sobel")},
    **{f"skimage.filters.{name}": _RIDGES for name in ("frangi", "hessian", "meijering", "sato")},
    **{f"skimage.color.{name}": _STAINS for name in ("combine_stains", "hed2rgb", "rgb2hed", "separate_stains")},
    "skimage.filters.median": Note(
        ("behavior",),
        "continues the image beyond its margins since scikit-image 0.16, as SciPy does",
        f'for what 0.15 did use behavior="rank" ({URL})',
    ),
    "skimage.segmentation.slic": Note(
        ("start_label",),
        "numbers the segments from 1 since scikit-image 0.19; the first one was 0",
        f"for what 0.15 did use start_label=0 ({URL})",
    ),
    "skimage.color.label2rgb": Note(
        ("bg_label",),
        "takes label 0 for the background since scikit-image 0.17, and gave it a colour before",
        f"for what 0.15 did use bg_label=-1 ({URL})",
    ),
    "skimage.color.gray2rgb": Note(
        (),
        "adds an axis to images of colours as well; up to scikit-image 0.18 it returned them as they were",
        f"leave it out for images of colours ({URL})",
    ),
    "skimage.exposure.rescale_intensity": Note(
        (),
        "returns floats for an out_range of numbers since scikit-image 0.17; images of whole numbers kept their type",
        f"for an image of whole numbers add .astype(image.dtype) ({URL})",
        given="out_range",
    ),
    "skimage.exposure.equalize_adapthist": Note(
        (), "divides the image otherwise since scikit-image 0.17", f"expect other values ({URL})"
    ),
    "skimage.feature.canny": Note(
        (),
        "computes with floats since scikit-image 0.16: images of bytes have other edges",
        f"nothing for an image of floats ({URL})",
    ),
    "skimage.feature.structure_tensor": Note(
        ("order",),
        "returns the parts for rows before columns since scikit-image 0.20",
        f'for what 0.15 did use order="xy" ({URL})',
    ),
    "skimage.restoration.denoise_bilateral": Note(
        (), "pads the image otherwise since scikit-image 0.16", f"expect other values ({URL})"
    ),
    "skimage.transform.radon": Note(
        ("preserve_range",),
        "divides bytes by 255 since scikit-image 0.16",
        f"for what 0.15 did use preserve_range=True ({URL})",
    ),
    "skimage.transform.AffineTransform": Note(
        (), "shears by the tangent of the angle since scikit-image 0.19", f"expect other images ({URL})", given="shear"
    ),
    "skimage.util.random_noise": Note(
        ("rng", "seed"),
        "draws from a generator of its own since scikit-image 0.19: numpy.random.seed no longer decides",
        f"for the same noise in each run give it rng= ({URL})",
    ),
    "skimage.draw.polygon": Note(
        (), "takes the pixels on all edges since scikit-image 0.16, not of two only", f"expect larger masks ({URL})"
    ),
    "skimage.filters.gaussian": _COLOURS,
    "skimage.feature.hog": _COLOURS,
    "skimage.transform.rescale": _COLOURS,
    "skimage.transform.pyramid_reduce": _COLOURS,
    "skimage.color.rgb2gray": Note(
        (),
        "takes images of three colours alone; it took gray ones as they are, and those with an opacity",
        f"for gray images leave it out, and for the others use rgb2gray(rgba2rgb(x)) ({URL})",
    ),
    "skimage.transform.resize": Note(
        ("anti_aliasing",),
        "smoothes what becomes smaller since scikit-image 0.15, and repeats the margins",
        f'for what 0.14 did use anti_aliasing=False and mode="constant" ({URL})',
    ),
    "sklearn.discriminant_analysis.LinearDiscriminantAnalysis": Note(
        ("solver",),
        "divides by the number of samples since scikit-learn 1.9, and did so by that less the classes",
        f"expect other probabilities and scales ({_SKLEARN})",
    ),
    "sklearn.gaussian_process.GaussianProcessRegressor": Note(
        ("kernel", "optimizer"),
        "fits its default kernel since scikit-learn 1.9, and kept it as it was",
        f"for the predictions of before give it optimizer=None ({_SKLEARN})",
    ),
    "sklearn.ensemble.AdaBoostClassifier": Note(
        ("algorithm",),
        "boosts by the classes (SAMME); up to scikit-learn 1.5 it did by their probabilities (SAMME.R), which is gone",
        f"expect other scores ({_SKLEARN})",
    ),
}
"""Functions whose defaults are others, and which no argument brings back in general."""

PATHS: FrozenSet[str] = frozenset(
    (
        *DEFAULTS,
        SOLVER,
        CLASS_WEIGHTS,
        *DURATIONS,
        *STOP_WORDS,
        *NOTES,
        *LIBRARY_KEYWORDS,
        *SEABORN_PLACES,
        *LIBRARY_PLACES,
        *UNSHUFFLED,
        *SMALL_OBJECTS,
        *PAIRS,
    )
)
"""All functions that the tables name."""
