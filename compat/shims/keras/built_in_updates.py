"""`get_updates` of the optimizers of Keras 2.3 themselves, which optimizers of scripts call.

https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

Known deviations:
* the step counter is read before it is incremented; Keras 2 read it at the same time
* the slots are new ones: those of the training of the optimizer itself are not touched
"""

from typing import Any, Callable, Dict, List, NamedTuple

import tensorflow as tf

from compat.shims.keras.updates import raw, update, update_add

_SCHEDULE = 0.96
_HALF = 0.5


class _Given(NamedTuple):
    """What a formula computes with: the rate after decay, the number of this step, and the optimizer."""

    rate: Any
    step: Any
    optimizer: Any


def listed(optimizer: Any, kind: str, params: Any, gradients: Any) -> List[Any]:
    """Return the updates of a step of the optimizer `kind`, such as `Adam`; its slots become its `weights`."""
    before = raw(optimizer.iterations)
    found = [update_add(before, 1)] if isinstance(before, tf.Variable) else []
    before = tf.cast(before, tf.float32)
    rate = tf.convert_to_tensor(raw(optimizer.learning_rate))
    if getattr(optimizer, "initial_decay", 0) > 0:
        rate = rate / (1.0 + raw(optimizer.decay) * before)
    formula, slots = _FORMULAS[kind], []
    shared = _Shared()
    for param, gradient in zip(params, gradients):
        own = _Slots(param)
        new = formula(_Given(rate, before + 1.0, optimizer), param, tf.convert_to_tensor(gradient), own, shared)
        found += [update(slot, value) for slot, value in own.updates]
        found.append(update(param, param.constraint(new) if getattr(param, "constraint", None) is not None else new))
        slots.append(own.variables)
    found += [update(slot, value) for slot, value in shared.updates]
    optimizer.weights = [raw(optimizer.iterations), *shared.variables, *(each for kind in zip(*slots) for each in kind)]
    return found


class _Slots:
    """Variables of the shape of a weight, and what they become."""

    def __init__(self, param: Any) -> None:
        self.variables: List[Any] = []
        self.updates: List[Any] = []
        self._param = param

    def __call__(self, name: str) -> Any:
        """Make a slot of zeros."""
        with tf.init_scope():
            zeros = tf.zeros(tuple(self._param.shape), self._param.dtype)
            self.variables.append(tf.Variable(zeros, trainable=False, name=name))
        return self.variables[-1]

    def set(self, slot: Any, value: Any) -> Any:
        """Note the new value of a slot, and return it."""
        self.updates.append((slot, value))
        return value


class _Shared(_Slots):
    """The variable that all weights share."""

    def __init__(self) -> None:
        super().__init__(None)

    def one(self, name: str) -> Any:
        """Return a variable that begins with 1."""
        if not self.variables:
            with tf.init_scope():
                self.variables.append(tf.Variable(1.0, trainable=False, name=name))
        return self.variables[0]


def _sgd(given: _Given, param: Any, gradient: Any, slots: _Slots, shared: Any) -> Any:
    del shared
    moment = slots("moment")
    momentum = raw(given.optimizer.momentum)
    velocity = slots.set(moment, momentum * moment - given.rate * gradient)
    return param + (momentum * velocity - given.rate * gradient if given.optimizer.nesterov else velocity)


def _rmsprop(given: _Given, param: Any, gradient: Any, slots: _Slots, shared: Any) -> Any:
    del shared
    squares, rho = slots("accumulator"), raw(given.optimizer.rho)
    now = slots.set(squares, rho * squares + (1.0 - rho) * tf.square(gradient))
    return param - given.rate * gradient / (tf.sqrt(now) + given.optimizer.epsilon)


def _adagrad(given: _Given, param: Any, gradient: Any, slots: _Slots, shared: Any) -> Any:
    del shared
    squares = slots("accumulator")
    now = slots.set(squares, squares + tf.square(gradient))
    return param - given.rate * gradient / (tf.sqrt(now) + given.optimizer.epsilon)


def _adadelta(given: _Given, param: Any, gradient: Any, slots: _Slots, shared: Any) -> Any:
    del shared
    squares, deltas = slots("accumulator"), slots("delta_accumulator")
    rho, epsilon = raw(given.optimizer.rho), given.optimizer.epsilon
    now = slots.set(squares, rho * squares + (1.0 - rho) * tf.square(gradient))
    step = gradient * tf.sqrt(deltas + epsilon) / tf.sqrt(now + epsilon)
    slots.set(deltas, rho * deltas + (1.0 - rho) * tf.square(step))
    return param - given.rate * step


def _adam(given: _Given, param: Any, gradient: Any, slots: _Slots, shared: Any) -> Any:
    del shared
    optimizer = given.optimizer
    beta_1, beta_2 = raw(optimizer.beta_1), raw(optimizer.beta_2)
    first, second = slots("m"), slots("v")
    rate = given.rate * (tf.sqrt(1.0 - tf.pow(beta_2, given.step)) / (1.0 - tf.pow(beta_1, given.step)))
    mean = slots.set(first, beta_1 * first + (1.0 - beta_1) * gradient)
    squares = slots.set(second, beta_2 * second + (1.0 - beta_2) * tf.square(gradient))
    if optimizer.amsgrad:
        largest = slots("vhat")
        squares = slots.set(largest, tf.maximum(largest, squares))
    return param - rate * mean / (tf.sqrt(squares) + optimizer.epsilon)


def _adamax(given: _Given, param: Any, gradient: Any, slots: _Slots, shared: Any) -> Any:
    del shared
    beta_1, beta_2 = raw(given.optimizer.beta_1), raw(given.optimizer.beta_2)
    first, norm = slots("m"), slots("u")
    rate = given.rate / (1.0 - tf.pow(beta_1, given.step))
    mean = slots.set(first, beta_1 * first + (1.0 - beta_1) * gradient)
    largest = slots.set(norm, tf.maximum(beta_2 * norm, tf.abs(gradient)))
    return param - rate * mean / (largest + given.optimizer.epsilon)


def _nadam(given: _Given, param: Any, gradient: Any, slots: _Slots, shared: Any) -> Any:
    optimizer = given.optimizer
    beta_1, beta_2 = raw(optimizer.beta_1), raw(optimizer.beta_2)
    first, second, product = slots("m"), slots("v"), shared.one("m_schedule")
    now, following = (
        beta_1 * (1.0 - _HALF * tf.pow(_SCHEDULE, step * optimizer._schedule_decay))  # noqa: SLF001
        for step in (given.step, given.step + 1.0)
    )
    scheduled = product * now
    if not shared.updates:
        shared.set(product, scheduled)
    mean = slots.set(first, beta_1 * first + (1.0 - beta_1) * gradient)
    squares = slots.set(second, beta_2 * second + (1.0 - beta_2) * tf.square(gradient))
    corrected = (1.0 - now) * gradient / (1.0 - scheduled) + following * mean / (1.0 - scheduled * following)
    return param - given.rate * corrected / (tf.sqrt(squares / (1.0 - tf.pow(beta_2, given.step))) + optimizer.epsilon)


_FORMULAS: Dict[str, Callable[[_Given, Any, Any, _Slots, Any], Any]] = {
    "SGD": _sgd,
    "RMSprop": _rmsprop,
    "Adagrad": _adagrad,
    "Adadelta": _adadelta,
    "Adam": _adam,
    "Adamax": _adamax,
    "Nadam": _nadam,
}
