"""`tf.keras.estimator` for models of Keras 3.

A model of Keras 3 runs eagerly, an Estimator builds a graph. `keras.StatelessScope` joins the two: in it, layers,
losses and metrics compute with given values, so they can run in the graph of the genuine Estimator, on variables that
the graph owns and a strategy may mirror. Everything else is upstream's own code: steps, hooks, checkpoints, resuming,
distribution, exports, and the `tf.train` optimizer that the model was compiled with.

* `model_to_estimator`: the function
* `model_fn`: loss, train step, metrics and predictions of the model in a graph
* `graph_variables`: the variables of that graph, their names and first values
* `inputs`: features and labels in the order of the model
* `compiled`: optimizer and metric names, as `compile` was given them

Known deviations:
* all weights are kept: TensorFlow 1.13 to 2.15 reset the moving statistics of batch normalization, and TensorFlow 1.13
  also the layers that are not trainable
* a `tf.train` optimizer under a strategy takes the mean gradient of the replicas, as on TensorFlow 1.13; 1.15 to 2.15
  divide by the number of replicas a second time
* dropout draws from the seed generators of Keras 3
* with `checkpoint_format="checkpoint"` the names in the checkpoint stay those of the variables
"""

from compat.shims.keras_estimator.model_to_estimator import model_to_estimator

__all__ = ["model_to_estimator"]
