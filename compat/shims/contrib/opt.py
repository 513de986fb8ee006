"""Optimizers of `tf.contrib.opt`, on the optimizers of `tf.compat.v1.train`.

https://github.com/tensorflow/tensorflow/tree/v1.15.5/tensorflow/contrib/opt/python/training

Known deviations:
* `LARSOptimizer` and the sparse steps of the three kinds of Adam compute in the operations of today, which may round
  differently in the last digit
"""

from typing import Any, Callable, Iterable, List, Optional, Type, Union

import tensorflow as tf

train: Any = tf.compat.v1.train
Rate = Union[float, Any, Callable[[], Any]]


class LazyAdamOptimizer(train.AdamOptimizer):  # type: ignore[misc]
    """Adam that leaves alone the moments and the rows of an embedding that are not in the batch."""

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        return self._lazily(var, grad.indices, grad.values)

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any) -> Any:
        return self._lazily(var, indices, grad)

    def _lazily(self, var: Any, indices: Any, grad: Any) -> Any:
        """Update the rows `indices` of `var`; `grad` has one row for each of them, and none twice."""
        kind = var.dtype.base_dtype
        first_power, second_power = (tf.cast(each, kind) for each in self._get_beta_accumulators())
        first, second = tf.cast(self._beta1_t, kind), tf.cast(self._beta2_t, kind)
        rate = tf.cast(self._lr_t, kind) * tf.sqrt(1 - second_power) / (1 - first_power)
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        m_rows = first * tf.gather(m, indices) + (1 - first) * grad
        v_rows = second * tf.gather(v, indices) + (1 - second) * tf.square(grad)
        steps = rate * m_rows / (tf.sqrt(v_rows) + tf.cast(self._epsilon_t, kind))
        v1 = tf.compat.v1
        return tf.group(
            v1.scatter_update(m, indices, m_rows, use_locking=self._use_locking),
            v1.scatter_update(v, indices, v_rows, use_locking=self._use_locking),
            v1.scatter_sub(var, indices, steps, use_locking=self._use_locking),
        )


class NadamOptimizer(train.AdamOptimizer):  # type: ignore[misc]
    """Adam whose step looks ahead, as Nesterov's momentum does; that of Keras schedules its momentum as well."""

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        return self._ahead(tf.raw_ops.ApplyAdam, grad, var, var, m, v)

    def _resource_apply_dense(self, grad: Any, var: Any) -> Any:
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        return self._ahead(tf.raw_ops.ResourceApplyAdam, grad, var, var.handle, m.handle, v.handle)

    def _ahead(self, step: Callable[..., Any], grad: Any, var: Any, target: Any, m: Any, v: Any) -> Any:
        kind = var.dtype.base_dtype
        first_power, second_power = (tf.cast(each, kind) for each in self._get_beta_accumulators())
        return step(
            var=target,
            m=m,
            v=v,
            beta1_power=first_power,
            beta2_power=second_power,
            lr=tf.cast(self._lr_t, kind),
            beta1=tf.cast(self._beta1_t, kind),
            beta2=tf.cast(self._beta2_t, kind),
            epsilon=tf.cast(self._epsilon_t, kind),
            grad=grad,
            use_locking=self._use_locking,
            use_nesterov=True,
        )

    def _apply_sparse_shared(self, grad: Any, var: Any, indices: Any, scatter_add: Callable[..., Any]) -> Any:
        """Let the moments of all rows decay, and move the rows `indices`, none of which comes twice."""
        kind = var.dtype.base_dtype
        first_power, second_power = (tf.cast(each, kind) for each in self._get_beta_accumulators())
        first, second = tf.cast(self._beta1_t, kind), tf.cast(self._beta2_t, kind)
        rate = tf.cast(self._lr_t, kind) * tf.sqrt(1 - second_power) / (1 - first_power)
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        v1 = tf.compat.v1
        with tf.control_dependencies([v1.assign(m, m * first, use_locking=self._use_locking)]):
            new_m = scatter_add(m, indices, grad * (1 - first))
            ahead = grad * (1 - first) + first * tf.gather(new_m, indices)
        with tf.control_dependencies([v1.assign(v, v * second, use_locking=self._use_locking)]):
            new_v = scatter_add(v, indices, grad * grad * (1 - second))
        steps = -rate * ahead / (tf.sqrt(tf.gather(new_v, indices)) + tf.cast(self._epsilon_t, kind))
        return tf.group(scatter_add(var, indices, steps), new_m, new_v)


