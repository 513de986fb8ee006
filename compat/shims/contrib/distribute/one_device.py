"""`tf.contrib.distribute.OneDeviceStrategy`, the `tf.compat.v1` one with the methods of contrib."""

from typing import Optional

import tensorflow as tf

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.contrib.distribute.strategy import LegacyStrategy


class OneDeviceStrategy(LegacyStrategy, tf.compat.v1.distribute.OneDeviceStrategy):  # type: ignore[misc]
    """One replica, on `device`; `prefetch_on_device` of 1.12 has no effect."""

    def __init__(self, device: str, prefetch_on_device: Optional[bool] = None) -> None:
        warn_legacy("TFM172", "tf.contrib.distribute.OneDeviceStrategy", "use tf.distribute.OneDeviceStrategy")
        del prefetch_on_device
        super().__init__(device)
