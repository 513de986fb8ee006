"""Take texts of pandas 3 into the queues of `pandas_input_fn` and `numpy_input_fn`.

Up to pandas 2, a column of texts was an array of objects, which is `tf.string`. In pandas 3 it has a type of its own,
`str`, which TensorFlow does not know: "Cannot convert the argument `type_value`: <StringDtype> to a TensorFlow DType".
https://pandas.pydata.org/docs/whatsnew/v3.0.0.html
"""

import functools
from collections import OrderedDict
from types import ModuleType
from typing import Any

import numpy as np


def take_texts(module: ModuleType) -> None:
    """Give the queues arrays of objects for texts, once the module that fills them is loaded."""
    enqueue: Any = module._enqueue_data

    @functools.wraps(enqueue)
    def with_objects(data: Any, *args: Any, **kwargs: Any) -> Any:
        return enqueue(as_objects(data), *args, **kwargs)

    module._enqueue_data = with_objects  # type: ignore[attr-defined]


def as_objects(data: Any) -> Any:
    """Return the data with arrays of objects in place of arrays that are none of NumPy; all else as it is."""
    if isinstance(data, OrderedDict):
        return OrderedDict((name, _array(column)) for name, column in data.items())
    if not hasattr(data, "dtypes") or not hasattr(data, "index"):
        return data
    texts = [name for name, kind in data.dtypes.items() if _is_text(kind)]
    taken = data.astype(dict.fromkeys(texts, object)) if texts else data
    return taken.set_axis(taken.index.astype(object)) if _is_text(data.index.dtype) else taken


def _array(column: Any) -> Any:
    return np.asarray(column, object) if _is_text(getattr(column, "dtype", None)) else column


def _is_text(kind: Any) -> bool:
    return not isinstance(kind, np.dtype) and getattr(kind, "type", None) is str
