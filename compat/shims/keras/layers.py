"""Layers whose defaults, keywords or arithmetic changed with Keras 3.

https://github.com/keras-team/keras/tree/2.3.1/keras/layers

Known deviations:
* a saved model names the Keras 3 layer with all its settings, so only `BatchNormalization` differs once it is loaded;
  a model with `hard_sigmoid`, an activity regularizer, or a `LeakyReLU` of a slope below zero can be loaded only where
  these shims are imported
"""

from typing import Any, Dict, List, Optional, Tuple, Type

import keras
import tensorflow as tf
from keras import ops

from compat.shims.keras import explicit_training
from compat.shims.keras.channels_first import TurnsImages, TurnsImagesOfCell
from compat.shims.keras.custom_objects import named
from compat.shims.keras.hard_sigmoid import keep_hard_sigmoid
from compat.shims.keras.keywords import with_legacy_keywords, with_objects
from compat.shims.keras.layer_nodes import LayerNodes
from compat.shims.keras.legacy_calls import LegacyCalls
from compat.shims.keras.native_instances import StandsForNative
from compat.shims.keras.recurrent import IdentityKernels, LegacyStates, MasksBesideStates
from compat.shims.keras.shape_initializers import let_cell
from compat.shims.keras.summed_activity import sum_activity
from compat.shims.keras.weights import LegacyWeights
from compat.tables.behaviour.changed_calls import LEAST_FUSED_EPSILON
from compat.tables.names.shims import SHIMS

_IMAGES = 4
_WEIGHTS = ("embeddings", "kernel")
"""Properties of Keras 3 that were attributes."""
_COMPUTED = "_computed_weights"
_Variable: Any = keras.src.backend.Variable  # what keras.Variable of Keras 3.3 is no class of
_ACTIVATIONS = ("activation", "recurrent_activation")


class LegacyLayer(LayerNodes, LegacyWeights, LegacyCalls):
    """A mixin that takes the keywords and the defaults of Keras 2.3, and computes with them what it computed."""

    symbol = ""
    sums_activity = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        given = with_legacy_keywords(self.symbol, kwargs)
        if args and "pool_size" in given:
            del given["pool_size"]
        given.update({name: named(given[name]) for name in _ACTIVATIONS if name in given})
        super().__init__(*map(named, args), **with_objects(given))
        keep_hard_sigmoid(self)
        let_cell(self)
        if getattr(self, "activity_regularizer", None) is None:  # SimpleRNN of Keras 3 does not keep it
            self.activity_regularizer = keras.regularizers.get(given.get("activity_regularizer"))
        if self.sums_activity:
            sum_activity(self)


def legacy_layer(name: str, mixins: Tuple[Type[Any], ...] = (), **attributes: Any) -> Type[Any]:
    """Return the layer of Keras 3 with the keywords, defaults and arithmetic of Keras 2."""
    cls = getattr(keras.layers, name)
    computed = [each for each in _WEIGHTS if isinstance(getattr(cls, each, None), property)]
    body = {
        "__module__": "keras.layers",
        "__doc__": cls.__doc__,
        "_native": cls,
        "symbol": "keras.layers." + name,
        **{each: settable(cls, each) for each in (*computed, *(["bias"] if "kernel" in computed else []))},
        **attributes,
    }
    return StandsForNative(name, (*mixins, LegacyLayer, cls), body)


def settable(cls: Type[Any], name: str) -> property:
    """Return the weight of a layer that the `build` of a subclass can set, `self.kernel = self.add_weight(...)`.

    A tensor that `call` sets, as wrappers with dropout of weights do, counts for the rest of the graph it is in.

    Raises:
        AttributeError: it is set to something that is no variable, such as a tensor that `build` computes of one.

    """
    native = getattr(cls, name, None)

    def get(layer: Any) -> Any:
        computed = vars(layer).get(_COMPUTED, {}).get(name)
        if computed is not None and _is_in_graph(computed):
            return computed
        return native.fget(layer) if layer.built and native is not None else getattr(layer, "_" + name)

    def set_to(layer: Any, value: Any) -> None:
        if isinstance(value, tf.Tensor) and layer.built and not tf.executing_eagerly():
            vars(layer).setdefault(_COMPUTED, {})[name] = value
            return
        if not (isinstance(value, (_Variable, tf.Variable)) or (value is None and native is None)):
            message = (
                "{0}.{1} is set to what is no variable: call the computed {1} by another name, and use it in call()"
            )
            raise AttributeError(message.format(type(layer).__name__, name))
        setattr(layer, "_" + name, value)

    return property(get, set_to)


def _is_in_graph(tensor: Any) -> bool:
    """True if a tensor belongs to the graph that is built now, or to one around it."""
    graph = tf.compat.v1.get_default_graph()
    while graph is not None and graph is not tensor.graph:
        graph = getattr(graph, "outer_graph", None)
    return graph is not None


