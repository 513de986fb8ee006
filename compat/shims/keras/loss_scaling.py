"""Loss scaling with the steps of Keras 2: custom loops unscale, and an overflow on any replica skips the step.

https://github.com/keras-team/keras/blob/v2.15.0/keras/mixed_precision/loss_scale_optimizer.py

Keras 3 divides every gradient that it applies by the scale, and under a strategy it looks for overflow on the first
replica only: one on another replica ends in the weights as infinity (measured on Keras 3.15.1).
"""

import threading
from typing import Any, Dict, List, Optional

import keras
import tensorflow as tf

INITIAL_SCALE = 2.0**15
GROWTH_STEPS = 2000

_thread = threading.local()


def _scaled_here() -> Dict[int, bool]:
    """Return the optimizers whose loss the trainer has scaled in this thread, and not applied yet: one a replica."""
    if not hasattr(_thread, "scaled"):
        _thread.scaled = {}
    scaled: Dict[int, bool] = _thread.scaled
    return scaled


class LossScaling(keras.optimizers.LossScaleOptimizer):  # type: ignore[misc]
    """Scale the loss by a fixed number, or by one that halves after an overflow and doubles after `growth_steps`."""

    def __init__(self, inner_optimizer: Any, dynamic: bool, initial_scale: float, growth_steps: int) -> None:
        super().__init__(inner_optimizer, initial_scale=initial_scale, dynamic_growth_steps=growth_steps)
        self.dynamic = dynamic
        self._divides = True

    @property
    def current_scale(self) -> Any:
        """The number by which a loss is multiplied now."""
        return tf.convert_to_tensor(self.dynamic_scale if self.built else self.initial_scale, tf.float32)

    @property
    def lr(self) -> Any:
        """The learning rate of the inner optimizer."""
        return self.learning_rate

    @lr.setter
    def lr(self, value: Any) -> None:
        self.learning_rate = value

    def get_scaled_loss(self, loss: Any) -> Any:
        """Return `loss` times the scale; `loss` may be a function that returns it."""
        if callable(loss):
            return lambda: self.get_scaled_loss(loss())
        return loss * tf.cast(self.current_scale, loss.dtype)

    def get_unscaled_gradients(self, grads: List[Any]) -> List[Any]:
        """Return the gradients divided by the scale."""
        return [_times(gradient, 1.0 / self.current_scale) for gradient in grads]

    def scale_loss(self, loss: Any) -> Any:
        """Scale the loss as the trainer of Keras 3 asks: `apply` then divides the gradients."""
        _scaled_here()[id(self)] = True
        return super().scale_loss(loss)

    def apply(self, grads: Any, trainable_variables: Any = None) -> None:
        """Apply gradients, divided by the scale if the trainer has multiplied their loss by it."""
        self._divides = _scaled_here().pop(id(self), False)
        super().apply(list(grads), trainable_variables)

    def _stateful_handle_finite_grads(self, grads: Any, trainable_variables: Any) -> None:
        if self._divides:
            grads = [_times(gradient, 1.0 / self.current_scale) for gradient in grads]
        self.inner_optimizer.apply(grads, trainable_variables=trainable_variables)
        if not self.dynamic:
            return
        full = self.step_counter + 1 >= self.dynamic_growth_steps
        doubled = self.dynamic_scale * 2.0
        grown = keras.ops.where(keras.ops.isfinite(doubled), doubled, self.dynamic_scale)
        self.dynamic_scale.assign(keras.ops.where(full, grown, self.dynamic_scale))
        self.step_counter.assign(keras.ops.where(full, 0, self.step_counter + 1))

    def _stateful_handle_non_finite_grads(self) -> None:
        self.step_counter.assign(0)
        self.dynamic_scale.assign(keras.ops.maximum(self.dynamic_scale * 0.5, 1.0))
        self.inner_optimizer.iterations.assign_add(1)

    def _common_apply(self, grads: Any, trainable_variables: Any = None) -> None:
        if not self.dynamic:
            self._stateful_handle_finite_grads(grads, trainable_variables)
        else:
            super()._common_apply(grads, trainable_variables)

    def _tf_apply(self, grads: Any, trainable_variables: Any = None) -> None:
        if tf.distribute.in_cross_replica_context():
            raise ValueError("apply() must be called in a replica context.")
        if not tf.distribute.has_strategy():
            self._common_apply(grads, trainable_variables)
            return
        tf.distribute.get_replica_context().merge_call(self._apply_on_replicas, args=(grads, trainable_variables))

    def _apply_on_replicas(self, strategy: Any, grads: Any, trainable_variables: Any) -> None:
        """Apply the gradients on every replica, if they are finite on all of them, those of other workers too."""

        def apply() -> None:
            strategy.extended.call_for_each_replica(
                self._stateful_handle_finite_grads, args=(grads, trainable_variables)
            )

        if not self.dynamic:
            apply()
            return
        finite = strategy.extended.call_for_each_replica(self._finite, args=(grads,))
        replicas = strategy.reduce(tf.distribute.ReduceOp.SUM, finite, axis=None)
        keras.ops.cond(tf.equal(replicas, strategy.num_replicas_in_sync), apply, self._stateful_handle_non_finite_grads)

    def _finite(self, grads: Any) -> Any:
        """Return 1 if all gradients of this replica are finite, else 0: booleans cannot be summed."""
        return tf.cast(self.check_finite([_values(each) for each in grads if each is not None]), tf.int32)


def _values(gradient: Any) -> Any:
    return gradient.values if isinstance(gradient, tf.IndexedSlices) else gradient


def _times(gradient: Any, factor: Any) -> Optional[Any]:
    if gradient is None:
        return None
    if isinstance(gradient, tf.IndexedSlices):
        scaled = gradient.values * tf.cast(factor, gradient.dtype)
        return tf.IndexedSlices(scaled, gradient.indices, gradient.dense_shape)
    return gradient * tf.cast(factor, gradient.dtype)
