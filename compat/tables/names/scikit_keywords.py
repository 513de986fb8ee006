"""Arguments of scikit-learn that had a place until 0.25, and are keywords since 1.0.

By the signatures of scikit-learn 0.22.2 and 1.9.1; `tests/compat/tables/test_scikit_keywords.py` asks the release that
is installed. A name that is gone has a row in `library_keywords.py`, which says what became of it.
"""

import re
from typing import Dict, FrozenSet, Iterator, Tuple

from compat.tables.names.places import Places, places

URL = "https://scikit-learn.org/stable/whats_new/v1.0.html#enforcing-keyword-only-arguments"

_TABLE = """
base.clone: estimator | safe
calibration.CalibratedClassifierCV: estimator | method cv
calibration.IsotonicRegression: | y_min y_max increasing out_of_bounds
calibration.LinearSVC: penalty loss | dual tol C multi_class fit_intercept intercept_scaling class_weight verbose
  random_state max_iter
calibration.calibration_curve: y_true y_prob | normalize n_bins strategy
calibration.check_cv: cv y | classifier
calibration.check_is_fitted: estimator attributes | msg all_or_any
calibration.clone: estimator | safe
calibration.column_or_1d: y | warn
calibration.label_binarize: y | classes neg_label pos_label sparse_output
clone: estimator | safe
cluster.AffinityPropagation: | damping max_iter convergence_iter copy preference affinity verbose
cluster.AgglomerativeClustering: n_clusters | affinity memory connectivity compute_full_tree linkage
  distance_threshold
cluster.Birch: | threshold branching_factor n_clusters compute_labels copy
cluster.DBSCAN: eps | min_samples metric metric_params algorithm leaf_size p n_jobs
cluster.FeatureAgglomeration: n_clusters | affinity memory connectivity compute_full_tree linkage pooling_func
  distance_threshold
cluster.KMeans: n_clusters | init n_init max_iter tol precompute_distances verbose random_state copy_x n_jobs
  algorithm
cluster.MeanShift: | bandwidth seeds bin_seeding min_bin_freq cluster_all n_jobs max_iter
cluster.MiniBatchKMeans: n_clusters | init max_iter batch_size verbose compute_labels random_state tol
  max_no_improvement init_size n_init reassignment_ratio
cluster.OPTICS: | min_samples max_eps metric p metric_params cluster_method eps xi predecessor_correction
  min_cluster_size algorithm leaf_size n_jobs
cluster.SpectralBiclustering: n_clusters | method n_components n_best svd_method n_svd_vecs mini_batch init n_init
  n_jobs random_state
cluster.SpectralClustering: n_clusters | eigen_solver n_components random_state n_init gamma affinity n_neighbors
  eigen_tol assign_labels degree coef0 kernel_params n_jobs
cluster.SpectralCoclustering: n_clusters | svd_method n_svd_vecs mini_batch init n_init n_jobs random_state
cluster.affinity_propagation: S | preference convergence_iter max_iter damping copy verbose return_n_iter
cluster.cluster_optics_dbscan: | reachability core_distances ordering eps
cluster.cluster_optics_xi: | reachability predecessor ordering min_samples min_cluster_size xi predecessor_correction
cluster.compute_optics_graph: X | min_samples max_eps metric p metric_params algorithm leaf_size n_jobs
cluster.dbscan: X eps | min_samples metric metric_params algorithm leaf_size p sample_weight n_jobs
cluster.estimate_bandwidth: X | quantile n_samples random_state n_jobs
cluster.k_means: X n_clusters | sample_weight init precompute_distances n_init max_iter verbose tol random_state
  copy_x n_jobs algorithm return_n_iter
cluster.mean_shift: X | bandwidth seeds bin_seeding min_bin_freq cluster_all max_iter n_jobs
cluster.spectral_clustering: affinity | n_clusters n_components eigen_solver random_state n_init eigen_tol
  assign_labels
cluster.ward_tree: X | connectivity n_clusters return_distance
compose.ColumnTransformer: transformers | remainder sparse_threshold n_jobs transformer_weights verbose
compose.TransformedTargetRegressor: regressor | transformer func inverse_func check_inverse
compose.make_column_selector: pattern | dtype_include dtype_exclude
covariance.EllipticEnvelope: | store_precision assume_centered support_fraction contamination random_state
covariance.EmpiricalCovariance: | store_precision assume_centered
covariance.GraphicalLasso: alpha | mode tol enet_tol max_iter verbose assume_centered
covariance.GraphicalLassoCV: | alphas n_refinements cv tol enet_tol max_iter mode n_jobs verbose assume_centered
covariance.LedoitWolf: | store_precision assume_centered block_size
covariance.MinCovDet: | store_precision assume_centered support_fraction random_state
covariance.OAS: | store_precision assume_centered
covariance.ShrunkCovariance: | store_precision assume_centered shrinkage
covariance.empirical_covariance: X | assume_centered
covariance.graphical_lasso: emp_cov alpha | cov_init mode tol enet_tol max_iter verbose return_costs eps return_n_iter
covariance.ledoit_wolf: X | assume_centered block_size
covariance.oas: X | assume_centered
cross_decomposition.CCA: n_components | scale max_iter tol copy
cross_decomposition.PLSCanonical: n_components | scale algorithm max_iter tol copy
cross_decomposition.PLSRegression: n_components | scale max_iter tol copy
cross_decomposition.PLSSVD: n_components | scale copy
datasets.dump_svmlight_file: X y f | zero_based comment query_id multilabel
datasets.fetch_20newsgroups: | data_home subset categories shuffle random_state remove download_if_missing return_X_y
datasets.fetch_20newsgroups_vectorized: | subset remove data_home download_if_missing return_X_y normalize
datasets.fetch_california_housing: | data_home download_if_missing return_X_y
datasets.fetch_covtype: | data_home download_if_missing random_state shuffle return_X_y
datasets.fetch_kddcup99: | subset data_home shuffle random_state percent10 download_if_missing return_X_y
datasets.fetch_lfw_pairs: | subset data_home funneled resize color slice_ download_if_missing
datasets.fetch_lfw_people: | data_home funneled resize min_faces_per_person color slice_ download_if_missing
  return_X_y
datasets.fetch_olivetti_faces: | data_home shuffle random_state download_if_missing return_X_y
datasets.fetch_openml: name | version data_id data_home target_column cache return_X_y as_frame
datasets.fetch_rcv1: | data_home subset download_if_missing random_state shuffle return_X_y
datasets.fetch_species_distributions: | data_home download_if_missing
datasets.load_breast_cancer: | return_X_y
datasets.load_diabetes: | return_X_y
datasets.load_digits: | n_class return_X_y
datasets.load_files: container_path | description categories load_content shuffle encoding decode_error random_state
datasets.load_iris: | return_X_y
datasets.load_linnerud: | return_X_y
datasets.load_svmlight_file: f | n_features dtype multilabel zero_based query_id offset length
datasets.load_svmlight_files: files | n_features dtype multilabel zero_based query_id offset length
datasets.load_wine: | return_X_y
datasets.make_biclusters: shape n_clusters | noise minval maxval shuffle random_state
datasets.make_blobs: n_samples n_features | centers cluster_std center_box shuffle random_state
datasets.make_checkerboard: shape n_clusters | noise minval maxval shuffle random_state
datasets.make_circles: n_samples | shuffle noise random_state factor
datasets.make_classification: n_samples n_features | n_informative n_redundant n_repeated n_classes
  n_clusters_per_class weights flip_y class_sep hypercube shift scale shuffle random_state
datasets.make_friedman1: n_samples n_features | noise random_state
datasets.make_friedman2: n_samples | noise random_state
datasets.make_friedman3: n_samples | noise random_state
datasets.make_gaussian_quantiles: | mean cov n_samples n_features n_classes shuffle random_state
datasets.make_hastie_10_2: n_samples | random_state
datasets.make_low_rank_matrix: n_samples n_features | effective_rank tail_strength random_state
datasets.make_moons: n_samples | shuffle noise random_state
datasets.make_multilabel_classification: n_samples n_features | n_classes n_labels length allow_unlabeled sparse
  return_indicator return_distributions random_state
datasets.make_regression: n_samples n_features | n_informative n_targets bias effective_rank tail_strength noise
  shuffle coef random_state
datasets.make_s_curve: n_samples | noise random_state
datasets.make_sparse_coded_signal: n_samples | n_components n_features n_nonzero_coefs random_state
datasets.make_sparse_spd_matrix: n_dim | alpha norm_diag smallest_coef largest_coef random_state
datasets.make_sparse_uncorrelated: n_samples n_features | random_state
datasets.make_spd_matrix: n_dim | random_state
datasets.make_swiss_roll: n_samples | noise random_state
decomposition.DictionaryLearning: n_components | alpha max_iter tol fit_algorithm transform_algorithm
  transform_n_nonzero_coefs transform_alpha n_jobs code_init dict_init verbose split_sign random_state positive_code
  positive_dict transform_max_iter
decomposition.FactorAnalysis: n_components | tol copy max_iter noise_variance_init svd_method iterated_power
  random_state
decomposition.FastICA: n_components | algorithm whiten fun fun_args max_iter tol w_init random_state
decomposition.IncrementalPCA: n_components | whiten copy batch_size
decomposition.KernelPCA: n_components | kernel gamma degree coef0 kernel_params alpha fit_inverse_transform
  eigen_solver tol max_iter remove_zero_eig random_state copy_X n_jobs
decomposition.LatentDirichletAllocation: n_components | doc_topic_prior topic_word_prior learning_method
  learning_decay learning_offset max_iter batch_size evaluate_every total_samples perp_tol mean_change_tol
  max_doc_update_iter n_jobs verbose random_state
decomposition.MiniBatchDictionaryLearning: n_components | alpha n_iter fit_algorithm n_jobs batch_size shuffle
  dict_init transform_algorithm transform_n_nonzero_coefs transform_alpha verbose split_sign random_state
  positive_code positive_dict transform_max_iter
decomposition.MiniBatchSparsePCA: n_components | alpha ridge_alpha n_iter callback batch_size verbose shuffle n_jobs
  method random_state normalize_components
decomposition.NMF: n_components | init solver beta_loss tol max_iter random_state alpha l1_ratio verbose shuffle
decomposition.PCA: n_components | copy whiten svd_solver tol iterated_power random_state
decomposition.SparseCoder: dictionary | transform_algorithm transform_n_nonzero_coefs transform_alpha split_sign
  n_jobs positive_code transform_max_iter
decomposition.SparsePCA: n_components | alpha ridge_alpha max_iter tol method n_jobs U_init V_init verbose
  random_state normalize_components
decomposition.TruncatedSVD: n_components | algorithm n_iter random_state tol
decomposition.dict_learning: X n_components | alpha max_iter tol method n_jobs dict_init code_init callback verbose
  random_state return_n_iter positive_dict positive_code method_max_iter
decomposition.dict_learning_online: X n_components | alpha n_iter return_code dict_init callback batch_size verbose
  shuffle n_jobs method
decomposition.fastica: X n_components | algorithm whiten fun fun_args max_iter tol w_init random_state return_X_mean
  compute_sources return_n_iter
decomposition.non_negative_factorization: X W H n_components | init update_H solver beta_loss tol max_iter alpha
  l1_ratio regularization random_state verbose shuffle
decomposition.randomized_svd: M n_components | n_oversamples n_iter power_iteration_normalizer transpose flip_sign
  random_state
decomposition.sparse_encode: X dictionary | gram cov algorithm n_nonzero_coefs alpha copy_cov init max_iter n_jobs
  check_input verbose positive
discriminant_analysis.QuadraticDiscriminantAnalysis: | priors reg_param store_covariance tol
dummy.DummyClassifier: | strategy random_state constant
dummy.DummyRegressor: | strategy constant quantile
ensemble.AdaBoostClassifier: estimator | n_estimators learning_rate algorithm random_state
ensemble.AdaBoostRegressor: estimator | n_estimators learning_rate loss random_state
ensemble.BaggingClassifier: estimator n_estimators | max_samples max_features bootstrap bootstrap_features oob_score
  warm_start n_jobs random_state verbose
ensemble.BaggingRegressor: estimator n_estimators | max_samples max_features bootstrap bootstrap_features oob_score
  warm_start n_jobs random_state verbose
ensemble.ExtraTreesClassifier: n_estimators | criterion max_depth min_samples_split min_samples_leaf
  min_weight_fraction_leaf max_features max_leaf_nodes min_impurity_decrease min_impurity_split bootstrap oob_score
  n_jobs random_state verbose warm_start class_weight ccp_alpha max_samples
ensemble.ExtraTreesRegressor: n_estimators | criterion max_depth min_samples_split min_samples_leaf
  min_weight_fraction_leaf max_features max_leaf_nodes min_impurity_decrease min_impurity_split bootstrap oob_score
  n_jobs random_state verbose warm_start ccp_alpha max_samples
ensemble.GradientBoostingClassifier: | loss learning_rate n_estimators subsample criterion min_samples_split
  min_samples_leaf min_weight_fraction_leaf max_depth min_impurity_decrease min_impurity_split init random_state
  max_features verbose max_leaf_nodes warm_start presort validation_fraction n_iter_no_change tol ccp_alpha
ensemble.GradientBoostingRegressor: | loss learning_rate n_estimators subsample criterion min_samples_split
  min_samples_leaf min_weight_fraction_leaf max_depth min_impurity_decrease min_impurity_split init random_state
  max_features alpha verbose max_leaf_nodes warm_start presort validation_fraction n_iter_no_change tol ccp_alpha
ensemble.HistGradientBoostingClassifier: loss | learning_rate max_iter max_leaf_nodes max_depth min_samples_leaf
  l2_regularization max_bins warm_start scoring validation_fraction n_iter_no_change tol verbose random_state
ensemble.HistGradientBoostingRegressor: loss | learning_rate max_iter max_leaf_nodes max_depth min_samples_leaf
  l2_regularization max_bins warm_start scoring validation_fraction n_iter_no_change tol verbose random_state
ensemble.IsolationForest: | n_estimators max_samples contamination max_features bootstrap n_jobs behaviour
  random_state verbose warm_start
ensemble.RandomForestClassifier: n_estimators | criterion max_depth min_samples_split min_samples_leaf
  min_weight_fraction_leaf max_features max_leaf_nodes min_impurity_decrease min_impurity_split bootstrap oob_score
  n_jobs random_state verbose warm_start class_weight ccp_alpha max_samples
ensemble.RandomForestRegressor: n_estimators | criterion max_depth min_samples_split min_samples_leaf
  min_weight_fraction_leaf max_features max_leaf_nodes min_impurity_decrease min_impurity_split bootstrap oob_score
  n_jobs random_state verbose warm_start ccp_alpha max_samples
ensemble.RandomTreesEmbedding: n_estimators | max_depth min_samples_split min_samples_leaf min_weight_fraction_leaf
  max_leaf_nodes min_impurity_decrease min_impurity_split sparse_output n_jobs random_state verbose warm_start
ensemble.StackingClassifier: estimators final_estimator | cv stack_method n_jobs passthrough verbose
ensemble.StackingRegressor: estimators final_estimator | cv n_jobs passthrough verbose
ensemble.VotingClassifier: estimators | voting weights n_jobs flatten_transform
ensemble.VotingRegressor: estimators | weights n_jobs
feature_extraction.DictVectorizer: | dtype separator sparse sort
feature_extraction.FeatureHasher: n_features | input_type dtype alternate_sign
feature_extraction.grid_to_graph: n_x n_y n_z | mask return_as dtype
feature_extraction.image.PatchExtractor: | patch_size max_patches random_state
feature_extraction.image.extract_patches_2d: image patch_size | max_patches random_state
feature_extraction.image.grid_to_graph: n_x n_y n_z | mask return_as dtype
feature_extraction.image.img_to_graph: img | mask return_as dtype
feature_extraction.img_to_graph: img | mask return_as dtype
feature_extraction.text.CountVectorizer: | input encoding decode_error strip_accents lowercase preprocessor tokenizer
  stop_words token_pattern ngram_range analyzer max_df min_df max_features vocabulary binary dtype
feature_extraction.text.HashingVectorizer: | input encoding decode_error strip_accents lowercase preprocessor
  tokenizer stop_words token_pattern ngram_range analyzer n_features binary norm alternate_sign dtype
feature_extraction.text.TfidfTransformer: | norm use_idf smooth_idf sublinear_tf
feature_extraction.text.TfidfVectorizer: | input encoding decode_error strip_accents lowercase preprocessor tokenizer
  analyzer stop_words token_pattern ngram_range max_df min_df max_features vocabulary binary dtype norm use_idf
  smooth_idf sublinear_tf
feature_selection.GenericUnivariateSelect: score_func | mode param
feature_selection.RFE: estimator | n_features_to_select step verbose
feature_selection.RFECV: estimator | step min_features_to_select cv scoring verbose n_jobs
feature_selection.SelectFdr: score_func | alpha
feature_selection.SelectFpr: score_func | alpha
feature_selection.SelectFromModel: estimator | threshold prefit norm_order max_features
feature_selection.SelectFwe: score_func | alpha
feature_selection.SelectKBest: score_func | k
feature_selection.SelectPercentile: score_func | percentile
feature_selection.f_regression: X y | center
feature_selection.mutual_info_classif: X y | discrete_features n_neighbors copy random_state
feature_selection.mutual_info_regression: X y | discrete_features n_neighbors copy random_state
gaussian_process.GaussianProcessClassifier: kernel | optimizer n_restarts_optimizer max_iter_predict warm_start
  copy_X_train random_state multi_class n_jobs
gaussian_process.GaussianProcessRegressor: kernel | alpha optimizer n_restarts_optimizer normalize_y copy_X_train
  random_state
impute.KNNImputer: | missing_values n_neighbors weights metric copy add_indicator
impute.MissingIndicator: | missing_values features sparse error_on_new
impute.SimpleImputer: | missing_values strategy fill_value verbose copy add_indicator
inspection.partial_dependence: estimator X features | response_method percentiles grid_resolution method
inspection.permutation_importance: estimator X y | scoring n_repeats n_jobs random_state
isotonic.IsotonicRegression: | y_min y_max increasing out_of_bounds
isotonic.isotonic_regression: y | sample_weight y_min y_max increasing
kernel_approximation.AdditiveChi2Sampler: | sample_steps sample_interval
kernel_approximation.Nystroem: kernel | gamma coef0 degree kernel_params n_components random_state
kernel_approximation.RBFSampler: | gamma n_components random_state
kernel_approximation.SkewedChi2Sampler: | skewedness n_components random_state
kernel_approximation.check_is_fitted: estimator attributes | msg all_or_any
kernel_approximation.pairwise_kernels: X Y metric | filter_params n_jobs
kernel_approximation.safe_sparse_dot: a b | dense_output
kernel_ridge.KernelRidge: alpha | kernel gamma degree coef0 kernel_params
kernel_ridge.check_is_fitted: estimator attributes | msg all_or_any
kernel_ridge.pairwise_kernels: X Y metric | filter_params n_jobs
linear_model.ARDRegression: | n_iter tol alpha_1 alpha_2 lambda_1 lambda_2 compute_score threshold_lambda
  fit_intercept normalize copy_X verbose
linear_model.BayesianRidge: | n_iter tol alpha_1 alpha_2 lambda_1 lambda_2 alpha_init lambda_init compute_score
  fit_intercept normalize copy_X verbose
linear_model.ElasticNet: alpha | l1_ratio fit_intercept normalize precompute max_iter copy_X tol warm_start positive
  random_state selection
linear_model.ElasticNetCV: | l1_ratio eps n_alphas alphas fit_intercept normalize precompute max_iter tol cv copy_X
  verbose n_jobs positive random_state selection
linear_model.HuberRegressor: | epsilon max_iter alpha warm_start fit_intercept tol
linear_model.Lars: | fit_intercept verbose normalize precompute n_nonzero_coefs eps copy_X fit_path
linear_model.LarsCV: | fit_intercept verbose max_iter normalize precompute cv max_n_alphas n_jobs eps copy_X
linear_model.Lasso: alpha | fit_intercept normalize precompute copy_X max_iter tol warm_start positive random_state
  selection
linear_model.LassoCV: | eps n_alphas alphas fit_intercept normalize precompute max_iter tol copy_X cv verbose n_jobs
  positive random_state selection
linear_model.LassoLars: alpha | fit_intercept verbose normalize precompute max_iter eps copy_X fit_path positive
linear_model.LassoLarsCV: | fit_intercept verbose max_iter normalize precompute cv max_n_alphas n_jobs eps copy_X
  positive
linear_model.LassoLarsIC: criterion | fit_intercept verbose normalize precompute max_iter eps copy_X positive
linear_model.LinearRegression: | fit_intercept normalize copy_X n_jobs
linear_model.LogisticRegression: penalty | dual tol C fit_intercept intercept_scaling class_weight random_state solver
  max_iter multi_class verbose warm_start n_jobs l1_ratio
linear_model.LogisticRegressionCV: | Cs fit_intercept cv dual penalty scoring solver tol max_iter class_weight n_jobs
  verbose refit intercept_scaling multi_class random_state l1_ratios
linear_model.MultiTaskElasticNet: alpha | l1_ratio fit_intercept normalize copy_X max_iter tol warm_start random_state
  selection
linear_model.MultiTaskElasticNetCV: | l1_ratio eps n_alphas alphas fit_intercept normalize max_iter tol cv copy_X
  verbose n_jobs random_state selection
linear_model.MultiTaskLasso: alpha | fit_intercept normalize copy_X max_iter tol warm_start random_state selection
linear_model.MultiTaskLassoCV: | eps n_alphas alphas fit_intercept normalize max_iter tol copy_X cv verbose n_jobs
  random_state selection
linear_model.OrthogonalMatchingPursuit: | n_nonzero_coefs tol fit_intercept normalize precompute
linear_model.OrthogonalMatchingPursuitCV: | copy fit_intercept normalize max_iter cv n_jobs verbose
linear_model.PassiveAggressiveClassifier: | C fit_intercept max_iter tol early_stopping validation_fraction
  n_iter_no_change shuffle verbose loss n_jobs random_state warm_start class_weight average
linear_model.PassiveAggressiveRegressor: | C fit_intercept max_iter tol early_stopping validation_fraction
  n_iter_no_change shuffle verbose loss epsilon random_state warm_start average
linear_model.Perceptron: | penalty alpha fit_intercept max_iter tol shuffle verbose eta0 n_jobs random_state
  early_stopping validation_fraction n_iter_no_change class_weight warm_start
linear_model.RANSACRegressor: estimator | min_samples residual_threshold is_data_valid is_model_valid max_trials
  max_skips stop_n_inliers stop_score stop_probability loss random_state
linear_model.Ridge: alpha | fit_intercept normalize copy_X max_iter tol solver random_state
linear_model.RidgeCV: alphas | fit_intercept normalize scoring cv gcv_mode store_cv_values
linear_model.RidgeClassifier: alpha | fit_intercept normalize copy_X max_iter tol class_weight solver random_state
linear_model.RidgeClassifierCV: alphas | fit_intercept normalize scoring cv class_weight store_cv_values
linear_model.SGDClassifier: loss | penalty alpha l1_ratio fit_intercept max_iter tol shuffle verbose epsilon n_jobs
  random_state learning_rate eta0 power_t early_stopping validation_fraction n_iter_no_change class_weight warm_start
  average
linear_model.SGDRegressor: loss | penalty alpha l1_ratio fit_intercept max_iter tol shuffle verbose epsilon
  random_state learning_rate eta0 power_t early_stopping validation_fraction n_iter_no_change warm_start average
linear_model.TheilSenRegressor: | fit_intercept copy_X max_subpopulation n_subsamples max_iter tol random_state n_jobs
  verbose
linear_model.enet_path: X y | l1_ratio eps n_alphas alphas precompute Xy copy_X coef_init verbose return_n_iter
  positive check_input
linear_model.lars_path: X y Xy | Gram max_iter alpha_min method copy_X eps copy_Gram verbose return_path return_n_iter
  positive
linear_model.lars_path_gram: Xy Gram | n_samples max_iter alpha_min method copy_X eps copy_Gram verbose return_path
  return_n_iter positive
linear_model.lasso_path: X y | eps n_alphas alphas precompute Xy copy_X coef_init verbose return_n_iter positive
linear_model.orthogonal_mp: X y | n_nonzero_coefs tol precompute copy_X return_path return_n_iter
linear_model.orthogonal_mp_gram: Gram Xy | n_nonzero_coefs tol norms_squared copy_Gram copy_Xy return_path
  return_n_iter
linear_model.ridge_regression: X y alpha | sample_weight solver max_iter tol verbose random_state return_n_iter
  return_intercept check_input
manifold.Isomap: | n_neighbors n_components eigen_solver tol max_iter path_method neighbors_algorithm n_jobs metric p
  metric_params
manifold.LocallyLinearEmbedding: | n_neighbors n_components reg eigen_solver tol max_iter method hessian_tol
  modified_tol neighbors_algorithm random_state n_jobs
manifold.MDS: n_components | metric n_init max_iter verbose eps n_jobs random_state dissimilarity
manifold.SpectralEmbedding: n_components | affinity gamma random_state eigen_solver n_neighbors n_jobs
manifold.TSNE: n_components | perplexity early_exaggeration learning_rate n_iter n_iter_without_progress min_grad_norm
  metric init verbose random_state method angle n_jobs
manifold.locally_linear_embedding: X | n_neighbors n_components reg eigen_solver tol max_iter method hessian_tol
  modified_tol random_state n_jobs
manifold.smacof: dissimilarities | metric n_components init n_init n_jobs max_iter verbose eps random_state
  return_n_iter
manifold.spectral_embedding: adjacency | n_components eigen_solver random_state eigen_tol norm_laplacian drop_first
manifold.trustworthiness: X X_embedded | n_neighbors metric
metrics.accuracy_score: y_true y_pred | normalize sample_weight
metrics.adjusted_mutual_info_score: labels_true labels_pred | average_method
metrics.average_precision_score: y_true y_score | average pos_label sample_weight
metrics.balanced_accuracy_score: y_true y_pred | sample_weight adjusted
metrics.brier_score_loss: y_true y_proba | sample_weight pos_label
metrics.check_scoring: estimator scoring | allow_none
metrics.classification_report: y_true y_pred | labels target_names sample_weight digits output_dict zero_division
metrics.cluster.adjusted_mutual_info_score: labels_true labels_pred | average_method
metrics.cluster.consensus_score: a b | similarity
metrics.cluster.contingency_matrix: labels_true labels_pred | eps sparse
metrics.cluster.homogeneity_completeness_v_measure: labels_true labels_pred | beta
metrics.cluster.mutual_info_score: labels_true labels_pred | contingency
metrics.cluster.normalized_mutual_info_score: labels_true labels_pred | average_method
metrics.cluster.silhouette_samples: X labels | metric
metrics.cluster.silhouette_score: X labels | metric sample_size random_state
metrics.cluster.v_measure_score: labels_true labels_pred | beta
metrics.cohen_kappa_score: y1 y2 | labels weights sample_weight
metrics.confusion_matrix: y_true y_pred | labels sample_weight normalize
metrics.consensus_score: a b | similarity
metrics.coverage_error: y_true y_score | sample_weight
metrics.dcg_score: y_true y_score | k log_base sample_weight ignore_ties
metrics.euclidean_distances: X Y | Y_norm_squared squared X_norm_squared
metrics.explained_variance_score: y_true y_pred | sample_weight multioutput
metrics.f1_score: y_true y_pred | labels pos_label average sample_weight zero_division
metrics.fbeta_score: y_true y_pred | beta labels pos_label average sample_weight zero_division
metrics.fowlkes_mallows_score: labels_true labels_pred | sparse
metrics.hamming_loss: y_true y_pred | labels sample_weight
metrics.hinge_loss: y_true pred_decision | labels sample_weight
metrics.homogeneity_completeness_v_measure: labels_true labels_pred | beta
metrics.jaccard_score: y_true y_pred | labels pos_label average sample_weight
metrics.label_ranking_average_precision_score: y_true y_score | sample_weight
metrics.label_ranking_loss: y_true y_score | sample_weight
metrics.log_loss: y_true y_proba | eps normalize sample_weight labels
metrics.make_scorer: score_func | greater_is_better needs_proba needs_threshold
metrics.matthews_corrcoef: y_true y_pred | sample_weight
metrics.mean_absolute_error: y_true y_pred | sample_weight multioutput
metrics.mean_gamma_deviance: y_true y_pred | sample_weight
metrics.mean_poisson_deviance: y_true y_pred | sample_weight
metrics.mean_squared_error: y_true y_pred | sample_weight multioutput squared
metrics.mean_squared_log_error: y_true y_pred | sample_weight multioutput
metrics.mean_tweedie_deviance: y_true y_pred | sample_weight power
metrics.median_absolute_error: y_true y_pred | multioutput
metrics.multilabel_confusion_matrix: y_true y_pred | sample_weight labels samplewise
metrics.mutual_info_score: labels_true labels_pred | contingency
metrics.nan_euclidean_distances: X Y | squared missing_values copy
metrics.ndcg_score: y_true y_score | k sample_weight ignore_ties
metrics.normalized_mutual_info_score: labels_true labels_pred | average_method
metrics.pairwise.check_pairwise_arrays: X Y | precomputed dtype accept_sparse force_all_finite copy
metrics.pairwise.euclidean_distances: X Y | Y_norm_squared squared X_norm_squared
metrics.pairwise.gen_batches: n batch_size | min_batch_size
metrics.pairwise.gen_even_slices: n n_packs | n_samples
metrics.pairwise.get_chunk_n_rows: row_bytes | max_n_rows working_memory
metrics.pairwise.manhattan_distances: X Y | sum_over_features
metrics.pairwise.nan_euclidean_distances: X Y | squared missing_values copy
metrics.pairwise.normalize: X norm | axis copy return_norm
metrics.pairwise.paired_distances: X Y | metric
metrics.pairwise.pairwise_distances: X Y metric | n_jobs force_all_finite
metrics.pairwise.pairwise_distances_argmin: X Y | axis metric metric_kwargs
metrics.pairwise.pairwise_distances_argmin_min: X Y | axis metric metric_kwargs
metrics.pairwise.pairwise_distances_chunked: X Y | reduce_func metric n_jobs working_memory
metrics.pairwise.pairwise_kernels: X Y metric | filter_params n_jobs
metrics.pairwise.safe_sparse_dot: a b | dense_output
metrics.pairwise_distances: X Y metric | n_jobs force_all_finite
metrics.pairwise_distances_argmin: X Y | axis metric metric_kwargs
metrics.pairwise_distances_argmin_min: X Y | axis metric metric_kwargs
metrics.pairwise_distances_chunked: X Y | reduce_func metric n_jobs working_memory
metrics.pairwise_kernels: X Y metric | filter_params n_jobs
metrics.precision_recall_curve: y_true y_score | pos_label sample_weight
metrics.precision_recall_fscore_support: y_true y_pred | beta labels pos_label average warn_for sample_weight
  zero_division
metrics.precision_score: y_true y_pred | labels pos_label average sample_weight zero_division
metrics.r2_score: y_true y_pred | sample_weight multioutput
metrics.recall_score: y_true y_pred | labels pos_label average sample_weight zero_division
metrics.roc_auc_score: y_true y_score | average sample_weight max_fpr multi_class labels
metrics.roc_curve: y_true y_score | pos_label sample_weight drop_intermediate
metrics.silhouette_samples: X labels | metric
metrics.silhouette_score: X labels | metric sample_size random_state
metrics.v_measure_score: labels_true labels_pred | beta
metrics.zero_one_loss: y_true y_pred | normalize sample_weight
mixture.BayesianGaussianMixture: | n_components covariance_type tol reg_covar max_iter n_init init_params
  weight_concentration_prior_type weight_concentration_prior mean_precision_prior mean_prior degrees_of_freedom_prior
  covariance_prior random_state warm_start verbose verbose_interval
mixture.GaussianMixture: n_components | covariance_type tol reg_covar max_iter n_init init_params weights_init
  means_init precisions_init random_state warm_start verbose verbose_interval
model_selection.GridSearchCV: estimator param_grid | scoring n_jobs iid refit cv verbose pre_dispatch error_score
  return_train_score
model_selection.GroupShuffleSplit: n_splits | test_size train_size random_state
model_selection.KFold: n_splits | shuffle random_state
model_selection.ParameterSampler: param_distributions n_iter | random_state
model_selection.RandomizedSearchCV: estimator param_distributions | n_iter scoring n_jobs iid refit cv verbose
  pre_dispatch random_state error_score return_train_score
model_selection.RepeatedKFold: | n_splits n_repeats random_state
model_selection.RepeatedStratifiedKFold: | n_splits n_repeats random_state
model_selection.ShuffleSplit: n_splits | test_size train_size random_state
model_selection.StratifiedKFold: n_splits | shuffle random_state
model_selection.StratifiedShuffleSplit: n_splits | test_size train_size random_state
model_selection.TimeSeriesSplit: n_splits | max_train_size
model_selection.check_cv: cv y | classifier
model_selection.cross_val_predict: estimator X y | groups cv n_jobs verbose fit_params pre_dispatch method
model_selection.cross_val_score: estimator X y | groups scoring cv n_jobs verbose fit_params pre_dispatch error_score
model_selection.cross_validate: estimator X y | groups scoring cv n_jobs verbose fit_params pre_dispatch
  return_train_score return_estimator error_score
model_selection.learning_curve: estimator X y | groups train_sizes cv scoring exploit_incremental_learning n_jobs
  pre_dispatch verbose shuffle random_state error_score return_times
model_selection.permutation_test_score: estimator X y | groups cv n_permutations n_jobs random_state verbose scoring
model_selection.validation_curve: estimator X y | param_name param_range groups cv scoring n_jobs pre_dispatch verbose
  error_score
multiclass.OneVsOneClassifier: estimator | n_jobs
multiclass.OneVsRestClassifier: estimator | n_jobs
multiclass.OutputCodeClassifier: estimator | code_size random_state n_jobs
multioutput.ClassifierChain: estimator | order cv random_state
multioutput.MultiOutputClassifier: estimator | n_jobs
multioutput.MultiOutputRegressor: estimator | n_jobs
multioutput.RegressorChain: estimator | order cv random_state
naive_bayes.BernoulliNB: | alpha binarize fit_prior class_prior
naive_bayes.CategoricalNB: | alpha fit_prior class_prior
naive_bayes.ComplementNB: | alpha fit_prior class_prior norm
naive_bayes.GaussianNB: | priors var_smoothing
naive_bayes.MultinomialNB: | alpha fit_prior class_prior
neighbors.KNeighborsClassifier: n_neighbors | weights algorithm leaf_size p metric metric_params n_jobs
neighbors.KNeighborsRegressor: n_neighbors | weights algorithm leaf_size p metric metric_params n_jobs
neighbors.KNeighborsTransformer: | mode n_neighbors algorithm leaf_size metric p metric_params n_jobs
neighbors.KernelDensity: | bandwidth algorithm kernel metric atol rtol breadth_first leaf_size metric_params
neighbors.LocalOutlierFactor: n_neighbors | algorithm leaf_size metric p metric_params contamination novelty n_jobs
neighbors.NearestCentroid: metric | shrink_threshold
neighbors.NearestNeighbors: | n_neighbors radius algorithm leaf_size metric p metric_params n_jobs
neighbors.NeighborhoodComponentsAnalysis: n_components | init warm_start max_iter tol callback verbose random_state
neighbors.RadiusNeighborsClassifier: radius | weights algorithm leaf_size p metric outlier_label metric_params n_jobs
neighbors.RadiusNeighborsRegressor: radius | weights algorithm leaf_size p metric metric_params n_jobs
neighbors.RadiusNeighborsTransformer: | mode radius algorithm leaf_size metric p metric_params n_jobs
neighbors.kneighbors_graph: X n_neighbors | mode metric p metric_params include_self n_jobs
neighbors.radius_neighbors_graph: X radius | mode metric p metric_params include_self n_jobs
neural_network.BernoulliRBM: n_components | learning_rate batch_size n_iter verbose random_state
neural_network.MLPClassifier: hidden_layer_sizes activation | solver alpha batch_size learning_rate learning_rate_init
  power_t max_iter shuffle random_state tol verbose warm_start momentum nesterovs_momentum early_stopping
  validation_fraction beta_1 beta_2 epsilon n_iter_no_change max_fun
neural_network.MLPRegressor: | hidden_layer_sizes activation solver alpha batch_size learning_rate learning_rate_init
  power_t max_iter shuffle random_state tol verbose warm_start momentum nesterovs_momentum early_stopping
  validation_fraction beta_1 beta_2 epsilon n_iter_no_change max_fun
pipeline.FeatureUnion: transformer_list | n_jobs transformer_weights verbose
pipeline.Pipeline: steps | memory verbose
preprocessing.Binarizer: | threshold copy
preprocessing.FunctionTransformer: func inverse_func | validate accept_sparse check_inverse kw_args inv_kw_args
preprocessing.KBinsDiscretizer: n_bins | encode strategy
preprocessing.LabelBinarizer: | neg_label pos_label sparse_output
preprocessing.MaxAbsScaler: | copy
preprocessing.MinMaxScaler: feature_range | copy
preprocessing.MultiLabelBinarizer: | classes sparse_output
preprocessing.Normalizer: norm | copy
preprocessing.OneHotEncoder: | categories drop sparse dtype handle_unknown
preprocessing.OrdinalEncoder: | categories dtype
preprocessing.PolynomialFeatures: degree | interaction_only include_bias order
preprocessing.PowerTransformer: method | standardize copy
preprocessing.QuantileTransformer: | n_quantiles output_distribution ignore_implicit_zeros subsample random_state copy
preprocessing.RobustScaler: | with_centering with_scaling quantile_range copy
preprocessing.StandardScaler: | copy with_mean with_std
preprocessing.binarize: X | threshold copy
preprocessing.label_binarize: y | classes neg_label pos_label sparse_output
preprocessing.maxabs_scale: X | axis copy
preprocessing.minmax_scale: X feature_range | axis copy
preprocessing.normalize: X norm | axis copy return_norm
preprocessing.power_transform: X method | standardize copy
preprocessing.quantile_transform: X | axis n_quantiles output_distribution ignore_implicit_zeros subsample
  random_state copy
preprocessing.robust_scale: X | axis with_centering with_scaling quantile_range copy
preprocessing.scale: X | axis with_mean with_std copy
random_projection.GaussianRandomProjection: n_components | eps random_state
random_projection.SparseRandomProjection: n_components | density eps dense_output random_state
random_projection.johnson_lindenstrauss_min_dim: n_samples | eps
semi_supervised.LabelPropagation: kernel | gamma n_neighbors max_iter tol n_jobs
semi_supervised.LabelSpreading: kernel | gamma n_neighbors alpha max_iter tol n_jobs
svm.LinearSVC: penalty loss | dual tol C multi_class fit_intercept intercept_scaling class_weight verbose random_state
  max_iter
svm.LinearSVR: | epsilon tol C loss fit_intercept intercept_scaling dual verbose random_state max_iter
svm.NuSVC: | nu kernel degree gamma coef0 shrinking probability tol cache_size class_weight verbose max_iter
  decision_function_shape break_ties random_state
svm.NuSVR: | nu C kernel degree gamma coef0 shrinking tol cache_size verbose max_iter
svm.OneClassSVM: | kernel degree gamma coef0 tol nu shrinking cache_size verbose max_iter
svm.SVC: | C kernel degree gamma coef0 shrinking probability tol cache_size class_weight verbose max_iter
  decision_function_shape break_ties random_state
svm.SVR: | kernel degree gamma coef0 tol C epsilon shrinking cache_size verbose max_iter
svm.l1_min_c: X y | loss fit_intercept intercept_scaling
tree.DecisionTreeClassifier: | criterion splitter max_depth min_samples_split min_samples_leaf
  min_weight_fraction_leaf max_features random_state max_leaf_nodes min_impurity_decrease min_impurity_split
  class_weight presort ccp_alpha
tree.DecisionTreeRegressor: | criterion splitter max_depth min_samples_split min_samples_leaf min_weight_fraction_leaf
  max_features random_state max_leaf_nodes min_impurity_decrease min_impurity_split presort ccp_alpha
tree.ExtraTreeClassifier: | criterion splitter max_depth min_samples_split min_samples_leaf min_weight_fraction_leaf
  max_features random_state max_leaf_nodes min_impurity_decrease min_impurity_split class_weight ccp_alpha
tree.ExtraTreeRegressor: | criterion splitter max_depth min_samples_split min_samples_leaf min_weight_fraction_leaf
  max_features random_state min_impurity_decrease min_impurity_split max_leaf_nodes ccp_alpha
tree.export_graphviz: decision_tree out_file | max_depth feature_names class_names label filled leaves_parallel
  impurity node_ids proportion rotate rounded special_characters precision
tree.export_text: decision_tree | feature_names max_depth spacing decimals show_weights
tree.plot_tree: decision_tree | max_depth feature_names class_names label filled impurity node_ids proportion rotate
  rounded precision ax fontsize
utils.as_float_array: X | copy force_all_finite
utils.assert_all_finite: X | allow_nan
utils.check_X_y: X y accept_sparse | accept_large_sparse dtype order copy force_all_finite ensure_2d allow_nd
  multi_output ensure_min_samples ensure_min_features y_numeric warn_on_dtype estimator
utils.check_array: array accept_sparse | accept_large_sparse dtype order copy force_all_finite ensure_2d allow_nd
  ensure_min_samples ensure_min_features warn_on_dtype estimator
utils.check_scalar: x name target_type | min_val max_val
utils.check_symmetric: array | tol raise_warning raise_exception
utils.class_weight.compute_class_weight: class_weight | classes y
utils.class_weight.compute_sample_weight: class_weight y | indices
utils.column_or_1d: y | warn
utils.compute_class_weight: class_weight | classes y
utils.compute_sample_weight: class_weight y | indices
utils.extmath.randomized_range_finder: A | size n_iter power_iteration_normalizer random_state
utils.extmath.randomized_svd: M n_components | n_oversamples n_iter power_iteration_normalizer transpose flip_sign
  random_state
utils.extmath.safe_sparse_dot: a b | dense_output
utils.extmath.weighted_mode: a w | axis
utils.validation.as_float_array: X | copy force_all_finite
utils.validation.assert_all_finite: X | allow_nan
utils.validation.check_X_y: X y accept_sparse | accept_large_sparse dtype order copy force_all_finite ensure_2d
  allow_nd multi_output ensure_min_samples ensure_min_features y_numeric warn_on_dtype estimator
utils.validation.check_array: array accept_sparse | accept_large_sparse dtype order copy force_all_finite ensure_2d
  allow_nd ensure_min_samples ensure_min_features warn_on_dtype estimator
utils.validation.check_is_fitted: estimator attributes | msg all_or_any
utils.validation.check_scalar: x name target_type | min_val max_val
utils.validation.check_symmetric: array | tol raise_warning raise_exception
utils.validation.column_or_1d: y | warn
"""
"""A function or a class, the arguments that have a place today, and those that had one behind them."""


def _rows() -> Iterator[Tuple[str, Places]]:
    for line in re.sub(r"\n +", " ", _TABLE).strip().split("\n"):
        path, _, names = line.partition(":")
        kept, _, named = names.partition("|")
        yield f"sklearn.{path}", places(kept, named)


SCIKIT_PLACES: Dict[str, Places] = dict(_rows())

CUT_AT = 1e-15
"""Where `log_loss` cut probabilities up to scikit-learn 1.1; since 1.2 at the precision of their type."""
LOG_LOSSES: FrozenSet[str] = frozenset(f"sklearn.{path}.log_loss" for path in ("metrics", "metrics.classification"))
"""Where `log_loss` is imported from."""
LOG_LOSS_PLACES = ("y_true", "y_pred", "eps", "normalize", "sample_weight", "labels")
"""Its arguments in scikit-learn 0.22.2."""
