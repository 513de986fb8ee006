"""The layers of `tf.keras` itself."""

import tensorflow as tf

GRU = tf.keras.layers.GRU
GRUCell = tf.keras.layers.GRUCell
