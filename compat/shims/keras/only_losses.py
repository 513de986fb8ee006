"""The loss of the only output of several that has one: Keras 2 told it beside the total, Keras 3 leaves it out.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training.py
"""

from typing import Any

import keras

_Losses: Any = keras.src.trainers.compile_utils.CompileLoss


class _OfOneOutput(_Losses):  # type: ignore[misc]
    """The losses of a model with several outputs."""

    def build(self, y_true: Any, y_pred: Any) -> None:
        """Make the losses, and keep the mean of one that is alone, as Keras 3 keeps those of several."""
        super().build(y_true, y_pred)
        names = [getattr(each, "name", None) for each in getattr(self, "_flat_losses", ())]  # Keras 3.3 has none
        if len(names) == 1 and names[0] is not None and not self.metrics:
            self._tracker.add_to_store("metrics", keras.metrics.Mean(name=f"{names[0]}_loss"))


def told(model: Any) -> None:
    """Let a compiled model of several outputs tell the loss of each that has one."""
    losses = getattr(model, "_compile_loss", None)
    if type(losses) is _Losses and len(getattr(model, "outputs", None) or ()) > 1:
        losses.__class__ = _OfOneOutput
