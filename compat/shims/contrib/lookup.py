"""`tf.contrib.lookup.index_table_from_tensor`, whose core TensorFlow keeps without a public name.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/lookup/lookup_ops.py
"""

from typing import Any, Optional

import tensorflow as tf
from tensorflow.python.ops import lookup_ops


def index_table_from_tensor(
    mapping: Any,
    num_oov_buckets: int = 0,
    default_value: int = -1,
    hasher_spec: Any = lookup_ops.FastHashSpec,
    dtype: Any = tf.string,
    name: Optional[str] = None,
) -> Any:
    """Return a lookup table from the values of `mapping` to their indices.

    Raises:
        ValueError: `mapping` is None, or `num_oov_buckets` is negative.

    """
    if mapping is None:
        raise ValueError("mapping must be specified.")
    return lookup_ops.index_table_from_tensor(
        vocabulary_list=mapping,
        num_oov_buckets=num_oov_buckets,
        default_value=default_value,
        hasher_spec=hasher_spec,
        dtype=dtype,
        name=name,
    )
