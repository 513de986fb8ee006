"""What changed between Keras 2 and the newest Keras 3 without a change of name: a row for each cause.

`nox -s behaviour` runs the same probes on each release. A difference without a row fails it, and so does a row
without a difference.
"""

from typing import Dict, Tuple

from compat.tables.behaviour.changes.callbacks import CALLBACKS
from compat.tables.behaviour.changes.layers import LAYERS
from compat.tables.behaviour.changes.losses import LOSSES
from compat.tables.behaviour.changes.models import MODELS
from compat.tables.behaviour.changes.optimizers import OPTIMIZERS
from compat.tables.behaviour.changes.programs import PROGRAMS
from compat.tables.behaviour.changes.starts import STARTS
from compat.tables.behaviour.changes.weighting import WEIGHTING
from compat.tables.rows import Change

FAMILIES: Dict[str, Tuple[Change, ...]] = {
    "Layers": LAYERS,
    "Optimizers": OPTIMIZERS,
    "Losses, metrics and activations": LOSSES,
    "Weights and masks": WEIGHTING,
    "Initializers and penalties": STARTS,
    "Training": PROGRAMS,
    "Callbacks": CALLBACKS,
    "Models and files": MODELS,
}
CHANGES: Tuple[Change, ...] = tuple(row for family in FAMILIES.values() for row in family)
