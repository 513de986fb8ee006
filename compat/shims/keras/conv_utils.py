"""The arithmetic of `keras.utils.conv_utils`, and of the module of this name in `tf.keras`.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/conv_utils.py
https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras/utils/conv_utils.py
"""

from typing import Any, Dict, Optional, Tuple

import keras
import numpy as np

_KERNEL_RANKS = (3, 4, 5)
_PADDINGS = ("valid", "same", "causal")


def normalize_tuple(value: Any, n: int, name: str) -> Tuple[Any, ...]:
    """Return `n` integers: one repeated, or as many as there are.

    Raises:
        ValueError: it is neither.

    """
    if isinstance(value, int):
        return (value,) * n
    message = f"The `{name}` argument must be a tuple of {n} integers. Received: {value}"
    try:
        found = tuple(value)
        whole = [int(each) for each in found]
    except (TypeError, ValueError):
        raise ValueError(message) from None
    if len(whole) != n:
        raise ValueError(message)
    return found


def normalize_padding(value: str) -> str:
    """Return the padding in small letters.

    Raises:
        ValueError: there is no such padding.

    """
    if value.lower() not in _PADDINGS:
        raise ValueError(
            f'The `padding` argument must be one of "valid", "same" (or "causal" for Conv1D). Received: {value}'
        )
    return value.lower()


def normalize_data_format(value: Optional[str]) -> str:
    """Return the data format in small letters, or that of the configuration.

    Raises:
        ValueError: there is no such format.

    """
    found: str = keras.config.image_data_format() if value is None else value.lower()
    if found not in ("channels_first", "channels_last"):
        raise ValueError(
            f'The `data_format` argument must be one of "channels_first", "channels_last". Received: {value}'
        )
    return found


def convert_kernel(kernel: Any) -> Any:
    """Return the kernel of a convolution turned around in space, as Theano had it.

    Raises:
        ValueError: it has another rank.

    """
    kernel = np.asarray(kernel)
    if kernel.ndim not in _KERNEL_RANKS:
        raise ValueError("Invalid kernel shape:", kernel.shape)
    return np.flip(kernel, tuple(range(kernel.ndim - 2))).copy()


def conv_output_length(
    input_length: Optional[int], filter_size: int, padding: str, stride: int, dilation: int = 1
) -> Optional[int]:
    """Return the length of what a convolution makes of `input_length`."""
    if input_length is None:
        return None
    beyond = (filter_size - 1) * dilation
    longer: Dict[str, int] = {"same": 0, "causal": 0, "valid": -beyond, "full": beyond}
    assert padding in longer
    return -(-(input_length + longer[padding]) // stride)


def conv_input_length(output_length: Optional[int], filter_size: int, padding: str, stride: int) -> Optional[int]:
    """Return the length of what a convolution makes `output_length` of."""
    if output_length is None:
        return None
    return (output_length - 1) * stride - 2 * _padded(filter_size, padding) + filter_size


def deconv_length(
    dim_size: Optional[int],
    stride_size: int,
    kernel_size: int,
    padding: str,
    output_padding: Optional[int],
    dilation: int = 1,
) -> Optional[int]:
    """Return the length of what a transposed convolution makes of `dim_size`."""
    if dim_size is None:
        return None
    kernel_size = (kernel_size - 1) * dilation + 1
    if output_padding is not None:
        return (dim_size - 1) * stride_size + kernel_size - 2 * _padded(kernel_size, padding) + output_padding
    longer = {
        "valid": max(kernel_size - stride_size, 0),
        "full": -(stride_size + kernel_size - 2),
        "same": 0,
    }
    return dim_size * stride_size + longer[padding]


def deconv_output_length(
    input_length: Optional[int],
    filter_size: int,
    padding: str,
    output_padding: Optional[int] = None,
    stride: int = 0,
    dilation: int = 1,
) -> Optional[int]:
    """Return the length of what a transposed convolution makes of `input_length`: `deconv_length` of `tf.keras`."""
    return deconv_length(input_length, stride, filter_size, padding, output_padding, dilation)


def _padded(size: int, padding: str) -> int:
    amounts = {"same": size // 2, "valid": 0, "full": size - 1}
    assert padding in amounts
    return amounts[padding]
