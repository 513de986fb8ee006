"""Recurrent layers that take their states among the inputs, and `reset_states(values)`, as in Keras 2.

https://github.com/keras-team/keras/blob/2.3.1/keras/layers/recurrent.py
"""

from typing import Any, Dict, List

import keras
import numpy as np
from keras import ops

from compat.shims.keras.keywords import with_objects
from compat.shims.keras.layer_nodes import with_nodes

NUMBER_OF_CONSTANTS = "num_constants"
"""The setting of a layer that says how many constants it was called with."""


class IdentityOfGates(keras.initializers.Identity):  # type: ignore[misc]
    """An identity for each gate, side by side, as Keras 2 made it for recurrent kernels; saved as the plain one."""

    def __call__(self, shape: Any, dtype: Any = None) -> Any:
        """Return so many identities as the kernel has gates."""
        rows, columns = shape
        return ops.concatenate([super().__call__((rows, rows), dtype)] * (columns // rows), axis=1)


IdentityOfGates.__module__, IdentityOfGates.__name__ = "keras.initializers", "Identity"


class IdentityKernels:
    """A mixin for recurrent layers and cells with gates."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs = with_objects(kwargs)
        found = kwargs.get("recurrent_initializer")
        if found is not None:
            found = keras.initializers.get(found)
            is_identity = isinstance(found, keras.initializers.Identity)
            kwargs["recurrent_initializer"] = IdentityOfGates(found.gain) if is_identity else found
        super().__init__(*args, **kwargs)


class MasksBesideStates:
    """A mixin for recurrent layers: masks of the steps count although there are initial states."""

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Call the layer; Keras 3 hands masks on to calls of one argument alone."""
        has_states = bool(args) or kwargs.get("initial_state") is not None
        if has_states and kwargs.get("mask") is None and not isinstance(inputs, (list, tuple)):
            kwargs["mask"] = keras.src.backend.get_keras_mask(inputs)
        return super().__call__(inputs, *args, **kwargs)  # type: ignore[misc]


class TakesConstants:
    """A mixin for layers whose cells take constants, which are given by name or behind the states in a list."""

    _num_constants = 0

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Call the layer; what is behind the inputs in a list are its states, and then its constants."""
        if kwargs.get("constants") is not None:
            constants = kwargs["constants"]
            kwargs["constants"] = list(constants) if isinstance(constants, (list, tuple)) else [constants]
            self._num_constants = len(kwargs["constants"])
        elif self._num_constants and isinstance(inputs, (list, tuple)):
            kwargs["constants"] = list(inputs[-self._num_constants :])
            inputs = list(inputs[: -self._num_constants])
            inputs = inputs[0] if len(inputs) == 1 else inputs
        return super().__call__(inputs, *args, **kwargs)  # type: ignore[misc]

    def get_config(self) -> Dict[str, Any]:
        """Describe the layer, with the number of its constants if it was called with any."""
        config: Dict[str, Any] = super().get_config()  # type: ignore[misc]
        return {**config, NUMBER_OF_CONSTANTS: self._num_constants} if self._num_constants else config

    def get_build_config(self) -> Any:
        """Return the shapes to build a copy with; none for one with constants, which its first call builds."""
        return None if self._num_constants else super().get_build_config()  # type: ignore[misc]


class StatesAmongInputs(MasksBesideStates):
    """A mixin for recurrent layers: they take their states behind the inputs in a list, or by position."""

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Call the layer; tensors behind the first of a list are the initial states."""
        if args:
            kwargs["initial_state"], *args = args  # type: ignore[assignment]
        if isinstance(inputs, (list, tuple)) and len(inputs) > 1 and not args and kwargs.get("initial_state") is None:
            inputs, *kwargs["initial_state"] = inputs
        return super().__call__(inputs, *args, **kwargs)


class LegacyStates(StatesAmongInputs):
    """A mixin for recurrent layers."""

    _states: Any = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        with_nodes(self.cell)  # type: ignore[attr-defined]

    @property
    def states(self) -> Any:
        """The states that the layer keeps; `None` for each if it keeps none."""
        if self._states is None and not self.stateful:  # type: ignore[attr-defined]
            return [None] * len(keras.tree.flatten(self.state_size))  # type: ignore[attr-defined]
        return self._states

    @states.setter
    def states(self, states: Any) -> None:
        self._states = states

    def call(self, sequences: Any, mask: Any = None, training: Any = False, initial_state: Any = None) -> Any:
        """Run the layer; a `call` of a subclass may pass these on in this order."""
        return super().call(sequences, mask=mask, training=training, initial_state=initial_state)  # type: ignore[misc]

    def get_initial_state(self, batch_size: Any) -> Any:
        """Return states of zeros for so many rows, or for the rows of a tensor, as Keras 2 asked."""
        if hasattr(batch_size, "shape") and len(batch_size.shape):
            return self._states_like(batch_size)
        return super().get_initial_state(batch_size)  # type: ignore[misc]

    def _states_like(self, inputs: Any) -> List[Any]:
        row = ops.expand_dims(ops.sum(ops.zeros_like(inputs), axis=tuple(range(1, len(inputs.shape)))), -1)
        sizes = keras.tree.flatten(self.state_size)  # type: ignore[attr-defined]
        return [ops.tile(row, (1, size)) for size in sizes]

    def reset_states(self, states: Any = None) -> None:
        """Set the states to zero, or to values of their shapes.

        Raises:
            AttributeError: the layer keeps no states.
            ValueError: there are more or fewer values than states, or they have other shapes.

        """
        if not self.stateful:  # type: ignore[attr-defined]
            raise AttributeError("Layer must be stateful.")
        if states is None:
            self.reset_state()  # type: ignore[attr-defined]
            return
        known = keras.tree.flatten(self.states)
        values = list(states) if isinstance(states, (list, tuple)) else [states]
        if len(values) != len(known):
            raise ValueError(f"Layer expects {len(known)} states, but it received {len(values)} state values.")
        for state, value in zip(known, values):
            if tuple(np.shape(value)) != tuple(state.shape):
                raise ValueError(f"A state is expected to have shape {tuple(state.shape)}, found {np.shape(value)}")
            state.assign(value)
