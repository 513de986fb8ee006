"""The names of `tf.contrib.eager` that the shims have.

Others are public today (`compat.tables.names.contrib`), or gone: `defun`, `Network`, `restore_variables_on_create`.
"""

from typing import Tuple

from compat.tables.rows import Shim

PACKAGES: Tuple[str, ...] = ("tensorflow.contrib.eager", "tensorflow.contrib.eager.python.tfe")
_NAMES = """
ASYNC Checkpointable DEVICE_PLACEMENT_EXPLICIT DEVICE_PLACEMENT_SILENT DEVICE_PLACEMENT_WARN EagerVariableStore
Iterator SYNC Saver Variable async_clear_error async_wait execution_mode get_optimizer_variables gradients_function
implicit_gradients implicit_value_and_gradients list_devices make_template num_gpus set_execution_mode
value_and_gradients_function
"""
_METRICS = "Accuracy BinaryAccuracy CategoricalAccuracy Mean Metric SparseAccuracy"


def _below(package: str, names: str) -> Tuple[str, ...]:
    return tuple(f"{package}.{name}" for name in names.split())


ROWS: Tuple[Shim, ...] = tuple(
    row
    for package in PACKAGES
    for row in (
        Shim("compat.shims.contrib.eager", _below(package, _NAMES)),
        Shim("compat.shims.contrib.eager_metrics", _below(f"{package}.metrics", _METRICS)),
    )
)
