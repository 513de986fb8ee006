"""`tf.estimator`: the genuine `tensorflow-estimator`, on every TensorFlow from 1.15 on.

Up to TensorFlow 2.15 its own `tf.compat.v1.estimator` is handed back. On later releases the package
`tensorflow-estimator` 2.15.0 runs over a bridge: `pip install "tf-forward[estimator]"`.

A script of TF 1 means `tf.compat.v1.estimator` by `tf.estimator`, and that is what the names here are. Upstream's own
export tables decide: a name that its table for TF 1 has means that object, and one that only the table for TF 2 has
(`experimental.RNNClassifier`) means the one of TF 2. `compat.tensorflow.estimator.v2` is `tf.estimator` of TF 2.
"""

from compat.shims.estimator.namespace import namespace

__getattr__, __dir__ = namespace(__name__)
