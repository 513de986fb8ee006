"""`tf.estimator` of TF 2."""

from compat.shims.estimator.namespace import namespace

__getattr__, __dir__ = namespace(__name__)
