"""`tf.contrib.distribute` of TensorFlow 1.12 to 1.15, on the strategies of TensorFlow 2.

https://github.com/tensorflow/tensorflow/tree/v1.15.5/tensorflow/contrib/distribute

The strategies of contrib are not those of the same names in `tf.distribute`: a contrib strategy takes one batch of the
input for each replica, while `tf.distribute` splits one batch between them. A strategy made here stays a contrib
strategy wherever it is used: in `make_dataset_iterator`, in an Estimator or in the `fit` of a Keras model.

Known deviations: the table in `compat/README.md`.
"""

from compat.namespace.lookup import install

install(__name__)
