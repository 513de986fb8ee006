"""The names of `tf.contrib.distribute` that need a shim on TensorFlow 2, and the module of each."""

from typing import Tuple

from compat.tables.rows import Shim

_PACKAGE = "contrib.distribute."

_MODULES = {
    "mirrored": """
        MirroredStrategy python.mirrored_strategy.MirroredStrategy python.mirrored_strategy.MirroredExtended
        python.mirrored_strategy.CoreMirroredStrategy python.mirrored_strategy.CoreMirroredExtended
        python.mirrored_strategy.all_local_devices
    """,
    "one_device": "OneDeviceStrategy python.one_device_strategy.OneDeviceStrategy",
    "collective": """
        CollectiveAllReduceStrategy python.collective_all_reduce_strategy.CollectiveAllReduceStrategy
    """,
    "parameter_server": """
        ParameterServerStrategy python.parameter_server_strategy.ParameterServerStrategy
        python.parameter_server_strategy.ParameterServerExtended
        python.parameter_server_strategy.CoreParameterServerStrategy
        python.parameter_server_strategy.CoreParameterServerExtended
    """,
    "tpu": "TPUStrategy python.tpu_strategy.TPUStrategy",
    "kept": """
        AllReduceCrossDeviceOps AllReduceCrossTowerOps DistributeConfig StandardInputStep StandardSingleLossStep Step
        UpdateContext get_cross_replica_context require_replica_context run_standard_tensorflow_server
        python.cross_tower_ops.AllReduceCrossTowerOps python.step_fn.StandardInputStep
        python.step_fn.StandardSingleLossStep python.step_fn.Step
    """,
    "towers": "TowerContext get_tower_context get_cross_tower_context require_tower_context",
    "monitor": "Monitor python.monitor.Monitor",
}

ROWS: Tuple[Shim, ...] = tuple(
    Shim("compat.shims." + _PACKAGE + module, tuple("tensorflow." + _PACKAGE + name for name in names.split()))
    for module, names in _MODULES.items()
)
