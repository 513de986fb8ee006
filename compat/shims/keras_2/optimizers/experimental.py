"""`tf.keras.optimizers.experimental`: what the optimizers of the modern Keras have for a base."""

from keras.optimizers import Optimizer

__all__ = ["Optimizer"]
