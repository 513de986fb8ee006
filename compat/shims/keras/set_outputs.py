"""Functional models whose outputs a script sets: `model.outputs = [model.layers[-1].output]` after `layers.pop()`.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/network.py (`_init_graph_network`): `outputs` was a plain
attribute, from which `compile` and `predict` made their functions. `output`, `output_shape` and the configuration came
from the call that had made the model, and stayed what they were.
"""

from typing import Any, Dict, List

import keras

_MADE_WITH = "_made_with"
_ENDS = ("output", "output_shape")
_GRAPH = ("_outputs", "_outputs_struct", "_nodes", "_nodes_by_depth")


class SetOutputs:
    """A functional model of Keras 3 whose `outputs` can be set."""

    @property
    def outputs(self) -> List[Any]:
        """The symbolic outputs, one after the other."""
        return super().outputs  # type: ignore[misc, no-any-return]

    @outputs.setter
    def outputs(self, tensors: Any) -> None:
        made = vars(keras.Model(self.inputs, list(tensors)))  # type: ignore[attr-defined]
        ends = {name: getattr(self, name) for name in _ENDS}
        vars(self).setdefault(_MADE_WITH, {**ends, **_graph_of(self)})
        vars(self).update({name: made[name] for name in _GRAPH})

    @property
    def output(self) -> Any:
        """The output that the model was made with, or a list of several."""
        made_with = vars(self).get(_MADE_WITH)
        return made_with["output"] if made_with else super().output  # type: ignore[misc]

    @property
    def output_shape(self) -> Any:
        """The shape of `output`, or a list of several."""
        made_with = vars(self).get(_MADE_WITH)
        return made_with["output_shape"] if made_with else super().output_shape  # type: ignore[misc]

    def get_config(self) -> Any:
        """Return what the model was made with."""
        today = _graph_of(self)
        made_with = vars(self).get(_MADE_WITH, today)
        vars(self).update({name: made_with[name] for name in _GRAPH})
        try:
            return super().get_config()  # type: ignore[misc]
        finally:
            vars(self).update(today)


def _graph_of(model: Any) -> Dict[str, Any]:
    return {name: vars(model)[name] for name in _GRAPH}
