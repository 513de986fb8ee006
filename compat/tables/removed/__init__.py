"""Legacy names without an equivalent in modern releases, and what to do instead; a table for each area.

A row covers its name and all names below it that have no row of their own.
"""

from typing import Tuple

from compat.tables.removed import (
    contrib,
    contrib_data,
    contrib_distribute,
    contrib_estimator,
    contrib_layers,
    contrib_math,
    contrib_rnn,
    contrib_training,
    core,
    estimator,
    keras_applications,
    keras_backend,
    keras_layers,
    keras_training,
    keras_utils,
    layers,
    tpu,
)
from compat.tables.rows import Removed

REMOVED: Tuple[Removed, ...] = (
    *keras_layers.ROWS,
    *keras_backend.ROWS,
    *keras_training.ROWS,
    *keras_utils.ROWS,
    *keras_applications.ROWS,
    *layers.ROWS,
    *estimator.ROWS,
    *tpu.ROWS,
    *core.ROWS,
    *contrib.ROWS,
    *contrib_layers.ROWS,
    *contrib_rnn.ROWS,
    *contrib_distribute.ROWS,
    *contrib_estimator.ROWS,
    *contrib_training.ROWS,
    *contrib_data.ROWS,
    *contrib_math.ROWS,
)
