"""`tensorflow.python.estimator`: the private modules of Estimators, which moved to `tensorflow_estimator` in 1.14."""

from compat.shims.estimator.private_modules import mirror

mirror(__name__)
