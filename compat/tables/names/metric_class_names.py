"""Names of metric classes in `compile(metrics=[...])`, and the keys under which TensorFlow 2 logged them.

Measured on TensorFlow 2.3.4 and Keras 3.15.1, which takes the key for the same class.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/metrics/__init__.py
"""

from typing import Mapping

METRIC_CLASS_NAMES: Mapping[str, str] = {
    "AUC": "auc",
    "BinaryAccuracy": "binary_accuracy",
    "BinaryCrossentropy": "binary_crossentropy",
    "CategoricalAccuracy": "categorical_accuracy",
    "CategoricalCrossentropy": "categorical_crossentropy",
    "CategoricalHinge": "categorical_hinge",
    "FalseNegatives": "false_negatives",
    "FalsePositives": "false_positives",
    "Hinge": "hinge",
    "MeanAbsoluteError": "mean_absolute_error",
    "MeanAbsolutePercentageError": "mean_absolute_percentage_error",
    "MeanSquaredError": "mean_squared_error",
    "MeanSquaredLogarithmicError": "mean_squared_logarithmic_error",
    "Poisson": "poisson",
    "Precision": "precision",
    "Recall": "recall",
    "RootMeanSquaredError": "root_mean_squared_error",
    "SparseCategoricalAccuracy": "sparse_categorical_accuracy",
    "SparseTopKCategoricalAccuracy": "sparse_top_k_categorical_accuracy",
    "SquaredHinge": "squared_hinge",
    "TopKCategoricalAccuracy": "top_k_categorical_accuracy",
    "TrueNegatives": "true_negatives",
    "TruePositives": "true_positives",
}
