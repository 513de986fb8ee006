"""The slots of the optimizers of Keras, in the order of the `weights` of Keras 2.

https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

Keras 3 lists them weight by weight, Keras 2 kind by kind.
"""

from typing import Any, List, Optional, Sequence

import keras
import numpy as np

_KINDS = (
    "_u_product",
    "momentums",
    "_accumulators",
    "_accumulated_grads",
    "_accumulated_delta_vars",
    "_m",
    "_u",
    "_momentums",
    "_velocities",
    "_velocity_hats",
)
"""The attributes that hold them, in an order that is right for each of the optimizers."""
_KINDS_OF_RMSPROP = ("_velocities", "_momentums", "_average_gradients")


def of(optimizer: Any) -> List[Any]:
    """Return the slots of an optimizer; none before it is built."""
    found: List[Any] = []
    of_rmsprop = isinstance(optimizer, keras.optimizers.RMSprop)  # has the squares, and then perhaps the momentum
    for kind in _KINDS_OF_RMSPROP if of_rmsprop else _KINDS:
        slots = vars(optimizer).get(kind, ())
        found += slots if isinstance(slots, (list, tuple)) else [slots]
    return found


def set_by(optimizer: Any, weights: Sequence[Any]) -> Optional[List[Any]]:
    """Return the variables that a list of values is for; None if it is for no optimizer of this kind.

    Keras 2 also listed slots that do nothing: of Adam without `amsgrad`, and of SGD without momentum.
    """
    legacy, shapes = optimizer.weights, [np.shape(each) for each in weights]
    for variables in (legacy, optimizer.variables):
        if [tuple(each.shape) for each in variables] == shapes:
            return list(variables)
    has_more = [tuple(each.shape) for each in legacy] == shapes[: len(legacy)]
    return legacy if has_more and optimizer.built else None
