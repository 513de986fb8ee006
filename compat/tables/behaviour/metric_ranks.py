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
