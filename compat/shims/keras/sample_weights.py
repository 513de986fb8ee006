"""`sample_weight` of several outputs as Keras 2 took it: by name, and of some outputs only.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_utils.py
"""

from typing import Any

import numpy as np
from keras import ops


def for_outputs(model: Any, targets: Any, weights: Any) -> Any:
    """The weights in the order of the outputs; the rows of an output without any weigh 1."""
    names = list(getattr(model, "output_names", None) or ())
    if isinstance(weights, dict) and len(names) == 1:
        return weights.get(names[0])
    lacks_some = isinstance(weights, (list, tuple)) and any(each is None for each in weights)
    if len(names) <= 1 or not (lacks_some or isinstance(weights, dict)):
        return weights
    listed = _by_name(targets, names)
    given = _by_name(weights, names)
    return [_ones(target) if each is None else each for target, each in zip(listed, given)]


def _by_name(parts: Any, names: Any) -> Any:
    return [parts.get(name) for name in names] if isinstance(parts, dict) else list(parts)


def _ones(target: Any) -> Any:
    if target is None:
        return None
    return np.ones(len(target), "float32") if isinstance(target, np.ndarray) else ops.ones(ops.shape(target)[:1])
