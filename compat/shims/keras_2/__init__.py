"""The parts of TensorFlow 2.15's `tf.keras` that Estimator uses, for releases whose `tf.keras` is Keras 3.

Keras 3 does not run in graphs, and Estimator runs only in graphs. TensorFlow 2.16 to 2.21 still carry most of Keras 2
in `tensorflow.python.keras`, which `import tensorflow` loads for its own use. This package gives it the names of
`tf.keras` and adds what was cut out: batch normalization, the layers of feature columns, LSTM and GRU as of TF 2, the
premade models. Keras 3 and `tf.keras` are not changed, and no other package is needed.
"""

from tensorflow.python.keras import (
    Input,
    Model,
    Sequential,
    activations,
    backend,
    callbacks,
    constraints,
    metrics,
    models,
    regularizers,
)
from tensorflow.python.keras.utils import all_utils as utils

from compat.shims.keras_2 import (
    experimental,
    initializers,
    internal,
    layers,
    losses,
    optimizers,
    registration,
    repairs,
)

__internal__ = internal
__all__ = [
    "Input",
    "Model",
    "Sequential",
    "activations",
    "backend",
    "callbacks",
    "constraints",
    "experimental",
    "initializers",
    "layers",
    "losses",
    "metrics",
    "models",
    "optimizers",
    "regularizers",
    "utils",
]
__version__ = "2.15.0"
repairs.repair(__version__)
registration.register()
