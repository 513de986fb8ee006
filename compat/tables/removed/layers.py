"""`tf.layers`, which needs Keras 2: the Keras layers that it was made of."""

from compat.tables.removed.area import area

_MODELS = "https://www.tensorflow.org/guide/migrate/model_mapping"
_GONE_IN_KERAS_3 = "https://github.com/tensorflow/tensorflow/releases/tag/v2.16.1"

_AS_IT_WAS = ", or call tf.compat.v1.layers.{name} with TF_USE_LEGACY_KERAS=1 and tf-keras installed"

_NAMES = {
    "dense": "keras.layers.Dense(units)(inputs)",
    "flatten": "keras.layers.Flatten()(inputs)",
    "dropout": "keras.layers.Dropout(rate)(inputs, training=training)",
    "batch_normalization": "keras.layers.BatchNormalization()(inputs, training=training), which updates its moving "
    "averages by itself",
    "conv1d": "keras.layers.Conv1D(filters, kernel_size)(inputs)",
    "conv2d": "keras.layers.Conv2D(filters, kernel_size)(inputs)",
    "conv3d": "keras.layers.Conv3D(filters, kernel_size)(inputs)",
    "conv2d_transpose": "keras.layers.Conv2DTranspose(filters, kernel_size)(inputs)",
    "conv3d_transpose": "keras.layers.Conv3DTranspose(filters, kernel_size)(inputs)",
    "separable_conv1d": "keras.layers.SeparableConv1D(filters, kernel_size)(inputs)",
    "separable_conv2d": "keras.layers.SeparableConv2D(filters, kernel_size)(inputs)",
    "max_pooling1d": "keras.layers.MaxPooling1D(pool_size, strides)(inputs)",
    "max_pooling2d": "keras.layers.MaxPooling2D(pool_size, strides)(inputs)",
    "max_pooling3d": "keras.layers.MaxPooling3D(pool_size, strides)(inputs)",
    "average_pooling1d": "keras.layers.AveragePooling1D(pool_size, strides)(inputs)",
    "average_pooling2d": "keras.layers.AveragePooling2D(pool_size, strides)(inputs)",
    "average_pooling3d": "keras.layers.AveragePooling3D(pool_size, strides)(inputs)",
}

_CLASSES = (
    "AveragePooling1D AveragePooling2D AveragePooling3D BatchNormalization Conv1D Conv2D Conv2DTranspose Conv3D "
    "Conv3DTranspose Dense Dropout Flatten Layer MaxPooling1D MaxPooling2D MaxPooling3D SeparableConv1D SeparableConv2D"
)

_LAYERS = {
    "": "use keras.layers; or keep it as it is: from compat import tensorflow as tf, or tf.compat.v1.layers with "
    "TF_USE_LEGACY_KERAS=1 and tf-keras installed",
    **{name: "use " + modern + _AS_IT_WAS for name, modern in _NAMES.items()},
    _CLASSES: "use keras.layers.{name}" + _AS_IT_WAS,
    "experimental": "leave it out: layers of Keras own their variables, and reuse them when they are called again",
}

_PRIVATE = {"BatchNormalization": "use keras.layers.BatchNormalization"}

ROWS = (
    *area("tensorflow.layers", "tensorflow 2.0", _MODELS, _LAYERS),
    *area("tensorflow.compat.v1.layers", "tensorflow 2.16", _GONE_IN_KERAS_3, _LAYERS),
    *area("tensorflow.python.layers.normalization", "tensorflow 2.13", _MODELS, _PRIVATE),
)
"""Removed names, as `compat.tables.removed` gathers them."""
