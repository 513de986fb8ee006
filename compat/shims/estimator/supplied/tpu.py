"""`tensorflow.python.tpu.tpu_embedding`, `tpu_embedding_gradient` and `session_support`, where no TPU is used.

TPUEstimator needs them when it is imported. Without a TPU it only passes on the descriptions of embedding tables, so
nothing more is supplied: nothing is checked, and the columns are ordinary embedding columns. Everything that would run
on a TPU raises an error that asks for TensorFlow 2.15.
"""

from typing import Any, Callable, NamedTuple, NoReturn, Optional

import tensorflow as tf


def _refuse(what: str) -> NoReturn:
    raise RuntimeError(f"{what} need TensorFlow 2.15: this TPUEstimator runs on CPUs and GPUs, with use_tpu=False")


TRAINING, INFERENCE = 1, 2


def TPUEmbedding(*args: Any, **kwargs: Any) -> NoReturn:  # noqa: N802 - a class of upstream's
    """Raise RuntimeError, before anything else of embedding tables on a TPU is used."""
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
    """The optimizer of embedding tables on a TPU; elsewhere the model's optimizer trains them."""

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
    """Raise RuntimeError: there is no watchdog."""
    del args, kwargs
    _refuse("Watchdogs of TPU workers")


class GracefulShutdownHook(tf.compat.v1.train.SessionRunHook):  # type: ignore[misc]
    """Upstream's hook saves before a TPU worker shuts down; without TPUs it only warns, as this one does."""

    def __init__(self, checkpoint_prefix: str, saver: Any = None, on_shutdown_hooks: Any = None) -> None:
        del checkpoint_prefix, saver, on_shutdown_hooks

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Raise RuntimeError if the session has a TPU."""
        del coord
        if any(":TPU:0" in device.name and "coordinator" not in device.name for device in session.list_devices()):
            _refuse("Shutdown hooks of TPU workers")
        tf.compat.v1.logging.warn("No workers support heartbeats. Failure handling will be disabled.")


class _AtShutdown:
    """Stands for the hook's actions at shutdown; the hook raises an error before it needs one."""


ResetComputation = ShutdownAllWorkers = ShutdownLameWorkers = _AtShutdown
