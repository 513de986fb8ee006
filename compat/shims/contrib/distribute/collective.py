"""`tf.contrib.distribute.CollectiveAllReduceStrategy`: synchronous workers, each with its GPUs.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/distribute/python/collective_all_reduce_strategy.py
"""

from typing import Any

import tensorflow as tf

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.contrib.distribute.cluster import cluster_of_environment, resolver
from compat.shims.contrib.distribute.strategy import LegacyStrategy, check_gpus

_Core = tf.compat.v1.distribute.experimental.MultiWorkerMirroredStrategy
_Communication = tf.distribute.experimental.CollectiveCommunication


class CollectiveAllReduceStrategy(LegacyStrategy, _Core):  # type: ignore[misc,valid-type]
    """Mirrored variables on the workers that `TF_CONFIG` names, or on this machine alone.

    Args:
        num_gpus_per_worker: 0 for the CPU.
        communication: how the workers reduce, `tf.distribute.experimental.CollectiveCommunication`.

    Raises:
        ValueError: there are fewer GPUs than asked for, and no cluster.

    """

    def __init__(self, num_gpus_per_worker: int = 0, communication: Any = _Communication.AUTO) -> None:
        warn_legacy(
            "TFM172",
            "tf.contrib.distribute.CollectiveAllReduceStrategy",
            "use tf.distribute.MultiWorkerMirroredStrategy",
        )
        cluster = cluster_of_environment()
        check_gpus("CollectiveAllReduceStrategy", num_gpus_per_worker, cluster)
        super().__init__(communication=communication, cluster_resolver=resolver(num_gpus_per_worker))
