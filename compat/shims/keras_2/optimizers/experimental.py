"""`tf.keras.optimizers.experimental`: the base class of the Keras 3 optimizers."""

from keras.optimizers import Optimizer

__all__ = ["Optimizer"]
