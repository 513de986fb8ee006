"""`tf.contrib.distribute.MirroredStrategy`.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/distribute/python/mirrored_strategy.py

Known deviations:
* more GPUs than the machine has: ValueError, where 1.12 to 1.15 failed in the first session
* `prefetch_on_device` and `auto_shard_dataset` have no effect: input is always prefetched, and there is only one worker
* all-reduce by "nccl" on CPUs, where legacy failed in the first step: values are added up on one device
* several workers in one graph: TensorFlow 2 has no all-reduce for them and says so in `configure`
"""

from typing import Any, Optional, Sequence

import tensorflow as tf
from tensorflow.python.distribute import device_util, mirrored_strategy

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.contrib.distribute.batches import PerReplicaBatches
from compat.shims.contrib.distribute.cluster import cluster_of_environment
from compat.shims.contrib.distribute.strategy import LegacyStrategy, check_gpus, device_count

CoreMirroredStrategy = tf.compat.v1.distribute.MirroredStrategy
CoreMirroredExtended = mirrored_strategy.MirroredExtended
all_local_devices = mirrored_strategy.all_local_devices


class MirroredStrategy(LegacyStrategy):
    """One replica on each device, each with its copy of the variables; every replica takes one batch per step.

    Args:
        devices: names such as "/gpu:0".
        num_gpus: the number of GPUs, in place of `devices`; 0 for the CPU; by default all GPUs, or the CPU.
        num_gpus_per_worker: another name of `num_gpus`.
        cross_device_ops: how values are summed over the devices.
        auto_shard_dataset: no effect.
        cross_tower_ops: the name of `cross_device_ops` in 1.12.
        prefetch_on_device: no effect; an argument of 1.12.

    Raises:
        ValueError: the devices are given twice, or there are fewer GPUs than asked for.

    """

    _collective_key_base = 0

    def __init__(
        self,
        devices: Optional[Sequence[str]] = None,
        num_gpus: Optional[int] = None,
        num_gpus_per_worker: Optional[int] = None,
        cross_device_ops: Any = None,
        auto_shard_dataset: bool = False,
        cross_tower_ops: Any = None,
        prefetch_on_device: Optional[bool] = None,
    ) -> None:
        warn_legacy("TFM172", "tf.contrib.distribute.MirroredStrategy", "use tf.distribute.MirroredStrategy")
        assert not (cross_device_ops and cross_tower_ops)
        if num_gpus is not None and num_gpus_per_worker is not None:
            raise ValueError("You cannot specify both `num_gpus` and `num_gpus_per_worker`.")
        del prefetch_on_device
        num_gpus = num_gpus_per_worker if num_gpus is None else num_gpus
        extended = MirroredExtended(self, devices, num_gpus, cross_device_ops or cross_tower_ops, auto_shard_dataset)
        super().__init__(extended)


class MirroredExtended(PerReplicaBatches, CoreMirroredExtended):  # type: ignore[misc,valid-type]
    """The `extended` of the strategy."""

    def __init__(
        self,
        container_strategy: Any,
        devices: Optional[Sequence[str]] = None,
        num_gpus_per_worker: Optional[int] = None,
        cross_device_ops: Any = None,
        auto_shard_dataset: bool = False,
    ) -> None:
        if devices is not None and num_gpus_per_worker is not None:
            raise ValueError("Must only specify one of `devices` and `num_gpus_per_worker`.")
        if devices is None:
            check_gpus("MirroredStrategy", num_gpus_per_worker, cluster_of_environment())
            count = device_count("GPU") if num_gpus_per_worker is None else num_gpus_per_worker
            devices = [f"/device:GPU:{index}" for index in range(count)] or ["/device:CPU:0"]
        super().__init__(container_strategy, devices, _reduction(devices, cross_device_ops))
        self._auto_shard_dataset = auto_shard_dataset


def _reduction(devices: Sequence[str], given: Any) -> Any:
    """Choose how values are summed: on CPUs on one device, unless the given ops work on CPUs.

    Contrib did the same; the collectives of TensorFlow 2 would allow only one number of devices in a process.
    """
    on_cpu = all("CPU" in device_util.canonicalize(device) for device in devices)
    needs_gpus = given is None or getattr(given, "_all_reduce_alg", None) == "nccl"
    return tf.distribute.ReductionToOneDevice() if on_cpu and needs_gpus else given
