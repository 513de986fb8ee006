"""`tensorflow.python.tpu.tpu_embedding`: tables that live on a TPU, as far as an estimator without a TPU needs them.

Written after reading TensorFlow 2.15. Tables, features and optimizers can be described, and with `use_tpu=False` the
columns are ordinary embedding columns. `TPUEmbedding` itself, which lays tables out over the cores of a TPU, says that
it needs TensorFlow 2.15.
"""

import math
from typing import Any, Callable, NamedTuple, NoReturn, Optional

from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as configuration
from tensorflow.python.ops import init_ops

TRAINING = configuration.TPUEmbeddingConfiguration.TRAINING
INFERENCE = configuration.TPUEmbeddingConfiguration.INFERENCE


class _Table(NamedTuple):
    vocabulary_size: int
    dimension: int
    initializer: Callable[..., Any]
    combiner: Optional[str]
    hot_id_replication: bool
    learning_rate: Optional[float]
    learning_rate_fn: Optional[Callable[..., Any]]
    optimization_parameters: Optional["_OptimizationParameters"]


class TableConfig(_Table):
    """An embedding table: its size, how rows are combined, how it is trained.

    Raises:
        ValueError: a size is not positive, or an argument is not one of those known.

    """

    def __new__(  # noqa: PYI034 - Self is not in Python 3.9
        cls,
        vocabulary_size: int,
        dimension: int,
        initializer: Optional[Callable[..., Any]] = None,
        combiner: Optional[str] = "mean",
        hot_id_replication: bool = False,
        learning_rate: Optional[float] = None,
        learning_rate_fn: Optional[Callable[..., Any]] = None,
        optimization_parameters: Optional["_OptimizationParameters"] = None,
    ) -> "TableConfig":
        _check(isinstance(vocabulary_size, int) and vocabulary_size >= 1, "vocabulary_size must >= 1", vocabulary_size)
        _check(isinstance(dimension, int) and dimension >= 1, "dimension must be a positive int", dimension)
        _check(initializer is None or callable(initializer), "initializer must be callable if specified", initializer)
        _check(combiner in {"mean", "sum", "sqrtn", None}, 'combiner must be "mean", "sum", "sqrtn" or None', combiner)
        _check(
            learning_rate is None or learning_rate_fn is None,
            "At most one of learning_rate and learning_rate_fn can be given",
            (learning_rate, learning_rate_fn),
        )
        _check(
            optimization_parameters is None or isinstance(optimization_parameters, _OptimizationParameters),
            "`optimization_parameters` must inherit from `_OptimizationParameters`",
            optimization_parameters,
        )
        if initializer is None:
            initializer = init_ops.truncated_normal_initializer(mean=0.0, stddev=1 / math.sqrt(dimension))
        return super().__new__(
            cls,
            vocabulary_size,
            dimension,
            initializer,
            combiner,
            hot_id_replication,
            learning_rate,
            learning_rate_fn,
            optimization_parameters,
        )


class _Feature(NamedTuple):
    table_id: str
    max_sequence_length: int
    weight_key: Optional[str]


class FeatureConfig(_Feature):
    """A feature: the table it looks up, its length if it is a sequence, the feature that holds its weights.

    Raises:
        ValueError: `max_sequence_length` is not zero or a positive integer.

    """

    def __new__(  # noqa: PYI034
        cls, table_id: str, max_sequence_length: int = 0, weight_key: Optional[str] = None
    ) -> "FeatureConfig":
        is_length = isinstance(max_sequence_length, int) and max_sequence_length >= 0
        _check(is_length, "max_sequence_length must be zero or a positive int", max_sequence_length)
        return super().__new__(cls, table_id, max_sequence_length, weight_key)


class EnqueueData(NamedTuple):
    """The rows that a batch looks up, the sample each belongs to, and their weights."""

    embedding_indices: Any
    sample_indices: Any = None
    aggregation_weights: Any = None

    @staticmethod
    def from_sparse_tensor(sp_tensor: Any, weights: Any = None) -> "EnqueueData":
        return EnqueueData(sp_tensor.values, sp_tensor.indices, None if weights is None else weights.values)


