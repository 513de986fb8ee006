"""What changed between Keras 2 and the newest Keras 3 without a change of name: a row for each cause.

`nox -s behaviour` runs the same probes on each release. A difference without a row fails it, and so does a row
without a difference.
"""

from typing import Dict, Tuple

from compat.tables.behaviour.changes.backend import BACKEND
from compat.tables.behaviour.changes.callbacks import CALLBACKS
from compat.tables.behaviour.changes.datasets import DATASETS
from compat.tables.behaviour.changes.images import IMAGES
from compat.tables.behaviour.changes.layers import LAYERS
from compat.tables.behaviour.changes.losses import LOSSES
from compat.tables.behaviour.changes.models import MODELS
from compat.tables.behaviour.changes.optimizers import OPTIMIZERS
from compat.tables.behaviour.changes.programs import PROGRAMS
from compat.tables.behaviour.changes.starts import STARTS
from compat.tables.behaviour.changes.tensorflow_nn import TENSORFLOW_NN
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
    "Backend": BACKEND,
    "Images": IMAGES,
    "Datasets": DATASETS,
    "tf.nn": TENSORFLOW_NN,
}
CHANGES: Tuple[Change, ...] = tuple(row for family in FAMILIES.values() for row in family)

SHIMS_ALONE: Dict[str, str] = {
    "callbacks: attributes / validation data": "callbacks get the validation data, as in Keras 2.2 and before",
    "custom: learning_phase_set_to_* / raises": "a phase that cannot be carried raises",
    "tensorflow_data: iterators / kind": "run eagerly, iterators are those of TensorFlow 2",
    "stopping: csv_columns / values": "the logs have `acc` beside `accuracy`, and CSVLogger writes both",
    "compiling: compiled_again_with_momentum / *": "each compile starts with slots of its own, as in standalone Keras",
    "layers: BatchNormalization(epsilon=1e-7, axis=1) of (4, 3, 2) / *": "an epsilon of at least 1.001e-5, as on a GPU",
    "losses: losses.cosine_proximity / rank *": "the negative cosine, as in TensorFlow 1.13 and standalone Keras",
    "stopping: callbacks.EarlyStopping('loss', min_delta=-0.6, patience=2) / *": "that of Keras 2.3",
}
"""Measurements in which the shims differ from the release that they follow, though Keras 3 does not, and why."""
