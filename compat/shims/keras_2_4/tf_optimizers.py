"""The optimizers of `tf.keras` up to TensorFlow 2.10, which are `tf.keras.optimizers.legacy` from 2.11 on.

Those of 2.11 ignore `lr=`, refuse `decay=` and have other formulas.
https://github.com/tensorflow/tensorflow/blob/v2.10.1/tensorflow/python/keras/optimizer_v2/optimizer_v2.py
"""

from typing import Any

import tensorflow as tf

_takes_decay = hasattr(tf.keras.optimizers.SGD, "get_updates")
native = tf.keras.optimizers if _takes_decay else tf.keras.optimizers.legacy

SGD = native.SGD
RMSprop = native.RMSprop
Adagrad = native.Adagrad
Adadelta = native.Adadelta
Adam = native.Adam
Adamax = native.Adamax
Nadam = native.Nadam
Ftrl = native.Ftrl

_CLASSES = {cls.__name__.lower(): cls for cls in (SGD, RMSprop, Adagrad, Adadelta, Adam, Adamax, Nadam, Ftrl)}


def get(identifier: Any) -> Any:
    """Return the optimizer for a name, a config or an instance."""
    if isinstance(identifier, str) and identifier.lower() in _CLASSES:
        return _CLASSES[identifier.lower()]()
    if isinstance(identifier, dict) and str(identifier.get("class_name")).lower() in _CLASSES:
        return _CLASSES[identifier["class_name"].lower()].from_config(identifier["config"])
    return tf.keras.optimizers.get(identifier)