class AdamSlotVariableNames(NamedTuple):
    """Names of the variables beside an embedding that Adam trains."""

    m: str
    v: str


class AdagradSlotVariableNames(NamedTuple):
    """Names of the variables beside an embedding that Adagrad trains."""

    accumulator: str


class MomentumSlotVariableNames(NamedTuple):
    """Names of the variables beside an embedding that momentum trains."""

    momenta: str


class RMSPropSlotVariableNames(NamedTuple):
    """Names of the variables beside an embedding that RMSProp trains."""

    ms: str
    mom: str


class ProximalAdagradSlotVariableNames(NamedTuple):
    """Names of the variables beside an embedding that proximal Adagrad trains."""

    accumulator: str


class FtrlSlotVariableNames(NamedTuple):
    """Names of the variables beside an embedding that FTRL trains."""

    accumulator: str
    linear: str


class _OptimizationParameters:
    """What all optimizers of embedding tables take."""

    def __init__(
        self,
        learning_rate: float,
        use_gradient_accumulation: bool = True,
        clip_weight_min: Optional[float] = None,
        clip_weight_max: Optional[float] = None,
        weight_decay_factor: Optional[float] = None,
        multiply_weight_decay_factor_by_learning_rate: Optional[bool] = None,
        clip_gradient_min: Optional[float] = None,
        clip_gradient_max: Optional[float] = None,
    ) -> None:
        clips = clip_gradient_min is not None or clip_gradient_max is not None
        if clips and not use_gradient_accumulation:
            raise ValueError("When using gradient clipping limits, gradient accumulation must be enabled.")
        self.learning_rate = learning_rate
        self.use_gradient_accumulation = use_gradient_accumulation
        self.clip_weight_min = clip_weight_min
        self.clip_weight_max = clip_weight_max
        self.weight_decay_factor = weight_decay_factor
        self.multiply_weight_decay_factor_by_learning_rate = multiply_weight_decay_factor_by_learning_rate
        self.clip_gradient_min = clip_gradient_min
        self.clip_gradient_max = clip_gradient_max


class AdagradParameters(_OptimizationParameters):
    """Adagrad; `common` are the arguments that all optimizers take.

    Raises:
        ValueError: `initial_accumulator` is not positive.

    """

    def __init__(self, learning_rate: float, initial_accumulator: float = 0.1, *common: Any, **named: Any) -> None:
        super().__init__(learning_rate, *common, **named)
        _check(initial_accumulator > 0, "Adagrad initial_accumulator must be greater than zero", initial_accumulator)
        self.initial_accumulator = initial_accumulator


class ProximalAdagradParameters(_OptimizationParameters):
    """Proximal Adagrad; `common` are the arguments that all optimizers take.

    Raises:
        ValueError: `initial_accumulator` is not positive, or a regularization strength is negative.

    """

    def __init__(
        self,
        learning_rate: float,
        initial_accumulator: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        *common: Any,
        **named: Any,
    ) -> None:
        super().__init__(learning_rate, *common, **named)
        _check(initial_accumulator > 0, "Adagrad initial_accumulator must be positive", initial_accumulator)
        _check_strengths(l1_regularization_strength, l2_regularization_strength)
        self.initial_accumulator = initial_accumulator
        self.l1_regularization_strength = l1_regularization_strength
        self.l2_regularization_strength = l2_regularization_strength


class AdamParameters(_OptimizationParameters):
    """Adam; `common` are the arguments that all optimizers take.

    Raises:
        ValueError: a decay is not in [0, 1), `epsilon` is not positive, or Adam is neither lazy nor accumulates.

    """

    def __init__(
        self,
        learning_rate: float,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-08,
        lazy_adam: bool = True,
        sum_inside_sqrt: bool = True,
        *common: Any,
        **named: Any,
    ) -> None:
        super().__init__(learning_rate, *common, **named)
        _check(0 <= beta1 < 1, "beta1 must be between 0. and 1", beta1)
        _check(0 <= beta2 < 1, "beta2 must be between 0. and 1", beta2)
        _check(epsilon > 0, "epsilon must be positive", epsilon)
        _check(
            self.use_gradient_accumulation or lazy_adam,
            "When disabling Lazy Adam, gradient accumulation must be used",
            self.use_gradient_accumulation,
        )
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.lazy_adam = lazy_adam
        self.sum_inside_sqrt = sum_inside_sqrt


