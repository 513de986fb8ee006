"""`tf.keras.experimental`."""

from compat.tensorflow.keras_2.sequence_features import SequenceFeatures

__all__ = ["SequenceFeatures"]
