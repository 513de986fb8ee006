"""`tf.Session` whose device options reach TensorFlow 2, which reads them from `tf.config`.

https://www.tensorflow.org/guide/migrate/tf1_vs_tf2

Known deviations:
* `per_process_gpu_memory_fraction` lets memory grow: TensorFlow 2 takes an absolute size and does not report the total
* once TensorFlow has initialised its devices the options are too late: a warning says so, where TF 1 ignored them
"""

import warnings
from typing import Any

import tensorflow as tf

from compat.namespace.legacy_warning import warn_legacy


class Session(tf.compat.v1.Session):  # type: ignore[misc]
    """`tf.Session(target="", graph=None, config=None)`."""

    def __init__(self, target: str = "", graph: Any = None, config: Any = None) -> None:
        warn_legacy("TFM140", "tensorflow.Session", "run eagerly and configure devices with tf.config")
        apply_options(config)
        super().__init__(target, graph=graph, config=config)


class InteractiveSession(tf.compat.v1.InteractiveSession):  # type: ignore[misc]
    """`tf.InteractiveSession(target="", graph=None, config=None)`."""

    def __init__(self, target: str = "", graph: Any = None, config: Any = None) -> None:
        warn_legacy("TFM140", "tensorflow.InteractiveSession", "run eagerly and configure devices with tf.config")
        apply_options(config)
        super().__init__(target, graph=graph, config=config)


def apply_options(config: Any) -> None:
    """Apply `visible_device_list`, `allow_growth`, `per_process_gpu_memory_fraction` and soft placement."""
    if config is None:
        return
    if config.allow_soft_placement:
        tf.config.set_soft_device_placement(True)
    try:
        _apply_gpu_options(config.gpu_options)
    except RuntimeError as too_late:
        warnings.warn(f"The GPU options of the session have no effect: {too_late}", stacklevel=3)


def _apply_gpu_options(options: Any) -> None:
    gpus = tf.config.list_physical_devices("GPU")
    if options.visible_device_list:
        gpus = [gpus[int(index)] for index in options.visible_device_list.split(",") if int(index) < len(gpus)]
        tf.config.set_visible_devices(gpus, "GPU")
    if options.allow_growth:
        for gpu in gpus:
            tf.config.experimental.set_memory_growth(gpu, True)
    elif options.per_process_gpu_memory_fraction:
        warnings.warn("per_process_gpu_memory_fraction: TensorFlow 2 takes a size, memory grows instead", stacklevel=4)
        for gpu in gpus:
            tf.config.experimental.set_memory_growth(gpu, True)
