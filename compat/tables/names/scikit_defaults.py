"""What scikit-learn did by default up to 0.21, its scores that were named without `neg_`, and what only it had then.

Measured: scikit-learn 0.20.4 has these defaults, also where its signature says "warn", takes the former names of
scores, or lacks the names of today; 0.22.2 and 1.9.1 have the defaults of today.
`tests/compat/tables/test_scikit_defaults.py` asks the release that is installed.
"""

from typing import Dict, FrozenSet, Mapping, NamedTuple, Tuple

URL = "https://scikit-learn.org/stable/whats_new/v0.22.html#changed-models"
URL_OF_SCORES = "https://scikit-learn.org/stable/whats_new/v0.18.html#api-changes-summary"
URL_OF_SIGNS = "https://scikit-learn.org/stable/whats_new/v1.5.html#changed-models"


class Default(NamedTuple):
    """An argument that says what a parameter was by default up to scikit-learn 0.21.

    `place` is that of the parameter, if it has one. With `unless`, a parameter and its values, the default did not
    matter where that has one of the values. `is_sure` says that the argument does what the default did for any data.
    """

    name: str
    code: str
    place: int = -1
    unless: Tuple[str, Tuple[str, ...]] = ("", ())
    is_sure: bool = True


_TREES = Default("n_estimators", "10", 0)
_GAMMA = Default("gamma", '"auto"', unless=("kernel", ("linear", "precomputed")))
_FOLDS = Default("n_splits", "3", 0)
_CV = Default("cv", "3")
_OUTLIERS = Default("contamination", "0.1")
_EPOCHS = Default("max_iter", "5, tol=None", is_sure=False)

DEFAULTS: Mapping[str, Default] = {
    "sklearn.ensemble.ExtraTreesClassifier": _TREES,
    "sklearn.ensemble.ExtraTreesRegressor": _TREES,
    "sklearn.ensemble.IsolationForest": _OUTLIERS,
    "sklearn.ensemble.RandomForestClassifier": _TREES,
    "sklearn.ensemble.RandomForestRegressor": _TREES,
    "sklearn.ensemble.RandomTreesEmbedding": _TREES,
    "sklearn.linear_model.LogisticRegression": Default("solver", '"liblinear"', is_sure=False),
    "sklearn.linear_model.Perceptron": _EPOCHS,
    "sklearn.linear_model.SGDClassifier": _EPOCHS,
    "sklearn.linear_model.SGDRegressor": _EPOCHS,
    "sklearn.model_selection.GridSearchCV": _CV,
    "sklearn.model_selection.GroupKFold": _FOLDS,
    "sklearn.model_selection.KFold": _FOLDS,
    "sklearn.model_selection.RandomizedSearchCV": _CV,
    "sklearn.model_selection.StratifiedKFold": _FOLDS,
    "sklearn.model_selection.TimeSeriesSplit": _FOLDS,
    "sklearn.model_selection.cross_val_predict": _CV,
    "sklearn.model_selection.cross_val_score": _CV,
    "sklearn.model_selection.cross_validate": _CV,
    "sklearn.model_selection.learning_curve": _CV,
    "sklearn.model_selection.validation_curve": _CV,
    "sklearn.calibration.CalibratedClassifierCV": Default("cv", "3", 2),
    "sklearn.feature_selection.RFECV": _CV,
    "sklearn.linear_model.ElasticNetCV": _CV,
    "sklearn.linear_model.LassoCV": _CV,
    "sklearn.neighbors.LocalOutlierFactor": _OUTLIERS,
    "sklearn.svm.NuSVC": _GAMMA,
    "sklearn.svm.NuSVR": _GAMMA,
    "sklearn.svm.OneClassSVM": _GAMMA,
    "sklearn.svm.SVC": _GAMMA,
    "sklearn.svm.SVR": _GAMMA,
}
"""Defaults that are others since scikit-learn 0.21 and 0.22, by the names of classes and functions."""

GONE_BEFORE: FrozenSet[str] = frozenset(
    {
        "sklearn.covariance.GraphLasso",
        "sklearn.covariance.GraphLassoCV",
        "sklearn.cross_validation",
        "sklearn.datasets.fetch_mldata",
        "sklearn.datasets.mldata",
        "sklearn.decomposition.RandomizedPCA",
        "sklearn.gaussian_process.GaussianProcess",
        "sklearn.grid_search",
        "sklearn.lda",
        "sklearn.learning_curve",
        "sklearn.linear_model.RandomizedLasso",
        "sklearn.linear_model.RandomizedLogisticRegression",
        "sklearn.mixture.DPGMM",
        "sklearn.mixture.GMM",
        "sklearn.mixture.VBGMM",
        "sklearn.preprocessing.Imputer",
        "sklearn.qda",
    }
)
"""Names that scikit-learn 0.22 does not have: a file that uses one was written for an earlier release."""

SCORES: Dict[str, str] = {
    "brier_score_loss": "neg_brier_score",
    "log_loss": "neg_log_loss",
    "mean_absolute_error": "neg_mean_absolute_error",
    "mean_squared_error": "neg_mean_squared_error",
    "median_absolute_error": "neg_median_absolute_error",
}
"""Values of `scoring=`, and those that give the same numbers today."""

SCORING = "scoring"
SCORED: Mapping[str, int] = {
    "sklearn.feature_selection.RFECV": -1,
    "sklearn.linear_model.LogisticRegressionCV": -1,
    "sklearn.linear_model.RidgeCV": -1,
    "sklearn.metrics.check_scoring": 1,
    "sklearn.metrics.get_scorer": 0,
    "sklearn.model_selection.GridSearchCV": 2,
    "sklearn.model_selection.RandomizedSearchCV": 3,
    "sklearn.model_selection.cross_val_score": 4,
    "sklearn.model_selection.cross_validate": 4,
    "sklearn.model_selection.learning_curve": -1,
    "sklearn.model_selection.permutation_test_score": -1,
    "sklearn.model_selection.validation_curve": -1,
}
"""What takes `scoring=`, and the place that it had, if a place was likely to be used."""

SIGNS: FrozenSet[str] = frozenset({"sklearn.decomposition.PCA"})
"""Classes whose components may have other signs since scikit-learn 1.5."""

TWO_CLASSES, LIBLINEAR = "sklearn.linear_model.LogisticRegression", "liblinear"
"""The class whose solver of this name takes two classes only since scikit-learn 1.8."""

URL_OF_SOLVERS = "https://scikit-learn.org/stable/whats_new/v1.8.html"

PATHS: FrozenSet[str] = frozenset((*DEFAULTS, *SCORED, *SIGNS))
"""All functions and classes that the tables name."""
