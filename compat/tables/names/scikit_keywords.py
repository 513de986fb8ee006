"""Arguments of scikit-learn that had a place until 0.25, and are keywords since 1.0.

By the signatures of scikit-learn 0.22.2; `tests/compat/tables/test_scikit_keywords.py` asks the release that is
installed.
"""

from typing import Dict, NamedTuple, Tuple

URL = "https://scikit-learn.org/stable/whats_new/v1.0.html#enforcing-keyword-only-arguments"


class Places(NamedTuple):
    """The arguments that still have a place, and those that had one behind them."""

    kept: Tuple[str, ...]
    named: Tuple[str, ...]


def _row(kept: str, named: str) -> Places:
    return Places(tuple(kept.split()), tuple(named.split()))


_SCORE = _row("y_true y_pred", "labels pos_label average sample_weight zero_division")
_FOLDS = _row("n_splits", "shuffle random_state")
_SPLITS = _row("n_splits", "test_size train_size random_state")
_ERROR = _row("y_true y_pred", "sample_weight multioutput")
_SHAPES = _row("n_samples", "shuffle noise random_state")

_ROWS: Dict[str, Dict[str, Places]] = {
    "utils.class_weight": {
        "compute_class_weight": _row("class_weight", "classes y"),
        "compute_sample_weight": _row("class_weight y", "indices"),
    },
    "model_selection": {
        "KFold": _FOLDS,
        "StratifiedKFold": _FOLDS,
        "ShuffleSplit": _SPLITS,
        "StratifiedShuffleSplit": _SPLITS,
        "cross_val_score": _row("estimator X y", "groups scoring cv n_jobs verbose"),
        "cross_val_predict": _row("estimator X y", "groups cv n_jobs verbose"),
        "GridSearchCV": _row("estimator param_grid", "scoring n_jobs"),
    },
    "metrics": {
        "confusion_matrix": _row("y_true y_pred", "labels sample_weight normalize"),
        "classification_report": _row(
            "y_true y_pred", "labels target_names sample_weight digits output_dict zero_division"
        ),
        "accuracy_score": _row("y_true y_pred", "normalize sample_weight"),
        "f1_score": _SCORE,
        "precision_score": _SCORE,
        "recall_score": _SCORE,
        "fbeta_score": _row("y_true y_pred", "beta labels pos_label average sample_weight zero_division"),
        "roc_auc_score": _row("y_true y_score", "average sample_weight max_fpr multi_class labels"),
        "roc_curve": _row("y_true y_score", "pos_label sample_weight drop_intermediate"),
        "average_precision_score": _row("y_true y_score", "average pos_label sample_weight"),
        "mean_squared_error": _ERROR,
        "mean_absolute_error": _ERROR,
        "r2_score": _ERROR,
        "cohen_kappa_score": _row("y1 y2", "labels weights sample_weight"),
    },
    "preprocessing": {
        "label_binarize": _row("y", "classes neg_label pos_label sparse_output"),
        "MultiLabelBinarizer": _row("", "classes sparse_output"),
        "LabelBinarizer": _row("", "neg_label pos_label sparse_output"),
        "StandardScaler": _row("", "copy with_mean with_std"),
        "MinMaxScaler": _row("feature_range", "copy"),
        "PolynomialFeatures": _row("degree", "interaction_only include_bias order"),
        "scale": _row("X", "axis with_mean with_std copy"),
        "minmax_scale": _row("X feature_range", "axis copy"),
        "normalize": _row("X norm", "axis copy return_norm"),
    },
    "decomposition": {
        "PCA": _row("n_components", "copy whiten svd_solver tol iterated_power random_state"),
    },
    "manifold": {
        "TSNE": _row("n_components", "perplexity early_exaggeration learning_rate"),
    },
    "cluster": {
        "KMeans": _row("n_clusters", "init n_init max_iter tol"),
        "DBSCAN": _row("eps", "min_samples metric metric_params algorithm leaf_size p"),
    },
    "neighbors": {
        "KNeighborsClassifier": _row("n_neighbors", "weights algorithm leaf_size p metric metric_params n_jobs"),
        "NearestNeighbors": _row("", "n_neighbors radius algorithm leaf_size metric p metric_params n_jobs"),
    },
    "svm": {
        "SVC": _row("", "C kernel degree gamma coef0 shrinking probability tol cache_size class_weight"),
    },
    "datasets": {
        "make_moons": _SHAPES,
        "make_circles": _SHAPES,
        "make_blobs": _row("n_samples n_features", "centers cluster_std center_box shuffle random_state"),
        "make_classification": _row("n_samples n_features", "n_informative n_redundant n_repeated n_classes"),
        "make_regression": _row("n_samples n_features", "n_informative n_targets bias"),
    },
    "feature_extraction.image": {
        "extract_patches_2d": _row("image patch_size", "max_patches random_state"),
    },
}

SCIKIT_PLACES: Dict[str, Places] = {
    f"sklearn.{module}.{name}": places for module, rows in _ROWS.items() for name, places in rows.items()
}
