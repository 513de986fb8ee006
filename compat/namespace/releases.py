"""Features of the installed TensorFlow, checked when a name is used, never at import."""

import importlib
from functools import lru_cache


@lru_cache(maxsize=None)
def has_keras_3() -> bool:
    """True if `tf.keras` is Keras 3: from TensorFlow 2.16 on, unless `TF_USE_LEGACY_KERAS=1` is set."""
    keras = importlib.import_module("tensorflow").keras
    return str(getattr(keras, "__version__", "2.")).startswith("3.")


@lru_cache(maxsize=None)
def has_estimator() -> bool:
    """True if TensorFlow has `tf.estimator`, as it does up to 2.15."""
    return hasattr(importlib.import_module("tensorflow").compat.v1, "estimator")
