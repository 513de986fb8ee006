"""What changed between Keras 2 and the newest Keras 3 without a change of name: a row for each cause.

`nox -s behaviour` runs the same probes on each release. A difference without a row fails it, and so does a row
without a difference.
"""

from typing import Tuple

from compat.tables.behaviour.changes.callbacks import CALLBACKS
from compat.tables.behaviour.changes.layers import LAYERS
from compat.tables.behaviour.changes.models import MODELS
from compat.tables.behaviour.changes.optimizers import OPTIMIZERS
from compat.tables.behaviour.changes.programs import PROGRAMS
from compat.tables.rows import Change

CHANGES: Tuple[Change, ...] = (*LAYERS, *OPTIMIZERS, *PROGRAMS, *CALLBACKS, *MODELS)
