"""Batch normalization of Keras 2 in the two forms that TensorFlow had: TF 1 (`tf.layers` too) and TF 2.

Written after reading `keras.layers.normalization.batch_normalization` of Keras 2.15; without `synchronized`, DTensor.
"""

import warnings
from contextlib import nullcontext
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import tensorflow as tf
from tensorflow.python.keras import backend, constraints, initializers, regularizers
from tensorflow.python.keras.engine.base_layer import Layer
from tensorflow.python.keras.engine.input_spec import InputSpec
from tensorflow.python.keras.utils.control_flow_util import constant_value, smart_cond
from tensorflow.python.ops.control_flow_ops import get_enclosing_xla_context

from compat.tables.behaviour.changed_calls import LEAST_FUSED_EPSILON

_FUSED_FORMATS = {(4, 1): "NCHW", (4, 3): "NHWC", (5, 1): "NCDHW", (5, 4): "NDHWC"}
_RENORM_LIMITS = ("rmax", "rmin", "dmax")
_HALF = (tf.float16, tf.bfloat16)
_Pair = Tuple[Any, Any]


class BatchNormalizationV1(Layer):  # type: ignore[misc]
    """Normalizes each channel by the moments of the batch, and at inference by their moving averages.

    `fused` None or True takes the fused kernel where it can be used; TF 2 refuses True where it cannot.
    `trainable=False` keeps training mode; in TF 2 it means inference.

    Raises:
        TypeError: `axis` is not an integer or a list of integers.
        ValueError: options exclude each other, or the input has no such axis.

    """

    _IS_V2 = False

    def __init__(
        self,
        axis: Union[int, Sequence[int]] = -1,
        momentum: float = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        moving_mean_initializer: Any = "zeros",
        moving_variance_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        renorm: bool = False,
        renorm_clipping: Optional[Dict[str, Any]] = None,
        renorm_momentum: float = 0.99,
        fused: Optional[bool] = None,
        trainable: bool = True,
        virtual_batch_size: Optional[int] = None,
        adjustment: Optional[Callable[[Any], _Pair]] = None,
        name: Optional[str] = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, trainable=trainable, **kwargs)
        if not isinstance(axis, (int, list, tuple)):
            raise TypeError(f"Expected an int or a list/tuple of ints for the argument 'axis', but received: {axis!r}")
        self.axis: Any = axis if isinstance(axis, int) else list(axis)
        self.momentum = momentum
        self.epsilon = epsilon
        self.center = center
        self.scale = scale
        self.beta_initializer = initializers.get(beta_initializer)
        self.gamma_initializer = initializers.get(gamma_initializer)
        self.moving_mean_initializer = initializers.get(moving_mean_initializer)
        self.moving_variance_initializer = initializers.get(moving_variance_initializer)
        self.beta_regularizer = regularizers.get(beta_regularizer)
        self.gamma_regularizer = regularizers.get(gamma_regularizer)
        self.beta_constraint = constraints.get(beta_constraint)
        self.gamma_constraint = constraints.get(gamma_constraint)
        self.renorm = renorm
        self.renorm_momentum = renorm_momentum
        self.renorm_clipping = _checked_clipping(renorm_clipping or {}) if renorm else {}
        self.virtual_batch_size = virtual_batch_size
        self.adjustment = adjustment
        self.supports_masking = True
        self.fused = self._fused_as_asked(fused)

    def _fused_as_asked(self, fused: Optional[bool]) -> Optional[bool]:
        obstacle = self._obstacle_to_fused()
        if not self._IS_V2:
            return True if fused is None else fused
        if fused and obstacle:
            raise ValueError(f"Passing `fused=True` is not supported {obstacle}")
        return False if fused is None and obstacle else fused

    def _obstacle_to_fused(self) -> Optional[str]:
        """Return why the fused kernel cannot be used, or None; the rank of the input is not known yet."""
        axes = [self.axis] if isinstance(self.axis, int) else self.axis
        if self.renorm:
            return "with `renorm=True`"
        if len(axes) > 1 or axes[0] not in {-4, -3, -1, 1, 3, 4}:
            return f"with axis {axes}: the channels are the axis after the batch, or the last one"
        if self.virtual_batch_size is not None:
            return "when `virtual_batch_size` is specified"
        if self.adjustment is not None:
            return "when `adjustment` is specified"
        if self._compute_dtype not in {"float16", "bfloat16", "float32", None}:
            return f"with a compute dtype of {self._compute_dtype}"
        return None

    @property
    def trainable(self) -> bool:
        return bool(self._trainable)

    @trainable.setter
    def trainable(self, value: bool) -> None:
        # Kept by the layer itself: the statistics stay what they are.
        self._trainable = value

    @property
    def _param_dtype(self) -> Any:
        return tf.float32 if self.dtype in _HALF else self.dtype or tf.float32

    def build(self, input_shape: Any) -> None:
        shape = tf.TensorShape(input_shape)
        self.axis = _positive_axes(self.axis, shape.rank)
        self._check_virtual_batch()
        self.fused = self._fused_for_rank(shape.rank)
        sizes = {axis: tf.compat.dimension_value(shape[axis]) for axis in self.axis}
        if None in sizes.values():
            raise ValueError(
                f"Input has undefined `axis` dimension. Received input with shape {tuple(shape)} "
                f"and axis={tuple(self.axis)}"
            )
        self.input_spec = InputSpec(ndim=shape.rank, axes=sizes)
        self._param_shape = self._shape_of_parameters(sizes, shape.rank)
        self._add_parameters()
        # A partitioner of the variable scope is for weights, not for statistics.
        scope: Any = getattr(self, "_scope", None)
        partitioner = scope.partitioner if scope else None
        if partitioner:
            scope.set_partitioner(None)
        try:
            self._add_statistics()
        finally:
            if partitioner:
                scope.set_partitioner(partitioner)
        self.built = True

    def _check_virtual_batch(self) -> None:
        if self.virtual_batch_size is None:
            return
        if self.virtual_batch_size <= 0:
            raise ValueError(
                "`virtual_batch_size` must be a positive integer that divides the true batch size of the input "
                f"tensor. Received: virtual_batch_size={self.virtual_batch_size}"
            )
        if 0 in self.axis:
            raise ValueError(
                "When using `virtual_batch_size`, the batch dimension must be 0 and thus axis cannot include 0. "
                f"Received axis={self.axis}"
            )
        if self.adjustment is not None:
            raise ValueError("When using `virtual_batch_size`, adjustment cannot be specified")

    def _fused_for_rank(self, rank: int) -> bool:
        if self.fused is False:
            return False
        if not self._IS_V2 and self._obstacle_to_fused():
            return False
        if rank not in {4, 5}:
            if self._IS_V2 and self.fused:
                raise ValueError("Batch normalization layers with `fused=True` only support 4D or 5D input tensors.")
            return False
        self._data_format = _FUSED_FORMATS.get((rank, self.axis[0]))
        if self._data_format is None and rank == len("NHWC"):
            raise ValueError(
                "Unsupported axis. The use of `fused=True` is only possible with `axis=1` or `axis=3` for 4D input "
                f"tensors. Received: axis={tuple(self.axis)}"
            )
        return self._data_format is not None

    def _shape_of_parameters(self, sizes: Dict[int, Any], rank: int) -> Sequence[int]:
        if len(sizes) == 1 and self.virtual_batch_size is None:
            return tuple(sizes.values())
        shape = [sizes.get(axis, 1) for axis in range(rank)]
        if self.virtual_batch_size is not None:
            # The virtual batches become a new, second axis.
            shape.insert(1, 1)
            self.axis = [axis + 1 for axis in self.axis]
        return shape

    def _add_parameters(self) -> None:
        self.gamma = self.beta = None
        if self.scale:
            self.gamma = self.add_weight(
                name="gamma",
                shape=self._param_shape,
                dtype=self._param_dtype,
                initializer=self.gamma_initializer,
                regularizer=self.gamma_regularizer,
                constraint=self.gamma_constraint,
                trainable=True,
                experimental_autocast=False,
            )
        if self.center:
            self.beta = self.add_weight(
                name="beta",
                shape=self._param_shape,
                dtype=self._param_dtype,
                initializer=self.beta_initializer,
                regularizer=self.beta_regularizer,
                constraint=self.beta_constraint,
                trainable=True,
                experimental_autocast=False,
            )

    def _add_statistics(self) -> None:
        self.moving_mean = self._add_statistic("moving_mean", self.moving_mean_initializer)
        self.moving_variance = self._add_statistic("moving_variance", self.moving_variance_initializer)
        if not self.renorm:
            return

        def deviation(*args: Any, **kwargs: Any) -> Any:
            return tf.sqrt(self.moving_variance_initializer(*args, **kwargs))

        together_with = tf.distribute.get_strategy().extended.colocate_vars_with
        with together_with(self.moving_variance):
            self.moving_stddev = self._add_statistic("moving_stddev", deviation)
        with together_with(self.moving_mean):
            self.renorm_mean = self._add_statistic("renorm_mean", self.moving_mean_initializer)
        with together_with(self.moving_stddev):
            self.renorm_stddev = self._add_statistic("renorm_stddev", deviation)

    def _add_statistic(self, name: str, initializer: Any) -> Any:
        return self.add_weight(
            name=name,
            shape=self._param_shape,
            dtype=self._param_dtype,
            initializer=initializer,
            synchronization=tf.VariableSynchronization.ON_READ,
            trainable=False,
            aggregation=tf.VariableAggregation.MEAN,
            experimental_autocast=False,
        )

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        inputs = tf.cast(inputs, self._compute_dtype or inputs.dtype)
        training = self._training_value(training)
        if self.fused:
            return self._fused_batch_norm(inputs, training, mask)
        if self.virtual_batch_size is None:
            return self._batch_norm(inputs, training, mask)
        shape = tf.shape(inputs)
        virtual = self._batch_norm(tf.reshape(inputs, self._virtual_shape(shape, training)), training, mask)
        return tf.reshape(virtual, tf.concat([[-1], shape[1:]], axis=0))

    def _training_value(self, training: Any) -> Any:
        if training is None:
            training = backend.learning_phase()
        if self._IS_V2:
            if isinstance(training, int):
                training = bool(training)
            if not self.trainable:
                training = False
        return training

    def _virtual_shape(self, shape: Any, training: Any) -> Any:
        """Return the shape of the batch cut into virtual batches; at inference in TF 2 it is cut into rows.

        Batches at inference need not divide evenly. If `training` is a tensor, Keras 2.15 takes rows; TF 1 did not.
        """
        known = constant_value(training)
        is_cut = known is None or known or not tf.__internal__.tf2.enabled()
        return tf.concat([[self.virtual_batch_size, -1] if is_cut else [-1, 1], shape[1:]], axis=0)

    def _batch_norm(self, inputs: Any, training: Any, mask: Any) -> Any:
        dtype = inputs.dtype.base_dtype
        if dtype in _HALF:
            # The squares of 16-bit numbers overflow.
            inputs = tf.cast(inputs, tf.float32)
        rank = inputs.shape.rank
        reduced = [axis for axis in range(rank) if axis not in self.axis]
        if self.virtual_batch_size is not None:
            del reduced[1]

        def broadcast(value: Any) -> Any:
            if value is None or len(value.shape) == rank or reduced == list(range(rank - 1)):
                return value
            only_channels = [1] * rank
            only_channels[self.axis[0]] = tf.compat.dimension_value(inputs.shape[self.axis[0]])
            return tf.reshape(value, only_channels)

        factor_and_offset = broadcast(self.gamma), broadcast(self.beta)
        if constant_value(training) is False or constant_value(training) == 0:
            mean, variance = self.moving_mean, self.moving_variance
        else:
            factor_and_offset = self._adjusted(factor_and_offset, inputs, training)
            mean, variance = self._moments(tf.cast(inputs, self._param_dtype), reduced, mask)
            mean = smart_cond(training, lambda: mean, lambda: tf.convert_to_tensor(self.moving_mean))
            variance = smart_cond(training, lambda: variance, lambda: tf.convert_to_tensor(self.moving_variance))
            correction = self._update_statistics(mean, variance, training, inputs)
            if correction is not None:
                r, d = (broadcast(tf.stop_gradient(each)) for each in correction)
                factor_and_offset = _then((r, d), factor_and_offset)
        factor, offset = (None if each is None else tf.cast(each, inputs.dtype) for each in factor_and_offset)
        mean, variance = (broadcast(tf.cast(each, inputs.dtype)) for each in (mean, variance))
        outputs = tf.nn.batch_normalization(inputs, mean, variance, offset, factor, self.epsilon)
        outputs = tf.cast(outputs, dtype) if dtype in _HALF else outputs
        outputs.set_shape(inputs.shape)
        return outputs

    def _adjusted(self, factor_and_offset: _Pair, inputs: Any, training: Any) -> _Pair:
        if self.adjustment is None:
            return factor_and_offset
        factor, offset = self.adjustment(tf.shape(inputs))
        factor = smart_cond(training, lambda: factor, lambda: tf.ones_like(factor))
        offset = smart_cond(training, lambda: offset, lambda: tf.zeros_like(offset))
        return _then((factor, offset), factor_and_offset)

    def _moments(self, inputs: Any, reduced: List[int], mask: Any) -> _Pair:
        keep = self.virtual_batch_size is not None or len(self.axis) > 1
        if mask is None:
            mean, variance = tf.nn.moments(inputs, reduced, keepdims=keep)
        else:
            weights = tf.expand_dims(tf.cast(mask, self._compute_dtype), axis=-1)
            mean, variance = tf.nn.weighted_moments(inputs, reduced, frequency_weights=weights, keepdims=keep)
        if _may_be_empty():
            size = tf.shape(inputs)[0]
            mean = tf.where(size > 0, mean, tf.zeros_like(mean))
            variance = tf.where(size > 0, variance, tf.zeros_like(variance))
        return mean, variance

    def _update_statistics(self, mean: Any, variance: Any, training: Any, inputs: Any) -> Optional[_Pair]:
        """Move the averages towards the moments; return the correction of batch renormalization, if it is on."""
        correction = None
        if self.virtual_batch_size is not None:
            mean = tf.reduce_mean(mean, axis=1, keepdims=True)
            variance = tf.reduce_mean(variance, axis=1, keepdims=True)
        size = tf.shape(inputs)[0] if _may_be_empty() else None
        if self.renorm:
            *correction_terms, mean, variance = self._renorm(mean, variance, training, size)
            correction = (correction_terms[0], correction_terms[1])

        def move_variance() -> Any:
            if not self.renorm:
                return self._move(self.moving_variance, variance, self.momentum, size)
            deviation = self._move(self.moving_stddev, tf.sqrt(variance + self.epsilon), self.momentum, size)
            # Rounding must not make it negative.
            return self._assign(self.moving_variance, tf.nn.relu(deviation * deviation - self.epsilon))

        self.add_update(
            lambda: smart_cond(
                training, lambda: self._move(self.moving_mean, mean, self.momentum, size), lambda: self.moving_mean
            )
        )
        self.add_update(lambda: smart_cond(training, move_variance, lambda: self.moving_variance))
        return correction

    def _renorm(self, mean: Any, variance: Any, training: Any, size: Any) -> Tuple[Any, Any, Any, Any]:
        """Return the correction `(r, d)` by averages of earlier batches, and the moments for the moving averages."""
        deviation = tf.sqrt(variance + self.epsilon)
        earlier = tf.maximum(self.renorm_stddev, tf.sqrt(self.epsilon))
        r, d = deviation / earlier, (mean - self.renorm_mean) / earlier
        # The correction reads the averages before they move.
        with tf.control_dependencies([r, d]):
            mean, deviation = tf.identity(mean), tf.identity(deviation)
        rmin, rmax, dmax = (self.renorm_clipping.get(name) for name in ("rmin", "rmax", "dmax"))
        r = r if rmin is None else tf.maximum(r, rmin)
        r = r if rmax is None else tf.minimum(r, rmax)
        d = d if dmax is None else tf.minimum(tf.maximum(d, -dmax), dmax)
        r = smart_cond(training, lambda: r, lambda: tf.ones_like(r))
        d = smart_cond(training, lambda: d, lambda: tf.zeros_like(d))

        def moved(variable: Any, value: Any) -> Any:
            value = tf.identity(value)
            return smart_cond(
                training,
                lambda: self._move(variable, value, self.renorm_momentum, size),
                lambda: tf.identity(variable),
            )

        with tf.control_dependencies([moved(self.renorm_mean, mean), moved(self.renorm_stddev, deviation)]):
            return r, d, tf.identity(mean), tf.identity(variance)

    def _move(self, variable: Any, value: Any, momentum: Any, size: Any) -> Any:
        """Move an average towards a value, unless the batch is empty."""
        with backend.name_scope("AssignMovingAvg") as scope:
            in_graph = not tf.compat.v1.executing_eagerly_outside_functions()
            with tf.compat.v1.colocate_with(variable) if in_graph else nullcontext():
                decay = tf.cast(tf.convert_to_tensor(1.0 - momentum, name="decay"), variable.dtype.base_dtype)
                delta = (variable - tf.cast(value, variable.dtype)) * decay
                if size is not None:
                    delta = tf.where(size > 0, delta, tf.zeros_like(delta))
                if in_graph:
                    return tf.compat.v1.assign_sub(variable, delta, name=scope)
                return variable.assign_sub(delta, name=scope)

    def _assign(self, variable: Any, value: Any) -> Any:
        with backend.name_scope("AssignNewValue") as scope:
            if tf.compat.v1.executing_eagerly_outside_functions():
                return variable.assign(value, name=scope)
            with tf.compat.v1.colocate_with(variable):
                return tf.compat.v1.assign(variable, value, name=scope)

    def _fused_batch_norm(self, inputs: Any, training: Any, mask: Any) -> Any:
        if mask is not None:
            warnings.warn("Fused batch normalization ignores the mask: pass `fused=False`", stacklevel=2)
        factor = tf.constant(1.0, self._param_dtype, self._param_shape) if self.gamma is None else self.gamma
        offset = tf.constant(0.0, self._param_dtype, self._param_shape) if self.beta is None else self.beta
        # The kernel can update the averages itself, but not in the graphs of TF 1.
        by_kernel = (
            tf.compat.v1.executing_eagerly_outside_functions()
            and isinstance(self.momentum, (float, int))
            and get_enclosing_xla_context() is None
        )

        def run(is_training: bool) -> Any:
            return tf.compat.v1.nn.fused_batch_norm(
                inputs,
                factor,
                offset,
                mean=self.moving_mean,
                variance=self.moving_variance,
                epsilon=max(self.epsilon, LEAST_FUSED_EPSILON),
                is_training=is_training,
                data_format=self._data_format,
                **({"exponential_avg_factor": 1.0 - self.momentum} if by_kernel and is_training else {}),
            )

        outputs, mean, variance = smart_cond(training, lambda: run(True), lambda: run(False))
        known = constant_value(training)
        if known or known is None:
            size = tf.shape(inputs)[0] if _may_be_empty() else None
            momentum = self.momentum if known else smart_cond(training, lambda: self.momentum, lambda: 1.0)

            def update(variable: Any, value: Any) -> Any:
                if not by_kernel:
                    return self._move(variable, value, momentum, size)
                if size is not None:
                    value = smart_cond(size > 0, lambda: value, lambda: tf.convert_to_tensor(variable))
                return self._assign(variable, value)

            self.add_update(lambda: update(self.moving_mean, mean))
            self.add_update(lambda: update(self.moving_variance, variance))
        return outputs

    def compute_output_shape(self, input_shape: Any) -> Any:
        return input_shape

    def get_config(self) -> Dict[str, Any]:
        config = {
            **super().get_config(),
            "axis": self.axis,
            "momentum": self.momentum,
            "epsilon": self.epsilon,
            "center": self.center,
            "scale": self.scale,
            "beta_initializer": initializers.serialize(self.beta_initializer),
            "gamma_initializer": initializers.serialize(self.gamma_initializer),
            "moving_mean_initializer": initializers.serialize(self.moving_mean_initializer),
            "moving_variance_initializer": initializers.serialize(self.moving_variance_initializer),
            "beta_regularizer": regularizers.serialize(self.beta_regularizer),
            "gamma_regularizer": regularizers.serialize(self.gamma_regularizer),
            "beta_constraint": constraints.serialize(self.beta_constraint),
            "gamma_constraint": constraints.serialize(self.gamma_constraint),
        }
        if self.renorm:
            config.update(renorm=True, renorm_clipping=self.renorm_clipping, renorm_momentum=self.renorm_momentum)
        if self.virtual_batch_size is not None:
            config["virtual_batch_size"] = self.virtual_batch_size
        if self.adjustment is not None:
            warnings.warn("A function cannot be saved: the config is without `adjustment`", stacklevel=2)
        return config


