"""`tf.contrib.distribute` of TensorFlow 1.12 to 1.15, on the strategies of TensorFlow 2.

https://github.com/tensorflow/tensorflow/tree/v1.15.5/tensorflow/contrib/distribute

What contrib had under the names of `tf.distribute` was not the same: a contrib strategy takes one batch of the input
for each replica, `tf.distribute` cuts one batch into shares. A strategy made here stays a contrib strategy wherever
it goes, to `make_dataset_iterator`, to an Estimator or to the `fit` of a Keras model.

Known deviations: the table in `compat/README.md`.
"""

from compat.namespace.lookup import install

install(__name__)
