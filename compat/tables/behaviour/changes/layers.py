"""Changes in what layers compute."""

from typing import Tuple

from compat.tables.rows import Change

LAYERS: Tuple[Change, ...] = ()
