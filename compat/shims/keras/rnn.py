"""`RNN` of cells as Keras 2 took them: with constants, of any class, with sizes known once they are built.

https://github.com/keras-team/keras/blob/2.3.1/keras/layers/recurrent.py
"""

from typing import Any, List

import keras

from compat.shims.keras.layers import legacy_layer
from compat.shims.keras.recurrent import NUMBER_OF_CONSTANTS, LegacyStates, TakesConstants
from compat.shims.keras.stacked_cells import (
    StackedRNNCells,
    build_cell,
    call_cell,
    output_size_of,
    sizes_of,
    zeros_for,
)


class _Unbuilt:
    """Stands for a cell while the layer is made: it may not know its sizes yet."""

    state_size = ()

    def call(self, inputs: Any, states: Any) -> Any:
        """Return what it is given."""
        return inputs, states


def _of_keras_2(cell: Any) -> Any:
    """One cell for a list, or for what Keras 3 made of one; a cell that is no layer computes in the usual precision."""
    if isinstance(cell, (list, tuple)):
        return StackedRNNCells(cell)
    if isinstance(cell, StackedRNNCells):
        return StackedRNNCells(cell.cells, getattr(cell, "reverse_state_order", False), name=cell.name)
    if not isinstance(cell, keras.layers.Layer):
        cell.compute_dtype = keras.config.floatx()
    return cell


class _LegacyCells(TakesConstants, LegacyStates):
    """A mixin for `RNN`."""

    def __init__(self, cell: Any, *args: Any, **kwargs: Any) -> None:
        if not isinstance(cell, (list, tuple)) and not hasattr(cell, "call"):
            raise ValueError(f"`cell` should have a `call` method. The RNN was passed: {cell}")
        self._num_constants = kwargs.pop(NUMBER_OF_CONSTANTS, None) or 0
        super().__init__(_Unbuilt(), *args, **kwargs)
        self.cell = _of_keras_2(cell)
        self._constants: List[Any] = []

    @property
    def state_size(self) -> List[Any]:
        """The sizes of the states."""
        return sizes_of(self.cell)

    @state_size.setter
    def state_size(self, size: Any) -> None:
        """Leave it to the cell."""

    def build(self, sequences_shape: Any, initial_state_shape: Any = None, constants_shape: Any = None) -> None:
        """Build the cell, and the states of a layer that keeps them."""
        if not isinstance(sequences_shape[0], (int, type(None))):
            sequences_shape, *constants_shape = sequences_shape
        build_cell(self.cell, (sequences_shape[0], *sequences_shape[2:]), list(constants_shape or ()))
        super().build(sequences_shape, initial_state_shape)  # type: ignore[misc]

    def call(
        self, sequences: Any, mask: Any = None, training: Any = False, initial_state: Any = None, constants: Any = None
    ) -> Any:
        """Run the cell over the steps."""
        self._constants = list(constants or ())
        mask = keras.tree.flatten(mask)[0] if mask is not None else None
        try:
            return super().call(sequences, mask, training, initial_state)
        finally:
            self._constants = []

    def inner_loop(self, sequences: Any, initial_state: Any, mask: Any, training: Any = False) -> Any:
        """Call the cell for each step."""

        def step(inputs: Any, states: Any) -> Any:
            return call_cell(self.cell, inputs, list(states), self._constants, training)

        return keras.src.backend.rnn(
            step,
            sequences,
            list(initial_state),
            go_backwards=self.go_backwards,  # type: ignore[attr-defined]
            mask=mask,
            unroll=self.unroll,  # type: ignore[attr-defined]
            input_length=sequences.shape[1],
            zero_output_for_mask=self.zero_output_for_mask,  # type: ignore[attr-defined]
            return_all_outputs=self.return_sequences,  # type: ignore[attr-defined]
        )

    def get_initial_state(self, batch_size: Any) -> Any:
        """Return states for so many rows, or for the rows of a tensor, as Keras 2 asked."""
        if hasattr(batch_size, "shape") and len(batch_size.shape):
            return self._states_like(batch_size)
        own = getattr(self.cell, "get_initial_state", None)
        if own is None:
            return zeros_for(self.cell, batch_size)
        found = own(batch_size=batch_size)
        return list(found) if isinstance(found, (list, tuple)) else [found]

    def compute_output_shape(
        self, sequences_shape: Any, initial_state_shape: Any = None, constants_shape: Any = None
    ) -> Any:
        """Return the shape of the outputs, and those of the states if they are returned."""
        del initial_state_shape, constants_shape
        if not isinstance(sequences_shape[0], (int, type(None))):
            sequences_shape = sequences_shape[0]
        rows, steps = sequences_shape[:2]
        size = output_size_of(self.cell)
        size = tuple(size) if isinstance(size, (list, tuple)) else (size,)
        outputs = (rows, steps, *size) if self.return_sequences else (rows, *size)  # type: ignore[attr-defined]
        if not self.return_state:  # type: ignore[attr-defined]
            return outputs
        return [outputs, *((rows, *(each if isinstance(each, (list, tuple)) else (each,))) for each in self.state_size)]

    def _maybe_config_dropout_masks(self, cell: Any, input_sequence: Any, input_state: Any) -> None:
        if not isinstance(cell, StackedRNNCells):
            super()._maybe_config_dropout_masks(cell, input_sequence, input_state)  # type: ignore[misc]
            return
        for each, own in cell.with_states(input_state):
            super()._maybe_config_dropout_masks(each, input_sequence, own)  # type: ignore[misc]
            input_sequence, _ = call_cell(each, input_sequence, own, self._constants, training=False)


RNN = legacy_layer("RNN", mixins=(_LegacyCells,))
