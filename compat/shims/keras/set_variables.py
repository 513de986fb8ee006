"""Variables that a layer sets on itself, and lists of its weights, as in Keras 2.3.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py

Keras 3 trains and saves variables of its own alone, and computes the lists.
"""

from typing import Any, Dict, Iterable, List, Tuple

import keras
import tensorflow as tf

_CONVERTED = "_legacy_variables"


class SettableWeights:
    """`self.kernel = K.variable(...)` and `self.trainable_weights = [self.kernel]`."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, self._of_keras_3(value))

    def _of_keras_3(self, value: Any) -> Any:
        """A `keras.Variable` with the value of a `tf.Variable`, the same one each time; other values as they are."""
        if not isinstance(value, tf.Variable) or not tf.executing_eagerly() or value.dtype.as_numpy_dtype is object:
            return value
        converted: Dict[int, Tuple[Any, Any]] = vars(self).setdefault(_CONVERTED, {})
        if id(value) not in converted:
            dtype, last = value.dtype.name, value.name.split(":")[0].rsplit("/", 1)[-1]
            made = keras.Variable(value.numpy(), trainable=value.trainable, dtype=dtype, name=last)
            converted[id(value)] = (value, made)
        return converted[id(value)][1]

    @property
    def trainable_weights(self) -> List[Any]:
        """The weights that training updates."""
        weights: List[Any] = super().trainable_weights  # type: ignore[misc]
        return weights

    @trainable_weights.setter
    def trainable_weights(self, weights: Iterable[Any]) -> None:
        self._set_trainable(weights)

    def _set_trainable(self, weights: Iterable[Any]) -> None:
        listed = {id(each) for each in self._own(weights)}
        for each in self.weights:  # type: ignore[attr-defined]
            each.trainable = id(each) in listed

    _trainable_weights = property(lambda self: [*self.trainable_weights], _set_trainable)

    @property
    def non_trainable_weights(self) -> List[Any]:
        """The weights that training leaves as they are."""
        weights: List[Any] = super().non_trainable_weights  # type: ignore[misc]
        return weights

    @non_trainable_weights.setter
    def non_trainable_weights(self, weights: Iterable[Any]) -> None:
        self._set_fixed(weights)

    def _set_fixed(self, weights: Iterable[Any]) -> None:
        for each in self._own(weights):
            each.trainable = False

    _non_trainable_weights = property(lambda self: [*self.non_trainable_weights], _set_fixed)

    def _own(self, weights: Iterable[Any]) -> List[Any]:
        """The weights of the layer that a list means.

        Raises:
            NotImplementedError: the layer does not hold one of them as an attribute.

        """
        converted = vars(self).get(_CONVERTED, {})
        found = [converted[id(each)][1] if id(each) in converted else each for each in weights]
        known = {id(each) for each in self.weights}  # type: ignore[attr-defined]
        if any(id(each) not in known for each in found):
            message = (
                "a list of weights with a variable that is no attribute of the layer: make it with self.add_weight()"
            )
            raise NotImplementedError(message)
        return found
