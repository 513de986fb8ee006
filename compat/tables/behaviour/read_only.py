"""Attributes that a script could set in Keras 2, and that Keras 3 computes: setting one raises AttributeError.

Measured by listing the properties without a setter on Keras 2.3.1 with `tf.keras` 1.15.5 and on Keras 3.15.1:
`tests/compat/tables/test_read_only.py` lists those of the Keras that is installed.
"""

from typing import NamedTuple, Tuple

URL = "https://github.com/keras-team/keras/issues/18467"


class ReadOnly(NamedTuple):
    """`names` of `classes` and their subclasses, and what to do instead of setting one."""

    classes: Tuple[str, ...]
    names: Tuple[str, ...]
    advice: str


READ_ONLY = (
    ReadOnly(
        ("keras.layers.Layer",),
        ("trainable_weights", "non_trainable_weights", "trainable_variables", "non_trainable_variables", "variables"),
        "make each weight with self.add_weight(), which lists it, and drop this line",
    ),
    ReadOnly(
        ("keras.layers.Layer",),
        ("dtype", "compute_dtype", "variable_dtype", "input_dtype"),
        "pass dtype= to super().__init__()",
    ),
    ReadOnly(
        ("keras.layers.Layer",),
        ("path", "quantization_mode", "metrics_variables"),
        "keep the value under another name",
    ),
    ReadOnly(
        (
            "keras.layers.Conv1D",
            "keras.layers.Conv2D",
            "keras.layers.Conv3D",
            "keras.layers.Dense",
        ),
        ("kernel",),
        "keep the weight under another name, and use it in call(), or derive the layer from keras.layers.Layer",
    ),
    ReadOnly(
        ("keras.layers.Embedding",),
        ("embeddings",),
        "keep the weight under another name, and use it in call(), or derive the layer from keras.layers.Layer",
    ),
    ReadOnly(
        ("keras.models.Model",),
        ("inputs", "outputs"),
        "make another model of the same layers: keras.Model(inputs, outputs)",
    ),
    ReadOnly(("keras.models.Model",), ("distribute_strategy",), "keep the value under another name"),
    ReadOnly(("keras.metrics.Metric",), ("dtype", "variables"), "keep the value under another name"),
    ReadOnly(("keras.losses.Loss",), ("dtype",), "pass dtype= to super().__init__()"),
    ReadOnly(("keras.utils.Sequence",), ("num_batches",), "keep the value under another name, such as self.batches"),
    ReadOnly(("keras.optimizers.Optimizer",), ("iterations",), "set its value: optimizer.iterations.assign(number)"),
    ReadOnly(("keras.callbacks.TensorBoard",), ("summary",), "keep the value under another name"),
)
