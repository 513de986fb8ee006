"""`LocallyConnected1D` and `LocallyConnected2D`: convolutions with a kernel of its own for each place.

https://github.com/keras-team/keras/blob/2.3.1/keras/layers/local.py

Known deviations:
* with `implementation=2` or 3, which `tf.keras` had from 1.13 on, a layer raises: its weights had another layout
* a model with such a layer can be loaded only where these shims are imported
"""

from typing import Any, Dict, Optional, Sequence, Tuple

import keras
import numpy as np
from keras import activations, constraints, initializers, ops, regularizers

from compat.shims.keras.conv_utils import normalize_data_format, normalize_padding, normalize_tuple
from compat.shims.keras.hard_sigmoid import keep_hard_sigmoid
from compat.shims.keras.layer_nodes import LayerNodes
from compat.shims.keras.legacy_calls import LegacyCalls
from compat.shims.keras.summed_activity import sum_activity


class LocallyConnected(LayerNodes, LegacyCalls, keras.layers.Layer):  # type: ignore[misc]
    """What both have in common: a kernel of the shape `(places, numbers in a patch, filters)`."""

    rank = 0
    sums_activity = True

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: Optional[str] = None,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        implementation: int = 1,
        **kwargs: Any,
    ) -> None:
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        if normalize_padding(padding) != "valid" or implementation != 1:
            name = type(self).__name__
            raise ValueError(f'{name} has padding="valid" and implementation=1, not {padding!r} and {implementation}')
        self.filters = filters
        self.kernel_size = normalize_tuple(kernel_size, self.rank, "kernel_size")
        self.strides = normalize_tuple(strides, self.rank, "strides")
        self.padding = "valid"
        self.data_format = normalize_data_format(data_format)
        self.activation = activations.get(activation)
        self.use_bias = use_bias
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.kernel_regularizer = regularizers.get(kernel_regularizer)
        self.bias_regularizer = regularizers.get(bias_regularizer)
        self.kernel_constraint = constraints.get(kernel_constraint)
        self.bias_constraint = constraints.get(bias_constraint)
        self.input_spec = keras.layers.InputSpec(ndim=self.rank + 2)
        keep_hard_sigmoid(self)
        if self.sums_activity:
            sum_activity(self)

    @property
    def _is_channels_first(self) -> bool:
        return self.data_format == "channels_first"

    def _places(self, input_shape: Sequence[Any]) -> Tuple[Any, ...]:
        """How many steps a kernel takes in each direction, None where the input has any length."""
        lengths = input_shape[2:] if self._is_channels_first else input_shape[1:-1]
        return tuple(
            None if length is None else (length - size) // stride + 1
            for length, size, stride in zip(lengths, self.kernel_size, self.strides)
        )

    def build(self, input_shape: Any) -> None:
        """Create the kernel, and a bias of the shape `(*places, filters)`.

        Raises:
            ValueError: the input has any length.

        """
        places = self._places(input_shape)
        if None in places:
            message = "The spatial dimensions of the inputs to a locally connected layer should be fully-defined"
            raise ValueError(f"{message}, but layer received the inputs shape {input_shape}")
        channels = input_shape[1 if self._is_channels_first else -1]
        self.kernel = self.add_weight(
            shape=(int(np.prod(places)), int(np.prod(self.kernel_size)) * channels, self.filters),
            initializer=self.kernel_initializer,
            name="kernel",
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                shape=(*places, self.filters),
                initializer=self.bias_initializer,
                name="bias",
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )
        self.built = True

    def call(self, inputs: Any) -> Any:
        """Multiply each patch by its kernel."""
        shape = inputs.shape
        places = self._places(shape)
        outputs = ops.einsum("npf,pfo->npo", self._patches(inputs, places), self.kernel)
        if self._is_channels_first:
            outputs = ops.reshape(ops.transpose(outputs, (0, 2, 1)), (-1, self.filters, *places))
        else:
            outputs = ops.reshape(outputs, (-1, *places, self.filters))
        if self.bias is not None:  # with channels first, Keras 2 took its numbers as they lie
            outputs = outputs + ops.reshape(self.bias, (1, *outputs.shape[1:]))
        return self.activation(outputs)

    def _patches(self, inputs: Any, places: Sequence[int]) -> Any:
        """The patches in one axis, the numbers of each in another, in the order of the axes of the inputs."""
        first = 2 if self._is_channels_first else 1
        for direction, (count, size, stride) in enumerate(zip(places, self.kernel_size, self.strides)):
            steps = np.arange(count)[:, None] * stride + np.arange(size)
            inputs = ops.take(inputs, steps, axis=first + 2 * direction)
        steps_at = [first + 2 * direction for direction in range(self.rank)]
        rest = [axis for axis in range(1, 2 * self.rank + 2) if axis not in steps_at]
        inputs = ops.transpose(inputs, (0, *steps_at, *rest))
        return ops.reshape(inputs, (-1, *self.kernel.shape[:2]))

    def compute_output_shape(self, input_shape: Any) -> Any:
        """Return the shape of the outputs."""
        places = self._places(input_shape)
        return (input_shape[0], *((self.filters, *places) if self._is_channels_first else (*places, self.filters)))

    def get_config(self) -> Dict[str, Any]:
        """Return the settings of the layer."""
        return {
            **super().get_config(),
            "filters": self.filters,
            "kernel_size": self.kernel_size,
            "strides": self.strides,
            "padding": self.padding,
            "data_format": self.data_format,
            "activation": activations.serialize(self.activation),
            "use_bias": self.use_bias,
            "kernel_initializer": initializers.serialize(self.kernel_initializer),
            "bias_initializer": initializers.serialize(self.bias_initializer),
            "kernel_regularizer": regularizers.serialize(self.kernel_regularizer),
            "bias_regularizer": regularizers.serialize(self.bias_regularizer),
            "activity_regularizer": regularizers.serialize(self.activity_regularizer),
            "kernel_constraint": constraints.serialize(self.kernel_constraint),
            "bias_constraint": constraints.serialize(self.bias_constraint),
        }


@keras.saving.register_keras_serializable(package="tf_forward")
class LocallyConnected1D(LocallyConnected):
    """A `Conv1D` with a kernel of its own for each step."""

    rank = 1

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.data_format = "channels_last"  # Keras 2 took the format, and did not look at it


@keras.saving.register_keras_serializable(package="tf_forward")
class LocallyConnected2D(LocallyConnected):
    """A `Conv2D` with a kernel of its own for each place of the image."""

    rank = 2
