"""Layers of `tf.keras` that computed something different from the same layers of standalone Keras.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras/layers/normalization.py
"""

from typing import Any, Dict, Type

import keras

from compat.shims.keras import layer, layers
from compat.shims.keras.native_instances import StandsForNative
from compat.shims.keras.recurrent import MasksBesideStates
from compat.tables.names.shims import SHIMS


class BatchNormalization(layers.BatchNormalization):
    """`BatchNormalization` with an unbiased moving variance for images only, where `tf.keras` used the fused kernel.

    A frozen layer takes its moving statistics, as in TensorFlow 2; in TensorFlow 1 it took those of the batch.
    """

    _native = keras.layers.BatchNormalization

    def _correction(self, count: Any, *, is_fused: bool) -> Any:
        return layers.fused_correction(count) if is_fused else 1.0

    def _normalized(self, inputs: Any) -> Any:
        return keras.layers.BatchNormalization.call(self, inputs, training=False)


class Layer(layer.Layer):
    """`Layer`, which trains and saves each `tf.Variable` set on it.

    https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/engine/base_layer.py
    """

    _native = keras.layers.Layer
    _is_standalone = False


Layer.__module__ = "keras.layers"


class _ResetsAfter:
    """The default of TensorFlow 2, `reset_after=True`; that of TensorFlow 1 was False."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("reset_after", True)
        super().__init__(*args, **kwargs)


def _resetting_after(legacy: Type[Any]) -> Type[Any]:
    body = {"__module__": "keras.layers", "__doc__": legacy.__doc__, "_native": vars(legacy)["_native"]}
    return StandsForNative(legacy.__name__, (_ResetsAfter, legacy), body)


BatchNormalization.__module__ = "keras.layers"

_NAMES = [name.rpartition(".")[2] for row in SHIMS if row.module == __name__ for name in row.symbols]
_RECURRENT = ("Bidirectional", "ConvLSTM2D", "GRU", "LSTM", "RNN", "SimpleRNN")
_CLASSES: Dict[str, Type[Any]] = {
    name: layers.legacy_layer(name, (MasksBesideStates,) if name in _RECURRENT else (), sums_activity=False)
    for name in _NAMES
    if name not in ("BatchNormalization", "Layer")
}
_CLASSES.update({name: _resetting_after(_CLASSES[name]) for name in ("GRU", "GRUCell")})
globals().update(_CLASSES)
