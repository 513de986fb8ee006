"""Arguments of scikit-learn that had a place until 0.25, and are keywords since 1.0.

By the signatures of scikit-learn 0.22.2; `tests/compat/tables/test_scikit_keywords.py` asks the release that is
installed.
"""

from typing import Dict

from compat.tables.names.places import Places, places

URL = "https://scikit-learn.org/stable/whats_new/v1.0.html#enforcing-keyword-only-arguments"


_SCORE = places("y_true y_pred", "labels pos_label average sample_weight zero_division")
_FOLDS = places("n_splits", "shuffle random_state")
_SPLITS = places("n_splits", "test_size train_size random_state")
_ERROR = places("y_true y_pred", "sample_weight multioutput")
_SHAPES = places("n_samples", "shuffle noise random_state")

_ROWS: Dict[str, Dict[str, Places]] = {
    "utils.class_weight": {
        "compute_class_weight": places("class_weight", "classes y"),
        "compute_sample_weight": places("class_weight y", "indices"),
    },
    "model_selection": {
        "KFold": _FOLDS,
        "StratifiedKFold": _FOLDS,
        "ShuffleSplit": _SPLITS,
        "StratifiedShuffleSplit": _SPLITS,
        "cross_val_score": places("estimator X y", "groups scoring cv n_jobs verbose"),
        "cross_val_predict": places("estimator X y", "groups cv n_jobs verbose"),
        "GridSearchCV": places("estimator param_grid", "scoring n_jobs"),
    },
    "metrics": {
        "confusion_matrix": places("y_true y_pred", "labels sample_weight normalize"),
        "classification_report": places(
            "y_true y_pred", "labels target_names sample_weight digits output_dict zero_division"
        ),
        "accuracy_score": places("y_true y_pred", "normalize sample_weight"),
        "f1_score": _SCORE,
        "precision_score": _SCORE,
        "recall_score": _SCORE,
        "fbeta_score": places("y_true y_pred", "beta labels pos_label average sample_weight zero_division"),
        "roc_auc_score": places("y_true y_score", "average sample_weight max_fpr multi_class labels"),
        "roc_curve": places("y_true y_score", "pos_label sample_weight drop_intermediate"),
        "average_precision_score": places("y_true y_score", "average pos_label sample_weight"),
        "mean_squared_error": _ERROR,
        "mean_absolute_error": _ERROR,
        "r2_score": _ERROR,
        "cohen_kappa_score": places("y1 y2", "labels weights sample_weight"),
    },
    "preprocessing": {
        "label_binarize": places("y", "classes neg_label pos_label sparse_output"),
        "MultiLabelBinarizer": places("", "classes sparse_output"),
        "LabelBinarizer": places("", "neg_label pos_label sparse_output"),
        "StandardScaler": places("", "copy with_mean with_std"),
        "MinMaxScaler": places("feature_range", "copy"),
        "PolynomialFeatures": places("degree", "interaction_only include_bias order"),
        "scale": places("X", "axis with_mean with_std copy"),
        "minmax_scale": places("X feature_range", "axis copy"),
        "normalize": places("X norm", "axis copy return_norm"),
    },
    "decomposition": {
        "PCA": places("n_components", "copy whiten svd_solver tol iterated_power random_state"),
    },
    "manifold": {
        "TSNE": places("n_components", "perplexity early_exaggeration learning_rate"),
    },
    "cluster": {
        "KMeans": places("n_clusters", "init n_init max_iter tol"),
        "DBSCAN": places("eps", "min_samples metric metric_params algorithm leaf_size p"),
    },
    "neighbors": {
        "KNeighborsClassifier": places("n_neighbors", "weights algorithm leaf_size p metric metric_params n_jobs"),
        "NearestNeighbors": places("", "n_neighbors radius algorithm leaf_size metric p metric_params n_jobs"),
    },
    "svm": {
        "SVC": places("", "C kernel degree gamma coef0 shrinking probability tol cache_size class_weight"),
    },
    "datasets": {
        "make_moons": _SHAPES,
        "make_circles": _SHAPES,
        "make_blobs": places("n_samples n_features", "centers cluster_std center_box shuffle random_state"),
        "make_classification": places("n_samples n_features", "n_informative n_redundant n_repeated n_classes"),
        "make_regression": places("n_samples n_features", "n_informative n_targets bias"),
    },
    "feature_extraction.image": {
        "extract_patches_2d": places("image patch_size", "max_patches random_state"),
    },
}

SCIKIT_PLACES: Dict[str, Places] = {
    f"sklearn.{module}.{name}": row for module, rows in _ROWS.items() for name, row in rows.items()
}
