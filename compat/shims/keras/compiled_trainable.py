"""What a model trains: what was trainable when it was compiled, whatever is frozen or thawed later.

Keras 2 collects the weights to train in `compile`, or when a model without shapes is built. Keras 3 looks at them when
a model first trains, so that in a GAN the discriminator, frozen for the combined model, would never train.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training.py
"""

import contextlib
import warnings
from typing import Any, Iterator

from compat.shims.keras.layers import BatchNormalization

_NOTED = "_legacy_trainable"


def note(model: Any) -> None:
    """Remember which layers of a compiled model are trainable; of an unbuilt one, when it first trains."""
    vars(model).pop(_NOTED, None)
    if model.built:
        _note(model)


class _Noted:
    """An object of its own, because Keras looks for layers to save in the tuples of a model, the model among them."""

    def __init__(self, model: Any) -> None:
        self.layers = [(layer, layer.trainable) for layer in model._flatten_layers()]  # noqa: SLF001
        self.count = len(model.trainable_weights)


def _note(model: Any) -> None:
    vars(model)[_NOTED] = _Noted(model)


_MESSAGE = (
    "Discrepancy between trainable weights and collected trainable weights, "
    "did you set `model.trainable` without calling `model.compile` after ?"
)


def compare(model: Any) -> None:
    """Warn if more or fewer weights are trainable than when the model was compiled, as Keras 2 did."""
    noted = vars(model).get(_NOTED)
    if noted is not None and len(model.trainable_weights) != noted.count:
        warnings.warn(_MESSAGE, stacklevel=3)


@contextlib.contextmanager
def as_compiled(model: Any) -> Iterator[None]:
    """Train what was trainable when the model was compiled; afterwards the layers are as they were before."""
    if _NOTED not in vars(model):
        _note(model)
    changed = [(layer, trainable) for layer, trainable in vars(model)[_NOTED].layers if layer.trainable != trainable]
    for layer, trainable in changed:
        _set(layer, trainable)
    try:
        yield
    finally:
        for layer, trainable in changed:
            _set(layer, not trainable)


def _set(layer: Any, trainable: bool) -> None:
    """Set a layer and its own weights, not those of the layers in it; frozen moving statistics stay frozen."""
    if not isinstance(layer, BatchNormalization):
        layer._trainable = trainable  # noqa: SLF001
    for variable in layer._trainable_variables:  # noqa: SLF001
        variable.trainable = trainable
