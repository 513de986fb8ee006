"""`tf.contrib.distribute.ParameterServerStrategy`: variables on the parameter servers that `TF_CONFIG` names.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/distribute/python/parameter_server_strategy.py
"""

from typing import Any

import tensorflow as tf
from tensorflow.python.distribute import parameter_server_strategy

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.contrib.distribute.batches import PerReplicaBatches
from compat.shims.contrib.distribute.cluster import cluster_of_environment, resolver
from compat.shims.contrib.distribute.strategy import LegacyStrategy, check_gpus

CoreParameterServerStrategy = tf.compat.v1.distribute.experimental.ParameterServerStrategy
CoreParameterServerExtended = parameter_server_strategy.ParameterServerStrategyExtended


class ParameterServerStrategy(LegacyStrategy):
    """Asynchronous between-graph training; without a cluster, the variables are on the CPU or the only GPU.

    Raises:
        ValueError: there are fewer GPUs than asked for, and no cluster.

    """

    def __init__(self, num_gpus_per_worker: int = 0) -> None:
        warn_legacy(
            "TFM172", "tf.contrib.distribute.ParameterServerStrategy", "use tf.distribute.ParameterServerStrategy"
        )
        super().__init__(ParameterServerExtended(self, num_gpus_per_worker))


class ParameterServerExtended(PerReplicaBatches, CoreParameterServerExtended):  # type: ignore[misc,valid-type]
    """The `extended` of the strategy."""

    def __init__(self, container_strategy: Any, num_gpus_per_worker: int) -> None:
        check_gpus("ParameterServerStrategy", num_gpus_per_worker, cluster_of_environment())
        super().__init__(container_strategy, cluster_resolver=resolver(num_gpus_per_worker))
