"""`LinearModel`: the sum of the inputs, each multiplied by its own matrix, plus a bias.

Written after reading `keras.premade_models.linear` of Keras 2.15.
"""

from typing import Any, Dict, List, Tuple

import tensorflow as tf
from tensorflow.python.keras import Model, activations, initializers, regularizers
from tensorflow.python.keras.layers import Dense, Layer


class LinearModel(Model):  # type: ignore[misc]
    """Takes a tensor, a list of tensors, or a dictionary of them by name; rows are (samples, features)."""

    def __init__(
        self,
        units: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "zeros",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        **kwargs: Any,
    ) -> None:
        self.units = units
        self.activation = activations.get(activation)
        self.use_bias = use_bias
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.kernel_regularizer = regularizers.get(kernel_regularizer)
        self.bias_regularizer = regularizers.get(bias_regularizer)
        super().__init__(**kwargs)

    def build(self, input_shape: Any) -> None:
        self.dense_layers = [self._dense(shape, name) for name, shape in _named(input_shape)]
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                "bias",
                shape=(self.units,),
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                dtype=self.dtype,
                trainable=True,
            )
        self.built = True

    def _dense(self, shape: Any, name: Any) -> Any:
        layer = Dense(
            self.units,
            use_bias=False,
            kernel_initializer=self.kernel_initializer,
            kernel_regularizer=self.kernel_regularizer,
            name=name,
        )
        layer.build(shape)
        return layer

    def call(self, inputs: Any) -> Any:
        """Return a tensor of shape (samples, units).

        Raises:
            ValueError: a dictionary lacks one of the names that the model was built with.

        """
        if isinstance(inputs, dict):
            names = [layer.name for layer in self.dense_layers]
            if not set(names) <= set(inputs):
                raise ValueError(
                    "The `inputs` dictionary does not match the structure expected by the model."
                    f"\n\tExpected keys: {set(names)}\n\tReceived keys: {set(inputs)}"
                    f"\n\tMissing keys: {set(names) - set(inputs)}"
                )
            inputs = [inputs[name] for name in names]
        elif not isinstance(inputs, (tuple, list)):
            inputs = [inputs]
        first, *others = [layer(each) for layer, each in zip(self.dense_layers, inputs)]
        outputs = first
        for each in others:
            outputs = outputs + each
        if self.bias is not None:
            outputs = tf.nn.bias_add(outputs, self.bias)
        return outputs if self.activation is None else self.activation(outputs)

    def get_config(self) -> Dict[str, Any]:
        return {
            **Layer.get_config(self),
            "units": self.units,
            "activation": activations.serialize(self.activation),
            "use_bias": self.use_bias,
            "kernel_initializer": initializers.serialize(self.kernel_initializer),
            "bias_initializer": initializers.serialize(self.bias_initializer),
            "kernel_regularizer": regularizers.serialize(self.kernel_regularizer),
            "bias_regularizer": regularizers.serialize(self.bias_regularizer),
        }

    @classmethod
    def from_config(cls, config: Dict[str, Any], custom_objects: Any = None) -> "LinearModel":
        del custom_objects
        return cls(**config)


def _named(input_shape: Any) -> List[Tuple[Any, Any]]:
    """Return the shapes in the order of the layers, with the names that a dictionary gives them."""
    if isinstance(input_shape, dict):
        return sorted(input_shape.items())
    if isinstance(input_shape, (tuple, list)) and all(isinstance(shape, tf.TensorShape) for shape in input_shape):
        return [(None, shape) for shape in input_shape]
    return [(None, input_shape)]
