"""`Bidirectional` with the arithmetic of Keras 2, constants for its cells, and a mask for each of its outputs.

https://github.com/keras-team/keras/blob/2.3.1/keras/layers/wrappers.py
"""

from typing import Any, Dict, List, Optional

import keras

from compat.shims.keras import layers
from compat.shims.keras.custom_objects import CustomObjectScope, custom_objects_around, marked
from compat.shims.keras.layer_nodes import with_nodes
from compat.shims.keras.layers import legacy_layer
from compat.shims.keras.recurrent import NUMBER_OF_CONSTANTS, StatesAmongInputs, TakesConstants
from compat.shims.keras.rnn import RNN

_RECURRENT = {cls.__name__: cls for cls in (layers.GRU, layers.LSTM, layers.SimpleRNN, RNN)}  # type: ignore[attr-defined]


class _TwoDirections(TakesConstants, StatesAmongInputs):
    """A mixin; the activity regularizer of the layer judges the merged outputs, not those of the two directions."""

    def __init__(self, layer: Any, *args: Any, **kwargs: Any) -> None:
        number = kwargs.pop(NUMBER_OF_CONSTANTS, None) or getattr(layer, "_num_constants", 0)
        layer._num_constants = 0  # noqa: SLF001 - the layers that Keras 3 makes of its settings do not know them
        super().__init__(layer, *args, **kwargs)  # type: ignore[call-arg]
        self.forward_layer, self.backward_layer = self._remade(type(layer))
        for each in (self, layer, self.forward_layer, self.backward_layer):
            each._num_constants = number  # noqa: SLF001
        found = getattr(layer, "activity_regularizer", None)
        if found is not None:
            self.activity_regularizer = found
            for each in (self.forward_layer, self.backward_layer):
                each.activity_regularizer = None

    def _remade(self, cls: Any) -> List[Any]:
        """The layers of both directions; Keras 3 made its own where `cls` is that of Keras 2."""
        made = [self.forward_layer, self.backward_layer]
        for each in made:
            self._tracker.untrack(each)  # type: ignore[attr-defined]
        for place, each in enumerate(made):
            if type(each) is not cls and issubclass(cls, type(each)):
                made[place] = cls.from_config(each.get_config())
                made[place].zero_output_for_mask = each.zero_output_for_mask
            with_nodes(made[place])
        return made

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Call the layer.

        Raises:
            ValueError: `initial_state` is not a list with the states of both directions.

        """
        states = args[0] if args else kwargs.get("initial_state")
        if states is not None and (not isinstance(states, (list, tuple)) or len(states) % 2):
            message = "When passing `initial_state` to a Bidirectional RNN, the state should be a list containing"
            raise ValueError(f"{message} the states of the underlying RNNs. Found: {states}")
        return super().__call__(inputs, *args, **kwargs)

    def build(self, sequences_shape: Any, initial_state_shape: Any = None, constants_shape: Any = None) -> None:
        """Build both directions."""
        if constants_shape is None:
            super().build(sequences_shape, initial_state_shape)  # type: ignore[misc]
            return
        for each in (self.forward_layer, self.backward_layer):
            if not each.built:
                each.build(sequences_shape, None, constants_shape)

    def call(
        self, sequences: Any, initial_state: Any = None, mask: Any = None, training: Any = None, constants: Any = None
    ) -> Any:
        """Run both directions, with constants for the cells of each."""
        for each in (self.forward_layer, self.backward_layer) if constants else ():
            each._num_constants = len(constants)  # noqa: SLF001
        given = [sequences, *constants] if constants else sequences
        return super().call(given, initial_state, mask, training)  # type: ignore[misc]

    def compute_output_shape(
        self, sequences_shape: Any, initial_state_shape: Any = None, constants_shape: Any = None
    ) -> Any:
        """Return the shapes of the outputs, and those of the states if they are returned."""
        del constants_shape
        return super().compute_output_shape(sequences_shape, initial_state_shape)  # type: ignore[misc]

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """Return the mask of the steps for each output that has steps, and `None` for the states."""
        del inputs
        found = keras.tree.flatten(mask)[0] if mask is not None else None
        outputs = [found if self.return_sequences else None] * (1 if self.merge_mode else 2)  # type: ignore[attr-defined]
        states = [None] * (2 * len(self.layer.states) if self.return_state else 0)  # type: ignore[attr-defined]
        return [*outputs, *states] if len(outputs) + len(states) > 1 else outputs[0]

    @property
    def layer(self) -> Any:
        """The layer in the first direction."""
        return self.forward_layer

    def get_config(self) -> Dict[str, Any]:
        """Describe the layer with its activity regularizer."""
        config: Dict[str, Any] = super().get_config()
        regularizer = getattr(self, "activity_regularizer", None)
        if regularizer is not None:
            for name in {"layer", "backward_layer"} & config.keys():
                config[name]["config"]["activity_regularizer"] = keras.regularizers.serialize(regularizer)
        return config

    @classmethod
    def from_config(cls, config: Dict[str, Any], custom_objects: Optional[Dict[str, Any]] = None) -> Any:
        """Return a layer whose two directions are those of Keras 2."""
        with CustomObjectScope(_RECURRENT, custom_objects_around(), custom_objects or {}):
            return super().from_config(marked(config, _RECURRENT))  # type: ignore[misc]


Bidirectional = legacy_layer("Bidirectional", mixins=(_TwoDirections,))
