"""`tf.compat.v1.keras.initializers`: the initializers of TF 1, which take a `partition_info` and a data type."""

from typing import Any

from tensorflow.python.keras import initializers
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
RandomNormal = random_normal = normal = initializers_v1.RandomNormal
RandomUniform = random_uniform = uniform = initializers_v1.RandomUniform
TruncatedNormal = truncated_normal = initializers_v1.TruncatedNormal
he_normal, he_uniform = initializers_v1.HeNormal, initializers_v1.HeUniform
lecun_normal, lecun_uniform = initializers_v1.LecunNormal, initializers_v1.LecunUniform
deserialize, get, serialize = initializers.deserialize, initializers.get, initializers.serialize


def __getattr__(name: str) -> Any:
    return getattr(initializers_v1, name)
