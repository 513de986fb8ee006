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

SWALLOWING: Tuple[str, ...] = ("keras.callbacks.ModelCheckpoint",)
"""What took and ignored every keyword that it did not know, and refuses it today.

`tf.keras` of TensorFlow 1.14 to 2.15, and Keras 2.4 to 2.15; standalone Keras before that refused it. Of all classes of
layers, callbacks, optimizers, metrics, losses and initializers it is the only one: `LambdaCallback` and
`ReduceLROnPlateau` ignore such keywords to this day. Measured on TensorFlow 1.13.2, 1.15.5, 2.3.4, 2.10.1 and 2.15.1.
"""
