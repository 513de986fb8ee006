"""Functions of `keras.backend` that the legacy backend of Keras 3 has left out, or where it takes less.

https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py

Known deviations:
* `placeholder` is the input of a functional model: `keras.backend.function` takes it, a session does not
* `in_train_phase` and `in_test_phase` follow `training`, or else `set_learning_phase`, or else the call of the layer
  that they are in; outside of one they are in the test phase
* `normalize_batch_in_training` returns the variance of the batch without the correction of the fused kernel
"""

import functools
from typing import Any, Optional, Sequence

import keras
import tensorflow as tf
from keras import ops

from compat.shims.keras import learning_phases, tensor_notes
from compat.shims.keras.backend_functions import taking_keras_objects
from compat.shims.keras.functions import is_symbolic

_IS_PLACEHOLDER = "_legacy_placeholder"


def placeholder(
    shape: Optional[Sequence[Any]] = None,
    ndim: Optional[int] = None,
    dtype: Any = None,
    sparse: bool = False,
    name: Optional[str] = None,
) -> Any:
    """Return an input for `keras.backend.function`."""
    if shape is None:
        shape = (None,) * (ndim or 0)
    found = keras.Input(batch_shape=tuple(shape), dtype=dtype or keras.config.floatx(), sparse=sparse, name=name)
    setattr(found, _IS_PLACEHOLDER, True)
    return tensor_notes.of_input(found)


def is_placeholder(x: Any) -> bool:
    """Return whether `x` is an input of a functional model."""
    return is_symbolic(x) and isinstance(x._keras_history.operation, keras.layers.InputLayer)  # noqa: SLF001


def is_keras_tensor(x: Any) -> bool:
    """Return whether a layer, or `Input`, made the tensor `x`.

    Raises:
        ValueError: it is no tensor.

    """
    if not is_tensor(x):
        raise ValueError(f"Unexpectedly found an instance of type `{type(x)}`. Expected a symbolic tensor instance.")
    return is_symbolic(x) and not hasattr(x, _IS_PLACEHOLDER)


def is_tensor(x: Any) -> bool:
    """Return whether `x` is a tensor or variable."""
    return is_symbolic(x) or bool(ops.is_tensor(x)) or is_variable(x)


def is_variable(x: Any) -> bool:
    """Return whether `x` is a variable."""
    return isinstance(x, (tf.Variable, keras.Variable))


def ndim(x: Any) -> int:
    """Return the number of axes."""
    return len(x.shape)


def get_variable_shape(x: Any) -> Any:
    """Return the lengths of the axes."""
    return tuple(x.shape)


def eye(size: Any, dtype: Any = None, name: Optional[str] = None) -> Any:
    """Return an identity matrix with so many rows, or rows and columns."""
    rows, columns = size if isinstance(size, (list, tuple)) else (size, size)
    return tf.eye(rows, columns, dtype=dtype or keras.config.floatx(), name=name)


@functools.partial(taking_keras_objects, "keras.backend.ctc_decode")
def ctc_decode(
    y_pred: Any,
    input_length: Any,
    greedy: bool = True,
    beam_width: int = 100,
    top_paths: int = 1,
    merge_repeated: bool = False,
) -> Any:
    """Return the labels of the likeliest paths, as long as the longest, -1 behind their ends, and the scores."""
    steps = tf.math.log(tf.transpose(y_pred, (1, 0, 2)) + keras.config.epsilon())
    lengths = tf.reshape(tf.cast(input_length, tf.int32), (-1,))
    if greedy:
        decoded, scores = tf.nn.ctc_greedy_decoder(steps, lengths)
    else:
        decoded, scores = tf.compat.v1.nn.ctc_beam_search_decoder(
            steps, lengths, beam_width, top_paths, merge_repeated=merge_repeated
        )
    return [tf.sparse.to_dense(each, default_value=-1) for each in decoded], scores


def dtype(x: Any) -> str:
    """Return the name of the type of the values."""
    name: str = keras.backend.standardize_dtype(x.dtype)
    return name


def identity(x: Any, name: Optional[str] = None) -> Any:
    """Return a tensor with the values of `x`."""
    del name
    return ops.copy(x)


def size(x: Any, name: Optional[str] = None) -> Any:
    """Return the number of values."""
    del name
    return ops.size(x)


def slice(x: Any, start: Any, size: Any) -> Any:  # noqa: A001 - the legacy name
    """Return the part of a tensor that begins at `start` and has these sizes."""
    if len(x.shape) != len(start):
        raise ValueError("The dimension of `start` and `size` should equal to the rank of `x`.")
    return ops.slice(x, tuple(start), tuple(size))


def logsumexp(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the logarithm of the sum of the exponentials."""
    return ops.logsumexp(x, axis=axis, keepdims=keepdims)


def print_tensor(x: Any, message: str = "") -> Any:
    """Print the tensor where it is computed, and return it."""
    if is_symbolic(x):
        return x
    tf.print(message, x)
    return x


def random_binomial(shape: Any, p: float = 0.0, dtype: Any = None, seed: Optional[int] = None) -> Any:
    """Return ones with the probability `p`, and zeros."""
    drawn = keras.random.uniform(tuple(shape), seed=seed)
    return ops.cast(drawn <= p, dtype or keras.config.floatx())


def reset_uids() -> None:
    """Begin to count the names of layers anew."""
    keras.src.backend.common.global_state.set_global_attribute("object_name_uids", None)


def in_train_phase(x: Any, alt: Any, training: Any = None) -> Any:
    """Return `x` in training, and else `alt`; either may be a function."""
    if training is None:
        training = learning_phases.of_call()
    if isinstance(training, (bool, int)):
        chosen = x if training else alt
        return chosen() if callable(chosen) else chosen
    return ops.cond(training, *(each if callable(each) else lambda each=each: each for each in (x, alt)))


def in_test_phase(x: Any, alt: Any, training: Any = None) -> Any:
    """Return `alt` in training, and else `x`; either may be a function."""
    return in_train_phase(alt, x, training)


def normalize_batch_in_training(x: Any, gamma: Any, beta: Any, reduction_axes: Any, epsilon: float = 1e-3) -> Any:
    """Return the batch, normalized over these axes, with its mean and its variance."""
    mean, variance = ops.moments(x, axes=list(reduction_axes))
    places = [1 if axis in reduction_axes else length for axis, length in enumerate(x.shape)]

    def spread(each: Any) -> Any:
        return None if each is None else ops.reshape(each, [-1 if length is None else length for length in places])

    normalized = (x - spread(mean)) / ops.sqrt(spread(variance) + epsilon)
    if gamma is not None:
        normalized = normalized * spread(gamma)
    return (normalized if beta is None else normalized + spread(beta)), mean, variance