class AdaMaxOptimizer(train.AdamOptimizer):  # type: ignore[misc]
    """Adam with the greatest decayed gradient for its second moment; rows that are not in the batch keep theirs."""

    def __init__(
        self,
        learning_rate: Rate = 0.001,
        beta1: Rate = 0.9,
        beta2: Rate = 0.999,
        epsilon: Rate = 1e-8,
        use_locking: bool = False,
        name: str = "AdaMax",
    ) -> None:
        super().__init__(learning_rate, beta1, beta2, epsilon, use_locking, name)

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        return self._greatest(tf.raw_ops.ApplyAdaMax, grad, var, var, m, v)

    def _resource_apply_dense(self, grad: Any, var: Any) -> Any:
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        return self._greatest(tf.raw_ops.ResourceApplyAdaMax, grad, var, var.handle, m.handle, v.handle)

    def _greatest(self, step: Callable[..., Any], grad: Any, var: Any, target: Any, m: Any, v: Any) -> Any:
        kind = var.dtype.base_dtype
        return step(
            var=target,
            m=m,
            v=v,
            beta1_power=tf.cast(self._get_beta_accumulators()[0], kind),
            lr=tf.cast(self._lr_t, kind),
            beta1=tf.cast(self._beta1_t, kind),
            beta2=tf.cast(self._beta2_t, kind),
            epsilon=tf.cast(self._epsilon_t, kind),
            grad=grad,
            use_locking=self._use_locking,
        )

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        return self._greatest_rows(var, grad.indices, grad.values)

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any) -> Any:
        return self._greatest_rows(var, indices, grad)

    def _greatest_rows(self, var: Any, indices: Any, grad: Any) -> Any:
        kind = var.dtype.base_dtype
        first, second = tf.cast(self._beta1_t, kind), tf.cast(self._beta2_t, kind)
        rate = tf.cast(self._lr_t, kind) / (1 - tf.cast(self._get_beta_accumulators()[0], kind))
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        m_rows = first * tf.gather(m, indices) + (1 - first) * grad
        v_rows = tf.maximum(second * tf.gather(v, indices), tf.abs(grad))
        steps = rate * (m_rows / (v_rows + tf.cast(self._epsilon_t, kind)))
        v1 = tf.compat.v1
        return tf.group(
            v1.scatter_update(m, indices, m_rows, use_locking=self._use_locking),
            v1.scatter_update(v, indices, v_rows, use_locking=self._use_locking),
            v1.scatter_sub(var, indices, steps, use_locking=self._use_locking),
        )


