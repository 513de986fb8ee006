"""Names of `tf.contrib.distribute` that TensorFlow 2 keeps in its own modules, without a public name."""

from tensorflow.python.distribute.cross_device_ops import AllReduceCrossDeviceOps as _AllReduceCrossDeviceOps
from tensorflow.python.distribute.distribute_config import DistributeConfig
from tensorflow.python.distribute.distribute_coordinator import run_standard_tensorflow_server
from tensorflow.python.distribute.distribute_lib import UpdateContext, require_replica_context
from tensorflow.python.distribute.step_fn import StandardInputStep, StandardSingleLossStep, Step

try:
    from tensorflow.python.distribute.distribute_lib import get_cross_replica_context
except ImportError:
    from tensorflow.python.distribute.distribution_strategy_context import get_cross_replica_context

__all__ = [
    "AllReduceCrossDeviceOps",
    "AllReduceCrossTowerOps",
    "DistributeConfig",
    "StandardInputStep",
    "StandardSingleLossStep",
    "Step",
    "UpdateContext",
    "get_cross_replica_context",
    "require_replica_context",
    "run_standard_tensorflow_server",
]


class AllReduceCrossDeviceOps(_AllReduceCrossDeviceOps):  # type: ignore[misc]
    """All-reduce by "nccl" or "hierarchical_copy", the gradients packed into `num_packs` tensors.

    The arguments about small gradients have no effect: TensorFlow 2.2 dropped the feature.
    """

    def __init__(
        self,
        all_reduce_alg: str = "nccl",
        num_packs: int = 1,
        agg_small_grads_max_bytes: int = 0,
        agg_small_grads_max_group: int = 10,
    ) -> None:
        del agg_small_grads_max_bytes, agg_small_grads_max_group
        super().__init__(all_reduce_alg, num_packs)


AllReduceCrossTowerOps = AllReduceCrossDeviceOps
