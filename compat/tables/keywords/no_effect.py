"""Keywords whose value never changed what is computed: whatever it is, leaving it out means the same.

https://github.com/keras-team/keras/issues/18467
"""

from typing import Mapping, Tuple

from compat.tables.names.makers import model_methods


def _layers(names: str) -> Tuple[str, ...]:
    return tuple("keras.layers." + name for name in names.split())


NO_EFFECT: Mapping[str, Tuple[str, ...]] = {
    **dict.fromkeys(("cloning", "experimental_run_tf_function"), model_methods("compile")),
    **dict.fromkeys(("count_mode", "stateful_metrics"), ("keras.callbacks.ProgbarLogger",)),
    **dict.fromkeys(("backend", "layers", "models", "utils"), ("keras.applications.*",)),
    **dict.fromkeys(
        ("kernel_initializer", "kernel_regularizer", "kernel_constraint"),
        _layers("SeparableConv1D SeparableConv2D DepthwiseConv2D"),
    ),
    "batch_size": ("keras.callbacks.TensorBoard",),
    "fused": _layers("BatchNormalization"),
    "implementation": _layers("LSTM GRU LSTMCell GRUCell SimpleRNN"),
    "noise_shape": _layers("SpatialDropout1D SpatialDropout2D SpatialDropout3D"),
}
"""Each keyword with the classes and methods in which it had no effect; `module.*` is every class of a module."""
