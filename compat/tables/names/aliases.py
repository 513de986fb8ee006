"""Roots and symbols that have several names."""

from typing import Dict, Tuple

KERAS_ROOTS: Tuple[str, ...] = (
    "tensorflow.python.keras.api._v1.keras",
    "tensorflow.python.keras.api._v2.keras",
    "tensorflow_core.python.keras",
    "tensorflow.python.keras",
    "tensorflow.compat.v1.keras",
    "tensorflow.compat.v2.keras",
    "tensorflow._api.v1.keras",
    "tensorflow._api.v2.keras",
    "tensorflow.contrib.keras",
    "tensorflow.keras",
    "keras",
)
"""Packages that hold Keras; the longest prefix comes first."""

GONE_KERAS_ROOTS: Tuple[str, ...] = tuple(
    root for root in KERAS_ROOTS if root not in ("tensorflow.keras", "keras") and ".compat." not in root
)
"""Roots that are gone, or private copies unrelated to Keras 3."""

PUBLIC_KERAS_MODULES: Tuple[str, ...] = (
    "activations",
    "applications",
    "backend",
    "callbacks",
    "constraints",
    "datasets",
    "initializers",
    "layers",
    "losses",
    "metrics",
    "models",
    "optimizers",
    "preprocessing",
    "regularizers",
    "utils",
)
"""Modules that Keras has had from its first releases on."""

PUBLIC_KERAS_CLASSES: Tuple[str, ...] = ("Input", "Model", "Sequential")
"""What `keras` itself has beside its modules; the private copies have it, too."""

TENSORFLOW_ROOTS: Tuple[str, ...] = ("tensorflow._api.v1", "tensorflow._api.v2", "tensorflow_core", "tensorflow")

TENSORFLOW_2_KERAS: Tuple[str, ...] = ("initializers", "losses", "metrics", "optimizers")
"""Modules of Keras that TensorFlow 2 also has at its top: `tf.optimizers.Adam` is `tf.keras.optimizers.Adam`.

TensorFlow 1 had functions, classes in small letters and a `Reduction` of its own in three of them.
"""

_SHORT = {
    "kl_divergence": "KLD",
    "log_cosh": "logcosh",
    "mean_absolute_error": "MAE",
    "mean_absolute_percentage_error": "MAPE",
    "mean_squared_error": "MSE",
    "mean_squared_logarithmic_error": "MSLE",
}
_REGISTRY = (
    "custom_object_scope deserialize_keras_object get_custom_objects get_registered_name get_registered_object "
    "register_keras_serializable serialize_keras_object"
)
IN_TF_KERAS: Dict[str, str] = {
    **{
        f"keras.{module}.{name}": f"keras.{module}.{short}"
        for module in ("losses", "metrics")
        for name, short in _SHORT.items()
    },
    **{f"keras.saving.{name}": f"keras.utils.{name}" for name in _REGISTRY.split()},
    **{f"keras.saving.{name}": f"keras.models.{name}" for name in ("load_model", "save_model")},
}
"""Names that `tf.keras` lost with Keras 3 while `keras` has them, and others that it has for the same objects."""

OF_TENSORFLOW_2: Dict[str, str] = {
    f"tensorflow.{module}.{name}": f"tensorflow.{module}.{short}"
    for module in ("losses", "metrics")
    for name, short in _SHORT.items()
}
"""Functions of Keras that TensorFlow 2 lost with Keras 3, and names that it kept; three were others in TensorFlow 1."""

SYMBOL_ALIASES: Dict[str, str] = {
    "keras.utils.training_utils.multi_gpu_model": "keras.utils.multi_gpu_model",
    "keras.utils.multi_gpu_utils.multi_gpu_model": "keras.utils.multi_gpu_model",
    "keras.backend.tensorflow_backend._get_available_gpus": "keras.backend._get_available_gpus",
    "keras.backend.tensorflow_backend.set_session": "keras.backend.set_session",
    "keras.backend.tensorflow_backend.get_session": "keras.backend.get_session",
    "keras.Model": "keras.models.Model",
    "keras.Sequential": "keras.models.Sequential",
    "keras.Input": "keras.layers.Input",
    "tensorflow.mixed_precision.experimental.LossScale": "tensorflow.train.experimental.LossScale",
    "tensorflow.mixed_precision.experimental.FixedLossScale": "tensorflow.train.experimental.FixedLossScale",
    "tensorflow.mixed_precision.experimental.DynamicLossScale": "tensorflow.train.experimental.DynamicLossScale",
}
"""Maps each legacy symbol to the canonical name that rules match."""
