"""Parameters of scikit-learn that are flags wherever they stand: since 1.2 it refuses numbers for them.

By the constraints of scikit-learn 1.9.1; `tests/compat/tables/test_scikit_flags.py` asks the release that is installed.
"""

from typing import FrozenSet

URL = "https://scikit-learn.org/stable/whats_new/v1.2.html"

_FLAGS = """
accept_sparse add_indicator adjusted allow_none allow_single_cluster allow_unlabeled alpha_per_target alternate_sign
assume_centered bin_seeding binary bootstrap bootstrap_features breadth_first break_ties check_input check_inverse
clip cluster_all coef color compute_distances compute_inverse_components compute_labels compute_score
compute_sources copy copy_cov copy_Gram copy_X copy_x copy_X_train copy_Xy dense_output download_if_missing
drop_intermediate dual early_stopping error_on_new exploit_incremental_learning filter_params fit_intercept
fit_inverse_transform fit_path fit_prior flatten_transform flip_sign force_alpha force_finite fresh_restarts
funneled greater_is_better hole hypercube ignore_implicit_zeros ignore_ties include_bias interaction_only
keep_empty_features load_content lowercase metric_mds mini_batch multilabel nesterovs_momentum norm_diag normalize_y
novelty oob_score output_dict passthrough percent10 positive positive_code positive_dict predecessor_correction
prefit raise_exc refit remove_zero_eig replace return_centers return_code return_distance return_distributions
return_estimator return_indices return_intercept return_norm return_path return_times return_train_score
return_X_mean samplewise scaled shrinking shuffle smooth_idf sort sparse sparse_output split_sign squared
standardize store_covariance store_cv_results store_precision sublinear_tf unit_variance update_H use_idf validate
warm_start with_centering with_mean with_scaling with_std zero_based
"""

SCIKIT_FLAGS: FrozenSet[str] = frozenset(_FLAGS.split())
