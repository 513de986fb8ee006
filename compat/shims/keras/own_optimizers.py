"""`keras.optimizers.Optimizer` of Keras 2: the base of optimizers that return a list of updates from `get_updates`.

https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

`get_updates` runs once for each model that is compiled, in a graph; training runs that graph.

Known deviations:
* `model.optimizer` is an optimizer of Keras 3 that has the attributes of the script's one
* under a strategy of several replicas it raises NotImplementedError
"""

import itertools
import weakref
from typing import Any, Dict, Iterable, Iterator, List, Sequence, Set, Tuple

import keras
import numpy as np
import tensorflow as tf

from compat.shims.keras import computed_values, updates
from compat.shims.keras.gradients import gradients
from compat.shims.tensorflow import own_optimizers as of_tensorflow

_RATES = ("lr", "learning_rate")
_CLIPS = ("clipnorm", "clipvalue")
_METHOD = "get_updates"
_NAME = "_legacy_name"
_OF_TENSORFLOW = ("_resource_apply_dense", "_create_slots")
_OF_KERAS_3 = ("update_step",)


class _ByMethods(type):
    """Makes a subclass of the base that its methods are written for; optimizers of Keras 3 are instances."""

    def __new__(cls, name: str, bases: Tuple[Any, ...], namespace: Dict[str, Any], **kwargs: Any) -> Any:
        base = _base(namespace)
        if base is not None and any(vars(each).get("_native") for each in bases):
            bases = tuple(base if vars(each).get("_native") else each for each in bases)
            return type(bases[0])(name, bases, namespace, **kwargs)
        return super().__new__(cls, name, bases, namespace, **kwargs)

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Make an optimizer; what its `__init__` computes of variables is computed anew in each step."""
        with computed_values.noted():
            made = super().__call__(*args, **kwargs)
            computed_values.keep(made)
        return made

    def __instancecheck__(cls, instance: Any) -> bool:
        native = vars(cls).get("_native")
        return super().__instancecheck__(instance) or (native is not None and isinstance(instance, native))

    def __subclasscheck__(cls, subclass: Any) -> bool:
        native = vars(cls).get("_native")
        return super().__subclasscheck__(subclass) or (native is not None and issubclass(subclass, native))


def _base(namespace: Dict[str, Any]) -> Any:
    if any(name in namespace for name in _OF_TENSORFLOW):
        return of_tensorflow.Optimizer
    return keras.optimizers.Optimizer if any(name in namespace for name in _OF_KERAS_3) else None


class Optimizer(metaclass=_ByMethods):
    """`Optimizer(clipnorm=, clipvalue=)`, to derive from."""

    _native = keras.optimizers.Optimizer
    updates: Sequence[Any] = ()
    weights: Sequence[Any] = ()

    def __init__(self, **kwargs: Any) -> None:
        for name in kwargs:
            if name not in _CLIPS:
                raise TypeError(f"Unexpected keyword argument passed to optimizer: {name}")
        self.__dict__.update(kwargs)
        self.updates = []
        self.weights = []

    @property
    def lr(self) -> Any:
        """The rate, under its name of Keras 2.2; 2.3 calls it `learning_rate`."""
        found = [vars(self)[name] for name in _RATES if name in vars(self)]
        if not found:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute 'lr'")
        return found[0]

    @lr.setter
    def lr(self, value: Any) -> None:
        vars(self)["lr"] = value

    def __getattr__(self, name: str) -> Any:
        """The rate of an optimizer that was written for Keras 2.2 is also its `learning_rate`."""
        if name == "learning_rate" and "lr" in vars(self):
            return vars(self)["lr"]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def get_updates(self, loss: Any, params: Any) -> List[Any]:
        """Return what a step changes: results of `keras.backend.update`, or pairs of a variable and its new value."""
        raise NotImplementedError

    def get_gradients(self, loss: Any, params: Any) -> List[Any]:
        """Return the gradients of the loss, clipped by `clipnorm`, that of all together, and by `clipvalue`."""
        return clipped_gradients(self, loss, params)

    def get_weights(self) -> List[Any]:
        """Return the values of the weights."""
        with tf.init_scope():
            return [updates.raw(each).numpy() for each in self.weights]

    def set_weights(self, weights: Sequence[Any]) -> None:
        """Set the values of the weights.

        Raises:
            ValueError: they are not of the number or the shapes of the weights.

        """
        if len(self.weights) != len(weights):
            raise ValueError(f"The optimizer has {len(self.weights)} weights, and {len(weights)} were given")
        for weight, value in zip(self.weights, weights):
            updates.raw(weight).assign(value)

    def get_config(self) -> Dict[str, Any]:
        """Return what the base class takes; a script adds its own."""
        return {name: vars(self)[name] for name in _CLIPS if name in vars(self)}

    @classmethod
    def from_config(cls, config: Dict[str, Any]) -> Any:
        """Make the optimizer of its configuration."""
        return cls(**config)


def clipped_gradients(optimizer: Any, loss: Any, params: Any) -> List[Any]:
    """Return the gradients as `get_gradients` of Keras 2 did."""
    found = gradients(loss, params)
    if any(each is None for each in found):
        raise ValueError(
            "An operation has `None` for gradient. Please make sure that all of your ops have a gradient defined "
            "(i.e. are differentiable). Common ops without gradient: K.argmax, K.round, K.eval."
        )
    together, norm, value = (getattr(optimizer, name, None) for name in ("global_clipnorm", *_CLIPS))
    norm = norm or together  # of an optimizer of Keras itself the shims keep it under this name
    if norm and norm > 0:
        length = tf.sqrt(sum(tf.reduce_sum(tf.square(each)) for each in found))
        found = [_of_length(each, norm, length) for each in found]
    if value and value > 0:
        found = [tf.clip_by_value(each, -value, value) for each in found]
    return found


def _of_length(gradient: Any, limit: float, length: Any) -> Any:
    return tf.scalar_mul(tf.where(length >= limit, limit / length, 1.0), gradient)


def returns_updates(optimizer: Any) -> bool:
    """True if the class of the optimizer has a `get_updates` that a script wrote."""
    return returns_updates_of(type(optimizer))


def returns_updates_of(cls: type) -> bool:
    """True if a class has a `get_updates` that a script wrote."""
    method = getattr(cls, _METHOD, None)
    return method is not None and not getattr(method, "__module__", "").startswith("compat.shims.")


def adapted(optimizer: Any, model: Any) -> Any:
    """Return an optimizer of Keras 3 that trains `model` by the `get_updates` of a script; any other as it is."""
    legacy = optimizer.legacy if isinstance(optimizer, Adapter) else optimizer
    return _adapter_of(legacy, model) if returns_updates(legacy) else optimizer


_adapters: Dict[type, Any] = {}


def _adapter_of(legacy: Any, model: Any) -> Any:
    """An adapter of a class with the name of the script's, which saved models have."""
    cls = type(legacy)
    if cls not in _adapters:
        _adapters[cls] = type(cls.__name__, (Adapter,), {"__module__": cls.__module__})
    return _adapters[cls](legacy, model)


