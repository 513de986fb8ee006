"""`tf.compat.v1.keras.initializers`: those of TF 1, which take a `partition_info` and a data type."""

from typing import Any

from tensorflow.python.keras.initializers import initializers_v1
from tensorflow.python.ops import init_ops

Zeros = zeros = init_ops.Zeros
Ones = ones = init_ops.Ones
Constant = constant = init_ops.Constant
VarianceScaling = init_ops.VarianceScaling
Orthogonal = orthogonal = init_ops.Orthogonal
Identity = identity = init_ops.Identity
GlorotUniform = glorot_uniform = init_ops.GlorotUniform
GlorotNormal = glorot_normal = init_ops.GlorotNormal


def __getattr__(name: str) -> Any:
    return getattr(initializers_v1, name)
