"""Recurrent layers that take their states among the inputs, and `reset_states(values)`, as in Keras 2.

https://github.com/keras-team/keras/blob/2.3.1/keras/layers/recurrent.py
"""

from typing import Any, List

import keras
import numpy as np
from keras import ops

from compat.shims.keras.layer_nodes import with_nodes


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


class LegacyStates(MasksBesideStates):
    """A mixin for recurrent layers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        with_nodes(self.cell)  # type: ignore[attr-defined]

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Call the layer; tensors behind the first of a list are the initial states."""
        if args:
            kwargs["initial_state"], *args = args  # type: ignore[assignment]
        if isinstance(inputs, (list, tuple)) and len(inputs) > 1 and not args and kwargs.get("initial_state") is None:
            inputs, *kwargs["initial_state"] = inputs
        return super().__call__(inputs, *args, **kwargs)

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
            ValueError: there are more or fewer values than states, or they have other shapes.

        """
        if states is None:
            self.reset_state()  # type: ignore[attr-defined]
            return
        known = keras.tree.flatten(self.states)  # type: ignore[attr-defined]
        values = list(states) if isinstance(states, (list, tuple)) else [states]
        if len(values) != len(known):
            raise ValueError(f"Layer expects {len(known)} states, but it received {len(values)} state values.")
        for state, value in zip(known, values):
            if tuple(np.shape(value)) != tuple(state.shape):
                raise ValueError(f"A state is expected to have shape {tuple(state.shape)}, found {np.shape(value)}")
            state.assign(value)