class BatchNormalization(BatchNormalizationV1):
    """`tf.keras.layers.BatchNormalization` of TF 2: a frozen layer runs in inference mode."""

    _IS_V2 = True


def _checked_clipping(clipping: Dict[str, Any]) -> Dict[str, Any]:
    if not set(clipping) <= set(_RENORM_LIMITS):
        raise ValueError(
            f"Received invalid keys for `renorm_clipping` argument: {clipping}. Supported values: {_RENORM_LIMITS}."
        )
    return clipping


def _positive_axes(axis: Any, rank: Optional[int]) -> List[int]:
    if rank is None:
        raise ValueError("Input has undefined rank.")
    axes = [axis] if isinstance(axis, int) else list(axis)
    positive = [each + rank if each < 0 else each for each in axes]
    if any(each < 0 or each >= rank for each in positive) or len(set(positive)) != len(positive):
        raise ValueError(f"Invalid value for `axis` argument: the input has rank {rank}. Received: axis={axis}")
    return positive


def _then(first: _Pair, second: _Pair) -> _Pair:
    """Return factor and offset of two linear maps, applied in turn; a part of the second may be None."""
    factor, offset = first
    if second[0] is not None:
        factor, offset = factor * second[0], offset * second[0]
    return factor, offset if second[1] is None else offset + second[1]


def _may_be_empty() -> bool:
    """True if a replica may get a batch without rows."""
    if not tf.distribute.has_strategy():
        return False
    extended = tf.distribute.get_strategy().extended
    otherwise = getattr(extended, "experimental_enable_get_next_as_optional", False)
    return bool(getattr(extended, "enable_partial_batch_handling", otherwise))
