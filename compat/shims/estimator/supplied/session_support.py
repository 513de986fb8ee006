"""`tensorflow.python.tpu.session_support`: watching over the workers of a TPU.

TPUEstimator uses it while it trains on a TPU, which needs TensorFlow 2.15. As upstream, the hook disables itself where
no worker has a TPU; where one has, each of the names says what it needs when it is to do its work.
"""

from typing import Any

import tensorflow as tf

from compat.shims.estimator.supplied.tpu_embedding import refuse


def start_worker_watchdog(*args: Any, **kwargs: Any) -> None:
    """Raises RuntimeError: there is no watchdog."""
    del args, kwargs
    refuse("Watchdogs of TPU workers")


class GracefulShutdownHook(tf.compat.v1.train.SessionRunHook):  # type: ignore[misc]
    """Saves and stops when a TPU worker is about to go."""

    def __init__(self, checkpoint_prefix: str, saver: Any = None, on_shutdown_hooks: Any = None) -> None:
        del checkpoint_prefix, saver, on_shutdown_hooks

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Raises RuntimeError if the session has a TPU."""
        del coord
        if any(":TPU:0" in device.name and "coordinator" not in device.name for device in session.list_devices()):
            refuse("Shutdown hooks of TPU workers")
        tf.compat.v1.logging.warn("No workers support heartbeats. Failure handling will be disabled.")


class _Shutdown:
    def __call__(self, run_context: Any, all_workers: Any, lame_workers: Any) -> None:
        del run_context, all_workers, lame_workers
        refuse("Shutdown hooks of TPU workers")


class ResetComputation(_Shutdown):
    """What `GracefulShutdownHook` may do in the end: raises RuntimeError."""


class ShutdownAllWorkers(_Shutdown):
    """What `GracefulShutdownHook` may do in the end: raises RuntimeError."""


class ShutdownLameWorkers(_Shutdown):
    """What `GracefulShutdownHook` may do in the end: raises RuntimeError."""
