"""`tensorflow.python.tpu.tpu_embedding_gradient`: gradients of tables that live on a TPU.

TPUEstimator uses it with the tables of `tpu_embedding.TPUEmbedding`, which need TensorFlow 2.15. The names are here so
that its module imports; each says so when it is used.
"""

from typing import Any

from compat.shims.estimator.supplied.tpu_embedding import refuse


def create_dummy_table_variables(tpu_embedding: Any) -> None:
    """Raises RuntimeError."""
    del tpu_embedding
    refuse("Embedding tables on a TPU")


def hook_dummy_table_variables_to_activations(tpu_embedding: Any, activations: Any, dummy_table_variables: Any) -> None:
    """Raises RuntimeError."""
    del tpu_embedding, activations, dummy_table_variables
    refuse("Embedding tables on a TPU")


def get_gradients_through_dummy_table_variables(tpu_embedding: Any) -> None:
    """Raises RuntimeError."""
    del tpu_embedding
    refuse("Embedding tables on a TPU")
