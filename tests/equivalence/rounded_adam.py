"""Adam of Keras 3 with the numbers that `tf.train.AdamOptimizer` has, whatever the type of the weights.

The original converts its rates and epsilon to float32, and multiplies float32 powers of beta step by step.
"""

from typing import Any

import keras
import numpy as np
import tensorflow as tf
from keras import ops

_STEPS = 100
_BETA_1, _BETA_2 = np.float32(0.9), np.float32(0.999)


@keras.saving.register_keras_serializable("tests")  # type: ignore[untyped-decorator]
class RoundedAdam(keras.optimizers.Adam):  # type: ignore[misc]
    """`keras.optimizers.Adam`, with the rounding of the original for the first hundred steps."""

    def __init__(self, learning_rate: float, epsilon: float, **_: Any) -> None:
        super().__init__(
            float(np.float32(learning_rate)), float(_BETA_1), float(_BETA_2), epsilon=float(np.float32(epsilon))
        )
        powers_1, powers_2 = (np.cumprod(np.full(_STEPS, beta)).astype("float64") for beta in (_BETA_1, _BETA_2))
        self.corrections = np.sqrt(1 - powers_2) / (1 - powers_1)

    def update_step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        """Update `variable` as `ApplyAdam` does."""
        correction = tf.gather(self.corrections, tf.convert_to_tensor(self.iterations))
        rate = ops.cast(learning_rate, variable.dtype) * ops.cast(correction, variable.dtype)
        mean = self._momentums[self._get_variable_index(variable)]
        square = self._velocities[self._get_variable_index(variable)]
        self.assign_add(mean, (gradient - mean) * (1 - self.beta_1))
        self.assign_add(square, (ops.square(gradient) - square) * (1 - self.beta_2))
        self.assign_sub(variable, mean * rate / (ops.sqrt(square) + self.epsilon))
