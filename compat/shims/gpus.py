"""The GPUs of this machine, those that a call of `multi_gpu_model` asks for, and its errors where there are others.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/multi_gpu_utils.py
"""

from typing import List, Sequence, Union

from compat.runner.devices import emulated_gpus


def gpu_ids(gpus: Union[int, Sequence[int], None]) -> List[int]:
    """Return the ids of the GPUs for a number of them, a list of ids, or None for all.

    Raises:
        ValueError: fewer than two GPUs are asked for, or GPUs that this machine does not have.

    """
    available = [normalized(name) for name in available_devices()]
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


def devices_of(ids: Sequence[int]) -> List[str]:
    """Return the names of the devices; those of CPUs that stand in for the GPUs."""
    kind = "/cpu:{}" if emulated_gpus() else "/gpu:{}"
    return [kind.format(i) for i in ids]


def available_devices() -> List[str]:
    """Return the names of the GPUs that this process may use, and of its first CPU."""
    import tensorflow as tf

    return [*(device.name for device in tf.config.list_logical_devices("GPU")), "/cpu:0"]


def has_gpu() -> bool:
    """Return whether there is a GPU that computes, which no CPU stands in for."""
    import tensorflow as tf

    return not emulated_gpus() and bool(tf.config.list_logical_devices("GPU"))


def normalized(name: str) -> str:
    """Return the short name of a device, as `/gpu:0`."""
    return "/" + ":".join(name.lower().replace("/", "").split(":")[-2:])


_TOO_FEW = "For multi-gpu usage to be effective, call `multi_gpu_model` with `{}`. Received: `gpus={}`"
_ABSENT = (
    "To call `multi_gpu_model` with `gpus={}`, we expect the following devices to be available: {}. "
    "However this machine only has: {}. Try reducing `gpus`."
)
