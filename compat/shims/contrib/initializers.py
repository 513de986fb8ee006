"""`tf.contrib.layers.variance_scaling_initializer`, and `xavier_initializer` on top of it.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/layers/python/layers/initializers.py

`tf.compat.v1.initializers.variance_scaling` corrects its truncated normal distribution by another factor.
"""

import math
from typing import Any, Callable, Optional, Sequence

import tensorflow as tf

Initializer = Callable[..., Any]
_VARIANCE_AFTER_THE_CUT = 1.3
_MODES = ("FAN_IN", "FAN_OUT", "FAN_AVG")


def xavier_initializer(uniform: bool = True, seed: Optional[int] = None, dtype: Any = tf.float32) -> Initializer:
    """Return the initializer of Glorot and Bengio, uniform or normal."""
    return variance_scaling_initializer(1.0, "FAN_AVG", uniform, seed, dtype)


xavier_initializer_conv2d = xavier_initializer


def variance_scaling_initializer(
    factor: float = 2.0,
    mode: str = "FAN_IN",
    uniform: bool = False,
    seed: Optional[int] = None,
    dtype: Any = tf.float32,
) -> Initializer:
    """Return an initializer for weights whose variance is `factor` divided by the fan of the layer.

    Raises:
        TypeError: the mode is unknown, or `dtype` is not a floating-point type.

    """
    if not tf.as_dtype(dtype).is_floating:
        raise TypeError("Cannot create initializer for non-floating point type.")
    if mode not in _MODES:
        raise TypeError(f"Unknown mode {mode} {_MODES}")

    def initializer(shape: Any, dtype: Any = dtype, partition_info: Any = None) -> Any:
        del partition_info
        sizes = [int(size) for size in shape]
        variance = factor / _fan(sizes, mode)
        if uniform:
            limit = math.sqrt(3.0 * variance)
            return tf.random.uniform(sizes, -limit, limit, dtype, seed=seed)
        deviation = math.sqrt(_VARIANCE_AFTER_THE_CUT * variance)
        return tf.random.truncated_normal(sizes, 0.0, deviation, dtype, seed=seed)

    return initializer


def _fan(sizes: Sequence[int], mode: str) -> float:
    receptive = 1.0
    for size in sizes[:-2]:
        receptive *= size
    fan_in, fan_out = (receptive * sizes[-2:][0], receptive * sizes[-1]) if sizes else (1.0, 1.0)
    return {"FAN_IN": fan_in, "FAN_OUT": fan_out, "FAN_AVG": (fan_in + fan_out) / 2.0}[mode]
