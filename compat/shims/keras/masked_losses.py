"""Losses over time steps as the mean over all steps: those that are masked count as zeros.

Keras 3 takes the mean over the steps that are not masked.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_utils.py
"""

from contextlib import contextmanager
from typing import Any, Iterator, List

import keras
import tensorflow as tf
from keras import ops, tree

_MASK = "_keras_mask"
_STEPS = 3
"""The rank of outputs that have steps."""


@contextmanager
def counted(outputs: Any, weights: Any) -> Iterator[Any]:
    """Yield sample weights that are zero where an output is masked; meanwhile the outputs have no masks."""
    tensors: List[Any] = tree.flatten(outputs)
    masks = [getattr(each, _MASK, None) for each in tensors]
    if len(tensors) == 1:
        given: List[Any] = tree.flatten(weights)
    else:
        given = tree.flatten(weights) if tree.is_nested(weights) else [weights] * len(tensors)
    if len(given) != len(tensors):
        yield weights
        return
    made = [_weights(*each) for each in zip(tensors, given, masks)]
    for tensor, mask in zip(tensors, masks):
        if mask is not None:
            delattr(tensor, _MASK)
    try:
        yield _packed(outputs, weights, made)
    finally:
        for tensor, mask in zip(tensors, masks):
            if mask is not None:
                setattr(tensor, _MASK, mask)


def _weights(output: Any, weight: Any, mask: Any) -> Any:
    """The weight of each step; one of a whole row goes to all its steps."""
    if weight is not None and len(output.shape) >= _STEPS:
        weight = _of_rank(weight, len(output.shape) - 1)
    if mask is None or not _has_as_many_steps(mask, output):
        return weight
    counts = ops.cast(mask, keras.config.floatx())
    return counts if weight is None else counts * ops.cast(weight, counts.dtype)


def _has_as_many_steps(mask: Any, output: Any) -> bool:
    """Whether a mask can be that of the output: pooling layers hand on one of more steps than they return."""
    pairs = zip(mask.shape[1:], output.shape[1:])
    return all(None in pair or pair[0] == pair[1] for pair in pairs)


def _of_rank(weight: Any, rank: int) -> Any:
    """Add dimensions of 1; the rank of the tensors of a batch may not be known yet."""
    weight = tf.convert_to_tensor(weight)
    ones = tf.ones([tf.maximum(rank - tf.rank(weight), 0)], tf.int32)
    wide = tf.reshape(weight, tf.concat([tf.shape(weight), ones], 0))
    wide.set_shape([None] * rank if weight.shape.rank is None else [*weight.shape, *[1] * (rank - len(weight.shape))])
    return wide


def _packed(outputs: Any, weights: Any, made: List[Any]) -> Any:
    if all(each is None for each in made):
        return weights
    return tree.pack_sequence_as(outputs, made)
