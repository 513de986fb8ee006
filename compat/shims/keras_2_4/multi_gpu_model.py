"""`keras.utils.multi_gpu_model` on Keras 2.4 to 2.15.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/multi_gpu_utils.py

Known deviations:
* `cpu_relocation` keeps the template's weights; legacy cloned the model and trained the clone's fresh weights
* inside a `tf.distribute` scope it raises: a model cannot be distributed in both ways at once
"""

from typing import Any, List, Sequence, Union

from compat.namespace.legacy_warning import warn_legacy
from compat.shims import gpus as devices


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
    from compat.shims.keras_2_4.parallel_model import parallel_model

    del cpu_relocation
    names = devices.devices_of(devices.gpu_ids(gpus))
    return parallel_model(model, names, merge_device="/cpu:0" if cpu_merge else names[0])


def _get_available_devices() -> List[str]:
    return devices.available_devices()


def _normalize_device_name(name: str) -> str:
    return devices.normalized(name)
