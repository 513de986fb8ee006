"""Functions of `keras.backend` that were removed without an equivalent; the others live on in `tf.keras.backend`."""

from compat.tables.removed.area import area

_KERAS_2 = "https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes"
_KERAS_2_4 = "https://github.com/keras-team/keras/releases/tag/2.4.0"
_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"
_MIGRATING = "https://keras.io/guides/migrating_to_keras_3/"

_PHASE = "pass training=True or training=False when the model, or the layer, is called"

_SESSION = {
    "get_session": "leave it out: Keras has no session; use tf.compat.v1.Session for graphs of your own",
}

_SCOPE = {"learning_phase_scope": _PHASE}

_GRAPHS = {
    "function": "make a keras.Model(inputs, outputs) of the tensors, and call it",
    "learning_phase set_learning_phase": _PHASE,
    "in_train_phase": "write x if training else alternative, with the argument training of the layer's call",
    "in_test_phase": "write alternative if training else x, with the argument training of the layer's call",
    "placeholder": "use keras.Input, or tf.compat.v1.placeholder in graph mode",
    "manual_variable_initialization": "leave it out: variables have values when they are made",
    "reset_uids": "use keras.utils.clear_session()",
    "print_tensor": "use tf.print, or keras.ops.convert_to_numpy and print",
    "random_binomial": "use keras.random.binomial(shape, counts=1, probabilities=p)",
    "normalize_batch_in_training": "use keras.ops.moments and keras.ops.batch_normalization",
    "local_conv1d local_conv2d": "use keras.ops.einsum over unfolded patches",
}

_STANDALONE = {
    "conv3d_transpose": "use keras.ops.conv_transpose",
    "separable_conv1d": "use keras.ops.separable_conv",
    "identity": "use tf.identity",
    "is_placeholder": "test isinstance(x, keras.KerasTensor)",
    "logsumexp": "use keras.ops.logsumexp",
}

_KERAS_2_3 = {
    "control_dependencies": "use tf.control_dependencies",
    "eager symbolic": "leave the decorator out",
    "is_tensor": "use keras.ops.is_tensor",
    "is_variable": "test isinstance(x, keras.Variable)",
    "normalize_data_format": "use data_format or keras.config.image_data_format()",
    "size": "use keras.ops.size",
    "slice": "use keras.ops.slice",
}

_KERAS_2_2 = {
    "image_dim_ordering": "use keras.config.image_data_format(): 'tf' is 'channels_last', 'th' is 'channels_first'",
    "set_image_dim_ordering": "use keras.config.set_image_data_format: 'tf' is 'channels_last', 'th' is "
    "'channels_first'",
    "Function": "make a keras.Model(inputs, outputs) of the tensors, and call it",
    "get_variable_shape": "use tuple(variable.shape)",
    "has_arg": "use inspect.signature(function).parameters",
    "transpose_shape": "reorder the tuple yourself",
    "f": "it was never meant to be public: write your own function",
}

_KERAS_1 = {
    "lesser": "use keras.ops.less",
    "lesser_equal": "use keras.ops.less_equal",
    "atrous_conv2d": "use keras.ops.conv(inputs, kernel, dilation_rate=rate)",
    "deconv2d": "use keras.ops.conv_transpose",
    "asymmetric_temporal_padding asymmetric_spatial_2d_padding": "use keras.ops.pad",
    "tf_major_version tf_minor_version": "use tf.version.VERSION",
    "legacy_weight_ordering set_legacy_weight_ordering": "leave it out: there is one order of weights",
}

_SLIPPED = {
    "tf": "import tensorflow as tf",
    "np": "import numpy as np",
    "device_lib": "use tf.config.list_logical_devices()",
}

_FOCAL = {"binary_weighted_focal_crossentropy": "use keras.losses.BinaryFocalCrossentropy(apply_class_balancing=True)"}

_GENERATORS = {
    "": "use keras.random with a keras.random.SeedGenerator",
    "enable_tf_random_generator disable_tf_random_generator is_tf_random_generator_enabled": "leave it out: "
    "keras.utils.set_random_seed seeds all generators",
}

_TENSORFLOW_BACKEND = {
    "": "use keras.ops, or tf.keras.backend for the legacy functions",
    "get_graph": "use tf.compat.v1.get_default_graph()",
    **_SESSION,
    **_GRAPHS,
    **_STANDALONE,
    **_KERAS_2_3,
}

_BACKENDS = {
    "load_backend": "use keras.ops, or tf.keras.backend for the legacy functions",
    "numpy_backend": "use numpy, or Keras with KERAS_BACKEND=numpy",
    "common": "use keras.config",
}

ROWS = (
    *area("keras.backend", "keras 2.13", _MIGRATING, {**_SESSION, **_STANDALONE}),
    *area("keras.backend", "keras 3.0", _MIGRATING, {**_GRAPHS, **_SCOPE}),
    *area("keras.backend", "keras 2.4", _KERAS_2_4, {**_KERAS_2_3, **_BACKENDS}),
    *area("keras.backend", "keras 2.2.5", _KERAS_2, {**_KERAS_2_2, **_SLIPPED}),
    *area("keras.backend", "keras 2.0", _KERAS_2, _KERAS_1),
    *area("keras.backend", "tensorflow 2.10", _KERAS_3, _FOCAL),
    *area("keras.backend.experimental", "keras 3.0", _MIGRATING, _GENERATORS),
    *area("keras.backend.tensorflow_backend", "keras 2.4", _KERAS_2_4, _TENSORFLOW_BACKEND),
)
"""Removed names, as `compat.tables.removed` gathers them."""
