"""Mixed precision by a rewrite of graphs, for the optimizers of Keras 3 as well as those of TensorFlow 1.

https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/training/experimental/mixed_precision.py

The rewrite is TensorFlow's own, today as then: it makes float16 of what runs on a GPU, inside `tf.function`.

Known deviations:
* on one GPU Keras 3 compiles `fit` with XLA, which keeps the rewrite out; models of `compat` are compiled without it
"""

from typing import Any

import tensorflow as tf

from compat.namespace.legacy_warning import warn_legacy
from compat.namespace.releases import has_keras_3

_OPTION = "auto_mixed_precision"
_NAME = "tf.train.experimental.{}_mixed_precision_graph_rewrite"
_INSTEAD = "set keras.mixed_precision.set_global_policy('mixed_float16')"


def enable_mixed_precision_graph_rewrite(opt: Any, loss_scale: Any = "dynamic") -> Any:
    """Turn the rewrite on and return the optimizer with a loss scale.

    Raises:
        ValueError: the optimizer has a loss scale already, or the global policy is one of mixed precision.

    """
    warn_legacy("TFM114", _NAME.format("enable"), _INSTEAD)
    if isinstance(opt, tf.compat.v1.train.Optimizer) or not has_keras_3():
        return tf.compat.v1.train.experimental.enable_mixed_precision_graph_rewrite(opt, loss_scale)
    import keras

    from compat.shims.keras.mixed_precision_experimental import LossScaleOptimizer

    is_plain = not isinstance(opt, keras.optimizers.LossScaleOptimizer)
    if not (is_plain and isinstance(opt, keras.optimizers.Optimizer)):
        raise ValueError(f'"opt" must be a tf.keras.optimizers.Optimizer without a loss scale, but got: {opt}')
    if keras.mixed_precision.global_policy().name.startswith("mixed"):
        raise ValueError("the global policy is one of mixed precision; use either the policy or the graph rewrite")
    tf.config.optimizer.set_experimental_options({_OPTION: True})
    return LossScaleOptimizer(opt, loss_scale)


def disable_mixed_precision_graph_rewrite() -> None:
    """Turn the rewrite off; optimizers that have a loss scale keep it."""
    warn_legacy("TFM114", _NAME.format("disable"), _INSTEAD)
    tf.config.optimizer.set_experimental_options({_OPTION: False})
