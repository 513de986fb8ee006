"""`tf.contrib.slim` and the layers, losses and metrics of `tf.contrib`: the genuine code, in the package `tf-slim`.

https://github.com/google-research/tf-slim/tree/v1.1.0

tf-slim 1.1.0 was made for TensorFlow 2.2, and looks for functions in private modules that no longer have them: its
`batch_norm` and `create_train_op` fail on TensorFlow 2.21 without this module. As always, a graph or the behaviour of
TensorFlow 1 is needed.
"""

import importlib
import sys
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType
from typing import Any, Mapping

from compat.shims.tensorflow import tf_layers
from compat.tables.names.slim import PACKAGE, ROWS

RELEASE = "1.1.0"
_INSTALL = 'pip install "tf-forward[slim]"'
_LAYERS = "tensorflow.python.layers.normalization"
_PUBLIC: Mapping[str, Mapping[str, str]] = {
    "tensorflow.python.framework.ops": {"IndexedSlices": "IndexedSlices", "Tensor": "Tensor"},
    "tensorflow.python.ops.array_ops": {"stack": "stack", "unstack": "unstack"},
    "tensorflow.python.ops.control_flow_ops": {
        "Assert": "Assert",
        "case": "case",
        "cond": "cond",
        "while_loop": "while_loop",
    },
    "tensorflow.python.ops.variable_scope": {"variable": "Variable"},
}
"""What tf-slim takes from private modules that have lost it by TensorFlow 2.21, and its name in `tf.compat.v1`.

The layers of `tf.layers`, of which batch normalization is gone, are the other case.
"""


@lru_cache(maxsize=None)
def connect() -> None:
    """Make the modules of tf-slim work in this process.

    Raises:
        ImportError: the package is missing, or it is another release.

    """
    try:
        found = version("tf-slim")
    except PackageNotFoundError:
        raise ImportError(
            f"slim and the layers of tf.contrib live on in the package tf-slim {RELEASE}: {_INSTALL}"
        ) from None
    if found != RELEASE:
        raise ImportError(f"tf-slim {found} is installed, and it is {RELEASE} that is known to work: {_INSTALL}")
    for module in sorted({row.module for row in ROWS}):
        importlib.import_module(module)
    for name in [each for each in sys.modules if each.startswith(PACKAGE + ".")]:
        _put_back(sys.modules[name])


def _put_back(module: ModuleType) -> None:
    """Let a module of tf-slim see what private modules of TensorFlow have lost."""
    for name, value in list(vars(module).items()):
        if not isinstance(value, ModuleType):
            continue
        if value.__name__ == _LAYERS:
            setattr(module, name, tf_layers)
        elif value.__name__ in _PUBLIC:
            setattr(module, name, _Whole(value))


class _Whole(ModuleType):
    """A private module of TensorFlow together with what it has lost."""

    def __init__(self, original: ModuleType) -> None:
        super().__init__(original.__name__, original.__doc__)
        self._original = original

    def __getattr__(self, name: str) -> Any:
        public = _PUBLIC[self.__name__].get(name)
        if public is None or hasattr(self._original, name):
            return getattr(self._original, name)
        return getattr(importlib.import_module("tensorflow").compat.v1, public)
