"""Layers whose defaults, keywords or arithmetic changed with Keras 3.

https://github.com/keras-team/keras/tree/2.3.1/keras/layers

Known deviations:
* a saved model names the Keras 3 layer with all its settings, so only `BatchNormalization` differs once it is loaded
"""

from typing import Any, Dict, Type

import keras
from keras import ops

from compat.keras.shims.keywords import with_legacy_keywords
from compat.tables.shims import SHIMS


class _LegacyKeywords:
    """Takes the keywords and the defaults of Keras 2.3."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        symbol = "keras.layers." + type(self).__name__
        given = with_legacy_keywords(symbol, kwargs)
        if args and "pool_size" in given:
            del given["pool_size"]
        super().__init__(*args, **given)


def _legacy(name: str) -> Type[Any]:
    cls = getattr(keras.layers, name)
    return type(name, (_LegacyKeywords, cls), {"__module__": "keras.layers", "__doc__": cls.__doc__})


class BatchNormalization(keras.layers.BatchNormalization):  # type: ignore[misc]
    """`BatchNormalization` whose moving variance is that of the population, from `n / (n - 1 - epsilon)` rows."""

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        """Normalize `inputs`; in training, update the moving statistics as Keras 2.3 did."""
        if not training or not self.trainable:
            return super().call(inputs, training=training, mask=mask)
        before = ops.convert_to_tensor(self.moving_variance)
        outputs = super().call(inputs, training=training, mask=mask)
        after = ops.convert_to_tensor(self.moving_variance)
        axis = self.axis % len(inputs.shape)
        rows = ops.cast(ops.size(inputs) // ops.shape(inputs)[axis], after.dtype)
        correction = rows / (rows - (1.0 + self.epsilon)) - 1.0
        self.moving_variance.assign(after + (after - self.momentum * before) * correction)
        return outputs


BatchNormalization.__module__ = "keras.layers"

_NAMES = [name.rpartition(".")[2] for row in SHIMS if row.module == __name__ for name in row.symbols]
_CLASSES: Dict[str, Type[Any]] = {name: _legacy(name) for name in _NAMES if name != "BatchNormalization"}
globals().update(_CLASSES)
