"""The namespace of TensorFlow 1, as far as multi-GPU Keras scripts use it, on the TensorFlow at hand.

`compat.tensorflow.keras` is `compat.keras` over `tf.keras`; names of TensorFlow 1 resolve through `tf.compat.v1`.
"""

from compat.namespace.lookup import install

install(__name__)
