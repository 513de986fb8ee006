"""`TimeDistributed` with the arithmetic of Keras 2.

https://github.com/keras-team/keras/blob/2.3.1/keras/layers/wrappers.py
"""

from typing import Any, Dict

import keras
import tensorflow as tf
from keras import ops

from compat.shims.keras.backend_functions import called_in_graph
from compat.shims.keras.layers import legacy_layer


def _call_on_all_steps(self: Any, inputs: Any, training: Any = None, mask: Any = None) -> Any:
    """Call the layer once on the steps of all rows: they share statistics, and each adds to the regularizers."""
    steps = ops.shape(inputs)[:2]
    given: Dict[str, Any] = {}
    if self.layer._call_has_training_arg:  # noqa: SLF001
        given["training"] = training
    if mask is not None and "mask" in self.layer._call_signature.parameters:  # noqa: SLF001
        given["mask"] = ops.reshape(mask, (-1, *ops.shape(mask)[2:]))
    outputs = self.layer(ops.reshape(inputs, (-1, *ops.shape(inputs)[2:])), **given)
    return keras.tree.map_structure(lambda each: ops.reshape(each, (*_known(steps), *ops.shape(each)[1:])), outputs)


def _mask_of_all_steps(self: Any, inputs: Any, mask: Any = None) -> Any:
    """The mask that the layer makes of the steps, or else which of the steps have one that counts."""
    inputs, mask = (keras.tree.flatten(each)[0] for each in (inputs, mask))
    if self.layer.supports_masking and getattr(self.layer.compute_mask, "_is_default", False):
        return mask  # which the layer would hand on, step by step
    made = self.layer.compute_mask(_flat(inputs), None if mask is None else _flat(mask))
    if made is not None:
        return called_in_graph(_in_steps, made, inputs)
    return None if mask is None else ops.any(mask, axis=tuple(range(2, len(mask.shape))))


def _flat(x: Any) -> Any:
    """All steps of all rows, one behind the other."""
    return called_in_graph(_flattened, x)


def _flattened(x: Any) -> Any:
    flat = tf.reshape(x, tf.concat([[-1], tf.shape(x)[2:]], 0))
    flat.set_shape([None, *x.shape[2:]])
    return flat


def _in_steps(flat: Any, x: Any) -> Any:
    """What was flat, in the rows and steps of `x`."""
    found = tf.reshape(flat, tf.concat([tf.shape(x)[:2], tf.shape(flat)[1:]], 0))
    found.set_shape([*x.shape[:2], *flat.shape[1:]])
    return found


def _known(steps: Any) -> Any:
    """The rows and steps for `reshape`, which counts the rows itself while a model is traced."""
    rows, length = steps
    return (-1, length) if isinstance(length, int) else (rows, length)


TimeDistributed = legacy_layer("TimeDistributed", call=_call_on_all_steps, compute_mask=_mask_of_all_steps)
