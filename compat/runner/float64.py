"""Train Keras models in double precision, so that two releases differ in what they compute, not in rounding.

A ReLU network in float32 amplifies rounding: two runs of MiniGoogLeNet on the same release that start 1e-7 apart have
losses 5e-3 apart after eight steps. In float64 such runs stay together, so a remaining difference is one of meaning.
"""

import importlib
import re
import types
from typing import Any

from compat.runner.scripts import after_import

_BACKENDS = re.compile(r"(^|\.)(keras|tf_keras)(\.src)?\.backend$")
_KERAS_2_BACKEND = re.compile(r"^keras\.backend\.tensorflow_backend$")
_KERAS_2_BATCH_NORM = re.compile(r"^keras\.layers\.normalization$")
_KERAS_3_CORE = re.compile(r"^keras\.src\.backend\.tensorflow\.core$")
_TENSORFLOW = re.compile(r"^tensorflow$")


def in_float64(*, like_keras_2: bool = False) -> None:
    """Make float64 the default type of every Keras that is imported from now on.

    `like_keras_2` is for a run that is compared with one of standalone Keras 2, which kept the betas of Adam in full.
    """
    after_import(_BACKENDS, _set_floatx)
    after_import(_KERAS_2_BACKEND, _keep_gamma_and_beta)
    after_import(_KERAS_2_BATCH_NORM, _keep_float64)
    after_import(_TENSORFLOW, _patch_fused_batch_norm)
    if like_keras_2:
        after_import(_KERAS_3_CORE, _cast_numbers_at_once)


def _cast_numbers_at_once(core: Any) -> None:
    """Cast numbers of Python without a float32 in between, which makes 0.999 a number that is 1e-8 larger."""
    cast = core.cast

    def at_once(x: Any, dtype: Any) -> Any:
        return cast(core.tf.constant(x, "float64") if isinstance(x, float) else x, dtype)

    core.cast = at_once


def _set_floatx(backend: types.ModuleType) -> None:
    if hasattr(backend, "set_floatx"):
        backend.set_floatx("float64")


def _keep_gamma_and_beta(backend: Any) -> None:
    """Keep the precision of gamma and beta, which Keras 2.3 casts to float32 on the way to the fused kernel."""

    def normalize(x: Any, gamma: Any, beta: Any, reduction_axes: Any, epsilon: float = 1e-3) -> Any:
        del reduction_axes
        tf = importlib.import_module("tensorflow")
        channels = tf.shape(x)[-1:]
        scale = tf.ones(channels, x.dtype) if gamma is None else gamma
        offset = tf.zeros(channels, x.dtype) if beta is None else beta
        return _fused_batch_norm(x, scale, offset, epsilon=epsilon)

    if hasattr(backend, "_fused_normalize_batch_in_training"):
        backend._fused_normalize_batch_in_training = normalize  # noqa: SLF001


def _patch_fused_batch_norm(tf: Any) -> None:
    """Replace the fused kernel of TF 1, which takes no float64, by single operations with the same results."""
    v1 = getattr(getattr(tf, "compat", None), "v1", tf)
    for module in (tf, v1):
        if hasattr(module.nn, "fused_batch_norm"):
            module.nn.fused_batch_norm = _fused_batch_norm


def _fused_batch_norm(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any = None,
    variance: Any = None,
    epsilon: float = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: Any = None,
) -> Any:
    del name
    tf = importlib.import_module("tensorflow")
    if data_format != "NHWC":
        raise NotImplementedError("batch normalization in float64 needs channels_last")
    scale, offset = tf.cast(scale, x.dtype), tf.cast(offset, x.dtype)
    if not is_training:
        mean, variance = tf.cast(mean, x.dtype), tf.cast(variance, x.dtype)
        return tf.nn.batch_normalization(x, mean, variance, offset, scale, epsilon), mean, variance
    mean, variance = tf.nn.moments(x, [0, 1, 2])
    count = tf.cast(tf.size(x) // tf.shape(x)[-1], x.dtype)
    corrected = variance * count / tf.maximum(count - 1, 1)
    return tf.nn.batch_normalization(x, mean, variance, offset, scale, epsilon), mean, corrected


def _keep_float64(layers: Any) -> None:
    """Keep the row count of BatchNormalization in float64; Keras 2.3 always casts it to float32."""
    if not hasattr(layers, "K"):  # a package, in tf.keras of TensorFlow 2
        return
    backend = layers.K
    wide = types.ModuleType(backend.__name__)
    wide.__dict__.update(vars(backend))
    wide.__dict__["cast"] = lambda x, dtype: backend.cast(x, "float64" if dtype == "float32" else dtype)
    layers.K = wide
