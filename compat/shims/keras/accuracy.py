"""`metrics=["accuracy"]`, which standalone Keras 2 chose by the loss and the width of the output.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_utils.py
https://github.com/keras-team/keras/blob/2.3.1/keras/metrics.py

Known deviations:
* a saved model whose one output is rounded can be loaded only where these shims are imported
* a model without known outputs takes the accuracy that Keras 3 chooses by the shapes
"""

from typing import Any, Dict, List, Sequence

import keras
from keras import ops

from compat.shims.keras.loss_kinds import is_binary_crossentropy

_ACCURACY = ("accuracy", "acc")


@keras.saving.register_keras_serializable(package="tf_forward")
class RoundedAccuracy(keras.metrics.MeanMetricWrapper):  # type: ignore[misc]
    """The share of targets that the rounded outputs hit; Keras 3 asks which outputs are above 0.5."""

    def __init__(self, name: str = "accuracy", dtype: Any = None) -> None:
        super().__init__(fn=rounded_accuracy, name=name, dtype=dtype)
        self._direction = "up"

    def get_config(self) -> Dict[str, Any]:
        """Return the name and the type."""
        return {"name": self.name, "dtype": self.dtype}


def rounded_accuracy(y_true: Any, y_pred: Any) -> Any:
    """Return the accuracy of each row, for targets and outputs of shape `(rows, ..., 1)`, or targets without the 1."""
    y_true = ops.cast(y_true, y_pred.dtype)
    if len(y_true.shape) < len(y_pred.shape):
        y_true = ops.expand_dims(y_true, -1)
    return ops.mean(ops.cast(ops.equal(y_true, ops.round(y_pred)), y_pred.dtype), axis=-1)


def by_losses(model: Any, metrics: Any, loss: Any) -> Any:
    """Put the accuracy that Keras 2 meant in the place of its name, for each output of the model."""
    outputs = list(getattr(model, "outputs", None) or ())
    if not metrics or not outputs:
        return metrics
    names = list(getattr(model, "output_names", None) or range(len(outputs)))
    losses = _in_order(loss, names)
    widths = [each.shape[-1] if each.shape else None for each in outputs]
    if isinstance(metrics, dict):
        places = {name: number for number, name in enumerate(names)}
        return {
            name: _chosen(given, losses[places[name]], widths[places[name]]) if name in places else given
            for name, given in metrics.items()
        }
    if len(outputs) == 1:
        return _chosen(metrics, losses[0], widths[0])
    if len(metrics) != len(outputs):
        return metrics
    return [_chosen(given, *of) for given, *of in zip(metrics, losses, widths)]


def _in_order(loss: Any, names: Sequence[Any]) -> List[Any]:
    """The loss of each output."""
    if isinstance(loss, dict):
        return [loss.get(name) for name in names]
    if isinstance(loss, (list, tuple)) and len(loss) == len(names):
        return list(loss)
    return [loss] * len(names)


def _chosen(metric: Any, loss: Any, width: Any) -> Any:
    if isinstance(metric, (list, tuple)):
        return [_chosen(each, loss, width) for each in metric]
    if not isinstance(metric, str) or metric not in _ACCURACY:
        return metric
    is_binary = is_binary_crossentropy(loss)
    if width == 1 and not is_binary:
        return RoundedAccuracy(metric)
    return keras.metrics.BinaryAccuracy(metric) if is_binary and width not in (1, None) else metric
