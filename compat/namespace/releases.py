"""Features of the installed TensorFlow, checked when a name is used, never at import."""

import importlib
from functools import lru_cache
from typing import Tuple


@lru_cache(maxsize=None)
def has_keras_3() -> bool:
    """True if `tf.keras` is Keras 3: from TensorFlow 2.16 on, unless `TF_USE_LEGACY_KERAS=1` is set."""
    keras = importlib.import_module("tensorflow").keras
    return str(getattr(keras, "__version__", "2.")).startswith("3.")


@lru_cache(maxsize=None)
def keras_of(package: str) -> Tuple[int, ...]:
    """Return the release of `keras` or `tensorflow.keras`, as `(2, 15)`; up to 2.15 that of TensorFlow, if it is older.

    From TensorFlow 2.4 on it needs no package `keras`: where it is not installed, `tf.keras` stands in for it.
    """
    release = _release(importlib.import_module("tensorflow").__version__)
    if package == "tensorflow.keras":
        return (3,) if has_keras_3() else release
    try:
        found = _release(importlib.import_module("keras").__version__)
    except ModuleNotFoundError:
        if release < FIRST_IN_TENSORFLOW:
            raise
        return keras_of("tensorflow.keras")
    return found if found >= (3,) else min(found, release)


FIRST_IN_TENSORFLOW = (2, 4)
"""The first Keras without code of its own: `keras` is `tf.keras` from here to 2.15, and has no `multi_gpu_model`."""


def _release(version: str) -> Tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2])


@lru_cache(maxsize=None)
def keras_root() -> str:
    """Return the package that holds the modules of `tf.keras`: `tensorflow.python.keras`, `keras` or `keras.src`."""
    layer = importlib.import_module("tensorflow").keras.layers.Layer
    return str(layer.__module__.partition(".engine.")[0])


@lru_cache(maxsize=None)
def has_estimator() -> bool:
    """True if TensorFlow has `tf.estimator`, as it does up to 2.15."""
    return hasattr(importlib.import_module("tensorflow").compat.v1, "estimator")
