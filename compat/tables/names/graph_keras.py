"""The names of `tf.keras` that run in the graph of a `model_fn` through the shims."""

from typing import Tuple

GRAPH_KERAS: Tuple[str, ...] = (
    "Input",
    "Model",
    "Sequential",
    "activations",
    "backend",
    "constraints",
    "initializers",
    "layers",
    "losses",
    "metrics",
    "models",
    "optimizers",
    "regularizers",
)

_LAYERS = """
AlphaDropout Bidirectional CategoryEncoding CenterCrop ConvLSTM1D ConvLSTM3D Convolution1DTranspose
CuDNNGRU CuDNNLSTM DepthwiseConv1D Discretization EinsumDense GaussianDropout GaussianNoise Hashing
IntegerLookup LayerNormalization LocallyConnected1D LocallyConnected2D MultiHeadAttention
Normalization RandomBrightness RandomContrast RandomCrop RandomFlip RandomHeight RandomRotation
RandomTranslation RandomWidth RandomZoom Rescaling Resizing StringLookup TextVectorization
TimeDistributed UnitNormalization Wrapper
"""

GRAPH_KERAS_LACKS: Tuple[str, ...] = tuple(
    f"{module}.{name}"
    for module, names in (
        (
            "layers",
            _LAYERS,
        ),
        ("losses", "BinaryFocalCrossentropy binary_focal_crossentropy cosine cosine_proximity"),
        ("metrics", "BinaryIoU IoU KLD OneHotIoU OneHotMeanIoU binary_focal_crossentropy cosine kl_divergence kld"),
        ("backend", "binary_focal_crossentropy"),
        ("regularizers", "OrthogonalRegularizer orthogonal_regularizer"),
    )
    for name in names.split()
)
"""The names of `tf.keras` 1.13 to 2.10 that the Keras 2 which TensorFlow still carries has no more."""
