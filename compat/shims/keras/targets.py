"""Targets in the form in which Keras 2 handed them to losses and metrics.

It listed those of a dictionary in the order of the outputs, and gave those of one dimension a second one.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_utils.py
"""

from typing import Any, List

import keras

_MATRIX = 2


def for_outputs(model: Any, targets: Any, predictions: Any) -> Any:
    """The targets of each output, with the dimensions of the predictions where these have two and they have one."""
    listed = in_order(model, targets)
    outputs = predictions if isinstance(predictions, (list, tuple)) else [predictions]
    parts = listed if isinstance(listed, (list, tuple)) else [listed]
    if isinstance(predictions, dict) or len(parts) != len(outputs):
        return listed
    fitted = [_fitted(target, output) for target, output in zip(parts, outputs)]
    return fitted if isinstance(listed, (list, tuple)) else fitted[0]


def in_order(model: Any, targets: Any) -> Any:
    """The targets of a dictionary in the order of the outputs, without those of other names; others as they are."""
    names: List[str] = list(getattr(model, "output_names", None) or ())
    if not isinstance(targets, dict):
        return targets
    if len(targets) == 1 and isinstance(model, keras.Sequential):
        return next(iter(targets.values()))
    listed = [targets[name] for name in names] if set(names) <= set(targets) else []
    return (listed[0] if len(listed) == 1 else listed) if listed else targets


def _fitted(target: Any, output: Any) -> Any:
    ranks = [len(getattr(each, "shape", ())) for each in (target, output)]
    return keras.ops.expand_dims(target, -1) if ranks == [1, _MATRIX] else target
