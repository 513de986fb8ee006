"""Modules of scikit-learn that have a leading underscore today, and what its packages have of them.

By scikit-learn 0.22.2, which has both, and 1.9.1; `tests/compat/tables/test_ended_names.py` compares the objects.
"""

import re
from typing import Dict, FrozenSet, Iterator, Tuple

_TABLE = """
cluster.affinity_propagation_: AffinityPropagation affinity_propagation
cluster.bicluster: SpectralBiclustering SpectralCoclustering
cluster.birch: Birch
cluster.dbscan_: DBSCAN dbscan
cluster.hierarchical: AgglomerativeClustering FeatureAgglomeration linkage_tree ward_tree
cluster.k_means_: KMeans MiniBatchKMeans k_means
cluster.mean_shift_: MeanShift estimate_bandwidth get_bin_seeds mean_shift
cluster.optics_: OPTICS cluster_optics_dbscan cluster_optics_xi compute_optics_graph
cluster.spectral: SpectralClustering spectral_clustering
covariance.elliptic_envelope: EllipticEnvelope
covariance.empirical_covariance_: EmpiricalCovariance empirical_covariance log_likelihood
covariance.graph_lasso_: GraphicalLasso GraphicalLassoCV graphical_lasso
covariance.robust_covariance: MinCovDet fast_mcd
covariance.shrunk_covariance_: LedoitWolf OAS ShrunkCovariance ledoit_wolf ledoit_wolf_shrinkage oas shrunk_covariance
cross_decomposition.cca_: CCA
cross_decomposition.pls_: PLSCanonical PLSRegression PLSSVD
datasets.base: clear_data_home get_data_home load_breast_cancer load_diabetes load_digits load_files load_iris
  load_linnerud load_sample_image load_sample_images load_wine
datasets.california_housing: fetch_california_housing
datasets.covtype: fetch_covtype
datasets.kddcup99: fetch_kddcup99
datasets.lfw: fetch_lfw_pairs fetch_lfw_people
datasets.mldata:
datasets.olivetti_faces: fetch_olivetti_faces
datasets.openml: fetch_openml
datasets.rcv1: fetch_rcv1
datasets.samples_generator: make_biclusters make_blobs make_checkerboard make_circles make_classification
  make_friedman1 make_friedman2 make_friedman3 make_gaussian_quantiles make_hastie_10_2 make_low_rank_matrix
  make_moons make_multilabel_classification make_regression make_s_curve make_sparse_coded_signal
  make_sparse_spd_matrix make_sparse_uncorrelated make_spd_matrix make_swiss_roll
datasets.species_distributions: fetch_species_distributions
datasets.svmlight_format: dump_svmlight_file load_svmlight_file load_svmlight_files
datasets.twenty_newsgroups: fetch_20newsgroups fetch_20newsgroups_vectorized
decomposition.base:
decomposition.cdnmf_fast:
decomposition.factor_analysis: FactorAnalysis
decomposition.fastica_: FastICA fastica
decomposition.incremental_pca: IncrementalPCA
decomposition.kernel_pca: KernelPCA
decomposition.nmf: NMF non_negative_factorization
decomposition.online_lda: LatentDirichletAllocation
decomposition.online_lda_fast:
decomposition.pca: PCA
decomposition.sparse_pca: MiniBatchSparsePCA SparsePCA
decomposition.truncated_svd: TruncatedSVD
ensemble.bagging: BaggingClassifier BaggingRegressor
ensemble.base: BaseEnsemble
ensemble.forest: ExtraTreesClassifier ExtraTreesRegressor RandomForestClassifier RandomForestRegressor
  RandomTreesEmbedding
ensemble.gradient_boosting: BaseEnsemble GradientBoostingClassifier GradientBoostingRegressor
ensemble.iforest: IsolationForest
ensemble.partial_dependence:
ensemble.voting: VotingClassifier VotingRegressor
ensemble.weight_boosting: AdaBoostClassifier AdaBoostRegressor
feature_extraction.dict_vectorizer: DictVectorizer
feature_extraction.hashing: FeatureHasher
feature_extraction.stop_words:
feature_selection.base:
feature_selection.from_model: SelectFromModel
feature_selection.mutual_info: mutual_info_classif mutual_info_regression
feature_selection.rfe: RFE RFECV
feature_selection.univariate_selection: GenericUnivariateSelect SelectFdr SelectFpr SelectFwe SelectKBest
  SelectPercentile chi2 f_classif f_oneway f_regression
feature_selection.variance_threshold: VarianceThreshold
gaussian_process.gpc: GaussianProcessClassifier
gaussian_process.gpr: GaussianProcessRegressor
linear_model.base: LinearRegression
linear_model.bayes: ARDRegression BayesianRidge
linear_model.cd_fast:
linear_model.coordinate_descent: ElasticNet ElasticNetCV Lasso LassoCV MultiTaskElasticNet MultiTaskElasticNetCV
  MultiTaskLasso MultiTaskLassoCV enet_path lasso_path
linear_model.huber: HuberRegressor
linear_model.least_angle: Lars LarsCV LassoLars LassoLarsCV LassoLarsIC lars_path lars_path_gram
linear_model.logistic: LogisticRegression LogisticRegressionCV
linear_model.omp: OrthogonalMatchingPursuit OrthogonalMatchingPursuitCV orthogonal_mp orthogonal_mp_gram
linear_model.passive_aggressive: PassiveAggressiveClassifier PassiveAggressiveRegressor
linear_model.perceptron: Perceptron
linear_model.ransac: RANSACRegressor
linear_model.ridge: Ridge RidgeCV RidgeClassifier RidgeClassifierCV ridge_regression
linear_model.sag:
linear_model.sag_fast:
linear_model.sgd_fast:
linear_model.stochastic_gradient: SGDClassifier SGDRegressor
linear_model.theil_sen: TheilSenRegressor
manifold.isomap: Isomap
manifold.locally_linear: LocallyLinearEmbedding locally_linear_embedding
manifold.mds: MDS smacof
manifold.spectral_embedding_: SpectralEmbedding spectral_embedding
manifold.t_sne: TSNE trustworthiness
metrics.base:
metrics.classification: accuracy_score balanced_accuracy_score brier_score_loss classification_report
  cohen_kappa_score confusion_matrix f1_score fbeta_score hamming_loss hinge_loss jaccard_score log_loss
  matthews_corrcoef multilabel_confusion_matrix precision_recall_fscore_support precision_score recall_score
  zero_one_loss
metrics.pairwise_fast:
metrics.ranking: auc average_precision_score coverage_error dcg_score label_ranking_average_precision_score
  label_ranking_loss ndcg_score precision_recall_curve roc_auc_score roc_curve
metrics.regression: explained_variance_score max_error mean_absolute_error mean_gamma_deviance mean_poisson_deviance
  mean_squared_error mean_squared_log_error mean_tweedie_deviance median_absolute_error r2_score
metrics.scorer: check_scoring get_scorer make_scorer
metrics.cluster.bicluster: consensus_score
metrics.cluster.expected_mutual_info_fast: expected_mutual_information
metrics.cluster.supervised: adjusted_mutual_info_score adjusted_rand_score completeness_score contingency_matrix
  entropy fowlkes_mallows_score homogeneity_completeness_v_measure homogeneity_score mutual_info_score
  normalized_mutual_info_score v_measure_score
metrics.cluster.unsupervised: calinski_harabasz_score davies_bouldin_score silhouette_samples silhouette_score
mixture.base:
mixture.bayesian_mixture: BayesianGaussianMixture
mixture.gaussian_mixture: GaussianMixture
neighbors.ball_tree: BallTree
neighbors.base: BallTree KDTree
neighbors.classification: KNeighborsClassifier RadiusNeighborsClassifier
neighbors.dist_metrics:
neighbors.graph: KNeighborsTransformer RadiusNeighborsTransformer kneighbors_graph radius_neighbors_graph
neighbors.kd_tree: KDTree
neighbors.kde: KernelDensity
neighbors.lof: LocalOutlierFactor
neighbors.nca: NeighborhoodComponentsAnalysis
neighbors.nearest_centroid: NearestCentroid
neighbors.quad_tree:
neighbors.regression: KNeighborsRegressor RadiusNeighborsRegressor
neighbors.typedefs:
neighbors.unsupervised: NearestNeighbors
neural_network.multilayer_perceptron: MLPClassifier MLPRegressor
neural_network.rbm: BernoulliRBM
preprocessing.data: Binarizer KernelCenterer MaxAbsScaler MinMaxScaler Normalizer PolynomialFeatures PowerTransformer
  QuantileTransformer RobustScaler StandardScaler add_dummy_feature binarize maxabs_scale minmax_scale normalize
  power_transform quantile_transform robust_scale scale
preprocessing.imputation:
preprocessing.label: LabelBinarizer LabelEncoder MultiLabelBinarizer label_binarize
semi_supervised.label_propagation: LabelPropagation LabelSpreading
svm.base:
svm.bounds: l1_min_c
svm.classes: LinearSVC LinearSVR NuSVC NuSVR OneClassSVM SVC SVR
svm.liblinear:
svm.libsvm:
svm.libsvm_sparse:
tree.export: export_graphviz export_text plot_tree
tree.tree: BaseDecisionTree DecisionTreeClassifier DecisionTreeRegressor ExtraTreeClassifier ExtraTreeRegressor
"""


def _rows() -> Iterator[Tuple[str, FrozenSet[str]]]:
    for line in re.sub(r"\n +", " ", _TABLE).strip().split("\n"):
        path, _, names = line.partition(":")
        yield f"sklearn.{path}", frozenset(names.split())


SCIKIT_MODULES: Dict[str, FrozenSet[str]] = dict(_rows())
"""The modules that are gone, with the names that their packages have as well."""
