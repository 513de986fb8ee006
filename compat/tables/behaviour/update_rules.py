"""Optimizers whose rule of update Keras 3 changed; the shims have the legacy ones.

https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py
"""

from typing import FrozenSet, Tuple

from compat.tables.rows import UpdateRule

_KERAS = "keras.optimizers."

UPDATE_RULES: Tuple[UpdateRule, ...] = (
    UpdateRule(
        _KERAS + "RMSprop",
        "Keras 2 added epsilon to the root, Keras 3 adds it under the root: gradients below 1e-3 move weights less",
        in_tf_keras=True,
        root_epsilon=1e-7,
    ),
    UpdateRule(
        _KERAS + "Adagrad",
        "Keras 2 added epsilon to the root, Keras 3 adds it under the root: gradients below 1e-3 move weights less",
        in_tf_keras=False,
        root_epsilon=1e-7,
    ),
    UpdateRule(
        _KERAS + "Nadam",
        "the momentum of Keras 2 rose from 0.45 by a schedule that Keras 3 runs through 250 times as fast",
        in_tf_keras=True,
    ),
)
"""Those with another rule for any gradient; `in_tf_keras`: also in `tf.keras` from TensorFlow 1.14 to 2.10."""

FIRST_WITH_EPSILON_UNDER_THE_ROOT = "2.11"
"""The first TensorFlow whose `tf.keras` adds the epsilon of RMSprop under the root; with momentum all of them did."""

SQUARED: FrozenSet[str] = frozenset(
    _KERAS + name for name in ("RMSprop", "Adagrad", "Adadelta", "Adam", "Adamax", "Nadam")
)
"""Those that scale a gradient by its own past, and so by the slices of a sparse gradient, if those are not added up."""

CLIPPING: FrozenSet[str] = frozenset({"clipnorm", "clipvalue", "global_clipnorm"})
"""Keywords that scale each slice of a sparse gradient."""

NEVER_CLIPS_CODE = "1e30"
"""A `global_clipnorm=` that no gradient reaches: Keras 3 makes a dense gradient of a sparse one to clip it so."""

NEVER_CLIPS = float(NEVER_CLIPS_CODE)
