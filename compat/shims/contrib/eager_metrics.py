"""`tf.contrib.eager.metrics`: metrics that hold float64 variables, eagerly and in a graph.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/eager/python/metrics_impl.py
"""

import re
from typing import Any, List

import tensorflow as tf

from compat.shims.contrib import summary

_v1 = tf.compat.v1
_NO_SCOPE = re.compile("[^A-Za-z0-9.]")


class Metric(tf.__internal__.tracking.Trackable):  # type: ignore[misc]
    """Makes its variables in `build`, changes them in `call`, and tells the value in `result`."""

    def __init__(self, name: Any = None, use_global_variables: bool = False) -> None:
        """Reserve the scope of the variables."""
        self._built = False
        self._vars: List[Any] = []
        self._initial_values: List[Any] = []
        self._use_global_variables = use_global_variables
        name = name or type(self).__name__
        scope_name = _NO_SCOPE.sub("_", name)
        with _v1.variable_scope(scope_name, use_resource=True, reuse=False) as scope:
            position = scope.name.rfind(scope_name)
            self._name: str = name + scope.name[position + len(scope_name) :]
            self._scope = scope
        build = self.build

        def build_once(*args: Any, **kwargs: Any) -> None:
            build(*args, **kwargs)
            self._built = True

        self.build = build_once  # type: ignore[method-assign]
        self._place = tf.init_scope
        if not tf.executing_eagerly():
            self._place = _v1.get_default_graph().as_default
            self.call = tf.function(self.call, autograph=False)  # type: ignore[method-assign]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Take a batch."""
        if not self._built:
            with _v1.variable_scope(self._scope), self._place():
                self.build(*args, **kwargs)
        return self.call(*args, **kwargs)

    @property
    def name(self) -> str:
        """The name, which is that of the scope as well."""
        return self._name

    @property
    def variables(self) -> List[Any]:
        """The variables in the order in which they were made."""
        return self._vars

    def init_variables(self) -> Any:
        """Set the variables back; in a graph, return the operation that does."""
        if not tf.executing_eagerly():
            return tf.group([each.initializer for each in self._vars])
        for variable, value in zip(self._vars, self._initial_values):
            variable.assign(value)
        return None

    def build(self, *args: Any, **kwargs: Any) -> None:
        """Make the variables with `add_variable`."""
        raise NotImplementedError("Metrics must define a build() member function")

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """Change the variables."""
        raise NotImplementedError("Metrics must define a call() member function")

    def result(self) -> Any:
        """Return the value."""
        raise NotImplementedError("Metrics must define a result() member function")

    def value(self) -> Any:
        """Return the value in a graph, and what tells it eagerly."""
        return self.result if tf.executing_eagerly() else self.result()

    def aggregate(self, metrics: Any) -> None:
        """Add the variables of other metrics of this class.

        Raises:
            TypeError: one is of another class.
            ValueError: one has other variables.

        """
        for each in metrics:
            if type(self) is not type(each):
                raise TypeError(f"All metrics must be the same type, '{type(self)}' != '{type(each)}'.")
        for index, variable in enumerate(self._vars):
            others = [each.variables[index] for each in metrics]
            if any(each.name != variable.name for each in others):
                raise ValueError("All metrics must have variables in the same order.")
            variable.assign_add(tf.add_n(others))

    def add_variable(self, name: str, shape: Any = None, dtype: Any = None, initializer: Any = None) -> Any:
        """Make a variable; only in `build`.

        Raises:
            RuntimeError: the metric is built already.

        """
        if self._built:
            raise RuntimeError("Can't call add_variable() except in build().")
        keys = _v1.GraphKeys
        own = keys.GLOBAL_VARIABLES if self._use_global_variables else keys.LOCAL_VARIABLES
        variable = self._add_variable_with_custom_getter(
            name=name,
            shape=shape,
            dtype=dtype,
            initializer=initializer,
            trainable=False,
            collections=None if tf.executing_eagerly() else [own, keys.METRIC_VARIABLES],
            use_resource=True,
            getter=_v1.get_variable,
            overwrite=True,
        )
        self._vars.append(variable)
        if tf.executing_eagerly():
            self._initial_values.append(tf.identity(variable))
        return variable


class Mean(Metric):
    """The mean of all values, each by its weight."""

    def __init__(self, name: Any = None, dtype: Any = tf.float64, use_global_variables: bool = False) -> None:
        """Take the type of the sums."""
        super().__init__(name=name, use_global_variables=use_global_variables)
        self.dtype = dtype

    def build(self, *args: Any, **kwargs: Any) -> None:
        """Make the two sums."""
        del args, kwargs
        self.numer = self.add_variable("numer", (), self.dtype, _v1.zeros_initializer)
        self.denom = self.add_variable("denom", (), self.dtype, _v1.zeros_initializer)

    def call(self, values: Any, weights: Any = None) -> Any:
        """Add values, and return what was given."""
        if weights is None:
            self.denom.assign_add(tf.cast(tf.size(values), self.dtype))
            values = tf.reduce_sum(values)
            self.numer.assign_add(tf.cast(values, self.dtype))
            return values
        weights = tf.cast(weights, self.dtype)
        self.denom.assign_add(tf.reduce_sum(weights))
        values = tf.cast(values, self.dtype) * weights
        self.numer.assign_add(tf.reduce_sum(values))
        return values, weights

    def result(self, write_summary: Any = True) -> Any:
        """Return the mean, and write it as a summary if there is a writer."""
        mean = self.numer / self.denom
        if write_summary:
            summary.scalar(name=self.name, tensor=mean)
        return mean


class Accuracy(Mean):
    """The share of predictions that are the labels."""

    def __init__(self, name: Any = None, dtype: Any = tf.float64) -> None:
        """Take the type of the sums."""
        super().__init__(name=name, dtype=dtype)

    def call(self, labels: Any, predictions: Any, weights: Any = None) -> Any:  # type: ignore[override]
        """Add a batch, and return what was given."""
        self._check(tf.shape(labels), tf.shape(predictions))
        super().call(tf.cast(self._matches(labels, predictions), self.dtype), weights=weights)
        return (labels, predictions) if weights is None else (labels, predictions, weights)

    def _check(self, labels: Any, predictions: Any) -> None:
        _v1.assert_equal(labels, predictions, message="Shapes of labels and predictions are unequal")

    def _matches(self, labels: Any, predictions: Any) -> Any:
        return tf.equal(labels, predictions)


class CategoricalAccuracy(Accuracy):
    """The share of predictions whose largest number is where that of the labels is."""

    def _matches(self, labels: Any, predictions: Any) -> Any:
        return tf.equal(tf.argmax(labels, axis=-1), tf.argmax(predictions, axis=-1))


class BinaryAccuracy(Accuracy):
    """The share of predictions that are on the side of the threshold that the labels name."""

    def __init__(self, threshold: Any, name: Any = None, dtype: Any = tf.float64) -> None:
        """Take the threshold."""
        super().__init__(name=name, dtype=dtype)
        self.threshold = threshold

    def _matches(self, labels: Any, predictions: Any) -> Any:
        return tf.equal(tf.cast(labels, tf.bool), tf.convert_to_tensor(predictions) > self.threshold)


class SparseAccuracy(Accuracy):
    """The share of predictions whose largest number is where the label says."""

    def _check(self, labels: Any, predictions: Any) -> None:
        message = "First axis of labels and predictions is unequal"
        _v1.assert_equal(labels, predictions[0], message=message)

    def _matches(self, labels: Any, predictions: Any) -> Any:
        return tf.equal(tf.cast(labels, tf.int64), tf.argmax(predictions, axis=-1))
