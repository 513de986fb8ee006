"""Log and history keys of Keras 2: `acc` beside `accuracy`, `lr` beside `learning_rate`.

https://github.com/keras-team/keras/releases/tag/2.3.0
"""

from typing import Any, Dict, Optional

import keras

from compat.tables.names.log_keys import LOG_KEYS


class LegacyLogKeys(keras.callbacks.Callback):  # type: ignore[misc]
    """Adds each key's other spelling to the logs that the callbacks after it see."""

    def on_epoch_end(self, epoch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """Add the keys to an epoch's logs."""
        del epoch
        _add_keys(logs)

    def on_train_batch_end(self, batch: int, logs: Optional[Dict[str, Any]] = None) -> None:
        """Add the keys to a batch's logs."""
        del batch
        _add_keys(logs)


def _add_keys(logs: Optional[Dict[str, Any]]) -> None:
    for key in list(logs or ()):
        for pair in LOG_KEYS.items():
            for spelling, other in (pair, pair[::-1]):
                if logs is not None and (key == spelling or key.endswith("_" + spelling)) and not _longer(key, pair):
                    logs.setdefault(key[: len(key) - len(spelling)] + other, logs[key])


def _longer(key: str, pair: Any) -> bool:
    """True if the key is another metric, whose name merely ends like one of the pair."""
    return key.endswith(("categorical_" + pair[0], "binary_" + pair[0], "categorical_" + pair[1]))
