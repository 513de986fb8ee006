"""`tensorflow.python`: TensorFlow's own private modules, and those of Estimators."""

from compat.namespace.lookup import install

install(__name__)
