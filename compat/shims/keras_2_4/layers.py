"""Layers whose defaults standalone Keras 2.3 did not share with `tf.keras`.

https://github.com/keras-team/keras/blob/2.3.1/keras/layers/recurrent.py
"""

from typing import Any

import tensorflow as tf


class GRUCell(tf.keras.layers.GRUCell):  # type: ignore[misc]
    """`GRUCell` with `reset_after=False`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"reset_after": False, **kwargs})


class GRU(tf.keras.layers.GRU):  # type: ignore[misc]
    """`GRU` with `reset_after=False`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"reset_after": False, **kwargs})
