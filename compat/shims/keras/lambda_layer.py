"""`Lambda`: its functions are saved as bytecode, those with a name too, and look names up in their module.

Keras 3 saves a function with a name by that name alone, and runs a saved lambda in a module of its own.
https://github.com/keras-team/keras/blob/2.3.1/keras/layers/core.py

Known deviations:
* a function whose defaults or closure JSON does not take is saved by its name, and has to be in `custom_objects`
* plain Keras 3 reads such a file too; there every function with a name has to be in `custom_objects`
"""

import importlib
import json
import sys
import warnings
from types import FunctionType
from typing import Any, Dict, Optional

import keras
import numpy as np

from compat.shims.keras.custom_objects import custom_objects_around
from compat.shims.keras.generic_utils import func_dump, func_load
from compat.shims.keras.layers import legacy_layer

_SAVED = "keras_2"
"""The key under which a configuration has the bytecode; Keras 3 does not look at it."""


class _SavesFunctions:
    """A mixin for `Lambda`."""

    def get_config(self) -> Dict[str, Any]:
        """Return the configuration, with the bytecode of the functions."""
        layer: Any = super()
        config: Dict[str, Any] = layer.get_config()
        for name, function in _functions(self).items():
            saved = _dumped(function)
            if saved is not None:
                config[name] = {**config[name], _SAVED: saved}
        return config

    @classmethod
    def from_config(cls, config: Dict[str, Any]) -> Any:
        """Make a layer of its configuration; in safe mode no bytecode is run.

        Raises:
            ValueError: the bytecode is that of another release of Python.

        """
        given = dict(config)
        functions: Dict[str, Any] = {}
        for name in ("function", "output_shape"):
            saved = given[name].get(_SAVED) if isinstance(given.get(name), dict) else None
            if saved is not None and not keras.src.saving.serialization_lib.in_safe_mode():
                functions[name] = _loaded(saved)
                given[name] = {"class_name": "__lambda__", "config": {**saved, "defaults": None}}
        known: Any = super()
        layer = known.from_config(given)
        layer.function = functions.get("function", layer.function)
        if "output_shape" in functions:
            layer._output_shape = functions["output_shape"]  # noqa: SLF001 - Keras has no other name for it
        return layer


def _functions(layer: Any) -> Dict[str, FunctionType]:
    """The functions of a layer that have bytecode."""
    given = {"function": layer.function, "output_shape": layer._output_shape}  # noqa: SLF001
    return {name: each for name, each in given.items() if isinstance(each, FunctionType)}


def _dumped(function: FunctionType) -> Optional[Dict[str, Any]]:
    """The bytecode of a function, what it needs besides, and the module that it is from; None if JSON cannot say it."""
    code, defaults, closure = func_dump(function)
    saved = {"code": code, "defaults": defaults, "closure": closure, "module": function.__module__}
    try:
        json.dumps(saved)
    except TypeError:
        return None
    return saved


def _loaded(saved: Dict[str, Any]) -> FunctionType:
    """The function, which sees the names of its module and, as those of Keras 2 did, `K` and `np`."""
    names = {"K": importlib.import_module("compat.keras.backend"), "np": np}
    module = saved["module"]
    if module in sys.modules:
        names.update(vars(sys.modules[module]))
    else:
        message = f"{module} is not loaded, but a Lambda layer uses it. It may cause errors."
        warnings.warn(message, UserWarning, stacklevel=2)
    names.update(custom_objects_around())
    function: FunctionType = func_load(saved["code"], saved["defaults"], saved["closure"], names)
    function.__module__ = module
    return function


Lambda = legacy_layer("Lambda", (_SavesFunctions,))
