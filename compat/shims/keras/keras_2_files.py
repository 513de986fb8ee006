"""HDF5 files that Keras 3 misreads: with CuDNN layers, a `Sequential` that has no input layer, or a wrapped `Lambda`.

Keras 3.15.1 takes the `batch_input_shape` of a first layer for an `input_shape`, which gives the input
one axis too many.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/saving.py
"""

import json
from typing import Any, Dict, Iterator, List, Tuple

import h5py
import keras

from compat.shims.keras import legacy_classes
from compat.shims.keras.cudnn import as_keras_weights
from compat.shims.keras.hard_sigmoid import hard_sigmoid

_TRIPLE = 3
_NORMALIZATIONS = ("BatchNormalization", "BatchNormalizationV1", "BatchNormalizationV2")
_RECURRENT = ("time_major", "zero_output_for_mask")
_ACTIVATIONS = ("activation", "recurrent_activation")
_WRAPPED = ("layer", "backward_layer", "cell", "cells")
_KERNEL = ("kernel_initializer", "kernel_regularizer", "kernel_constraint")
_UNKNOWN = {
    **dict.fromkeys(("RNN", "SimpleRNN", "GRU", "LSTM", "ConvLSTM2D"), _RECURRENT),
    **dict.fromkeys(("SeparableConv1D", "SeparableConv2D", "DepthwiseConv2D"), _KERNEL),
}
"""Settings of layers that Keras 3 does not know; those of a kernel told the base class of a layer with two."""
_LAYERS = {"CuDNNLSTM": "LSTM", "CuDNNGRU": "GRU"}


def is_misread(path: str) -> bool:
    """Return True if the HDF5 file `path` has to be converted."""
    with h5py.File(path, "r") as file:
        config = _config(file)
        return any(True for _ in _changes(file)) or legacy_classes.marked(modern(config)) != config


def convert(path: str) -> None:
    """Rewrite the weights of CuDNN layers in the file, and the configuration of the model."""
    with h5py.File(path, "r+") as file:
        for group, names, values in list(_changes(file)):
            for name, value in zip(names, values):
                del group[name]
                group[name] = value
        if "model_config" in file.attrs:
            file.attrs["model_config"] = json.dumps(legacy_classes.marked(modern(_config(file)))).encode()


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


def modern(config: Any) -> Any:
    """Return the configuration of Keras 2 as Keras 3 reads it."""
    if isinstance(config, list):
        return [modern(each) for each in config]
    if not isinstance(config, dict):
        return config
    found = {key: _with_module(modern(value)) if key in _WRAPPED else modern(value) for key, value in config.items()}
    legacy = found.get("class_name")
    settings = found.get("config")
    if isinstance(settings, dict) and "module" not in found:
        found = {**found, **_of_keras_2(legacy, settings)}
    if legacy in _LAYERS:
        found["class_name"] = _LAYERS[legacy]
        if legacy == "CuDNNGRU":
            found["config"] = {**found["config"], "reset_after": True}
    if legacy == "Sequential" and isinstance(found.get("config"), dict):
        found["config"] = {**found["config"], "layers": _with_input(found["config"].get("layers", []))}
    return found


def _with_module(config: Any) -> Any:
    """A layer in a wrapper, or several cells, with the module in which Keras 3 looks for the class."""
    if isinstance(config, list):
        return [_with_module(each) for each in config]
    if not isinstance(config, dict) or "module" in config:
        return config
    name = config.get("class_name")
    if name == "Model":
        return {**config, "class_name": "Functional", "module": "keras.src.models.functional", "registered_name": None}
    module = "keras" if name == "Sequential" else "keras.layers"
    is_known = name == "Sequential" or isinstance(getattr(keras.layers, str(name), None), type)
    return {**config, "module": module, "registered_name": None} if is_known else config


def _of_keras_2(legacy: Any, settings: Dict[str, Any]) -> Dict[str, Any]:
    """The class and the settings of an object that Keras 3 knows otherwise.

    `tf.keras` of TensorFlow 1 wrote the type of initializers, and the axis as a list.
    """
    if isinstance(getattr(keras.initializers, str(legacy), None), type):
        return {"config": {key: value for key, value in settings.items() if key != "dtype"}}
    if legacy in _NORMALIZATIONS:
        axis = settings.get("axis")
        plain = {**settings, "axis": axis[0]} if isinstance(axis, list) and len(axis) == 1 else settings
        return {"class_name": _NORMALIZATIONS[0], "config": plain}
    unknown = _UNKNOWN.get(str(legacy), ())
    kept = {key: value for key, value in settings.items() if key not in unknown}
    sigmoids = [key for key in _ACTIVATIONS if kept.get(key) == hard_sigmoid.__name__]
    return {"config": {**kept, **dict.fromkeys(sigmoids, keras.activations.serialize(hard_sigmoid))}}


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
