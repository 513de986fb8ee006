"""Changes in what layers compute, and in what they are called."""

from typing import Tuple

from compat.tables.behaviour.changes.layer_arithmetic import LAYER_ARITHMETIC
from compat.tables.behaviour.changes.layer_masks import LAYER_MASKS
from compat.tables.behaviour.changes.layer_modes import LAYER_MODES
from compat.tables.behaviour.changes.layer_names import LAYER_NAMES
from compat.tables.rows import Change

LAYERS: Tuple[Change, ...] = (*LAYER_MODES, *LAYER_ARITHMETIC, *LAYER_MASKS, *LAYER_NAMES)
