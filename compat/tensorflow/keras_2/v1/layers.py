"""`tf.compat.v1.keras.layers`: recurrent layers with the defaults of TF 1, feature layers in variable scopes."""

from typing import Any

from tensorflow.python.keras import layers

from compat.tensorflow.keras_2.dense_features import DenseFeaturesV1 as DenseFeatures
from compat.tensorflow.keras_2.normalization import BatchNormalizationV1 as BatchNormalization

__all__ = ["BatchNormalization", "DenseFeatures"]


def __getattr__(name: str) -> Any:
    return getattr(layers, name)
