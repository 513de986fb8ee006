"""`tensorflow.python.tpu.session_support`: watching over the workers of a TPU.

TPUEstimator uses it while it trains on a TPU, which needs TensorFlow 2.15. The names are here so that its module
imports; each says so when it is used.
"""

from typing import Any

from compat.tensorflow.estimator.bridge.supplied.tpu_embedding import refuse


def start_worker_watchdog(*args: Any, **kwargs: Any) -> None:
    """Raises RuntimeError: there is no watchdog."""
    del args, kwargs
    refuse("Watchdogs of TPU workers")


class _ShutdownHook:
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        del args, kwargs
        refuse("Shutdown hooks of TPU workers")


class GracefulShutdownHook(_ShutdownHook):
    """Raises RuntimeError."""


class ResetComputation(_ShutdownHook):
    """Raises RuntimeError."""


class ShutdownAllWorkers(_ShutdownHook):
    """Raises RuntimeError."""


class ShutdownLameWorkers(_ShutdownHook):
    """Raises RuntimeError."""
