"""`StackedRNNCells` with one flat list of states, constants for the cells that take them, and cells that are no layers.

https://github.com/keras-team/keras/blob/2.3.1/keras/layers/recurrent.py
"""

import inspect
from typing import Any, Dict, List, Sequence, Tuple

import keras
from keras import ops

from compat.shims.keras.layer_nodes import LayerNodes
from compat.shims.keras.legacy_calls import LegacyCalls
from compat.shims.keras.native_instances import StandsForNative
from compat.shims.keras.weights import LegacyWeights


def sizes_of(cell: Any) -> List[Any]:
    """The sizes of the states of a cell; it may not know them before it is built."""
    size = getattr(cell, "state_size", None)
    return [] if size is None else list(size) if isinstance(size, (list, tuple)) else [size]


def output_size_of(cell: Any) -> Any:
    """The size of what a cell returns, by default that of its first state."""
    size = getattr(cell, "output_size", None)
    return sizes_of(cell)[0] if size is None else size


def takes(cell: Any, argument: str) -> bool:
    """Whether a cell takes this argument."""
    return argument in inspect.signature(cell.call).parameters


def build_cell(cell: Any, input_shape: Any, constant_shapes: Sequence[Any]) -> None:
    """Build a cell that is a layer, once."""
    if isinstance(cell, keras.layers.Layer) and not cell.built:
        is_told = bool(constant_shapes) and takes(cell, "constants")
        cell.build([input_shape, *constant_shapes] if is_told else input_shape)
        cell.built = True


def call_cell(cell: Any, inputs: Any, states: Any, constants: Any, training: Any) -> Tuple[Any, List[Any]]:
    """The output and the new states of a cell."""
    given: Dict[str, Any] = {}
    if constants and takes(cell, "constants"):
        given["constants"] = constants
    if takes(cell, "training"):
        given["training"] = training
    called = cell if isinstance(cell, keras.layers.Layer) else cell.call
    output, new = called(inputs, states, **given)
    return output, list(new) if isinstance(new, (list, tuple)) else [new]


def zeros_for(cell: Any, rows: Any) -> List[Any]:
    """States of zeros for so many rows."""
    dtype = getattr(cell, "compute_dtype", None) or keras.config.floatx()
    lengths = [list(size) if isinstance(size, (list, tuple)) else [size] for size in sizes_of(cell)]
    return [ops.zeros((rows, *each), dtype=dtype) for each in lengths]


class StackedRNNCells(
    LayerNodes,
    LegacyWeights,
    LegacyCalls,
    keras.layers.StackedRNNCells,  # type: ignore[misc]
    metaclass=StandsForNative,
):
    """One cell of several, each of which takes the output of the one before; the states of the first come first."""

    _native = keras.layers.StackedRNNCells

    def __init__(self, cells: Sequence[Any], reverse_state_order: bool = False, **kwargs: Any) -> None:
        super().__init__(cells, **kwargs)
        self.reverse_state_order = reverse_state_order

    @property
    def state_size(self) -> Tuple[Any, ...]:
        """The sizes of all states."""
        return tuple(size for cell in self._in_order_of_states() for size in sizes_of(cell))

    @property
    def output_size(self) -> Any:
        """The size of what the last cell returns."""
        return output_size_of(self.cells[-1])

    def get_initial_state(self, batch_size: Any = None) -> List[Any]:
        """Return states of zeros."""
        return zeros_for(self, batch_size)

    def build(self, input_shape: Any) -> None:
        """Build the cells that are layers; the shapes of constants come behind that of the inputs."""
        input_shape, *constants = input_shape if isinstance(input_shape, list) else [input_shape]
        for cell in self.cells:
            build_cell(cell, input_shape, constants)
            input_shape = (input_shape[0], output_size_of(cell))
        self.built = True

    def call(self, inputs: Any, states: Any, constants: Any = None, training: Any = False) -> Any:
        """Call the cells one after the other."""
        new = {}
        for cell, own in self.with_states(states):
            inputs, new[id(cell)] = call_cell(cell, inputs, own, constants, training)
        return inputs, [state for cell in self._in_order_of_states() for state in new[id(cell)]]

    def with_states(self, states: Any) -> List[Tuple[Any, List[Any]]]:
        """The cells, in the order of calls, each with its states."""
        left = list(states)
        found = {}
        for cell in self._in_order_of_states():
            count = len(sizes_of(cell))
            found[id(cell)], left = left[:count], left[count:]
        return [(cell, found[id(cell)]) for cell in self.cells]

    def _in_order_of_states(self) -> List[Any]:
        return list(self.cells[::-1] if self.reverse_state_order else self.cells)


StackedRNNCells.__module__ = "keras.layers"
