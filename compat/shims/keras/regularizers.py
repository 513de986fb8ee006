"""`keras.regularizers` with the keyword `l` and the defaults of Keras 2.3.

https://github.com/keras-team/keras/blob/2.3.1/keras/regularizers.py
"""

from typing import Any

import keras


def l1(l: float = 0.01) -> Any:  # noqa: E741 - the legacy keyword
    """Penalise `l * sum(abs(weights))`."""
    return keras.regularizers.L1(l)


def l2(l: float = 0.01) -> Any:  # noqa: E741 - the legacy keyword
    """Penalise `l * sum(square(weights))`."""
    return keras.regularizers.L2(l)


def l1_l2(l1: float = 0.01, l2: float = 0.01) -> Any:
    """Penalise `l1 * sum(abs(weights)) + l2 * sum(square(weights))`."""
    return keras.regularizers.L1L2(l1, l2)
