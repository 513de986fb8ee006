"""HDF5 files that Keras 3 misreads: with CuDNN layers, a `Sequential` that has no input layer, or a wrapped `Lambda`.

Keras 3.15.1 takes the `batch_input_shape` of a first layer for an `input_shape`, which gives the input
one axis too many.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/saving.py
"""

import json
from typing import Any, Iterator, List, Tuple

import h5py

from compat.shims.keras import legacy_classes
from compat.shims.keras.cudnn import as_keras_weights

_TRIPLE = 3
_LAYERS = {"CuDNNLSTM": "LSTM", "CuDNNGRU": "GRU"}


def is_misread(path: str) -> bool:
    """Return True if the HDF5 file `path` has to be converted."""
    with h5py.File(path, "r") as file:
        config = _config(file)
        return any(True for _ in _changes(file)) or _modern(legacy_classes.marked(config)) != config


def convert(path: str) -> None:
    """Rewrite the weights of CuDNN layers in the file, and the configuration of the model."""
    with h5py.File(path, "r+") as file:
        for group, names, values in list(_changes(file)):
            for name, value in zip(names, values):
                del group[name]
                group[name] = value
        if "model_config" in file.attrs:
            file.attrs["model_config"] = json.dumps(_modern(legacy_classes.marked(_config(file)))).encode()


def _config(file: Any) -> Any:
    return json.loads(_text(file.attrs.get("model_config", "null")))


def _changes(file: Any) -> Iterator[Tuple[Any, List[str], List[Any]]]:
    """The groups of layers, with the names and the modern values of each layer's three weights."""
    weights = file.get("model_weights", file)
    for group in weights.values():
        names = [_text(name) for name in group.attrs.get("weight_names", ())] if hasattr(group, "values") else []
        for start in range(len(names) - _TRIPLE + 1):
            triple = names[start : start + _TRIPLE]
            if triple[-1].split("/")[-1].startswith("bias"):
                old = [group[name][()] for name in triple]
                new = as_keras_weights(old)
                if new is not old:
                    yield group, triple, new


def _text(name: Any) -> str:
    return name.decode() if isinstance(name, bytes) else str(name)


def _modern(config: Any) -> Any:
    if isinstance(config, list):
        return [_modern(each) for each in config]
    if not isinstance(config, dict):
        return config
    found = {key: _modern(value) for key, value in config.items()}
    legacy = found.get("class_name")
    if legacy in _LAYERS:
        found["class_name"] = _LAYERS[legacy]
        if legacy == "CuDNNGRU":
            found["config"] = {**found["config"], "reset_after": True}
    if legacy == "Sequential" and isinstance(found.get("config"), dict):
        found["config"] = {**found["config"], "layers": _with_input(found["config"].get("layers", []))}
    return found


def _with_input(layers: List[Any]) -> List[Any]:
    """The layers behind an input layer, if the first of them tells the shape itself."""
    first = layers[0] if layers else {}
    shape = first.get("config", {}).get("batch_input_shape")
    if shape is None or first.get("class_name") == "InputLayer":
        return layers
    name = first["config"].get("name", "layer") + "_input"
    dtype = "int32" if first["class_name"] == "Embedding" else first["config"].get("dtype", "float32")
    settings = {"batch_input_shape": shape, "dtype": dtype, "sparse": False, "name": name}
    kept = {key: value for key, value in first["config"].items() if key != "batch_input_shape"}
    return [{"class_name": "InputLayer", "config": settings}, {**first, "config": kept}, *layers[1:]]
