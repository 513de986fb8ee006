"""`tf.keras` of TensorFlow 1 for the graph of a `model_fn`, in which Keras 3 does not run.

With Keras 3 it is the Keras 2 that TensorFlow still carries, with the defaults of `tf.compat.v1.keras`; on earlier
releases it is their own. `compat.shims.graph_keras.v2` is `tf.keras` of TensorFlow 2.

Known deviations: none in what it has, which is listed in `compat.tables.names.graph_keras`.
"""

from compat.shims.graph_keras.keras_of_release import fill

fill(__name__, "compat.shims.keras_2.v1", "tensorflow.compat.v1")
