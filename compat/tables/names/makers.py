"""Classes and functions that make a Keras model or a session."""

from typing import Tuple

MODEL_CLASSES: Tuple[str, ...] = ("keras.models.Model", "keras.models.Sequential")

MODEL_BUILDERS: Tuple[str, ...] = (*MODEL_CLASSES, "keras.models.clone_model")
"""These make a model of the layers, tensors or models that they are given."""

MODEL_FUNCTIONS: Tuple[str, ...] = (
    "keras.models.load_model",
    "keras.models.clone_model",
    "keras.models.model_from_config",
    "keras.models.model_from_json",
    "keras.models.model_from_yaml",
)

MODEL_MAKERS: Tuple[str, ...] = (*MODEL_CLASSES, *MODEL_FUNCTIONS, "keras.utils.multi_gpu_model")

SESSIONS: Tuple[str, ...] = ("tensorflow.Session", "tensorflow.InteractiveSession")


def model_methods(*names: str) -> Tuple[str, ...]:
    """Return the canonical names of methods that models have."""
    return tuple(model + "." + name for model in MODEL_CLASSES for name in names)
