"""Layers and functions of Keras that do something else in training than in inference.

https://keras.io/api/layers/
"""

from __future__ import annotations

_ALWAYS = """
AlphaDropout BatchNormalization Dropout GaussianDropout GaussianNoise RandomBrightness RandomContrast RandomCrop
RandomFlip RandomHeight RandomRotation RandomTranslation RandomWidth RandomZoom SpatialDropout1D SpatialDropout2D
SpatialDropout3D SpectralNormalization
"""
_WITH_DROPOUT = """
AdditiveAttention Attention ConvLSTM1D ConvLSTM2D ConvLSTM3D GRU GRUCell LSTM LSTMCell MultiHeadAttention SimpleRNN
SimpleRNNCell
"""

LAYERS_OF_PHASE = frozenset(f"keras.layers.{name}" for name in _ALWAYS.split())
"""Layers that do so however they are made."""

LAYERS_WITH_DROPOUT = frozenset(f"keras.layers.{name}" for name in _WITH_DROPOUT.split())
"""Layers that do so where they are made with a rate of dropout."""

RATES = ("dropout", "recurrent_dropout")
"""The arguments for this rate."""

FUNCTIONS_OF_PHASE = ("keras.applications.", "keras.backend.in_train_phase", "keras.backend.learning_phase")
"""What gives a model with such layers, and what asks for the phase: the beginnings of names."""