def loadable(custom_objects: Dict[str, Any]) -> Dict[str, Any]:
    """Return the objects for Keras 3 to load a model with."""
    return {name: _Loadable(each) if _is_own(each) else each for name, each in custom_objects.items()}


def _is_own(each: Any) -> bool:
    return isinstance(each, type) and returns_updates_of(each)


def made_anew(optimizer: Any, model: Any) -> Any:
    """Return an equal optimizer, not yet built, for a model."""
    legacy = optimizer.legacy if isinstance(optimizer, Adapter) else optimizer
    return adapted(type(legacy).from_config(legacy.get_config()), model)


class _Loadable:
    """Stands for a class of a script when Keras 3 makes its optimizer of a configuration."""

    def __init__(self, cls: type) -> None:
        self._cls = cls

    def from_config(self, config: Dict[str, Any]) -> Any:
        """Make an adapter of an optimizer."""
        return adapted(self._cls.from_config(config), None)  # type: ignore[attr-defined]


class Param(keras.Variable):  # type: ignore[misc]
    """A weight as `get_updates` sees it: under its name of Keras 2, and equal to itself alone."""

    def __init__(self, variable: Any, name: str) -> None:
        object.__setattr__(self, "__dict__", vars(variable))
        vars(variable)[_NAME] = name

    @property
    def name(self) -> str:
        """The name that Keras 2 gave it."""
        return str(vars(self)[_NAME])

    def get_shape(self) -> Any:
        """Return the shape."""
        return self.shape

    def __eq__(self, other: object) -> bool:
        return isinstance(other, keras.Variable) and vars(other) is vars(self)

    def __hash__(self) -> int:
        return id(vars(self))


def _params(variables: Sequence[Any], model: Any) -> List[Param]:
    """The weights under names such as `dense_1/kernel:0`; Keras 3 also names models, cells and layers of wrappers."""
    layers = list(model._flatten_layers()) if model is not None else []  # noqa: SLF001
    hidden = {each.name for each in layers if _is_hidden(each)}
    hidden.update(each.layer.name for each in layers if isinstance(each, keras.layers.TimeDistributed))
    found = []
    for each in variables:
        *scopes, last = each.path.split("/")
        found.append(Param(each, "/".join([*(scope for scope in scopes if scope not in hidden), last]) + ":0"))
    return found


def _is_hidden(layer: Any) -> bool:
    is_cell = hasattr(layer, "state_size") and not hasattr(layer, "cell")
    return isinstance(layer, keras.Model) or is_cell


