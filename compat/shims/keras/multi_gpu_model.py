"""`keras.utils.multi_gpu_model` on Keras 3.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/multi_gpu_utils.py

Known deviations:
* `cpu_relocation` keeps the template's weights; legacy cloned the model and trained the clone's fresh weights
* `parallel.save(...)` writes the template's graph, which loads anywhere; legacy wrote slicing `Lambda` layers
* inside a `tf.distribute` scope it raises: a model cannot be distributed in both ways at once
"""

from typing import Any, List, Sequence, Union

from compat.namespace.legacy_warning import warn_legacy
from compat.runner.devices import emulated_gpus


def multi_gpu_model(
    model: Any,
    gpus: Union[int, Sequence[int], None] = None,
    cpu_merge: bool = True,
    cpu_relocation: bool = False,
) -> Any:
    """Return a model with the weights of `model` that runs each batch in slices, one on each GPU.

    Args:
        model: a Functional or built Sequential Keras model, the template; inputs of shape `(batch, ...)`.
        gpus: how many GPUs, their ids, or None for all visible ones.
        cpu_merge: concatenate the outputs of the replicas on the CPU, else on the first GPU.
        cpu_relocation: accepted; the weights stay where the template has them.

    Raises:
        ValueError: fewer than two GPUs asked for, or GPUs that this machine does not have.

    """
    warn_legacy("TFM201", "keras.utils.multi_gpu_model", "build and compile under tf.distribute.MirroredStrategy")
    from compat.shims.keras.parallel_model import ParallelModel

    del cpu_relocation
    ids = _gpu_ids(gpus)
    kind = "/cpu:{}" if emulated_gpus() else "/gpu:{}"
    devices = [kind.format(i) for i in ids]
    return ParallelModel(template=model, devices=devices, merge_device="/cpu:0" if cpu_merge else devices[0])


def _gpu_ids(gpus: Union[int, Sequence[int], None]) -> List[int]:
    available = _available_devices()
    if not gpus:
        gpus = len([name for name in available if "/gpu:" in name])
    is_count = isinstance(gpus, int)
    ids = list(range(gpus)) if isinstance(gpus, int) else list(gpus)
    if len(ids) <= 1:
        raise ValueError(_TOO_FEW.format("gpus >= 2" if is_count else "len(gpus) >= 2", gpus))
    wanted = ["/cpu:0", *(f"/gpu:{i}" for i in ids)]
    if not set(wanted) <= set(available):
        raise ValueError(_ABSENT.format(gpus, wanted, available))
    return ids


def _available_devices() -> List[str]:
    from compat.shims.keras.backend import gpu_names

    return [_normalized(name) for name in [*gpu_names(), "/cpu:0"]]


def _normalized(name: str) -> str:
    return "/" + ":".join(name.lower().replace("/", "").split(":")[-2:])


_TOO_FEW = "For multi-gpu usage to be effective, call `multi_gpu_model` with `{}`. Received: `gpus={}`"
_ABSENT = (
    "To call `multi_gpu_model` with `gpus={}`, we expect the following devices to be available: {}. "
    "However this machine only has: {}. Try reducing `gpus`."
)
