"""`tensorflow.python.util.tf_export`: the names under which Estimator exports its symbols.

Written after reading TensorFlow 2.15, whose `API_ATTRS` had a row for the package `estimator`. The row lives here:
TensorFlow's table is not touched.
"""

from typing import Any, List, TypeVar

from tensorflow.python.util import tf_decorator, tf_export

ESTIMATOR_API_NAME = "estimator"
_NAMES, _NAMES_V1 = "_estimator_api_names", "_estimator_api_names_v1"
_Symbol = TypeVar("_Symbol")


class api_export(tf_export.api_export):  # type: ignore[misc]  # noqa: N801 - upstream's name
    """Marks a function or class with its public names.

    Raises:
        InvalidSymbolNameError: a name is not below `estimator`.

    """

    def __call__(self, func: _Symbol) -> _Symbol:
        _, symbol = tf_decorator.unwrap(func)
        setattr(symbol, _NAMES, self._names)
        setattr(symbol, _NAMES_V1, self._names_v1)
        return func


def get_v1_names(symbol: Any) -> List[str]:
    """Return the names of a symbol in TF 1.x, including those of Estimator."""
    return [*tf_export.get_v1_names(symbol), *getattr(symbol, "__dict__", {}).get(_NAMES_V1, ())]


def get_v2_names(symbol: Any) -> List[str]:
    """Return the names of a symbol in TF 2, including those of Estimator."""
    return [*tf_export.get_v2_names(symbol), *getattr(symbol, "__dict__", {}).get(_NAMES, ())]
