"""Layers of Keras 1 that Keras 2 kept until 2.3, and its function `merge`, which Keras 2.2 took away.

https://github.com/keras-team/keras/blob/2.3.1/keras/legacy/layers.py
https://github.com/keras-team/keras/blob/2.1.6/keras/legacy/layers.py

Known deviations:
* `merge` takes tensors and the modes that have a name, not a function; `Merge` itself is not here
"""

import importlib
from typing import Any, Optional

import keras
from keras import activations, constraints, initializers, ops, regularizers

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.keras.layer_nodes import LayerNodes
from compat.tables.keywords.keras_1 import MERGE_MODES, VALUES

_MERGE = "TFM142"


class _Merge:
    """The function `merge`, which is also the module `keras.layers.merge`: `merge.Add` is a layer."""

    def __call__(
        self,
        inputs: Any,
        mode: Any = "sum",
        concat_axis: int = -1,
        dot_axes: Any = -1,
        output_shape: Any = None,
        output_mask: Any = None,
        arguments: Any = None,
        name: Optional[str] = None,
    ) -> Any:
        """Return the tensor that the layer named by `mode` makes of the tensors `inputs`.

        Raises:
            TypeError: `mode` is a function, which a `Lambda` layer runs today.
            ValueError: `mode` is none of `sum`, `mul`, `concat`, `ave`, `dot`, `cos` and `max`.

        """
        warn_legacy(_MERGE, "keras.layers.merge", "each mode is a function of keras.layers")
        if callable(mode):
            message = "keras.layers.merge takes no function as mode; call keras.layers.Lambda(function)(inputs) instead"
            raise TypeError(message)
        del output_shape, output_mask, arguments
        if mode == "cos":
            cosine: Any = _Cosine(dot_axes, name=name)
            return cosine(inputs)
        if mode not in MERGE_MODES:
            message = f"Unknown merge mode: {mode!r}"
            raise ValueError(message)
        given = {"concat": {"axis": concat_axis}, "dot": {"axes": dot_axes}}.get(mode, {})
        return getattr(keras.layers, MERGE_MODES[mode])(inputs, name=name, **given)

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module("compat.keras.layers"), name)


merge = _Merge()


