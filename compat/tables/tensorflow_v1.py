"""Names of TensorFlow 1 that live on in `tf.compat.v1`, as far as multi-GPU Keras scripts use them."""

from typing import Tuple

from compat.tables.rows import MovedSymbol

_TF_2 = "https://www.tensorflow.org/guide/migrate"

TENSORFLOW_V1: Tuple[MovedSymbol, ...] = tuple(
    MovedSymbol("tensorflow." + name, "tensorflow.compat.v1." + name, "tensorflow 2.0", _TF_2)
    for name in [
        "ConfigProto",
        "GPUOptions",
        "GraphOptions",
        "RunOptions",
        "OptimizerOptions",
        "Session",
        "InteractiveSession",
        "logging",
        "set_random_seed",
        "global_variables_initializer",
        "local_variables_initializer",
        "tables_initializer",
        "get_default_graph",
        "get_default_session",
        "reset_default_graph",
        "placeholder",
        "variable_scope",
        "get_variable",
        "enable_eager_execution",
        "disable_eager_execution",
        "disable_v2_behavior",
        "trainable_variables",
        "global_variables",
        "summary.FileWriter",
        "train.Saver",
    ]
)
