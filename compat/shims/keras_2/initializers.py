"""`tf.keras.initializers`: every class also under its function-like name, `zeros` for `Zeros`."""

from typing import Any

from tensorflow.python.keras import initializers
from tensorflow.python.keras.initializers import initializers_v2

deserialize, get, serialize = initializers.deserialize, initializers.get, initializers.serialize


def __getattr__(name: str) -> Any:
    if name.islower():
        name = "".join(part.capitalize() for part in name.split("_"))
    return getattr(initializers_v2, name)