@keras.saving.register_keras_serializable(package="tf_forward")
class _Cosine(keras.layers.Layer):  # type: ignore[misc]
    """The cosine of two tensors, with an axis of length 1 behind that of the batch, as `merge` of Keras 1 had it."""

    def __init__(self, axes: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axes = axes

    def call(self, inputs: Any) -> Any:
        """Return a tensor of the shape `(batch, 1, ...)`."""
        left, right = inputs

        def dot(first: Any, second: Any) -> Any:
            return keras.layers.dot([first, second], axes=self.axes)

        lengths = ops.sqrt(dot(left, left) * dot(right, right))
        return ops.expand_dims(dot(left, right) / ops.maximum(lengths, keras.config.epsilon()), 1)

    def get_config(self) -> Any:
        """Return the settings of the layer."""
        return {**super().get_config(), "axes": self.axes}


class _Weighted(LayerNodes, keras.layers.Layer):  # type: ignore[misc]
    """What `MaxoutDense` and `Highway` have in common: the regularized and constrained weights `W` and `b`."""

    def __init__(
        self,
        init: Any = "glorot_uniform",
        weights: Any = None,
        W_regularizer: Any = None,  # noqa: N803 - the legacy names
        b_regularizer: Any = None,
        W_constraint: Any = None,  # noqa: N803
        b_constraint: Any = None,
        bias: bool = True,
        input_dim: Optional[int] = None,
        **kwargs: Any,
    ) -> None:
        if input_dim:
            kwargs["input_shape"] = (input_dim,)
        super().__init__(**kwargs)
        self.init = initializers.get(init)
        self.W_regularizer = regularizers.get(_named("kernel_regularizer", W_regularizer))
        self.b_regularizer = regularizers.get(_named("bias_regularizer", b_regularizer))
        self.W_constraint = constraints.get(_named("kernel_constraint", W_constraint))
        self.b_constraint = constraints.get(_named("bias_constraint", b_constraint))
        self.bias = bias
        self.input_dim = input_dim
        self._initial_weights = weights
        self.input_spec = keras.layers.InputSpec(ndim=2)

    def _add_kernel(self, shape: Any, name: str) -> Any:
        return self.add_weight(
            shape=shape, initializer=self.init, name=name, regularizer=self.W_regularizer, constraint=self.W_constraint
        )

    def _add_bias(self, shape: Any) -> Any:
        return self.add_weight(
            shape=shape, initializer="zeros", name="b", regularizer=self.b_regularizer, constraint=self.b_constraint
        )

    def _set_initial_weights(self) -> None:
        self.built = True
        if self._initial_weights is not None:
            self.set_weights(self._initial_weights)

    def get_config(self) -> Any:
        """Return the settings of the layer, under the names of Keras 1."""
        return {
            **super().get_config(),
            "init": initializers.serialize(self.init),
            "W_regularizer": regularizers.serialize(self.W_regularizer),
            "b_regularizer": regularizers.serialize(self.b_regularizer),
            "W_constraint": constraints.serialize(self.W_constraint),
            "b_constraint": constraints.serialize(self.b_constraint),
            "bias": self.bias,
            "input_dim": self.input_dim,
        }


def _named(keyword: str, value: Any) -> Any:
    return VALUES.get(keyword, {}).get(value, value) if isinstance(value, str) else value


@keras.saving.register_keras_serializable(package="tf_forward")
class MaxoutDense(_Weighted):
    """The greatest of `nb_feature` dense layers: `(batch, input_dim)` becomes `(batch, output_dim)`."""

    def __init__(self, output_dim: int, nb_feature: int = 4, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.output_dim = output_dim
        self.nb_feature = nb_feature

    def build(self, input_shape: Any) -> None:
        """Create `W` of the shape `(nb_feature, input_dim, output_dim)`, and `b`."""
        self.W = self._add_kernel((self.nb_feature, input_shape[1], self.output_dim), "W")
        self.b = self._add_bias((self.nb_feature, self.output_dim)) if self.bias else None
        self._set_initial_weights()

    def compute_output_shape(self, input_shape: Any) -> Any:
        """Return the number of rows and `output_dim`."""
        return input_shape[0], self.output_dim

    def call(self, inputs: Any) -> Any:
        """Return the maxima."""
        outputs = ops.tensordot(inputs, self.W, axes=[[1], [1]])
        return ops.max(outputs + self.b if self.bias else outputs, axis=1)

    def get_config(self) -> Any:
        """Return the settings of the layer, under the names of Keras 1."""
        return {**super().get_config(), "output_dim": self.output_dim, "nb_feature": self.nb_feature}


@keras.saving.register_keras_serializable(package="tf_forward")
class Highway(_Weighted):
    """A dense layer with a gate that lets its inputs through: `t * activation(x W + b) + (1 - t) * x`."""

    def __init__(self, init: Any = "glorot_uniform", activation: Any = None, *args: Any, **kwargs: Any) -> None:
        kwargs.pop("transform_bias", None)
        super().__init__(init, *args, **kwargs)
        self.activation = activations.get(activation)

    def build(self, input_shape: Any) -> None:
        """Create `W`, `W_carry`, and the biases, of which that of the gate starts at one."""
        size = input_shape[1]
        self.W = self._add_kernel((size, size), "W")
        self.W_carry = self.add_weight(shape=(size, size), initializer=self.init, name="W_carry")
        self.b = self._add_bias((size,)) if self.bias else None
        self.b_carry = self.add_weight(shape=(size,), initializer="ones", name="b_carry") if self.bias else None
        self._set_initial_weights()

    def compute_output_shape(self, input_shape: Any) -> Any:
        """Return the shape of the inputs."""
        return tuple(input_shape)

    def call(self, inputs: Any) -> Any:
        """Return the mixture."""
        gate = ops.matmul(inputs, self.W_carry)
        gate = ops.sigmoid(gate + self.b_carry if self.bias else gate)
        outputs = ops.matmul(inputs, self.W)
        return gate * self.activation(outputs + self.b if self.bias else outputs) + (1 - gate) * inputs

    def get_config(self) -> Any:
        """Return the settings of the layer, under the names of Keras 1."""
        return {**super().get_config(), "activation": activations.serialize(self.activation)}
