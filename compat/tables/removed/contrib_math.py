"""`tf.contrib.losses`, `metrics`, `distributions` and other mathematics of `tf.contrib`."""

from compat.tables.removed.area import area

_SUNSET = "https://github.com/tensorflow/community/blob/master/rfcs/20180907-contrib-sunset.md"
_METRICS = "https://www.tensorflow.org/guide/migrate/metrics_optimizers"
_ADDONS = "https://github.com/tensorflow/addons/issues/2807"
_PROBABILITY = "https://github.com/tensorflow/probability"

_TFP = " (pip install tensorflow-probability tf-keras)"

_LOSSES = {
    "": "use keras.losses, or tf.compat.v1.losses in graph mode, which takes labels before predictions",
    "softmax_cross_entropy": "use tf.compat.v1.losses.softmax_cross_entropy(onehot_labels, logits): the order of the "
    "first two arguments was the other one",
    "sigmoid_cross_entropy": "use tf.compat.v1.losses.sigmoid_cross_entropy(multi_class_labels, logits): the order of "
    "the first two arguments was the other one",
    "sparse_softmax_cross_entropy": "use tf.compat.v1.losses.sparse_softmax_cross_entropy(labels, logits): the order "
    "of the first two arguments was the other one",
    "absolute_difference hinge_loss log_loss mean_pairwise_squared_error mean_squared_error cosine_distance": "use "
    "tf.compat.v1.losses.{name}: it takes labels before predictions",
    "compute_weighted_loss add_loss get_losses get_regularization_losses": "use tf.compat.v1.losses.{name}",
    "get_total_loss": "use tf.compat.v1.losses.get_total_loss",
}

_METRIC_LEARNING = {
    "": "write the loss on the pairwise distances; tensorflow_addons had most of them until TensorFlow 2.15",
    "contrastive_loss": "write it: labels * d ** 2 + (1 - labels) * max(margin - d, 0) ** 2; tensorflow_addons.losses "
    "had it until TensorFlow 2.15",
    "triplet_semihard_loss": "write it on the pairwise squared distances with tf.reduce_max and tf.reduce_min over "
    "masks; tensorflow_addons.losses.triplet_semihard_loss had it until TensorFlow 2.15",
    "npairs_loss npairs_loss_multilabel": "use keras.losses.CategoricalCrossentropy(from_logits=True), of the "
    "similarities of the pairs against the equality of their labels, plus the L2 term; tensorflow_addons.losses had it "
    "until TensorFlow 2.15",
    "lifted_struct_loss": "write it with tf.reduce_logsumexp over the pairwise distances; tensorflow_addons.losses "
    "had it until TensorFlow 2.15",
    "cluster_loss": "copy the code, or do without it: nothing replaced it",
}

_V1 = "use tf.compat.v1.metrics.{} in graph mode, with labels before predictions, or keras.metrics.{}"

