"""`tf.keras.__internal__`."""

from types import SimpleNamespace

from tensorflow.python.keras import backend as _backend
from tensorflow.python.keras import models
from tensorflow.python.keras.utils import losses_utils as losses

from compat.shims.keras_2 import optimizers

__all__ = ["backend", "losses", "models", "optimizers"]

backend = SimpleNamespace(
    track_variable=_backend.track_variable,
    initialize_variables=_backend._initialize_variables,
)
