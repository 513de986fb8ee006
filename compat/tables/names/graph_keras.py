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
