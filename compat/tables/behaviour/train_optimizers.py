"""The optimizers of `tf.train`, and those of Keras 3 that compute the same.

Every row is proved by a trajectory of TensorFlow 1.15.5 (`tests/compat/shims/keras/test_train_optimizers.py`).
"""

from typing import Tuple

from compat.tables.rows import TrainOptimizer

_URL = "https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/training/{}.py"
_RATE = {"learning_rate": "learning_rate"}
_MOMENTUM = {**_RATE, "momentum": "momentum"}

TRAIN_OPTIMIZERS: Tuple[TrainOptimizer, ...] = (
    TrainOptimizer(
        "tensorflow.train.GradientDescentOptimizer",
        "keras.optimizers.SGD",
        ("learning_rate", "use_locking", "name"),
        _RATE,
        {},
        {},
        _URL.format("gradient_descent"),
    ),
    TrainOptimizer(
        "tensorflow.train.MomentumOptimizer",
        "keras.optimizers.SGD",
        ("learning_rate", "momentum", "use_locking", "name", "use_nesterov"),
        {**_MOMENTUM, "use_nesterov": "nesterov"},
        {},
        {},
        _URL.format("momentum"),
        # TensorFlow multiplies the whole velocity by the current rate, Keras each gradient by the rate of its step.
        follows_schedule=False,
    ),
    TrainOptimizer(
        "tensorflow.train.AdamOptimizer",
        "keras.optimizers.Adam",
        ("learning_rate", "beta1", "beta2", "epsilon", "use_locking", "name"),
        {**_RATE, "beta1": "beta_1", "beta2": "beta_2", "epsilon": "epsilon"},
        {"epsilon": "1e-08"},
        {},
        _URL.format("adam"),
    ),
    TrainOptimizer(
        "tensorflow.train.AdagradOptimizer",
        "keras.optimizers.Adagrad",
        ("learning_rate", "initial_accumulator_value", "use_locking", "name"),
        {**_RATE, "initial_accumulator_value": "initial_accumulator_value"},
        {},
        {"epsilon": "0.0"},
        _URL.format("adagrad"),
    ),
    TrainOptimizer(
        "tensorflow.train.RMSPropOptimizer",
        "keras.optimizers.RMSprop",
        ("learning_rate", "decay", "momentum", "epsilon", "use_locking", "centered", "name"),
        {**_MOMENTUM, "decay": "rho", "epsilon": "epsilon", "centered": "centered"},
        {"epsilon": "1e-10"},
        {},
        _URL.format("rmsprop"),
        initial_velocity=1.0,
    ),
    TrainOptimizer(
        "tensorflow.train.FtrlOptimizer",
        "keras.optimizers.Ftrl",
        (
            *("learning_rate", "learning_rate_power", "initial_accumulator_value", "l1_regularization_strength"),
            *("l2_regularization_strength", "use_locking", "name", "accum_name", "linear_name"),
            "l2_shrinkage_regularization_strength",
        ),
        {
            **_RATE,
            **{
                name: name
                for name in (
                    "learning_rate_power",
                    "initial_accumulator_value",
                    "l1_regularization_strength",
                    "l2_regularization_strength",
                    "l2_shrinkage_regularization_strength",
                )
            },
        },
        {},
        {},
        _URL.format("ftrl"),
    ),
    TrainOptimizer(
        "tensorflow.train.AdadeltaOptimizer",
        "keras.optimizers.Adadelta",
        ("learning_rate", "rho", "epsilon", "use_locking", "name"),
        {**_RATE, "rho": "rho", "epsilon": "epsilon"},
        {"epsilon": "1e-08"},
        {},
        _URL.format("adadelta"),
    ),
)
