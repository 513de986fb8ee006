"""`tf.estimator.tpu`: TPUEstimator, which without a TPU runs with `use_tpu=False`."""

from compat.shims.estimator.namespace import namespace

__getattr__, __dir__ = namespace(__name__)
