"""The namespace of TensorFlow 1 on the installed TensorFlow.

`compat.tensorflow.keras` is `compat.keras` over `tf.keras`; names of TensorFlow 1 resolve through `tf.compat.v1`.
"""

from compat.namespace.lookup import install

install(__name__)