class BatchNormalization(
    LayerNodes,
    LegacyCalls,
    keras.layers.BatchNormalization,  # type: ignore[misc]
    metaclass=StandsForNative,
):
    """`BatchNormalization` whose moving variance is an unbiased estimate, as that of Keras 2.3 was.

    With `n` values per channel, the variance is multiplied by `n / (n - 1 - epsilon)`; for images, the fused kernel of
    TensorFlow 1 had already multiplied it by `n / (n - 1)`, and took an epsilon of at least 1.001e-5. A frozen layer
    normalizes a training batch by the statistics of that batch. Masked steps count, as they did.
    """

    epsilon: float
    _reduction_axes: Optional[List[int]]
    _native = keras.layers.BatchNormalization

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **with_objects(kwargs))

    def build(self, input_shape: Any) -> None:
        """Create the weights; for the fused kernel, an epsilon that is too small becomes the least it took."""
        super().build(input_shape)
        if self._is_fused(len(input_shape)):
            self.epsilon = max(self.epsilon, LEAST_FUSED_EPSILON)

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        """Normalize `inputs`, and in training update the moving statistics.

        A `call` of a subclass that does not name `training` leaves it to the phase, as Keras 2 had it.
        """
        if self._reduction_axes is None:  # the `build` of a subclass made the weights
            self._reduction_axes = [axis for axis in range(len(inputs.shape)) if axis != self.axis % len(inputs.shape)]
        if training is None:
            training = getattr(self._get_call_context(), "training", None)
        if not training:
            return super().call(inputs, training=training, mask=mask)
        if not self.trainable:
            return self._normalized(inputs)
        if explicit_training.only_predicts():
            return BatchNormalization._normalized(self, inputs)
        before = self.moving_variance * self.momentum
        outputs = super().call(inputs, training=training)
        shape = ops.cast(ops.shape(inputs), self.moving_variance.dtype)
        count = ops.prod(shape) / shape[self.axis]
        correction = self._correction(count, is_fused=self._is_fused(len(inputs.shape)))
        self.moving_variance.assign(before + (self.moving_variance - before) * correction)
        return outputs

    def _is_fused(self, rank: int) -> bool:
        """True if the channels are the first or the last axis of images."""
        return rank == _IMAGES and self.axis in (1, 3, -1, -3)

    def _normalized(self, inputs: Any) -> Any:
        """The inputs, normalized by their own statistics; the moving ones stay as they are."""
        dtype = keras.backend.result_type(inputs.dtype, "float32")
        inputs = ops.cast(inputs, dtype)
        mean, variance = self._moments(inputs, None)
        scale = ops.cast(self.gamma, dtype) if self.scale else None
        offset = ops.cast(self.beta, dtype) if self.center else None
        outputs = ops.batch_normalization(inputs, mean, variance, self.axis, offset, scale, self.epsilon)
        return ops.cast(outputs, self.compute_dtype)

    def _correction(self, count: Any, *, is_fused: bool) -> Any:
        correction = count / (count - (1.0 + self.epsilon))
        return correction * fused_correction(count) if is_fused else correction


def fused_correction(count: Any) -> Any:
    """Return the factor by which TensorFlow's fused kernel multiplies the variance of `count` values."""
    return count / ops.maximum(count - 1.0, 1.0)


class _AnySlope:
    """A mixin for `LeakyReLU`: a slope below zero, which Keras 3 refuses."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        name = next((each for each in ("alpha", "negative_slope") if each in kwargs), "alpha")
        slope = args[0] if args else kwargs.get(name)
        if slope is None or slope >= 0:
            super().__init__(*args, **kwargs)
        else:
            super().__init__(**{**kwargs, name: 0.0})
            self.negative_slope = float(slope)


BatchNormalization.__module__ = "keras.layers"

_NAMES = [name.rpartition(".")[2] for row in SHIMS if row.module == __name__ for name in row.symbols]
_CONVOLUTIONS = """
Conv1D Conv2D Conv2DTranspose Conv3D Conv3DTranspose DepthwiseConv2D SeparableConv1D SeparableConv2D
"""
_MIXINS: Dict[str, Tuple[Type[Any], ...]] = {
    "ConvLSTM2D": (TurnsImagesOfCell, MasksBesideStates),
    **dict.fromkeys(_CONVOLUTIONS.split(), (TurnsImages,)),
    "LeakyReLU": (_AnySlope,),
    "SimpleRNN": (LegacyStates,),
    **dict.fromkeys(("GRU", "LSTM"), (IdentityKernels, LegacyStates)),
    **dict.fromkeys(("GRUCell", "LSTMCell"), (IdentityKernels,)),
}
_CLASSES: Dict[str, Type[Any]] = {
    name: legacy_layer(name, _MIXINS.get(name, ())) for name in _NAMES if name != "BatchNormalization"
}
globals().update(_CLASSES)
