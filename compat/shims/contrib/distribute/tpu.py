"""`tf.contrib.distribute.TPUStrategy`, the `tf.compat.v1` one with the methods of contrib.

Known deviations:
* `num_cores` of 1.12 and 1.13 has no effect: all cores of the TPU are used, or those of `device_assignment`
* not tested on a TPU
"""

from typing import Any, List, Optional

import tensorflow as tf

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.contrib.distribute.strategy import LegacyStrategy


class TPUStrategy(LegacyStrategy, tf.compat.v1.distribute.experimental.TPUStrategy):  # type: ignore[misc]
    """One replica on each core of a TPU."""

    def __init__(
        self,
        tpu_cluster_resolver: Any = None,
        steps_per_run: Optional[int] = None,
        device_assignment: Any = None,
        num_cores: Optional[int] = None,
    ) -> None:
        warn_legacy("TFM172", "tf.contrib.distribute.TPUStrategy", "use tf.distribute.TPUStrategy")
        del num_cores
        super().__init__(tpu_cluster_resolver, steps_per_run, device_assignment)

    @property
    def steps_per_run(self) -> int:
        """The steps that the TPU runs before it returns to the host."""
        return int(self.extended.steps_per_run)

    def initialize(self) -> List[Any]:
        """Return the operation that initialises the TPU; none in eager mode, where that has happened already."""
        return [] if tf.executing_eagerly() else [tf.compat.v1.tpu.initialize_system()]

    def finalize(self) -> List[Any]:
        """Return the operation that shuts the TPU down; none in eager mode."""
        return [] if tf.executing_eagerly() else [tf.compat.v1.tpu.shutdown_system()]
