"""Metrics that Keras 3 computes otherwise, or not at all, for labels of one dimension beside outputs of two.

Keras 2 gave such labels a second dimension before it called a metric; measured on Keras 2.3.1 and 3.15.1.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_utils.py
"""

from typing import FrozenSet

REFUSED: FrozenSet[str] = frozenset({"BinaryCrossentropy", "binary_crossentropy"})
"""They raise ValueError."""

COMPUTED_OTHERWISE: FrozenSet[str] = frozenset(
    {
        "CategoricalHinge",
        "Hinge",
        "KLDivergence",
        "Poisson",
        "SquaredHinge",
        "categorical_hinge",
        "hinge",
        "kl_divergence",
        "poisson",
        "squared_hinge",
    }
)
"""They compare each label with each output, or with the mean of all."""


def _names(text: str) -> FrozenSet[str]:
    return frozenset(text.split())


COLUMN_LOSSES: FrozenSet[str] = _names(
    """
    BinaryCrossentropy CategoricalHinge CosineSimilarity Hinge Huber KLD KLDivergence LogCosh MAE MAPE MSE MSLE
    MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredError MeanSquaredLogarithmicError Poisson SquaredHinge
    binary_crossentropy categorical_hinge cosine_proximity cosine_similarity hinge huber huber_loss kl_divergence kld
    kullback_leibler_divergence log_cosh logcosh mae mape mean_absolute_error mean_absolute_percentage_error
    mean_squared_error mean_squared_logarithmic_error mse msle poisson squared_hinge
    """
)
"""Losses that compare labels and outputs column by column; measured on TensorFlow 1.15.5, 2.3.4, 2.15.1 and 2.21."""

CLASS_LOSSES_OF_DATASETS: FrozenSet[str] = _names("CategoricalCrossentropy categorical_crossentropy")
"""Losses that TensorFlow 1.15 to 2.1 computed of labels of one dimension in a dataset, and refused of an array.

Each number was multiplied with the loss of each class; measured on TensorFlow 1.15.5 and 2.1.4. 2.3.4 refuses both.
"""

REFUSED_BESIDE_CLASSES: FrozenSet[str] = frozenset(
    {
        "BinaryAccuracy",
        "CosineSimilarity",
        "LogCoshError",
        "MAE",
        "MAPE",
        "MSE",
        "MSLE",
        "MeanAbsoluteError",
        "MeanAbsolutePercentageError",
        "MeanSquaredError",
        "MeanSquaredLogarithmicError",
        "RootMeanSquaredError",
        "binary_accuracy",
        "cosine_similarity",
        "mae",
        "mape",
        "mean_absolute_error",
        "mean_absolute_percentage_error",
        "mean_squared_error",
        "mean_squared_logarithmic_error",
        "mse",
        "msle",
    }
)
"""They compared the number of a class with each output, and raise where there are several outputs.

Measured on TensorFlow 1.15.5, 2.3.4 and 2.10.1, and on Keras 3.15.1.
"""

LOSSES_OF_CLASSES: FrozenSet[str] = frozenset({"SparseCategoricalCrossentropy", "sparse_categorical_crossentropy"})
"""Losses of labels that are numbers of classes, one for a row of outputs."""
