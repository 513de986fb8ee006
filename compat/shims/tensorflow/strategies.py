"""The strategies of `tf.distribute` with `experimental_run_v2`, which TensorFlow 2.4 dropped for `run`.

https://www.tensorflow.org/api_docs/python/tf/distribute/Strategy#run
"""

from typing import Any, Callable

import tensorflow as tf

_v1 = tf.compat.v1.distribute


class RunV2:
    """A mixin that gives a strategy the legacy name of `run`."""

    def experimental_run_v2(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """Call `fn` on each replica and return the results."""
        above: Any = super()
        run = getattr(above, "run", None) or above.experimental_run_v2
        return run(fn, args, kwargs)


class MirroredStrategy(RunV2, _v1.MirroredStrategy):  # type: ignore[misc,name-defined]
    """`tf.distribute.MirroredStrategy(devices=None, cross_device_ops=None)`; the batch is that of all replicas."""


class OneDeviceStrategy(RunV2, _v1.OneDeviceStrategy):  # type: ignore[misc,name-defined]
    """`tf.distribute.OneDeviceStrategy(device)`."""


class CentralStorageStrategy(RunV2, _v1.experimental.CentralStorageStrategy):  # type: ignore[misc,name-defined]
    """`tf.distribute.experimental.CentralStorageStrategy(compute_devices=None, parameter_device=None)`."""


class MultiWorkerMirroredStrategy(RunV2, _v1.experimental.MultiWorkerMirroredStrategy):  # type: ignore[misc,name-defined]
    """`tf.distribute.experimental.MultiWorkerMirroredStrategy(communication=AUTO, cluster_resolver=None)`."""
