"""Custom objects as in Keras 2: scopes add to those around them, and names stand for them everywhere.

A scope of Keras 3 hides those around it until it ends, and only a saved model may name custom objects.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/generic_utils.py
"""

from typing import Any, Collection, Dict, Optional

import keras


def custom_objects_around() -> Dict[str, Any]:
    """Return the objects of the scopes that are open."""
    state = keras.src.backend.common.global_state
    return dict(state.get_global_attribute("custom_objects_scope_dict", {}))


def named(identifier: Any) -> Any:
    """Return the custom object that a text names; anything else as it is."""
    found = keras.saving.get_registered_object(identifier) if isinstance(identifier, str) else None
    return identifier if found is None else found


def remade(each: Any) -> Any:
    """Return the object; a class without `from_config` as one whose `from_config` calls it, as Keras 2 did."""
    if not isinstance(each, type) or hasattr(each, "from_config"):
        return each
    return type(each.__name__, (each,), {"from_config": classmethod(lambda _, config: each(**config))})


class CustomObjectScope(keras.utils.CustomObjectScope):  # type: ignore[misc]
    """A scope of several dictionaries, as in Keras 2; Keras 3 takes one, as `custom_objects`."""

    def __init__(self, *args: Dict[str, Any], custom_objects: Optional[Dict[str, Any]] = None) -> None:
        given = (*args, custom_objects)
        super().__init__({name: remade(each) for objects in given for name, each in (objects or {}).items()})

    def __enter__(self) -> Any:
        self.custom_objects: Dict[str, Any] = {**custom_objects_around(), **self.custom_objects}
        return super().__enter__()


custom_object_scope = CustomObjectScope


def marked(config: Any, names: Collection[str]) -> Any:
    """Return a configuration in which the layers of Keras 3 of these names are those of the scopes that are open."""
    if isinstance(config, (list, tuple)):
        return type(config)(marked(each, names) for each in config)
    if not isinstance(config, dict):
        return config
    found = {key: marked(value, names) for key, value in config.items()}
    if found.get("class_name") in names and found.get("module") == "keras.layers":
        found["registered_name"] = found["class_name"]
    return found
