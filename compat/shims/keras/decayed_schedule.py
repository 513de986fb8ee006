"""The learning rate of `tf.keras` optimizers that were given a schedule and `decay=`: both apply.

https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/optimizer_v2/optimizer_v2.py
"""

from typing import Any, Dict

import keras
from keras import ops


@keras.saving.register_keras_serializable("compat")
class DecayedSchedule(keras.optimizers.schedules.LearningRateSchedule):  # type: ignore[misc]
    """`schedule(step) / (1 + decay * step)`."""

    def __init__(self, schedule: Any, decay: float) -> None:
        self.schedule = schedule
        self.decay = decay

    def __call__(self, step: Any) -> Any:
        """Return the rate of a step, a scalar."""
        rate = ops.convert_to_tensor(self.schedule(step))
        return rate / (1.0 + self.decay * ops.cast(step, rate.dtype))

    def get_config(self) -> Dict[str, Any]:
        """Return what `from_config` takes."""
        return {"schedule": keras.optimizers.schedules.serialize(self.schedule), "decay": self.decay}

    @classmethod
    def from_config(cls, config: Dict[str, Any]) -> "DecayedSchedule":
        """Make the schedule of a saved model."""
        return cls(keras.optimizers.schedules.deserialize(config["schedule"]), config["decay"])
