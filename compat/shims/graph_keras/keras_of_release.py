"""Give a module the names of a Keras that runs in graphs, under which its modules can be imported, too."""

import importlib
import sys
from types import ModuleType

from compat.namespace.releases import has_keras_3
from compat.tables.names.graph_keras import GRAPH_KERAS


def fill(module: str, carried: str, native: str) -> None:
    """Set the names of Keras in `module`: with Keras 3 from the module `carried`, else from `keras` of `native`."""
    keras = importlib.import_module(carried) if has_keras_3() else _attribute(native, "keras")
    for name in GRAPH_KERAS:
        value = getattr(keras, name)
        setattr(sys.modules[module], name, value)
        if isinstance(value, ModuleType):
            sys.modules[f"{module}.{name}"] = value


def _attribute(path: str, name: str) -> ModuleType:
    root, *parts = path.split(".")
    found = importlib.import_module(root)
    for part in (*parts, name):
        found = getattr(found, part)
    return found
