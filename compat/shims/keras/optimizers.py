"""The optimizers of Keras 2.3 on Keras 3: `lr`, `decay`, global `clipnorm`, the legacy defaults and formulas.

https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

Known deviations:
* a saved model names the Keras 3 class, so training resumed without this toolkit follows the Keras 3 formulas
"""

from typing import Any, Dict, List, Mapping

import keras
import tensorflow as tf
from keras import ops

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.keras import (
    built_in_updates,
    built_on_replicas,
    computed_values,
    own_optimizers,
    serialization,
    shared_optimizers,
    slots,
    symbolic_updates,
    train_optimizers,
)
from compat.shims.keras.functions import is_symbolic
from compat.shims.keras.interfaces import legacy_get_updates_support
from compat.shims.keras.keywords import with_legacy_keywords
from compat.shims.keras.optimizer_config import OptimizerConfig, decayed
from compat.shims.optimizer_arguments import POSITIONS, by_keyword

_SYMBOLIC = "_legacy_symbolic"
"""The attribute of an optimizer for tensors that a script put in the place of its variables."""

_LISTED = "_legacy_weights"
"""The attribute of an optimizer for the weights that `get_updates` has made."""


class Legacy:
    """Keywords and attributes that every optimizer of Keras 2.3 had."""

    _decay: Any = 0.0
    clipnorm: Any = None
    clipvalue: Any = None
    global_clipnorm: Any = None
    initial_decay: float = 0.0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        name = next((cls.__name__ for cls in type(self).__mro__ if cls.__name__ in POSITIONS), type(self).__name__)
        symbol = "keras.optimizers." + name
        if args:
            kwargs.update(by_keyword(name, args))
        decay = kwargs.pop("decay", 0.0)
        if decay:
            warn_legacy("TFM110", symbol + "(decay=)", "give learning_rate an InverseTimeDecay schedule")
        self._clip_together(kwargs)
        clipvalue = kwargs.pop("clipvalue", None)
        has_none = isinstance(self, (keras.optimizers.SGD, keras.optimizers.Ftrl))
        if kwargs.get("epsilon", 0.0 if has_none else None) is None:
            kwargs["epsilon"] = keras.config.epsilon()
        super().__init__(**with_legacy_keywords(symbol, kwargs))
        self.clipvalue = clipvalue  # beside clipnorm, which Keras 3 refuses
        self.initial_decay = float(decay)
        # not an attribute that Keras tracks: checkpoints and weights stay those of Keras 3
        object.__setattr__(self, "_decay", tf.Variable(self.initial_decay, trainable=False, name="decay"))

    def _clip_together(self, kwargs: Dict[str, Any]) -> None:
        """Let `clipnorm` be the common norm of all gradients."""
        if kwargs.get("clipnorm"):
            kwargs["global_clipnorm"] = kwargs.pop("clipnorm")

    @property
    def decay(self) -> Any:
        """The variable of the decay, which scripts read with `K.get_value` and compute with."""
        return self._decay

    @decay.setter
    def decay(self, value: Any) -> None:
        self._decay.assign(value)

    @property
    def lr(self) -> Any:
        """The variable of the learning rate, without decay."""
        warn_legacy("TFM102", "optimizer.lr", "the attribute is learning_rate")
        return self.learning_rate

    @lr.setter
    def lr(self, value: Any) -> None:
        self.learning_rate = value

    @property
    def learning_rate(self) -> Any:
        """The variable of the learning rate, or what stands for it while updates are listed."""
        symbolic = vars(self).get(_SYMBOLIC, {})
        rate: Any = super()
        return symbolic.get("learning_rate", rate.learning_rate)

    @learning_rate.setter
    def learning_rate(self, value: Any) -> None:
        symbolic = vars(self).setdefault(_SYMBOLIC, {})
        symbolic.pop("learning_rate", None)
        computed_values.refuse(f"{type(self).__name__}.learning_rate", value)
        if keras.ops.is_tensor(value) and not hasattr(value, "numpy"):
            symbolic["learning_rate"] = value
        elif value is not vars(self).get("_learning_rate"):
            keras.optimizers.Optimizer.learning_rate.fset(self, value)

    @property
    def iterations(self) -> Any:
        """The variable that counts steps, or what stands for it while updates are listed."""
        return vars(self).get(_SYMBOLIC, {}).get("iterations", vars(self).get("_iterations"))

    @iterations.setter
    def iterations(self, value: Any) -> None:
        vars(self).setdefault(_SYMBOLIC, {})["iterations"] = value

    @property
    def variables(self) -> List[Any]:
        """The variables that are saved: a rate with a decay is saved as a schedule, which has none."""
        rate = vars(self).get("_learning_rate") if self.initial_decay else None
        own: Any = super()
        return [each for each in own.variables if each is not rate]

    @property
    def weights(self) -> List[Any]:
        """The number of steps and the slots, kind by kind, as Keras 2 listed them."""
        listed = vars(self).get(_LISTED, [] if own_optimizers.returns_updates(self) else None)
        return [self.iterations, *slots.of(self)] if listed is None else listed

    @weights.setter
    def weights(self, weights: List[Any]) -> None:
        vars(self)[_LISTED] = list(weights)

    def get_weights(self) -> List[Any]:
        """Return the values of the weights."""
        return [ops.convert_to_numpy(each) for each in self.weights]

    def set_weights(self, weights: List[Any]) -> None:
        """Set the values of the weights, or of all variables as Keras 3 lists them."""
        own: Any = super()
        meant = slots.set_by(self, weights)
        if meant is None:
            own.set_weights(weights)
        for weight, value in zip(meant or (), weights):
            weight.assign(value)

    @legacy_get_updates_support
    def get_updates(self, loss: Any, params: Any) -> List[Any]:
        """Return the updates of a step, also for `(params, constraints, loss)`, the order of Keras 1."""
        if is_symbolic(loss):
            return [symbolic_updates.Minimized(self.get_updates, loss, params)]
        kind = next(cls.__name__ for cls in type(self).__mro__ if cls.__name__.lower() in _CLASSES)
        self.updates = built_in_updates.listed(self, kind, params, self.get_gradients(loss, params))
        return self.updates

    def get_gradients(self, loss: Any, params: Any) -> List[Any]:
        """Return the gradients of the loss by the weights, clipped."""
        return own_optimizers.clipped_gradients(self, loss, params)

    def apply_gradients(self, grads_and_vars: Any, *args: Any, **kwargs: Any) -> Any:
        """Make a step, in a custom training loop under a strategy, too."""
        pairs = list(grads_and_vars)
        built_on_replicas.build_once(self, [variable for _, variable in pairs])
        own: Any = super()
        return own.apply_gradients(pairs, *args, **kwargs)

    def update_step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        """Update `variable` at the decayed learning rate, `lr / (1 + decay * iterations)`."""
        learning_rate = self._decayed(learning_rate, variable.dtype)
        self._step(ops.cast(_dense(gradient), variable.dtype), variable, learning_rate)

    def _decayed(self, learning_rate: Any, dtype: Any) -> Any:
        learning_rate = ops.cast(learning_rate, dtype)
        if self.initial_decay:
            steps = ops.cast(self.iterations, dtype)
            learning_rate = learning_rate * (1.0 / (1.0 + ops.cast(self.decay, dtype) * steps))
        return learning_rate

    def _decayed_lr(self, var_dtype: Any) -> Any:
        """The rate of this step, which metrics of `tf.keras` show."""
        return self._decayed(self.learning_rate, keras.backend.standardize_dtype(var_dtype))

    def _step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        super().update_step(gradient, variable, learning_rate)  # type: ignore[misc]

    def _clip_gradients(self, grads: List[Any]) -> List[Any]:
        """Clip by the norm and then by value, of an embedding each slice by itself; Keras 3 takes only one of them."""
        dense = [_dense(each) for each in grads]
        if not self.clipvalue:
            clipped: List[Any] = super()._clip_gradients(dense)  # type: ignore[misc]
            return clipped
        scale: Any = 1.0
        if self.global_clipnorm:
            norm = tf.linalg.global_norm(dense)
            scale = self.global_clipnorm / ops.maximum(norm, self.global_clipnorm)
        return [_dense(_clipped(each, scale, self.clipvalue)) for each in grads]

    def get_config(self) -> Dict[str, Any]:
        """Describe the optimizer as Keras 3 would, decay as the equal schedule; it answers to the keys of Keras 2."""
        config: Dict[str, Any] = super().get_config()  # type: ignore[misc]
        decay = float(self.decay.numpy()) if self.initial_decay else 0.0
        return OptimizerConfig({**config, "learning_rate": decayed(config["learning_rate"], decay)})

    @classmethod
    def from_config(cls, config: Dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        """Make the optimizer of a configuration of Keras 2 or Keras 3, where `clipnorm` is that of each gradient."""
        given = OptimizerConfig(config).arguments()
        clipnorm = given.pop("clipnorm", None) if "global_clipnorm" in given else None
        own: Any = super()
        made = own.from_config(given, *args, **kwargs)
        if clipnorm is not None:
            made.clipnorm = clipnorm
        return made


def _dense(gradient: Any) -> Any:
    """The gradient of an embedding with its slices added up; Keras 3 squares those of a row one by one."""
    return tf.convert_to_tensor(gradient) if isinstance(gradient, tf.IndexedSlices) else gradient


def _clipped(gradient: Any, scale: Any, limit: float) -> Any:
    if gradient is None:
        return None
    if isinstance(gradient, tf.IndexedSlices):
        values = _clipped(gradient.values, scale, limit)
        return tf.IndexedSlices(values, gradient.indices, gradient.dense_shape)
    return ops.clip(gradient * ops.cast(scale, gradient.dtype), -limit, limit)


class SGD(Legacy, keras.optimizers.SGD):  # type: ignore[misc]
    """`SGD(learning_rate=0.01, momentum=0.0, nesterov=False, **kwargs)`."""


class Adam(Legacy, keras.optimizers.Adam):  # type: ignore[misc]
    """`Adam(learning_rate=0.001, beta_1=0.9, beta_2=0.999, amsgrad=False, **kwargs)`."""


class Adamax(Legacy, keras.optimizers.Adamax):  # type: ignore[misc]
    """`Adamax(learning_rate=0.002, beta_1=0.9, beta_2=0.999, **kwargs)`."""


class Adadelta(Legacy, keras.optimizers.Adadelta):  # type: ignore[misc]
    """`Adadelta(learning_rate=1.0, rho=0.95, **kwargs)`."""


class Adagrad(Legacy, keras.optimizers.Adagrad):  # type: ignore[misc]
    """`Adagrad(learning_rate=0.01, **kwargs)`; epsilon is added to the root, not under it."""

    def _step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        accumulator = self._accumulators[self._get_variable_index(variable)]
        self.assign_add(accumulator, ops.square(gradient))
        self.assign_sub(variable, learning_rate * gradient / (ops.sqrt(accumulator) + self.epsilon))


class RMSprop(Legacy, keras.optimizers.RMSprop):  # type: ignore[misc]
    """`RMSprop(learning_rate=0.001, rho=0.9, **kwargs)`; epsilon is added to the root, not under it."""

    def _step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        if self.momentum > 0 or self.centered:
            super()._step(gradient, variable, learning_rate)
            return
        velocity = self._velocities[self._get_variable_index(variable)]
        self.assign(velocity, self.rho * velocity + (1 - self.rho) * ops.square(gradient))
        self.assign_sub(variable, learning_rate * gradient / (ops.sqrt(velocity) + self.epsilon))


class Nadam(Legacy, keras.optimizers.Nadam):  # type: ignore[misc]
    """`Nadam(learning_rate=0.002, beta_1=0.9, beta_2=0.999, **kwargs)` with `schedule_decay`, 0.004."""

    _schedule_decay: float = 0.004

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.update(by_keyword("Nadam", args))
        schedule_decay = kwargs.pop("schedule_decay", self._schedule_decay)
        super().__init__(**kwargs)
        self._schedule_decay = schedule_decay

    def build(self, variables: Any) -> None:
        """Create the slots; the product of the momenta is one for all models of an optimizer."""
        if not self.built:
            super().build(variables)
            shared_optimizers.share_when_built(self, "_u_product")

    def _backend_update_step(self, grads: Any, trainable_variables: Any, learning_rate: Any) -> None:
        self._u_product.assign(self._u_product * self._momentum_at(1))
        super(keras.optimizers.Nadam, self)._backend_update_step(grads, trainable_variables, learning_rate)

    def _momentum_at(self, offset: int) -> Any:
        step = ops.cast(self.iterations + offset, self._u_product.dtype)
        return self.beta_1 * (1.0 - 0.5 * ops.power(0.96, step * self._schedule_decay))

    def _step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        index = self._get_variable_index(variable)
        m, v = self._momentums[index], self._velocities[index]
        now, following = self._momentum_at(1), self._momentum_at(2)
        self.assign(m, self.beta_1 * m + (1.0 - self.beta_1) * gradient)
        self.assign(v, self.beta_2 * v + (1.0 - self.beta_2) * ops.square(gradient))
        step = ops.cast(self.iterations + 1, variable.dtype)
        mean = (1.0 - now) * gradient / (1.0 - self._u_product)
        mean = mean + following * m / (1.0 - self._u_product * following)
        root = ops.sqrt(v / (1.0 - ops.power(self.beta_2, step)))
        self.assign_sub(variable, learning_rate * mean / (root + self.epsilon))


_CLASSES = {cls.__name__.lower(): cls for cls in (SGD, RMSprop, Adagrad, Adadelta, Adam, Adamax, Nadam)}
for _cls in _CLASSES.values():
    # Saved models name the class that Keras 3 can load without this toolkit.
    _cls.__module__ = "keras.optimizers"


def loadable(given: Mapping[str, Any], classes: Mapping[str, Any] = _CLASSES) -> Dict[str, Any]:
    """Return `classes` under the names that files have for them; classes of that name in `given` stand for them."""
    named = {cls.__name__: given.get(cls.__name__, cls) for cls in classes.values()}
    return {**named, **{name.lower(): cls for name, cls in named.items()}}


def legacy_optimizer(optimizer: Any, known: Mapping[str, Any]) -> Any:
    """Return an optimizer of `known` that is equal to one of Keras 3, with its state; others are returned as is.

    Files of Keras 3 name its own classes alone.
    """
    kind = type(optimizer)
    cls: Any = known.get(kind.__name__)
    is_legacy = isinstance(cls, type) and issubclass(cls, Legacy)
    if not is_legacy or kind is not getattr(keras.optimizers, kind.__name__, None):
        return optimizer
    made = cls.from_config(optimizer.get_config())
    if optimizer.built:
        made.build(optimizer._trainable_variables)  # noqa: SLF001
        for variable, value in zip(made.variables, optimizer.variables):
            variable.assign(value)
    return made


def get(identifier: Any) -> Any:
    """Return the optimizer for a name, a config or an instance, which may also be an optimizer of `tf.train`."""
    if isinstance(identifier, str) and identifier.lower() in _CLASSES:
        return _CLASSES[identifier.lower()]()
    if own_optimizers.returns_updates(identifier):
        return identifier
    if train_optimizers.is_train_optimizer(identifier):
        return train_optimizers.modern_optimizer(identifier)
    return deserialize(identifier) if isinstance(identifier, dict) else keras.optimizers.get(identifier)


def serialize(optimizer: Any) -> Any:
    """Return the name or the settings of an optimizer, as Keras 2 did; raises ValueError for anything else."""
    return serialization.serialize(optimizer)


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """Return the optimizer for `{"class_name": "SGD", "config": {"lr": 0.1, "decay": 1e-4}}`.

    As Keras 2 did, it writes the name into `config` in small letters.
    """
    if isinstance(config, dict) and str(config.get("class_name", "")).lower() in _CLASSES:
        if not config.get("registered_name") and config["class_name"] not in (custom_objects or {}):
            config["class_name"] = config["class_name"].lower()
    return from_dictionary(config, _CLASSES, custom_objects)


def from_dictionary(config: Any, classes: Mapping[str, Any], custom_objects: Any = None) -> Any:
    """Make one of `classes` if the configuration names it, and else what Keras 3 makes of it."""
    name = str(config.get("class_name", "")) if isinstance(config, dict) else ""
    cls = classes.get(name.lower()) if name not in (custom_objects or {}) else None
    if cls is None or config.get("registered_name"):
        return keras.optimizers.deserialize(config, custom_objects=custom_objects)
    return cls.from_config(dict(config.get("config", {})))
