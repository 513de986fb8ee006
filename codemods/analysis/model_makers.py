"""The Keras symbols that make models."""

from __future__ import annotations

MODEL_CLASSES = ("keras.models.Model", "keras.models.Sequential")
MODEL_BUILDERS = (*MODEL_CLASSES, "keras.models.clone_model")
"""Symbols that make a model from given layers, tensors or models."""
MODEL_MAKERS = (
    *MODEL_BUILDERS,
    "keras.models.load_model",
    "keras.models.model_from_json",
    "keras.utils.multi_gpu_model",
)
