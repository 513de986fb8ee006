"""`loss` and `loss_weights` of several outputs, in the forms that Keras 2 took.

Keras 2 took one loss for all outputs beside a list or a dictionary of weights, and gave outputs that the dictionary
left out the weight 1. A dictionary of losses could leave outputs out, and so could the targets. Keras 3 raises an error
for all of these.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training.py
"""

from typing import Any, Tuple


def for_outputs(model: Any, loss: Any, weights: Any) -> Tuple[Any, Any]:
    """The loss and the weights, one for each output where they belong to several."""
    names = list(getattr(model, "output_names", None) or ())
    if len(names) > 1 and isinstance(loss, dict) and set(loss) < set(names):
        loss = [loss.get(name) for name in names]
    if weights is None or isinstance(weights, (int, float)) or len(names) <= 1:
        return loss, weights
    if loss is not None and not isinstance(loss, (list, tuple, dict)):
        loss = [loss] * len(names)
    if isinstance(weights, dict) and set(weights) < set(names):
        weights = {name: weights.get(name, 1.0) for name in names}
    if isinstance(weights, dict) and not isinstance(loss, dict):
        weights = [weights.get(name, 1.0) for name in names]
    return loss, weights


def of_lossy_outputs(model: Any, metrics: Any, loss: Any) -> Any:
    """The metrics without those of outputs that have no loss, and so no targets."""
    names = list(getattr(model, "output_names", None) or ())
    if loss is None or (isinstance(loss, (list, tuple)) and not any(loss)):
        return None if names else metrics
    if not isinstance(loss, list) or None not in loss:
        return metrics
    lossy = [name for name, each in zip(names, loss) if each is not None]
    if isinstance(metrics, dict):
        return {name: each for name, each in metrics.items() if name in lossy}
    if isinstance(metrics, (list, tuple)) and len(metrics) == len(names):
        return [each if name in lossy else [] for name, each in zip(names, metrics)]
    return metrics


def for_all_outputs(model: Any, targets: Any) -> Any:
    """The targets in the order of the outputs, with None for those that have no loss and no target."""
    loss = getattr(getattr(model, "_compile_loss", None), "_user_loss", None)
    if not isinstance(loss, list) or None not in loss:
        return targets
    if isinstance(targets, dict):
        return [targets.get(name) for name in model.output_names]
    given = list(targets) if isinstance(targets, (list, tuple)) else [targets]
    if len(given) != len(loss) - loss.count(None):
        return targets
    left = iter(given)
    return [None if each is None else next(left) for each in loss]
