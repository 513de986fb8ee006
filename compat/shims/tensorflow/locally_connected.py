"""The locally connected layers of `tf.keras`, which does not sum up what an activity regularizer says of the rows.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras/layers/local.py
"""

import keras

from compat.shims.keras import locally_connected


@keras.saving.register_keras_serializable(package="tf_forward.tensorflow")
class LocallyConnected1D(locally_connected.LocallyConnected):
    """A `Conv1D` with a kernel of its own for each step."""

    rank = 1
    sums_activity = False


@keras.saving.register_keras_serializable(package="tf_forward.tensorflow")
class LocallyConnected2D(locally_connected.LocallyConnected2D):
    """A `Conv2D` with a kernel of its own for each place of the image."""

    sums_activity = False
