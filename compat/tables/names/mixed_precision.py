"""The names of mixed precision in TensorFlow 1.14 to 2.15, by what they make."""

from typing import Tuple

POLICY = "keras.mixed_precision.experimental.Policy"
MODERN_POLICY = "keras.mixed_precision.Policy"
LAYER_POLICY = "keras.mixed_precision.experimental.get_layer_policy"
LOSS_SCALE_OPTIMIZER = "keras.mixed_precision.LossScaleOptimizer"
EXPERIMENTAL_OPTIMIZER = "keras.mixed_precision.experimental.LossScaleOptimizer"
GLOBAL_POLICIES: Tuple[str, ...] = (
    "keras.mixed_precision.experimental.set_policy",
    "keras.mixed_precision.set_global_policy",
    "keras.mixed_precision.set_dtype_policy",
    "keras.config.set_dtype_policy",
)
"""These set the policy of all layers."""
POLICY_GETTERS: Tuple[str, ...] = (
    "keras.mixed_precision.experimental.global_policy",
    "keras.mixed_precision.global_policy",
    "keras.mixed_precision.dtype_policy",
    "keras.config.dtype_policy",
)
"""These return it."""

_LOSS_SCALE_MODULES = (
    "tensorflow.train.experimental.",
    "tensorflow.compat.v1.train.experimental.",
    "tensorflow.compat.v1.mixed_precision.",
    "tensorflow.compat.v1.mixed_precision.experimental.",
    "tensorflow.compat.v2.train.experimental.",
    "tensorflow.compat.v2.mixed_precision.experimental.",
)
FIXED_LOSS_SCALES: Tuple[str, ...] = tuple(module + "FixedLossScale" for module in _LOSS_SCALE_MODULES)
DYNAMIC_LOSS_SCALES: Tuple[str, ...] = tuple(module + "DynamicLossScale" for module in _LOSS_SCALE_MODULES)

GRAPH_REWRITE_MODULES: Tuple[str, ...] = (
    "tensorflow.train.experimental",
    "tensorflow.compat.v1.train.experimental",
    "tensorflow.compat.v1.mixed_precision",
    "tensorflow.compat.v2.train.experimental",
)
ENABLE_GRAPH_REWRITE = "enable_mixed_precision_graph_rewrite"
DISABLE_GRAPH_REWRITE = "disable_mixed_precision_graph_rewrite"

SCALING_METHODS: Tuple[str, ...] = ("get_scaled_loss", "get_unscaled_gradients")
"""The methods of a `LossScaleOptimizer` for custom loops; the one of Keras 3 unscales when it applies gradients."""
