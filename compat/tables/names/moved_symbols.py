"""Single symbols that moved, where no release had both names for one object; see `moved_modules` for the others."""

from typing import Tuple

from compat.tables.names.mixed_precision import MODERN_POLICY, POLICY
from compat.tables.rows import MovedSymbol

_MIXED_PRECISION = "https://www.tensorflow.org/guide/mixed_precision"
_ATROUS = "https://github.com/keras-team/keras/blob/2.3.1/keras/legacy/layers.py"
_LEGACY = "https://github.com/keras-team/keras/blob/v3.15.0/keras/src/optimizers/__init__.py"
_TENSORBOARD = "https://github.com/keras-team/keras/releases/tag/2.3.0"


def _atrous(modules: str, names: str, gone_in: str) -> Tuple[MovedSymbol, ...]:
    """Functions that made a `Conv1D` or `Conv2D` with another name for its `dilation_rate`."""
    return tuple(
        MovedSymbol(f"{module}.{name}", "keras.layers.Conv" + name[-2:], gone_in, _ATROUS)
        for module in modules.split()
        for name in names.split()
    )


_KERAS_2 = "https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes"
_APPLICATIONS = "https://github.com/keras-team/keras/releases/tag/2.2.0"
_REGULARIZERS = {"l1l2": "l1_l2", "activity_l1": "l1", "activity_l2": "l2", "activity_l1l2": "l1_l2"}
"""Functions of Keras 1 with the parameters and defaults of the later ones."""

_LEGACY_OPTIMIZERS = "Adadelta Adagrad Adam Adamax Ftrl Nadam Optimizer RMSprop SGD"
"""Keras 3 still has classes of these names in `keras.optimizers.legacy`: they raise ImportError."""

MOVED_SYMBOLS: Tuple[MovedSymbol, ...] = (
    MovedSymbol("keras.callbacks.tensorboard_v1.TensorBoard", "keras.callbacks.TensorBoard", "keras 2.4", _TENSORBOARD),
    MovedSymbol(
        "keras.mixed_precision.experimental.set_policy",
        "keras.mixed_precision.set_global_policy",
        "tensorflow 2.9",
        _MIXED_PRECISION,
    ),
    *(
        MovedSymbol(f"keras.optimizers.legacy.{name}", f"keras.optimizers.{name}", "keras 3.0", _LEGACY)
        for name in _LEGACY_OPTIMIZERS.split()
    ),
    MovedSymbol("keras.utils.visualize_util.plot", "keras.utils.plot_model", "keras 2.0", _KERAS_2),
    MovedSymbol("keras.utils.layer_utils.layer_from_config", "keras.layers.deserialize", "keras 2.0", _KERAS_2),
    *(
        MovedSymbol(f"keras.regularizers.{legacy}", f"keras.regularizers.{modern}", "keras 2.0", _KERAS_2)
        for legacy, modern in _REGULARIZERS.items()
    ),
    MovedSymbol("keras.applications.mobilenet.relu6", "keras.activations.relu6", "keras 2.2", _APPLICATIONS),
    MovedSymbol(
        "keras.applications.mobilenet.DepthwiseConv2D", "keras.layers.DepthwiseConv2D", "keras 2.2", _APPLICATIONS
    ),
    *_atrous("keras.layers", "AtrousConv1D AtrousConv2D", "keras 2.2.5"),
    *_atrous("keras.layers keras.legacy.layers", "AtrousConvolution1D AtrousConvolution2D", "keras 2.4"),
    *_atrous(
        "keras.layers.convolutional",
        "AtrousConv1D AtrousConv2D AtrousConvolution1D AtrousConvolution2D",
        "keras 2.4",
    ),
    MovedSymbol(POLICY, MODERN_POLICY, "tensorflow 2.9", _MIXED_PRECISION),
)
