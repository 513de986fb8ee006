"""Rows for layers that keep their states: as many as whole batches have, as Keras 2 asked.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training.py
"""

from typing import Any, Dict

from compat.shims.keras.callback_data import rows_of

_STEPS = ("steps_per_epoch", "steps")
_USUAL = 32


def compare(model: Any, given: Dict[str, Any], *, predicting: bool = False) -> None:
    """Compare the arrays of a method with the size of a batch; `predict` takes a single small one.

    Raises:
        ValueError: the last batch would be smaller than the states.

    """
    rows = rows_of(given.get("x"))
    size = given.get("batch_size") or _USUAL
    if rows is None or rows % size == 0 or any(given.get(name) is not None for name in _STEPS):
        return
    if predicting and rows <= size:
        return
    if any(getattr(layer, "stateful", False) for layer in model._flatten_layers(include_self=False)):  # noqa: SLF001
        message = "In a stateful network, you should only pass inputs with a number of samples that can be divided by"
        raise ValueError(f"{message} the batch size. Found: {rows} samples, and batches of {size}")
