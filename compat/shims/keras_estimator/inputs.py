"""Arrange the result of `input_fn` in the order and structure of the model's inputs and outputs.

https://github.com/tensorflow/estimator/blob/v2.15.0/tensorflow_estimator/python/estimator/keras_lib.py
"""

import re
from typing import Any, List, NamedTuple, Sequence

import keras
import tensorflow as tf

_KERAS_3_NAME = re.compile(r"input_layer(?:_(\d+))?")
_WEIGHTED = {"features", "sample_weights"}


class Batch(NamedTuple):
    """One batch as a Keras model takes it; `y` and `sample_weight` may be None."""

    x: Any
    y: Any
    sample_weight: Any


def batch(model: Any, features: Any, labels: Any) -> Batch:
    """Order features and labels as the model does.

    Raises:
        KeyError: the keys of a dictionary name neither the model's inputs, or outputs, nor their tensors.

    """
    weights = None
    if isinstance(features, dict) and set(features) == _WEIGHTED:
        features, weights = features["features"], features["sample_weights"]
    x = _arranged(features, input_names(model), _structure(model, "_inputs_struct"), "features", "inputs")
    outputs = _structure(model, "_outputs_struct")
    y = None if labels is None else _arranged(labels, output_names(model), outputs, "labels", "outputs")
    return Batch(x, y, weights)


def input_names(model: Any) -> List[str]:
    """Return the names that the inputs would have in Keras 2; unnamed ones are `input_1` or `dense_input`."""
    functional = _functional(model)
    if functional is None:
        return []
    found = [tensor._keras_history.operation.name for tensor in functional.inputs]  # noqa: SLF001
    first = next((layer.name for layer in model.layers), "") if isinstance(model, keras.Sequential) else ""
    return [_legacy_input_name(name, first) for name in found]


def _legacy_input_name(name: str, first_layer: str) -> str:
    automatic = _KERAS_3_NAME.fullmatch(name)
    if automatic is None:
        return name
    if first_layer:
        return first_layer + "_input"
    return f"input_{int(automatic.group(1) or 0) + 1}"


def output_names(model: Any) -> List[str]:
    """Return the names of the layers that the outputs come from."""
    functional = _functional(model)
    if functional is None:
        return [f"output_{index + 1}" for index, _ in enumerate(keras.tree.flatten(getattr(model, "outputs", None)))]
    return list(functional.output_names)


def _functional(model: Any) -> Any:
    """Return the graph of layers, or None for a subclass of `Model` with its own `call`."""
    model = getattr(model, "_functional", model)
    return model if hasattr(model, "_inputs_struct") else None


def _structure(model: Any, name: str) -> Any:
    return getattr(_functional(model), name, None)


def _arranged(given: Any, names: Sequence[str], structure: Any, what: str, of_what: str) -> Any:
    if structure is None or given is None:
        return given
    if isinstance(given, dict):
        keys = next((keys for keys in _ways_to_name(names, structure) if set(given) == set(keys)), None)
        if keys is None:
            raise KeyError(
                f"The dictionary passed into {what} does not have the expected {of_what} keys defined in the keras "
                f"model. Expected keys: {sorted(names)}. {what} keys: {sorted(given)}"
            )
        tensors = [given[key] for key in keys]
    else:
        tensors = keras.tree.flatten(given)
    specs = keras.tree.flatten(structure)
    return keras.tree.pack_sequence_as(structure, [_ranked(*pair) for pair in zip(tensors, specs)])


def _ranked(value: Any, spec: Any) -> Any:
    """Return the tensor; if its rank is unknown, as after a Python function, give it the shape of the model's input."""
    tensor = value if tf.is_tensor(value) else tf.convert_to_tensor(value)
    if tensor.shape.rank is None and tensor.dtype.is_floating:
        tensor.set_shape(spec.shape)
    return tensor


def _ways_to_name(names: Sequence[str], structure: Any) -> List[Sequence[str]]:
    """Return the keys that a dictionary may have: also `model.input.name` and `tensor.name for tensor in model.inputs`.

    In Keras 2 the name of the tensor was that of the input, `dense_input:0`; in Keras 3 it is `keras_tensor`.
    """
    tensors = [tensor.name for tensor in keras.tree.flatten(structure)]
    return [names, _keys_of(structure), tensors]


def _keys_of(structure: Any) -> List[str]:
    """Return the keys of a model made with a dictionary of inputs, in the order in which Keras flattens them."""
    return sorted(structure) if isinstance(structure, dict) else []
