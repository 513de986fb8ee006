"""`loss` and `loss_weights` of several outputs, in the forms that Keras 2 took.

Keras 2 took one loss for all outputs beside a list or a dictionary of weights, and gave outputs that the dictionary
left out the weight 1. Keras 3 raises an error for both.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training.py
"""

from typing import Any, Tuple


def for_outputs(model: Any, loss: Any, weights: Any) -> Tuple[Any, Any]:
    """The loss and the weights, one for each output where they belong to several."""
    names = list(getattr(model, "output_names", None) or ())
    if weights is None or isinstance(weights, (int, float)) or len(names) <= 1:
        return loss, weights
    if loss is not None and not isinstance(loss, (list, tuple, dict)):
        loss = [loss] * len(names)
    if isinstance(weights, dict) and set(weights) < set(names):
        weights = {name: weights.get(name, 1.0) for name in names}
    if isinstance(weights, dict) and not isinstance(loss, dict):
        weights = [weights.get(name, 1.0) for name in names]
    return loss, weights
