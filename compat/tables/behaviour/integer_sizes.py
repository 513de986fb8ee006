"""Sizes that legacy layers took as NumPy integers, and that Keras 3 takes as `int` alone; the first parameters.

Measured on Keras 2.2.4 and 2.3.1, tf.keras 1.15.5 and 2.15.1, and Keras 3.15.1. Filters, shapes and axes may be NumPy
integers everywhere; kernel, pool and padding sizes never could.
"""

from typing import Dict, Tuple

_KERAS = "keras.layers."

INTEGER_SIZES: Dict[str, Tuple[str, ...]] = {
    _KERAS + "Dense": ("units",),
    _KERAS + "Embedding": ("input_dim", "output_dim"),
    _KERAS + "GRU": ("units",),
    _KERAS + "LSTM": ("units",),
    _KERAS + "RepeatVector": ("n",),
    _KERAS + "SimpleRNN": ("units",),
    _KERAS + "UpSampling1D": ("size",),
}
