"""`tf.estimator`: the genuine `tensorflow-estimator`, on every TensorFlow from 1.15 on.

Up to TensorFlow 2.15 this is its own `tf.compat.v1.estimator`. On later releases the package
`tensorflow-estimator` 2.15.0 runs over a bridge: `pip install "tf-forward[estimator]"`.

In a script of TF 1, `tf.estimator` means `tf.compat.v1.estimator`, and so it does here. Upstream's export tables
decide: a name in the table for TF 1 is that object, and a name only in the table for TF 2
(`experimental.RNNClassifier`) is the one of TF 2. `compat.tensorflow.estimator.v2` is `tf.estimator` of TF 2.
"""

from compat.shims.estimator.namespace import namespace

__getattr__, __dir__ = namespace(__name__)
