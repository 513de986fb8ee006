"""`serialize` of losses, metrics and optimizers: a name, or a dictionary of `class_name` and `config`, as in Keras 2.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/generic_utils.py
"""

from typing import Any


def serialize(instance: Any) -> Any:
    """Return the name of a function, and for an object its class and its settings.

    Raises:
        ValueError: it is neither.

    """
    if instance is None:
        return None
    if hasattr(instance, "get_config"):
        return {"class_name": type(instance).__name__, "config": instance.get_config()}
    if hasattr(instance, "__name__"):
        return instance.__name__
    raise ValueError("Cannot serialize", instance)
