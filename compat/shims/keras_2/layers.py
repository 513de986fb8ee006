"""`tf.keras.layers`."""

from typing import Any

from tensorflow.python.keras import layers

from compat.shims.keras_2.dense_features import DenseFeatures
from compat.shims.keras_2.normalization import BatchNormalization
from compat.shims.keras_2.recurrent import GRU, LSTM, GRUCell, LSTMCell

__all__ = ["GRU", "LSTM", "BatchNormalization", "DenseFeatures", "GRUCell", "LSTMCell"]


def __getattr__(name: str) -> Any:
    return getattr(layers, name)
