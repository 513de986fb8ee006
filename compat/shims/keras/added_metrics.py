"""`add_metric` of layers and models: the mean of a tensor over the batches, under a name in the logs.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py

Known deviations:
* a metric that is added without a name is called `mean`, and a second one takes its place in the logs
"""

from typing import Any, Dict

import keras

from compat.shims.keras.functions import is_symbolic

_ADDED = "_legacy_added_metrics"
OBJECT = "_metric_obj"
"""The attribute of a tensor that is the result of a metric, with the metric."""


def add(layer: Any, value: Any, name: Any) -> None:
    """Note the value of a call of the layer; the result of a metric that the layer has is noted already.

    Raises:
        ValueError: the layer has several metrics of that name.

    """
    added: Dict[str, Any] = vars(layer).setdefault(_ADDED, {})
    own = [each for each in layer._metrics if each.name == name and added.get(name) is not each]  # noqa: SLF001
    if len(own) > 1:
        message = "Please provide different names for the metrics you have added. We found"
        raise ValueError(f'{message} {len(own)} metrics with the name: "{name}"')
    if own:
        return
    metric(layer, value, name).update_state(value)


def metric(layer: Any, value: Any, name: Any) -> Any:
    """The metric that takes the value: the one whose result it is, or a mean."""
    added: Dict[str, Any] = vars(layer).setdefault(_ADDED, {})
    found = getattr(value, OBJECT, None)
    name = name or (found.name if found is not None else "mean")
    if name not in added:
        added[name] = keras.metrics.Mean(name) if found is None else found
        layer._metrics.append(added[name])  # noqa: SLF001 - an attribute would be refused, as the layer is built
    return added[name]


class Measuring:
    """A mixin for metrics: called with tensors of a model, one returns a tensor that `add_metric` takes."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Update the metric and return its result."""
        if not any(map(is_symbolic, (*args, *kwargs.values()))):
            return super().__call__(*args, **kwargs)  # type: ignore[misc]
        result = _Measured(self)(*args, **kwargs)
        setattr(result, OBJECT, self)
        return result


class _Measured(keras.Operation):  # type: ignore[misc]
    """A call of a metric in the graph of a model."""

    def __init__(self, measuring: Any) -> None:
        super().__init__()
        self._metric = measuring

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """Update the metric and return its result."""
        return self._metric(*args, **kwargs)

    def compute_output_spec(self, *args: Any, **kwargs: Any) -> Any:
        """One number."""
        del args, kwargs
        return keras.KerasTensor((), dtype=self._metric.dtype)
