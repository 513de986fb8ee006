"""The strategies of `tf.distribute` with `experimental_run_v2`, which TensorFlow 2.4 dropped for `run`.

https://www.tensorflow.org/api_docs/python/tf/distribute/Strategy#run
"""

from typing import Any, Callable, Dict, Type

import tensorflow as tf

from compat.shims.keras.native_instances import StandsForNative

_v1 = tf.compat.v1.distribute
_classes: Dict[Type[Any], Type[Any]] = {}


class RunV2:
    """A mixin that gives a strategy the legacy name of `run`."""

    def experimental_run_v2(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """Call `fn` on each replica and return the results."""
        above: Any = super()
        run = getattr(above, "run", None) or above.experimental_run_v2
        return run(fn, args, kwargs)


class Strategy(RunV2, _v1.Strategy, metaclass=StandsForNative):  # type: ignore[misc,name-defined]
    """`tf.distribute.Strategy`, to derive from; every strategy is an instance of it."""

    _native = _v1.Strategy.__mro__[1]


class MirroredStrategy(RunV2, _v1.MirroredStrategy):  # type: ignore[misc,name-defined]
    """`tf.distribute.MirroredStrategy(devices=None, cross_device_ops=None)`; the batch is that of all replicas."""


class OneDeviceStrategy(RunV2, _v1.OneDeviceStrategy):  # type: ignore[misc,name-defined]
    """`tf.distribute.OneDeviceStrategy(device)`."""


class CentralStorageStrategy(RunV2, _v1.experimental.CentralStorageStrategy):  # type: ignore[misc,name-defined]
    """`tf.distribute.experimental.CentralStorageStrategy(compute_devices=None, parameter_device=None)`."""


class MultiWorkerMirroredStrategy(RunV2, _v1.experimental.MultiWorkerMirroredStrategy):  # type: ignore[misc,name-defined]
    """`tf.distribute.experimental.MultiWorkerMirroredStrategy(communication=AUTO, cluster_resolver=None)`."""


class TPUStrategy(RunV2, tf.distribute.experimental.TPUStrategy):  # type: ignore[misc]
    """`tf.distribute.experimental.TPUStrategy(tpu_cluster_resolver=None, device_assignment=None)`."""


def get_strategy() -> Any:
    """Return the strategy of the scope around, or that of one replica, with the legacy name."""
    strategy = tf.distribute.get_strategy()
    cls = type(strategy)
    if not issubclass(cls, RunV2):
        if cls not in _classes:
            _classes[cls] = type(cls.__name__, (RunV2, cls), {"__module__": cls.__module__})
        object.__setattr__(strategy, "__class__", _classes[cls])
    return strategy
