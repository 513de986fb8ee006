"""`load_weights(reshape=True)`: the first weight of a layer gets its shape, if it has so many numbers.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/saving.py
"""

import os
import shutil
import tempfile
from contextlib import contextmanager
from typing import Any, Iterator, Sequence, Tuple

import h5py
import numpy as np


@contextmanager
def fitting(path: Any, layers: Sequence[Any], *, by_name: bool) -> Iterator[Any]:
    """Yield the HDF5 file, or a copy whose weights have the shapes of these layers; without layers, as it is.

    Raises:
        ValueError: a weight has another number of values than that of the layer.

    """
    if not layers:
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "weights.h5")
        shutil.copyfile(path, copy)
        with h5py.File(copy, "r+") as file:
            for group, layer in _pairs(file.get("model_weights", file), layers, by_name=by_name):
                _fit(group, layer)
        yield copy


def _pairs(weights: Any, layers: Sequence[Any], *, by_name: bool) -> Iterator[Tuple[Any, Any]]:
    """The groups of the file that have weights, each with its layer."""
    groups = [weights[name] for name in weights.attrs["layer_names"]]
    weighted = [group for group in groups if len(group.attrs["weight_names"])]
    if by_name:
        named = {group.name.rpartition("/")[2]: group for group in weighted}
        yield from ((named[layer.name], layer) for layer in layers if layer.name in named and layer.weights)
    else:
        yield from zip(weighted, (layer for layer in layers if layer.weights))


def _fit(group: Any, layer: Any) -> None:
    name = group.attrs["weight_names"][0]
    value, shape = group[name][()], tuple(layer.weights[0].shape)
    if value.shape == shape:
        return
    if value.size != np.prod(shape):
        sizes = f"of layer {layer.name} have shape {shape}, those of the file {value.shape}"
        raise ValueError(f"Weights must be of equal size to apply a reshape operation; those {sizes}.")
    del group[name]
    group[name] = value.reshape(shape)
