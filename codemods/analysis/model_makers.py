"""The names by which Keras makes models."""

from __future__ import annotations

MODEL_CLASSES = ("keras.models.Model", "keras.models.Sequential")
MODEL_BUILDERS = (*MODEL_CLASSES, "keras.models.clone_model")
"""What makes a model of layers, tensors or models that are handed to it."""
MODEL_MAKERS = (
    *MODEL_BUILDERS,
    "keras.models.load_model",
    "keras.models.model_from_json",
    "keras.utils.multi_gpu_model",
)
