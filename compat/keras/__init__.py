"""The namespace of standalone Keras 2.2 and 2.3, on the installed Keras.

`from compat.keras.layers.core import Dense` works from TensorFlow 1.15 to 2.21; nothing is imported before it is used.
"""

from compat.namespace.lookup import install

install(__name__)
