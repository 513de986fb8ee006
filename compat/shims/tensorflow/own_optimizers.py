"""`tf.keras.optimizers.Optimizer`: the base of optimizers that scripts wrote for `tf.keras` of TensorFlow 1.14 to 2.10.

They keep numbers with `_set_hyper`, make slots in `_create_slots` and override `_resource_apply_dense`. The rest is an
optimizer of Keras 3.
https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras/optimizer_v2/optimizer_v2.py

Known deviations:
* a number that is a tensor is not saved
"""

import inspect
from typing import Any, Dict, List, Tuple, Type

import keras
import tensorflow as tf

from compat.shims.keras import built_on_replicas

_RATE = "learning_rate"
_Schedule = keras.optimizers.schedules.LearningRateSchedule


class _AlsoThoseOfKeras(type):
    """Optimizers of Keras are instances of the base class itself."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, _native(cls)) if _native(cls) else super().__instancecheck__(instance)

    def __subclasscheck__(cls, subclass: Any) -> bool:
        return issubclass(subclass, _native(cls)) if _native(cls) else super().__subclasscheck__(subclass)


def _native(cls: Type[Any]) -> Any:
    return vars(cls).get("_native")


class Optimizer(keras.optimizers.Optimizer, metaclass=_AlsoThoseOfKeras):  # type: ignore[misc]
    """`Optimizer(name, clipnorm=None, clipvalue=None, lr=None, decay=0.0)`, to derive from."""

    _native = keras.optimizers.Optimizer
    _use_locking = True

    def __init__(self, name: str, **kwargs: Any) -> None:
        object.__setattr__(self, "_hyper", {})
        object.__setattr__(self, "_slots", {})
        object.__setattr__(self, "_originals", {})
        decay = kwargs.pop("decay", 0.0)
        if decay < 0.0:
            raise ValueError(f"decay cannot be less than 0: {decay}")
        rate = kwargs.pop("lr", kwargs.pop(_RATE, 0.001))
        super().__init__(learning_rate=rate, name=name, **kwargs)
        self._initial_decay = decay

    def __getattr__(self, name: str) -> Any:
        """The numbers are attributes, too; `lr` is the rate."""
        hyper = vars(self).get("_hyper", {})
        if name in hyper:
            return hyper[name]
        if name == "lr":
            return self.learning_rate
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        name = _RATE if name == "lr" else name
        if name in vars(self).get("_hyper", {}):
            self._set_hyper(name, value)
        else:
            super().__setattr__(name, value)

    def _set_hyper(self, name: str, value: Any) -> None:
        """Keep a number, which is a variable from now on, or a schedule, a tensor or a function."""
        if name == _RATE:
            if isinstance(value, _Schedule):
                self._learning_rate = value
            else:
                self.learning_rate = value() if callable(value) else value
            return
        known = self._hyper.get(name)
        if isinstance(known, tf.Variable) and not callable(value):
            known.assign(value)
        elif isinstance(value, (int, float)):
            self._hyper[name] = tf.Variable(float(value), trainable=False, name=name)
        else:
            self._hyper[name] = value

    def _get_hyper(self, name: str, dtype: Any = None) -> Any:
        value = self._learning_rate if name == _RATE else self._hyper[name]
        if isinstance(value, _Schedule):
            return value
        value = value() if callable(value) and not isinstance(value, tf.Variable) else value
        return value if dtype is None else tf.cast(value, dtype)

    def _serialize_hyperparameter(self, name: str) -> Any:
        value = self._get_hyper(name)
        if isinstance(value, _Schedule):
            return keras.optimizers.schedules.serialize(value)
        return keras.ops.convert_to_numpy(value).item()

    def _decayed_lr(self, var_dtype: Any) -> Any:
        """The rate of this step."""
        rate, steps = self._get_hyper(_RATE), tf.cast(self.iterations, var_dtype)
        rate = tf.cast(rate(self.iterations) if isinstance(rate, _Schedule) else rate, var_dtype)
        return rate / (1.0 + tf.cast(self._initial_decay, var_dtype) * steps) if self._initial_decay > 0.0 else rate

    def build(self, variables: Any) -> None:
        """Make the slots."""
        if not self.built:
            super().build(variables)
            self._originals.update((self._var_key(each), each) for each in variables)
            self._create_slots([_raw(each) for each in variables])

    def apply_gradients(self, grads_and_vars: Any, *args: Any, **kwargs: Any) -> Any:
        """Make a step, in a custom training loop under a strategy, too."""
        pairs = list(grads_and_vars)
        built_on_replicas.build_once(self, [variable for _, variable in pairs])
        return super().apply_gradients(pairs, *args, **kwargs)

    def _create_slots(self, var_list: List[Any]) -> None:
        """Make slots with `add_slot`; by default there are none."""

    def add_slot(self, var: Any, slot_name: str, initializer: Any = "zeros", shape: Any = None) -> Any:
        """Make a variable for a variable of the model, and return it."""
        key = (self._var_key(var), slot_name)
        if key not in self._slots:
            first = keras.initializers.get(initializer) if not callable(initializer) else initializer
            of_shape = tuple(var.shape if shape is None else shape)
            original = self._originals.get(self._var_key(var))
            name = f"{original.path if original is not None else var.name}_{slot_name}".replace("/", "_").replace(
                ":", "_"
            )
            strategy = self._distribution_strategy
            with strategy.scope(), strategy.extended.colocate_vars_with(_raw(var)):
                value = keras.Variable(first(of_shape, var.dtype), trainable=False, dtype=var.dtype.name, name=name)
            self._track_variable(value)
            self._slots[key] = value
        return _raw(self._slots[key])

    def get_slot(self, var: Any, slot_name: str) -> Any:
        """Return what `add_slot` made."""
        return _raw(self._slots[self._var_key(var), slot_name])

    def get_slot_names(self) -> List[str]:
        """Return the names of the slots."""
        return list(dict.fromkeys(name for _, name in self._slots))

    def update_step(self, gradient: Any, variable: Any, learning_rate: Any) -> None:
        """Update `variable` by the method that the script wrote."""
        del learning_rate
        raw = _raw(variable)
        state = self._prepare([raw])
        if isinstance(gradient, tf.IndexedSlices):
            apply: Any = self._resource_apply_sparse_duplicate_indices
            apply(
                tf.cast(gradient.values, raw.dtype), raw, gradient.indices, **_state(self._resource_apply_sparse, state)
            )
        else:
            apply = self._resource_apply_dense
            apply(tf.cast(gradient, raw.dtype), raw, **_state(apply, state))

    def _prepare(self, var_list: List[Any]) -> Dict[Tuple[str, Any], Dict[str, Any]]:
        state: Dict[Tuple[str, Any], Dict[str, Any]] = {}
        for var in var_list:
            key = (var.device, var.dtype.base_dtype)
            state[key] = {}
            self._prepare_local(*key, state)
        return state

    def _prepare_local(self, var_device: str, var_dtype: Any, apply_state: Any) -> None:
        apply_state[(var_device, var_dtype)]["lr_t"] = tf.identity(self._decayed_lr(var_dtype))

    def _fallback_apply_state(self, var_device: str, var_dtype: Any) -> Dict[str, Any]:
        state: Dict[Tuple[str, Any], Dict[str, Any]] = {(var_device, var_dtype): {}}
        self._prepare_local(var_device, var_dtype, state)
        return state[(var_device, var_dtype)]

    def _resource_apply_dense(self, grad: Any, var: Any, apply_state: Any = None) -> Any:
        raise NotImplementedError("Must be implemented in subclasses.")

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any, apply_state: Any = None) -> Any:
        raise NotImplementedError("Must be implemented in subclasses.")

    def _resource_apply_sparse_duplicate_indices(self, grad: Any, var: Any, indices: Any, **kwargs: Any) -> Any:
        """Add up the rows of an index, and apply them."""
        unique, places = tf.unique(indices)
        summed = tf.math.unsorted_segment_sum(grad, places, tf.shape(unique)[0])
        return self._resource_apply_sparse(summed, var, unique, **kwargs)

    def _resource_scatter_add(self, x: Any, i: Any, v: Any) -> Any:
        x.scatter_add(tf.IndexedSlices(v, i))
        return x.value()

    def _resource_scatter_update(self, x: Any, i: Any, v: Any) -> Any:
        x.scatter_update(tf.IndexedSlices(v, i))
        return x.value()

    @property
    def weights(self) -> List[Any]:
        """The number of steps, and the slots."""
        return [self.iterations, *map(_raw, self._slots.values())]

    def get_weights(self) -> List[Any]:
        """Return the values of the weights."""
        return [each.numpy() for each in self.weights]

    def set_weights(self, weights: List[Any]) -> None:
        """Set the values of the weights."""
        for weight, value in zip(self.weights, weights):
            weight.assign(value)

    def get_config(self) -> Dict[str, Any]:
        """Return what the base class takes; a script adds its own."""
        given = {name: getattr(self, name) for name in ("clipnorm", "clipvalue", "global_clipnorm")}
        return {"name": self.name, **{name: value for name, value in given.items() if value is not None}}

    @classmethod
    def from_config(cls, config: Dict[str, Any], custom_objects: Any = None) -> Any:
        """Make the optimizer of its configuration."""
        del custom_objects
        given = dict(config)
        if isinstance(given.get(_RATE), dict):
            given[_RATE] = keras.optimizers.schedules.deserialize(given[_RATE])
        return cls(**given)


def _raw(variable: Any) -> Any:
    """The variable of TensorFlow in one of Keras 3."""
    return variable.value if isinstance(variable, keras.Variable) else variable


def _state(method: Any, state: Any) -> Dict[str, Any]:
    return {"apply_state": state} if "apply_state" in inspect.signature(method).parameters else {}


Optimizer.__module__ = "keras.optimizers"
