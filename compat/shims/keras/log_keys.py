"""Log and history keys of Keras 2: `acc` beside `accuracy`, `lr` beside `learning_rate`, long names beside `mse`.

https://github.com/keras-team/keras/releases/tag/2.3.0
"""

from typing import Any, Dict, Optional, Tuple

import keras

from compat.tables.names.log_keys import LOG_KEYS, METRIC_KEYS

_SPELLINGS: Tuple[Tuple[str, str], ...] = (
    *LOG_KEYS.items(),
    *((legacy, modern) for modern, legacy in LOG_KEYS.items()),
    *((modern, legacy) for modern, legacy in METRIC_KEYS.items() if modern not in LOG_KEYS),
)
"""Pairs of a key and another under which scripts read it."""


class LegacyEpochKeys(keras.callbacks.Callback):  # type: ignore[misc]
    """Adds each key's other spelling to the logs of epochs that the callbacks after it see."""

    def on_epoch_end(self, epoch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """Add the keys to an epoch's logs."""
        del epoch
        _add_keys(logs)


class LegacyLogKeys(LegacyEpochKeys):
    """Does so in the logs of batches, too."""

    def on_train_batch_end(self, batch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """Add the keys to a batch's logs."""
        del batch
        _add_keys(logs)


def _add_keys(logs: Optional[Dict[str, Any]]) -> None:
    for key in list(logs or ()):
        for spelling, other in _SPELLINGS:
            if logs is not None and (key == spelling or key.endswith("_" + spelling)) and not _longer(key):
                logs.setdefault(key[: len(key) - len(spelling)] + other, logs[key])


def _longer(key: str) -> bool:
    """True if the key is another metric, whose name merely ends like one of the pair."""
    accuracy = LOG_KEYS["accuracy"]
    return key.endswith(("categorical_accuracy", "binary_accuracy", "categorical_" + accuracy))
