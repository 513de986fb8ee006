"""Convert an optimizer of Keras 3 into the optimizer of Keras 2 with the same name and arguments."""

from typing import Any, Dict

from keras.optimizers import Optimizer, schedules

from compat.shims.keras_2.optimizers import legacy

_ONLY_KERAS_3 = {
    "weight_decay": None,
    "use_ema": False,
    "ema_momentum": 0.99,
    "ema_overwrite_frequency": None,
    "loss_scale_factor": None,
    "gradient_accumulation_steps": None,
}


def convert_to_legacy_optimizer(optimizer: Any) -> Any:
    """Return the legacy optimizer for an optimizer of Keras 3.

    Raises:
        ValueError: this is not an optimizer of Keras 3, or it does something that no optimizer of Keras 2 does.

    """
    if not isinstance(optimizer, Optimizer):
        raise ValueError(
            "`convert_to_legacy_optimizer` should only be called on instances of `tf.keras.optimizers.Optimizer`, "
            f"but received {optimizer} of type {type(optimizer)}."
        )
    kind = getattr(legacy, type(optimizer).__name__, None)
    config = optimizer.get_config()
    strange = [name for name, usual in _ONLY_KERAS_3.items() if config.pop(name, usual) != usual]
    if kind is None or strange:
        what = type(optimizer).__name__ + (f" with {', '.join(strange)}" if strange else "")
        raise ValueError(f"{what} is an optimizer of Keras 3 that an Estimator cannot train with")
    rate = optimizer._learning_rate
    if isinstance(rate, schedules.LearningRateSchedule):
        config["learning_rate"] = _legacy_schedule(rate)
    return kind.from_config(config)


def _legacy_schedule(schedule: Any) -> Any:
    kind = getattr(legacy.schedules, type(schedule).__name__, None)
    config: Dict[str, Any] = schedule.get_config()
    if config.pop("warmup_target", None) is not None or kind is None:
        raise ValueError(f"{type(schedule).__name__} is a schedule of Keras 3 that an Estimator cannot train with")
    config.pop("warmup_steps", None)
    return kind.from_config(config)
