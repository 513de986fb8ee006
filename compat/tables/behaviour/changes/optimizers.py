"""Changes in what optimizers compute."""

from typing import Tuple

from compat.tables.rows import Change

OPTIMIZERS: Tuple[Change, ...] = ()
