"""Losses and metrics that leave masked steps out since they look at the mask of the predictions.

Measured on TensorFlow 2.3.4, 2.10.1, 2.15.1 and Keras 3.15.1.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/metrics/reduction_metrics.py
"""

from typing import FrozenSet

FIRST_LOSSES_WITH_MASKS = "2.11"
"""The first TensorFlow whose losses look at it; metrics do since Keras 3."""

METRICS_OF_FUNCTIONS: FrozenSet[str] = frozenset(
    {
        "Accuracy",
        "BinaryAccuracy",
        "BinaryCrossentropy",
        "CategoricalAccuracy",
        "CategoricalCrossentropy",
        "CategoricalHinge",
        "CosineSimilarity",
        "Hinge",
        "KLDivergence",
        "LogCoshError",
        "MeanAbsoluteError",
        "MeanAbsolutePercentageError",
        "MeanSquaredError",
        "MeanSquaredLogarithmicError",
        "Poisson",
        "SparseCategoricalAccuracy",
        "SparseCategoricalCrossentropy",
        "SparseTopKCategoricalAccuracy",
        "SquaredHinge",
        "TopKCategoricalAccuracy",
    }
)
"""Metrics of Keras 2 that take the mean of a function of labels and predictions: they look at the mask."""