class Adapter(keras.optimizers.Optimizer):  # type: ignore[misc]
    """Trains by the `get_updates` of `legacy`, whose attributes it has."""

    legacy: Any = None

    def __init__(self, legacy: Any, model: Any) -> None:
        object.__setattr__(self, "legacy", legacy)
        object.__setattr__(self, "_model", weakref.ref(model) if model is not None else lambda: None)
        object.__setattr__(self, "_step_loss", None)
        super().__init__(learning_rate=0.0, name=type(legacy).__name__)

    def __getattr__(self, name: str) -> Any:
        if self.legacy is None or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.legacy, name)

    def __setattr__(self, name: str, value: Any) -> None:
        known = getattr(self.legacy, name, None) if name not in _OF_ADAPTER else None
        if isinstance(known, (tf.Variable, keras.Variable)) and not isinstance(value, (tf.Variable, keras.Variable)):
            known.assign(value)
        else:
            super().__setattr__(name, value)

    @property
    def learning_rate(self) -> Any:
        """The rate of the script's optimizer."""
        return self.legacy.learning_rate if hasattr(self.legacy, "learning_rate") else self.legacy.lr

    @property
    def iterations(self) -> Any:
        """The steps that the script's optimizer counts, or else those of the training."""
        return getattr(self.legacy, "iterations", self._iterations)

    @property
    def variables(self) -> List[Any]:
        """The weights of the script's optimizer, as Keras 3 saves them."""
        return list(vars(self).get("_saved", ()))

    def build(self, variables: Any) -> None:
        """Call `get_updates`, whose variables are the slots."""
        if self.built:
            return
        if tf.distribute.get_strategy().num_replicas_in_sync > 1:
            raise NotImplementedError(f"{type(self.legacy).__name__}.get_updates runs on one replica alone")
        super().build(variables)
        self._sparse = [each.name == "embeddings" for each in variables]
        params = _params(variables, self._model())
        step, used = updates.function(self._get_updates, params, self._sparse)
        listed = [updates.raw(each) for each in getattr(self.legacy, "weights", ())]
        saved = [
            keras.Variable(each, trainable=False, dtype=each.dtype.name, name=name)
            for each, name in zip(listed, _distinct(_name(each) for each in listed))
        ]
        for name, value in {"_step": step, "_used": used, "_saved": saved}.items():
            object.__setattr__(self, name, value)  # not for the tracker of Keras, which counts variables

    def _get_updates(self, loss: Any, params: Any) -> Any:
        with computed_values.renewed(self.legacy):
            return self.legacy.get_updates(loss=loss, params=params)

    def scale_loss(self, loss: Any) -> Any:
        """Remember the loss of the step."""
        object.__setattr__(self, "_step_loss", loss)
        return loss

    def apply(self, grads: Any, trainable_variables: Any = None) -> None:
        """Run a step."""
        if trainable_variables is not None:
            self.build(list(trainable_variables))
            self._check_variables_are_known(trainable_variables)
        loss, self_loss = tf.constant(np.nan), self._step_loss
        if self_loss is not None:
            loss = tf.cast(self_loss, tf.float32)
            object.__setattr__(self, "_step_loss", None)
        if any(each is None for each in grads):
            message = "An operation has `None` for gradient: a trainable weight has no part in the loss"
            raise ValueError(message)
        given: List[Any] = []
        for gradient, is_sparse in zip(grads, self._sparse):
            given += _parts(gradient) if is_sparse else [tf.convert_to_tensor(gradient)]
        self._iterations.assign_add(tf.cast(self._step(loss, *given), self._iterations.dtype))

    def get_config(self) -> Dict[str, Any]:
        """Describe the script's optimizer."""
        config: Dict[str, Any] = self.legacy.get_config()
        return config


_OF_ADAPTER = frozenset({*dir(keras.optimizers.Optimizer), "_get_updates", "_step_loss", "_sparse"}) - {
    "learning_rate",
    "iterations",
}


def _distinct(names: Iterable[str]) -> Iterator[str]:
    """The names, numbered where they come again: a file has each once."""
    seen: Set[str] = set()
    for name in names:
        numbered = (f"{name}_{number}" for number in itertools.count(1))
        distinct = next(each for each in itertools.chain([name], numbered) if each not in seen)
        seen.add(distinct)
        yield distinct


def _name(variable: Any) -> str:
    return variable.name.split(":")[0].replace("/", "_") or "weight"


def _parts(gradient: Any) -> List[Any]:
    """The values and rows of a sparse gradient."""
    if isinstance(gradient, tf.IndexedSlices):
        return [gradient.values, tf.cast(gradient.indices, tf.int64)]
    return [gradient, tf.range(tf.shape(gradient, tf.int64)[0])]
