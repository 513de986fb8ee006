"""The configuration of an optimizer: the entries of Keras 3, which also answers to the keys of Keras 2.

`config["lr"]` and `config["learning_rate"]` are the rate before decay, `config["decay"]` is the decay. What Keras 3
saves are the entries: with a decay, the rate among them is the equal schedule.
https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

Known deviations:
* `print(config)` and `config.items()` show the entries
* a schedule `InverseTimeDecay(rate, 1, decay)` that a script gave itself is taken for a decay
"""

from typing import Any, Dict, Tuple

import keras

from compat.shims.keras.decayed_schedule import DecayedSchedule

_RATE = "learning_rate"
_RATES = ("lr", _RATE)
_DECAY = "decay"
_Schedule = keras.optimizers.schedules.LearningRateSchedule


def decayed(rate: Any, decay: float) -> Any:
    """Return the entry for a rate, which may be described as a schedule, with a decay."""
    if not decay:
        return rate
    if isinstance(rate, dict):
        schedule: Any = DecayedSchedule(keras.optimizers.schedules.deserialize(rate), decay)
    else:
        schedule = keras.optimizers.schedules.InverseTimeDecay(rate, 1, decay)
    return keras.optimizers.schedules.serialize(schedule)


class OptimizerConfig(Dict[str, Any]):
    """What `get_config` of an optimizer returns."""

    def __getitem__(self, key: str) -> Any:
        """Return an entry, or what Keras 2 had under the key."""
        if key in _RATES:
            return self._parts()[0]
        return self._parts()[1] if key == _DECAY else super().__getitem__(key)

    def __setitem__(self, key: str, value: Any) -> None:
        """Set an entry, also by the key of Keras 2."""
        rate, decay = self._parts()
        if key == _DECAY:
            super().__setitem__(_RATE, decayed(rate, value))
        elif key not in _RATES:
            super().__setitem__(key, value)
        else:
            super().__setitem__(_RATE, value if isinstance(value, dict) else decayed(value, decay))

    def __contains__(self, key: Any) -> bool:
        """Say whether Keras 2 or Keras 3 had the key."""
        return key in (*_RATES, _DECAY) or super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Return what `config[key]` is, or `default`."""
        if key not in self:
            return default
        return self[key]

    def pop(self, key: str, *default: Any) -> Any:
        """Remove an entry and return it; a decay is taken from the rate."""
        if key not in self:
            return super().pop(key, *default)
        value = self[key]
        if key == _DECAY:
            super().__setitem__(_RATE, self._parts()[0])
        else:
            super().pop(_RATE if key in _RATES else key)
        return value

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Set several entries."""
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def copy(self) -> "OptimizerConfig":
        """Return a copy that answers to the same keys."""
        return OptimizerConfig(self)

    def arguments(self) -> Dict[str, Any]:
        """Return the arguments of a legacy optimizer, with rate and decay apart."""
        rate, decay = self._parts()
        if isinstance(rate, dict):
            rate = keras.optimizers.schedules.deserialize(rate)
        return {**dict(self), **({} if rate is None else {_RATE: rate}), **({_DECAY: decay} if decay else {})}

    def _parts(self) -> Tuple[Any, float]:
        """The rate, which may be described as a schedule, and the decay."""
        rate: Any = super().get(_RATE)
        given = rate.get("config", {}) if isinstance(rate, dict) else {}
        if given.get("decay_steps") == 1 and not given.get("staircase") and "decay_rate" in given:
            is_decay = rate.get("class_name") == keras.optimizers.schedules.InverseTimeDecay.__name__
            return (given["initial_learning_rate"], given["decay_rate"]) if is_decay else (rate, 0.0)
        if isinstance(rate, dict) and rate.get("class_name") == DecayedSchedule.__name__:
            return given["schedule"], given["decay"]
        return rate, 0.0