_STREAMING = {
    "": "use keras.metrics, or tf.compat.v1.metrics in graph mode",
    "aggregate_metric_map": "split the values and the updates yourself: {name: value for name, (value, update) in "
    "metrics.items()}; keras.Model.compile takes a list of keras.metrics",
    "aggregate_metrics": "zip the pairs: values, updates = zip(*metrics)",
    "accuracy": "take tf.reduce_mean of the equal predictions, or use keras.metrics.Accuracy",
    "confusion_matrix": "use tf.compat.v1.confusion_matrix, which has the same arguments, or tf.math.confusion_matrix",
    "f1_score": "use keras.metrics.F1Score with a threshold; legacy took the best threshold",
    "cohen_kappa": "compute it from tf.math.confusion_matrix, or use sklearn.metrics.cohen_kappa_score",
    "count": "add up the weights with keras.metrics.Sum",
    "streaming_accuracy": _V1.format("accuracy", "Accuracy"),
    "streaming_auc streaming_dynamic_auc auc_using_histogram": _V1.format("auc", "AUC"),
    "auc_with_confidence_intervals": "use keras.metrics.AUC, and bootstrap the interval",
    "streaming_mean": "use keras.metrics.Mean, or tf.compat.v1.metrics.mean in graph mode",
    "streaming_mean_tensor": "use tf.compat.v1.metrics.mean_tensor in graph mode, or average in a keras.metrics.Metric",
    "streaming_mean_absolute_error": _V1.format("mean_absolute_error", "MeanAbsoluteError"),
    "streaming_mean_squared_error": _V1.format("mean_squared_error", "MeanSquaredError"),
    "streaming_root_mean_squared_error": _V1.format("root_mean_squared_error", "RootMeanSquaredError"),
    "streaming_mean_relative_error": "use tf.compat.v1.metrics.mean_relative_error in graph mode, or "
    "keras.metrics.MeanMetricWrapper",
    "streaming_mean_cosine_distance": "use 1 - keras.metrics.CosineSimilarity, or "
    "tf.compat.v1.metrics.mean_cosine_distance in graph mode",
    "streaming_mean_iou": "use keras.metrics.MeanIoU, or tf.compat.v1.metrics.mean_iou in graph mode",
    "streaming_precision": _V1.format("precision", "Precision"),
    "streaming_precision_at_thresholds": _V1.format("precision_at_thresholds", "Precision(thresholds=thresholds)"),
    "streaming_recall": _V1.format("recall", "Recall"),
    "streaming_recall_at_thresholds": _V1.format("recall_at_thresholds", "Recall(thresholds=thresholds)"),
    "streaming_recall_at_k streaming_sparse_recall_at_k sparse_recall_at_top_k": _V1.format(
        "recall_at_k", "Recall(top_k=k)"
    ),
    "streaming_sparse_precision_at_k streaming_sparse_precision_at_top_k": _V1.format(
        "precision_at_k", "Precision(top_k=k)"
    ),
    "streaming_sparse_average_precision_at_k streaming_sparse_average_precision_at_top_k": "use "
    "tf.compat.v1.metrics.average_precision_at_k in graph mode",
    "streaming_true_positives": _V1.format("true_positives", "TruePositives"),
    "streaming_true_negatives": _V1.format("true_negatives", "TrueNegatives"),
    "streaming_false_positives": _V1.format("false_positives", "FalsePositives"),
    "streaming_false_negatives": _V1.format("false_negatives", "FalseNegatives"),
    "streaming_true_positives_at_thresholds": _V1.format(
        "true_positives_at_thresholds", "TruePositives(thresholds=thresholds)"
    ),
    "streaming_true_negatives_at_thresholds": _V1.format(
        "true_negatives_at_thresholds", "TrueNegatives(thresholds=thresholds)"
    ),
    "streaming_false_positives_at_thresholds": _V1.format(
        "false_positives_at_thresholds", "FalsePositives(thresholds=thresholds)"
    ),
    "streaming_false_negatives_at_thresholds": _V1.format(
        "false_negatives_at_thresholds", "FalseNegatives(thresholds=thresholds)"
    ),
    "streaming_false_positive_rate streaming_false_positive_rate_at_thresholds": "divide keras.metrics.FalsePositives "
    "by the negatives",
    "streaming_false_negative_rate streaming_false_negative_rate_at_thresholds": "divide keras.metrics.FalseNegatives "
    "by the positives",
    "streaming_sensitivity_at_specificity": _V1.format("sensitivity_at_specificity", "SensitivityAtSpecificity"),
    "streaming_specificity_at_sensitivity": _V1.format("specificity_at_sensitivity", "SpecificityAtSensitivity"),
    "precision_at_recall": "use keras.metrics.PrecisionAtRecall",
    "recall_at_precision": "use keras.metrics.RecallAtPrecision",
    "precision_recall_at_equal_thresholds streaming_curve_points": "use keras.metrics.Precision and "
    "keras.metrics.Recall with thresholds=, or sklearn.metrics.precision_recall_curve",
    "streaming_percentage_less": "use tf.compat.v1.metrics.percentage_below in graph mode, or keras.metrics.Mean of "
    "the comparison",
    "streaming_pearson_correlation": "use keras.metrics.PearsonCorrelation",
    "streaming_covariance": "gather the values and use numpy.cov",
    "streaming_concat": "append the batches to a list",
}

