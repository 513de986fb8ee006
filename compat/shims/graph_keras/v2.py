"""`tf.keras` of TensorFlow 2 for the graph of a `model_fn`, in which Keras 3 does not run."""

from compat.shims.graph_keras.keras_of_release import fill

fill(__name__, "compat.shims.keras_2", "tensorflow")
