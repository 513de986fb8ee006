"""Single symbols that moved or were respelled, with the same meaning under the modern name."""

from typing import Tuple

from compat.tables.rows import MovedSymbol

_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"
_KERAS_230 = "https://github.com/keras-team/keras/releases/tag/2.3.0"

MOVED_SYMBOLS: Tuple[MovedSymbol, ...] = (
    MovedSymbol("keras.optimizers.adadelta", "keras.optimizers.Adadelta", "keras 2.4", _KERAS_230),
    MovedSymbol("keras.optimizers.adagrad", "keras.optimizers.Adagrad", "keras 2.4", _KERAS_230),
    MovedSymbol("keras.optimizers.adam", "keras.optimizers.Adam", "keras 2.4", _KERAS_230),
    MovedSymbol("keras.optimizers.adamax", "keras.optimizers.Adamax", "keras 2.4", _KERAS_230),
    MovedSymbol("keras.optimizers.nadam", "keras.optimizers.Nadam", "keras 2.4", _KERAS_230),
    MovedSymbol("keras.optimizers.rmsprop", "keras.optimizers.RMSprop", "keras 2.4", _KERAS_230),
    MovedSymbol("keras.optimizers.sgd", "keras.optimizers.SGD", "keras 2.4", _KERAS_230),
    MovedSymbol("keras.constraints.maxnorm", "keras.constraints.MaxNorm", "keras 3.0", _KERAS_3),
    MovedSymbol("keras.constraints.nonneg", "keras.constraints.NonNeg", "keras 3.0", _KERAS_3),
    MovedSymbol("keras.constraints.unitnorm", "keras.constraints.UnitNorm", "keras 3.0", _KERAS_3),
    MovedSymbol("keras.initializers.normal", "keras.initializers.RandomNormal", "keras 3.0", _KERAS_3),
    MovedSymbol("keras.initializers.uniform", "keras.initializers.RandomUniform", "keras 3.0", _KERAS_3),
    MovedSymbol("keras.initializers.one", "keras.initializers.Ones", "keras 3.0", _KERAS_3),
    MovedSymbol("keras.initializers.zero", "keras.initializers.Zeros", "keras 3.0", _KERAS_3),
    MovedSymbol("keras.layers.Deconvolution2D", "keras.layers.Conv2DTranspose", "keras 2.4", _KERAS_230),
    MovedSymbol("keras.layers.Deconvolution3D", "keras.layers.Conv3DTranspose", "keras 2.4", _KERAS_230),
    MovedSymbol("keras.layers.ThresholdedReLU", "tensorflow.keras.layers.ThresholdedReLU", "keras 3.0", _KERAS_3),
)
