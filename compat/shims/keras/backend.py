"""`keras.backend` functions about sessions, devices and variables, on TensorFlow 2.

https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py

Known deviations:
* no graph or session holds the model: `set_session` applies the session's device options and keeps it for `get_session`
* layers do not follow `set_learning_phase`: a model for which it makes a difference refuses to train, or to predict
"""

from typing import Any, Dict, List

import keras
import numpy as np
import tensorflow as tf

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.keras import learning_phases
from compat.shims.tensorflow.session import Session, apply_options

_state: Dict[str, Any] = {"session": None}


def _get_available_gpus() -> List[str]:
    warn_legacy("TFM202", "keras.backend._get_available_gpus", "count tf.config.list_physical_devices('GPU')")
    return gpu_names()


def gpu_names() -> List[str]:
    """Return the names of the GPUs that this process may use."""
    return [device.name for device in tf.config.list_logical_devices("GPU")]


def set_session(session: Any) -> None:
    """Apply the device options of `session`: visible devices, memory growth, memory limit."""
    warn_legacy("TFM140", "keras.backend.set_session", "configure devices with tf.config")
    if not isinstance(session, Session):
        apply_options(getattr(session, "_config", None))
    _state["session"] = session


def get_session() -> Any:
    """Return the session given to `set_session`, or a new one."""
    warn_legacy("TFM140", "keras.backend.get_session", "run eagerly, or in a tf.function")
    if _state["session"] is None:
        _state["session"] = Session()
    return _state["session"]


def get_value(x: Any) -> Any:
    """Return the value of a variable or tensor as a NumPy array, of a scalar as a NumPy number; others as they are."""
    with tf.init_scope():  # the variables of a graph that is being built have values, too
        return keras.ops.convert_to_numpy(x)[()] if hasattr(x, "shape") else x


def set_value(x: Any, value: Any) -> None:
    """Assign `value` to the variable `x`."""
    x.assign(np.asarray(value, dtype=keras.backend.standardize_dtype(x.dtype)))


def learning_phase() -> Any:
    """Return the value given to `set_learning_phase`, by default 0."""
    return learning_phases.current()


def set_learning_phase(value: int) -> None:
    """Set the phase, 0 or 1. Layers follow the `training` argument of their call, so models check it where they run.

    Raises:
        ValueError: it is neither 0 nor 1.

    """
    if value not in (0, 1):
        raise ValueError("Expected learning phase to be 0 or 1.")
    warn_legacy("TFM145", "keras.backend.set_learning_phase", "pass training= where the model, or the layer, is called")
    learning_phases.given.append(int(value))


def image_dim_ordering() -> str:
    """Return `tf` or `th`, the Keras 1 names of `channels_last` and `channels_first`."""
    return "tf" if keras.config.image_data_format() == "channels_last" else "th"


def _is_tf_1() -> bool:
    """Return whether this is TensorFlow 1."""
    return str(tf.__version__).startswith("1.")
