"""Metrics on Keras 3 with the methods of Keras 2: `add_weight` takes the name first, and `reset_states` is called.

https://github.com/keras-team/keras/blob/2.3.1/keras/metrics.py

Known deviations:
* arguments of `add_weight` about the synchronization and aggregation of variables are dropped
"""

from typing import Any, Tuple

import keras
import tensorflow as tf

from compat.shims.keras.added_metrics import Measuring
from compat.shims.keras.native_instances import StandsForNative
from compat.tables.names.shims import SHIMS

_KERAS_2 = ("name", "shape", "initializer", "dtype")
_TF_KERAS = ("name", "shape", "aggregation", "synchronization", "initializer", "dtype")
_KERAS_3 = ("shape", "initializer", "dtype", "name")
_DROPPED = ("aggregation", "synchronization")


class _LegacyMetric(Measuring):
    """`add_weight(name, shape, initializer, dtype)`, which also takes the orders of `tf.keras` and of Keras 3."""

    stateful = True

    @property
    def weights(self) -> Any:
        """The variables."""
        return self.variables  # type: ignore[attr-defined]

    def add_weight(self, *args: Any, **kwargs: Any) -> Any:
        """Add a variable; a shape in the first place means that the arguments are in the order of Keras 3."""
        names: Tuple[str, ...] = _KERAS_2
        if args and args[0] is not None and not isinstance(args[0], str):
            names = _KERAS_3
        elif any(isinstance(each, (tf.VariableAggregation, tf.VariableSynchronization)) for each in args):
            names = _TF_KERAS
        if len(args) > len(names):
            raise TypeError(f"add_weight() takes at most {len(names)} positional arguments, got {len(args)}")
        given = {**dict(zip(names, args)), **kwargs}
        metric: Any = super()
        return metric.add_weight(**{name: value for name, value in given.items() if name not in _DROPPED})

    def reset_state(self) -> None:
        """Call `reset_states`, which metrics of Keras 2 define."""
        self.reset_states()

    def reset_states(self) -> None:
        """Set all variables to zero, or to what the class of Keras 3 begins with."""
        metric: Any = super()
        metric.reset_state()


class _OfFunction(_LegacyMetric):
    """A metric that averages what a function says of targets and outputs, which are cast to the type of the metric."""

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        """Add a batch."""
        metric: Any = super()
        return metric.update_state(_as_floats(y_true), _as_floats(y_pred), sample_weight)


def _as_floats(values: Any) -> Any:
    """Integers as numbers of the usual precision."""
    found = keras.ops.convert_to_tensor(values)
    kind = keras.backend.standardize_dtype(found.dtype)
    return keras.ops.cast(found, keras.config.floatx()) if "int" in kind else found


def _legacy_metric(cls: Any) -> Any:
    body = {"__module__": "keras.metrics", "__doc__": cls.__doc__, "_native": cls}
    averages = issubclass(cls, keras.metrics.MeanMetricWrapper)
    return StandsForNative(cls.__name__, (_OfFunction if averages else _LegacyMetric, cls), body)


_NAMES = [name.rpartition(".")[2] for row in SHIMS if row.module == __name__ for name in row.symbols]
_CLASSES = {name: _legacy_metric(getattr(keras.metrics, name)) for name in _NAMES}
globals().update(_CLASSES)
