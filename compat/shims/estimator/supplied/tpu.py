"""`tensorflow.python.tpu.tpu_embedding`, `tpu_embedding_gradient` and `session_support`, where no TPU is used.

TPUEstimator names them when it is imported. Without a TPU it only hands on what describes embedding tables, so that
is all there is: nothing is checked, and the columns are ordinary embedding columns. What would run on a TPU needs
TensorFlow 2.15, and says so.
"""

from typing import Any, Callable, NamedTuple, NoReturn, Optional

import tensorflow as tf


def _refuse(what: str) -> NoReturn:
    raise RuntimeError(f"{what} need TensorFlow 2.15: this TPUEstimator runs on CPUs and GPUs, with use_tpu=False")


TRAINING, INFERENCE = 1, 2


def TPUEmbedding(*args: Any, **kwargs: Any) -> NoReturn:  # noqa: N802 - a class of upstream's
    """Raises RuntimeError, before anything else of embedding tables on a TPU is used."""
    del args, kwargs
    _refuse("Embedding tables on a TPU")


class TableConfig(NamedTuple):
    """An embedding table: its size, how rows are combined, how it is trained."""

    vocabulary_size: int
    dimension: int
    initializer: Optional[Callable[..., Any]] = None
    combiner: Optional[str] = "mean"
    hot_id_replication: bool = False
    learning_rate: Optional[float] = None
    learning_rate_fn: Optional[Callable[..., Any]] = None
    optimization_parameters: Any = None


class FeatureConfig(NamedTuple):
    """A feature: the table it looks up, its length if it is a sequence, the feature that holds its weights."""

    table_id: str
    max_sequence_length: int = 0
    weight_key: Optional[str] = None


class _Parameters:
    """How a TPU trains embedding tables; elsewhere the optimizer of the model does."""

    def __init__(self, learning_rate: float, *args: Any, **kwargs: Any) -> None:
        del learning_rate, args, kwargs


class AdagradParameters(_Parameters):
    """Adagrad."""


class AdamParameters(_Parameters):
    """Adam."""


class FtrlParameters(_Parameters):
    """FTRL."""


class MomentumParameters(_Parameters):
    """Momentum."""


class ProximalAdagradParameters(_Parameters):
    """Proximal Adagrad."""


class RMSPropParameters(_Parameters):
    """RMSProp."""


class StochasticGradientDescentParameters(_Parameters):
    """Stochastic gradient descent."""


def start_worker_watchdog(*args: Any, **kwargs: Any) -> NoReturn:
    """Raises RuntimeError: there is no watchdog."""
    del args, kwargs
    _refuse("Watchdogs of TPU workers")


class GracefulShutdownHook(tf.compat.v1.train.SessionRunHook):  # type: ignore[misc]
    """Saves and stops when a TPU worker is about to go; as upstream, does nothing where no worker has a TPU."""

    def __init__(self, checkpoint_prefix: str, saver: Any = None, on_shutdown_hooks: Any = None) -> None:
        del checkpoint_prefix, saver, on_shutdown_hooks

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Raises RuntimeError if the session has a TPU."""
        del coord
        if any(":TPU:0" in device.name and "coordinator" not in device.name for device in session.list_devices()):
            _refuse("Shutdown hooks of TPU workers")
        tf.compat.v1.logging.warn("No workers support heartbeats. Failure handling will be disabled.")


class _AtShutdown:
    """What the hook would do in the end; it refuses before."""


ResetComputation = ShutdownAllWorkers = ShutdownLameWorkers = _AtShutdown
