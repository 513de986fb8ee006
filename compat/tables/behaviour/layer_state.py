"""Layers of Keras that make variables: weights, or the state of a random generator.

`tests/compat/tables/test_layer_state.py` makes each of them inside `call` on the releases.
"""

from typing import FrozenSet

RANDOM_LAYERS: FrozenSet[str] = frozenset(
    "keras.layers." + name
    for name in (
        "AlphaDropout",
        "Dropout",
        "GaussianDropout",
        "GaussianNoise",
        "SpatialDropout1D",
        "SpatialDropout2D",
        "SpatialDropout3D",
    )
)
"""Layers without weights that Keras 3 gives a seed generator, which is a variable; Keras 2 gave them none."""

LAYERS_WITH_WEIGHTS: FrozenSet[str] = frozenset(
    "keras.layers." + name
    for name in (
        "AdditiveAttention",
        "BatchNormalization",
        "Conv1D",
        "Conv1DTranspose",
        "Conv2D",
        "Conv2DTranspose",
        "Conv3D",
        "Conv3DTranspose",
        "ConvLSTM2D",
        "Convolution1D",
        "Convolution2D",
        "Convolution3D",
        "CuDNNGRU",
        "CuDNNLSTM",
        "Dense",
        "DepthwiseConv1D",
        "DepthwiseConv2D",
        "Embedding",
        "GRU",
        "GroupNormalization",
        "LSTM",
        "LayerNormalization",
        "MultiHeadAttention",
        "PReLU",
        "SeparableConv1D",
        "SeparableConv2D",
        "SimpleRNN",
    )
)
"""Layers that make weights for the shape of what they are called with, on every release."""
