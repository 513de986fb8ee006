"""Packages beside TensorFlow that ended with Keras 2, and what took their place."""

from typing import Tuple

from compat.tables.rows import Removed

ENDED_PACKAGES: Tuple[Removed, ...] = (
    Removed(
        "tensorflow_addons",
        "keras 3.0",
        "it ended in 2024; keras has many of its optimizers, losses and layers (AdamW, GroupNormalization, CTC, ...)",
        "https://github.com/tensorflow/addons/issues/2807",
    ),
    Removed(
        "keras_contrib",
        "keras 2.4",
        "keras.layers has GroupNormalization and SpectralNormalization; copy what else you need",
        "https://github.com/keras-team/keras-contrib",
    ),
    Removed(
        "keras_applications",
        "keras 2.4",
        "use keras.applications",
        "https://keras.io/api/applications/",
    ),
    Removed(
        "keras_preprocessing",
        "keras 3.0",
        "use keras.utils and keras.layers, or tensorflow.keras.preprocessing",
        "https://keras.io/api/data_loading/",
    ),
    Removed(
        "tensorflow_model_optimization",
        "keras 3.0",
        "it needs tf_keras: set TF_USE_LEGACY_KERAS=1, or quantize with model.quantize()",
        "https://github.com/tensorflow/model-optimization",
    ),
)
"""`gone_in` is the release from which on the package does not work."""
