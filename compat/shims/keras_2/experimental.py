"""`tf.keras.experimental`."""

from compat.shims.keras_2.linear_model import LinearModel
from compat.shims.keras_2.sequence_features import SequenceFeatures
from compat.shims.keras_2.wide_deep_model import WideDeepModel

__all__ = ["LinearModel", "SequenceFeatures", "WideDeepModel"]