_DISTRIBUTIONS = {
    "distributions": "use tensorflow_probability.distributions" + _TFP + ": the distributions have the same names",
    "distributions.bijectors": "use tensorflow_probability.bijectors" + _TFP,
    "bayesflow": "use tensorflow_probability.monte_carlo" + _TFP,
}

_NN = {
    "": "use tf.nn",
    "alpha_dropout": "use keras.layers.AlphaDropout(1 - keep_prob)",
    "nth_element": "use tf.sort(values)[..., n], or tf.raw_ops.NthElement",
    "scaled_softplus": "use alpha * tf.nn.softplus(x / alpha)",
    "sampled_sparse_softmax_loss rank_sampled_softmax_loss": "use tf.nn.sampled_softmax_loss",
    "deprecated_flipped_softmax_cross_entropy_with_logits": "use "
    "tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits)",
    "deprecated_flipped_sigmoid_cross_entropy_with_logits": "use "
    "tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)",
    "deprecated_flipped_sparse_softmax_cross_entropy_with_logits": "use tf.nn.sparse_softmax_cross_entropy_with_logits("
    "labels=labels, logits=logits)",
}

_MATHEMATICS = {
    "integrate": "use tensorflow_probability.math.ode" + _TFP + ", or scipy.integrate.solve_ivp",
    "solvers": "use tf.linalg.experimental.conjugate_gradient, tf.linalg.lstsq or scipy.sparse.linalg",
    "solvers.linear_equations": "use tf.linalg.experimental.conjugate_gradient",
    "solvers.least_squares": "use tf.linalg.lstsq, or scipy.sparse.linalg.lsqr",
    "solvers.lanczos": "use scipy.sparse.linalg.svds",
    "sparsemax sparsemax.sparsemax": "write it with tf.sort and tf.cumsum: what keras.ops.sparsemax of Keras 3.15 "
    "gives "
    "does not add up to 1; tensorflow_addons.activations had it until TensorFlow 2.15",
    "sparsemax.sparsemax_loss": "write it with tf.sort and tf.cumsum; tensorflow_addons.losses had it until TensorFlow "
    "2.15",
    "signal": "use tf.signal: the functions have the same names",
    "stateless": "use tf.random: stateless_random_uniform is tf.random.stateless_uniform",
    "resampler": "use keras.ops.image.map_coordinates for each image and channel",
    "periodic_resample": "use tf.nn.depth_to_space and tf.nn.space_to_depth",
    "reduce_slice_ops": "use tf.math.segment_sum and its siblings on the gathered slices",
    "fused_conv": "use tf.nn.conv2d, tf.nn.bias_add and tf.nn.relu: Grappler fuses them",
    "nearest_neighbor": "use the package scann or faiss",
    "labeled_tensor": "use xarray for the labels, and tf for the tensors",
}

_2_0 = "tensorflow 2.0"

ROWS = (
    *area("tensorflow.contrib.losses", _2_0, _METRICS, _LOSSES),
    *area(
        "tensorflow.contrib.losses.metric_learning tensorflow.contrib.slim.losses.metric_learning",
        _2_0,
        _ADDONS,
        _METRIC_LEARNING,
    ),
    *area("tensorflow.contrib.metrics", _2_0, _METRICS, _STREAMING),
    *area("tensorflow.contrib", _2_0, _PROBABILITY, _DISTRIBUTIONS),
    *area("tensorflow.contrib.nn", _2_0, _SUNSET, _NN),
    *area("tensorflow.contrib", _2_0, _SUNSET, _MATHEMATICS),
)
"""Removed names, as `compat.tables.removed` gathers them."""