class LARSOptimizer(train.MomentumOptimizer):  # type: ignore[misc]
    """Momentum whose rate follows, for each variable, the ratio of the norms of weights and gradients.

    Raises:
        ValueError: `momentum` or `weight_decay` is negative.

    """

    def __init__(
        self,
        learning_rate: Rate,
        momentum: float = 0.9,
        weight_decay: float = 0.0001,
        eeta: float = 0.001,
        epsilon: float = 0.0,
        name: str = "LARSOptimizer",
        skip_list: Optional[List[str]] = None,
        use_nesterov: bool = False,
    ) -> None:
        if momentum < 0.0:
            raise ValueError(f"momentum should be positive: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"weight_decay should be positive: {weight_decay}")
        super().__init__(learning_rate, momentum, name=name, use_nesterov=use_nesterov)
        self._weight_decay = weight_decay
        self._eeta = eeta
        self._epsilon = epsilon
        self._skip_list = skip_list

    def compute_lr(self, grad: Any, var: Any) -> Any:
        """Return the rate for a variable, and its gradient with that of the weight decay."""
        if any(part in var.name for part in self._skip_list or ()):
            return self._learning_rate, grad
        weights, gradients = tf.norm(var, ord=2), tf.norm(grad, ord=2)
        ratio = self._eeta * weights / (gradients + self._weight_decay * weights + self._epsilon)
        trusted = tf.where(tf.logical_and(weights > 0, gradients > 0), ratio, 1.0)
        return self._learning_rate * trusted, grad + self._weight_decay * var

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        return self._momentum_step(tf.raw_ops.ApplyMomentum, grad, var, var, self.get_slot(var, "momentum"))

    def _resource_apply_dense(self, grad: Any, var: Any) -> Any:
        slot = self.get_slot(var, "momentum")
        return self._momentum_step(tf.raw_ops.ResourceApplyMomentum, grad, var, var.handle, slot.handle)

    def _momentum_step(self, step: Callable[..., Any], grad: Any, var: Any, target: Any, slot: Any) -> Any:
        """Add the gradient times its rate to the velocity: a rate that changes does not rescale earlier steps."""
        rate, grad = self.compute_lr(grad, var)
        return step(
            var=target,
            accum=slot,
            lr=tf.cast(1.0, var.dtype.base_dtype),
            grad=grad * rate,
            momentum=self._momentum,
            use_nesterov=self._use_nesterov,
        )


class DecoupledWeightDecayExtension:
    """A base class, to be named before an optimizer, that lowers the weights before each step.

    `weight_decay` is the part of a weight that is taken away in a step; it is not multiplied by the learning rate.
    """

    def __init__(self, weight_decay: Rate, *args: Any, **kwargs: Any) -> None:
        self._decay_var_list: Any = None
        self._weight_decay = weight_decay
        self._weight_decay_tensor: Any = None
        super().__init__(*args, **kwargs)

    def minimize(
        self,
        loss: Any,
        global_step: Any = None,
        var_list: Any = None,
        gate_gradients: int = train.Optimizer.GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        name: Optional[str] = None,
        grad_loss: Any = None,
        decay_var_list: Optional[Iterable[Any]] = None,
    ) -> Any:
        """Minimize `loss`; as in TensorFlow 1.15, `decay_var_list` has an effect in `apply_gradients` alone."""
        del decay_var_list
        return super().minimize(  # type: ignore[misc]
            loss,
            global_step=global_step,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            name=name,
            grad_loss=grad_loss,
        )

    def apply_gradients(
        self,
        grads_and_vars: Any,
        global_step: Any = None,
        name: Optional[str] = None,
        decay_var_list: Optional[Iterable[Any]] = None,
    ) -> Any:
        """Lower the variables in `decay_var_list`, by default all, and apply the gradients."""
        self._decay_var_list = {each.ref() for each in decay_var_list} if decay_var_list else None
        return super().apply_gradients(grads_and_vars, global_step=global_step, name=name)  # type: ignore[misc]

    def _prepare(self) -> None:
        decay = self._weight_decay() if callable(self._weight_decay) else self._weight_decay
        self._weight_decay_tensor = tf.convert_to_tensor(decay, name="weight_decay")
        super()._prepare()  # type: ignore[misc]

    def _is_decayed(self, var: Any) -> bool:
        return not self._decay_var_list or var.ref() in self._decay_var_list

    def _decayed(self, var: Any) -> Any:
        if not self._is_decayed(var):
            return tf.no_op()
        return var.assign_sub(tf.cast(self._weight_decay_tensor, var.dtype.base_dtype) * var)

    def _decayed_rows(self, var: Any, indices: Any) -> Any:
        if not self._is_decayed(var):
            return tf.no_op()
        factor = tf.cast(self._weight_decay_tensor, var.dtype.base_dtype)
        return tf.compat.v1.scatter_sub(var, indices, factor * tf.gather(var, indices))

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        with tf.control_dependencies([self._decayed(var)]):
            return super()._apply_dense(grad, var)  # type: ignore[misc]

    def _resource_apply_dense(self, grad: Any, var: Any) -> Any:
        with tf.control_dependencies([self._decayed(var)]):
            return super()._resource_apply_dense(grad, var)  # type: ignore[misc]

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        with tf.control_dependencies([self._decayed_rows(var, grad.indices)]):
            return super()._apply_sparse(grad, var)  # type: ignore[misc]

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any) -> Any:
        with tf.control_dependencies([self._decayed_rows(var, indices)]):
            return super()._resource_apply_sparse(grad, var, indices)  # type: ignore[misc]


def extend_with_decoupled_weight_decay(base_optimizer: Type[Any]) -> Type[Any]:
    """Return a class like `base_optimizer` that takes `weight_decay` as its first argument."""
    name = "OptimizerWithDecoupledWeightDecay"
    return type(name, (DecoupledWeightDecayExtension, base_optimizer), {"__doc__": base_optimizer.__doc__})


class MomentumWOptimizer(DecoupledWeightDecayExtension, train.MomentumOptimizer):  # type: ignore[misc]
    """Momentum with decoupled weight decay."""

    def __init__(
        self,
        weight_decay: Rate,
        learning_rate: Rate,
        momentum: Rate,
        use_locking: bool = False,
        name: str = "MomentumW",
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(weight_decay, learning_rate, momentum, use_locking, name, use_nesterov)


class AdamWOptimizer(DecoupledWeightDecayExtension, train.AdamOptimizer):  # type: ignore[misc]
    """Adam with decoupled weight decay."""

    def __init__(
        self,
        weight_decay: Rate,
        learning_rate: Rate = 0.001,
        beta1: Rate = 0.9,
        beta2: Rate = 0.999,
        epsilon: Rate = 1e-8,
        use_locking: bool = False,
        name: str = "AdamW",
    ) -> None:
        super().__init__(weight_decay, learning_rate, beta1, beta2, epsilon, use_locking, name)
