"""Recurrent layers that take their states among the inputs, and `reset_states(values)`, as in Keras 2.

https://github.com/keras-team/keras/blob/2.3.1/keras/layers/recurrent.py
"""

from typing import Any

import keras
import numpy as np


class LegacyStates:
    """A mixin for recurrent layers."""

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Call the layer; tensors behind the first of a list are the initial states."""
        if isinstance(inputs, (list, tuple)) and len(inputs) > 1 and not args and kwargs.get("initial_state") is None:
            inputs, *kwargs["initial_state"] = inputs
        return super().__call__(inputs, *args, **kwargs)  # type: ignore[misc]

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
