"""`tf.layers`: layers that create their variables in variable scopes.

TensorFlow 1.15 to 2.15 have them, and so do later releases with `TF_USE_LEGACY_KERAS=1` and `tf_keras`; there the
native layers are returned. With Keras 3 they are those of Keras 2 that TensorFlow still carries in
`tensorflow.python.keras`, together with the batch normalization of `compat.shims.keras_2`, which was cut out of it.

Known deviations: none; as always, a graph or TF 1 behaviour is needed.
"""

import importlib
from types import SimpleNamespace
from typing import Any, List

from compat.namespace.legacy_name import legacy_name
from compat.namespace.missing import missing
from compat.namespace.releases import has_keras_3

_KERAS = "tensorflow.python.keras.legacy_tf_layers."
_MODULES = {
    _KERAS + "base": ("InputSpec", "Layer", "keras_style_scope", "set_keras_style"),
    _KERAS + "core": ("Dense", "Dropout", "Flatten", "dense", "dropout", "flatten"),
    _KERAS + "convolutional": (
        *("Conv1D", "Conv2D", "Conv2DTranspose", "Conv3D", "Conv3DTranspose", "SeparableConv1D", "SeparableConv2D"),
        *("conv1d", "conv2d", "conv2d_transpose", "conv3d", "conv3d_transpose"),
        *("separable_conv1d", "separable_conv2d"),
    ),
    _KERAS + "pooling": (
        *("AveragePooling1D", "AveragePooling2D", "AveragePooling3D", "MaxPooling1D", "MaxPooling2D", "MaxPooling3D"),
        *("average_pooling1d", "average_pooling2d", "average_pooling3d"),
        *("max_pooling1d", "max_pooling2d", "max_pooling3d"),
    ),
    "compat.shims.keras_2.v1.batch_normalization": ("BatchNormalization", "batch_normalization"),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}
_EXPERIMENTAL = ("keras_style_scope", "set_keras_style")
__all__ = [*sorted(set(_HOME) - set(_EXPERIMENTAL)), "experimental"]  # noqa: F822, PLE0604


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise missing(legacy_name("compat.tensorflow.layers"), name, module_is_there=True)
    if not has_keras_3():
        return getattr(importlib.import_module("tensorflow").compat.v1.layers, name)
    if name == "experimental":
        return SimpleNamespace(**{each: _find(each) for each in _EXPERIMENTAL})
    return _find(name)


def __dir__() -> List[str]:
    return list(__all__)


def _find(name: str) -> Any:
    return getattr(importlib.import_module(_HOME[name]), name)
