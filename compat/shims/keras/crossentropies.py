"""Crossentropies of what a model returns, though another activation than theirs made it.

Keras 2 looked for the numbers before a sigmoid in `binary_crossentropy`, and for those before a softmax in the
categorical ones. Keras 3 takes the numbers before any activation, which it notes on the tensor.
https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py

Known deviation: with `run_eagerly=True` the note stays.
"""

from typing import Any

import tensorflow as tf
from keras import tree

_NOTE = "_keras_logits"
_ACTIVATIONS = ("Sigmoid", "Softmax")


def of_outputs(outputs: Any) -> None:
    """Take the note from the outputs; for its own activation, a loss finds the numbers before it in the graph."""
    if tf.executing_eagerly():
        return
    for tensor in tree.flatten(outputs):
        if hasattr(tensor, _NOTE) and tensor.op.type in _ACTIVATIONS:
            delattr(tensor, _NOTE)
