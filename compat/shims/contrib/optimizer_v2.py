"""`tf.contrib.optimizer_v2`: optimizers with the arguments of those of `tf.train`, and the numbers but for RMSProp.

https://github.com/tensorflow/tensorflow/blob/v1.13.2/tensorflow/contrib/optimizer_v2/rmsprop.py
"""

from typing import Any

import tensorflow as tf

_train = tf.compat.v1.train

AdadeltaOptimizer = _train.AdadeltaOptimizer
AdagradOptimizer = _train.AdagradOptimizer
AdamOptimizer = _train.AdamOptimizer
GradientDescentOptimizer = _train.GradientDescentOptimizer
MomentumOptimizer = _train.MomentumOptimizer


class RMSPropOptimizer(tf.compat.v1.train.RMSPropOptimizer):  # type: ignore[misc]
    """RMSProp whose mean of squares begins with epsilon, which is not added later; that of `tf.train` begins with 1."""

    def __init__(
        self,
        learning_rate: Any,
        decay: Any = 0.9,
        momentum: Any = 0.0,
        epsilon: Any = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ) -> None:
        super().__init__(learning_rate, decay, momentum, 0.0, use_locking, centered, name)
        self._first_squares = epsilon

    def _create_slots(self, var_list: Any) -> None:
        for var in var_list:
            first = tf.compat.v1.constant_initializer(self._first_squares)
            self._get_or_make_slot_with_initializer(
                var, first, var.get_shape(), var.dtype.base_dtype, "rms", self._name
            )
            if self._centered:
                self._zeros_slot(var, "mg", self._name)
            self._zeros_slot(var, "momentum", self._name)
