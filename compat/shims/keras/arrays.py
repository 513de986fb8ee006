"""Data in the forms that Keras 2 took beside arrays: a list of one array, a list of numbers, rows in an HDF5 file.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training_utils.py

Known deviations:
* the rows of an HDF5 file are read at once, not batch by batch
"""

import numbers
from typing import Any

import h5py
import numpy as np

from compat.shims.keras.io_utils import HDF5Matrix


def as_arrays(data: Any) -> Any:
    """Return inputs, targets, or weights of samples as Keras 3 takes them."""
    if isinstance(data, (HDF5Matrix, h5py.Dataset)):
        return np.asarray(data)
    if isinstance(data, dict):
        return {name: as_arrays(each) for name, each in data.items()}
    return _listed(data) if isinstance(data, (list, tuple)) and data else data


def _listed(data: Any) -> Any:
    """A list of numbers, of one array, or of several, which may be lists of their rows."""
    if all(isinstance(each, numbers.Number) for each in data):
        return np.asarray(data)
    if len(data) == 1 and len(getattr(data[0], "shape", ())) > 0:
        return as_arrays(data[0])
    if all(isinstance(each, list) and _is_array(each) for each in data):
        return type(data)([np.asarray(each) for each in data])
    if all(each is None or hasattr(each, "shape") for each in data):
        return type(data)([as_arrays(each) for each in data])
    return data


def _is_array(rows: Any) -> bool:
    """True for a list of numbers, or of arrays, that stands for the rows of one input or output."""
    return bool(rows) and all(isinstance(each, numbers.Number) or hasattr(each, "shape") for each in rows)


def parts(data: Any) -> Any:
    """Return `validation_data`, a tuple of inputs, targets and perhaps weights, as Keras 3 takes it."""
    return tuple(as_arrays(each) for each in data) if isinstance(data, (list, tuple)) else data