class FtrlParameters(_OptimizationParameters):
    """FTRL.

    Raises:
        ValueError: `learning_rate_power` is positive, or an accumulator or strength is negative.

    """

    def __init__(
        self,
        learning_rate: float,
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_gradient_accumulation: bool = True,
        clip_weight_min: Optional[float] = None,
        clip_weight_max: Optional[float] = None,
        weight_decay_factor: Optional[float] = None,
        multiply_weight_decay_factor_by_learning_rate: Optional[bool] = None,
        multiply_linear_by_learning_rate: bool = False,
        beta: float = 0,
        allow_zero_accumulator: bool = False,
        clip_gradient_min: Optional[float] = None,
        clip_gradient_max: Optional[float] = None,
    ) -> None:
        super().__init__(
            learning_rate,
            use_gradient_accumulation,
            clip_weight_min,
            clip_weight_max,
            weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate,
            clip_gradient_min,
            clip_gradient_max,
        )
        _check(learning_rate_power <= 0, "learning_rate_power must be less than or equal to 0", learning_rate_power)
        _check(
            initial_accumulator_value >= 0,
            "initial_accumulator_value must be greater than or equal to 0",
            initial_accumulator_value,
        )
        _check_strengths(l1_regularization_strength, l2_regularization_strength)
        self.learning_rate_power = learning_rate_power
        self.initial_accumulator_value = initial_accumulator_value
        self.initial_linear_value = 0.0
        self.l1_regularization_strength = l1_regularization_strength
        self.l2_regularization_strength = l2_regularization_strength
        self.multiply_linear_by_learning_rate = multiply_linear_by_learning_rate
        self.beta = beta
        self.allow_zero_accumulator = allow_zero_accumulator


class MomentumParameters(_OptimizationParameters):
    """Momentum; `common` are the arguments that all optimizers take."""

    def __init__(
        self, learning_rate: float, momentum: float, use_nesterov: bool = False, *common: Any, **named: Any
    ) -> None:
        super().__init__(learning_rate, *common, **named)
        self.momentum = momentum
        self.use_nesterov = use_nesterov


class RMSPropParameters(_OptimizationParameters):
    """RMSProp; `common` are the arguments that all optimizers take."""

    def __init__(
        self, learning_rate: float, rho: float, momentum: float, epsilon: float, *common: Any, **named: Any
    ) -> None:
        super().__init__(learning_rate, *common, **named)
        self.rho = rho
        self.momentum = momentum
        self.epsilon = epsilon


class StochasticGradientDescentParameters(_OptimizationParameters):
    """Stochastic gradient descent."""


class TPUEmbedding:
    """Tables laid out over the cores of a TPU.

    Raises:
        RuntimeError: always; the operations that load and retrieve such tables left with TensorFlow 2.16.

    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        del args, kwargs
        refuse("Embedding tables on a TPU")


def refuse(what: str) -> NoReturn:
    """Say that a part of TPUEstimator that runs on TPUs only is not brought back."""
    raise RuntimeError(f"{what} need TensorFlow 2.15: this TPUEstimator runs on CPUs and GPUs, with use_tpu=False")


def _check(holds: bool, rule: str, given: Any) -> None:
    if not holds:
        raise ValueError(f"{rule}. Received: {given}.")


def _check_strengths(l1: float, l2: float) -> None:
    _check(l1 >= 0, "l1_regularization_strength must be greater than or equal to 0", l1)
    _check(l2 >= 0, "l2_regularization_strength must be greater than or equal to 0", l2)
