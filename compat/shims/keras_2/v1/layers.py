"""`tf.compat.v1.keras.layers`: recurrent layers with the defaults of TF 1, feature layers in variable scopes."""

from typing import Any

from tensorflow.python.keras import layers
from tensorflow.python.keras.layers.recurrent import GRU, LSTM, GRUCell, LSTMCell

from compat.shims.keras_2.dense_features import DenseFeaturesV1
from compat.shims.keras_2.normalization import BatchNormalizationV1

__all__ = ["GRU", "LSTM", "BatchNormalization", "DenseFeatures", "GRUCell", "LSTMCell"]


class BatchNormalization(BatchNormalizationV1):
    """`tf.compat.v1.keras.layers.BatchNormalization`: a frozen layer stays in training mode."""


class DenseFeatures(DenseFeaturesV1):
    """`tf.compat.v1.keras.layers.DenseFeatures`."""


def __getattr__(name: str) -> Any:
    return getattr(layers, name)
