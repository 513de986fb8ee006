"""`tf.nn.rnn_cell`: the cells for `tf.nn.dynamic_rnn`, which create their variables in variable scopes.

TensorFlow has them in `tf.compat.v1`, which hides them where `tf.keras` is Keras 3. They do not depend on Keras 3:
their module, `tensorflow.python.keras.layers.legacy_rnn`, is still there.

Known deviations: none; as always, a graph or TF 1 behaviour is needed.
"""

import importlib
from typing import Any, List

from compat.namespace.legacy_name import legacy_name
from compat.namespace.missing import missing
from compat.namespace.releases import has_keras_3

_MODULE = "tensorflow.python.keras.layers.legacy_rnn.rnn_cell_impl"
__all__ = [  # noqa: F822
    "BasicLSTMCell",
    "BasicRNNCell",
    "DeviceWrapper",
    "DropoutWrapper",
    "GRUCell",
    "LSTMCell",
    "LSTMStateTuple",
    "MultiRNNCell",
    "RNNCell",
    "ResidualWrapper",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise missing(legacy_name("compat.tensorflow.nn.rnn_cell"), name, module_is_there=True)
    if has_keras_3():
        return getattr(importlib.import_module(_MODULE), name)
    return getattr(importlib.import_module("tensorflow").compat.v1.nn.rnn_cell, name)


def __dir__() -> List[str]:
    return list(__all__)
