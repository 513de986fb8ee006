"""Functional models whose outputs a script sets: `model.outputs = [model.layers[-1].output]` after `layers.pop()`.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/network.py (`_init_graph_network`): `outputs` was a plain
attribute, from which `compile` and `predict` made their functions. `output`, `output_shape` and the configuration came
from the call that had made the model, and stayed what they were.
"""

from contextlib import contextmanager
from typing import Any, Iterator, List

import keras

_MADE_WITH = "_made_with"
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
        vars(self).setdefault(_MADE_WITH, {name: vars(self)[name] for name in _GRAPH})
        vars(self).update({name: made[name] for name in _GRAPH})

    @property
    def output(self) -> Any:
        """The output that the model was made with, or a list of several."""
        with _as_made(self):
            return super().output  # type: ignore[misc]

    @property
    def output_shape(self) -> Any:
        """The shape of `output`, or a list of several."""
        with _as_made(self):
            return super().output_shape  # type: ignore[misc]

    def get_config(self) -> Any:
        """Return what the model was made with."""
        with _as_made(self):
            return super().get_config()  # type: ignore[misc]


@contextmanager
def _as_made(model: Any) -> Iterator[None]:
    made = vars(model).get(_MADE_WITH, {})
    today = {name: vars(model)[name] for name in made}
    vars(model).update(made)
    try:
        yield
    finally:
        vars(model).update(today)
