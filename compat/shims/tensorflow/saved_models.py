"""`tf.keras.experimental.export_saved_model` and `load_from_saved_model`: a SavedModel in a folder, and its model.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras/saving/saved_model_experimental.py

The graph for serving has the names that it had: those of the inputs and outputs of the model. Among the assets lies the
file of Keras 3 that the model is loaded from. A folder of TensorFlow 1 is read, too.
"""

import os
from typing import Any, Dict, List, Tuple

import keras
import tensorflow as tf

from compat.shims.tensorflow import models

_ASSETS = "assets"
_MODEL = "saved_model.keras"
_LEGACY_MODEL = "saved_model.json"
_LEGACY_WEIGHTS = os.path.join("variables", "variables")
_LAYER, _VALUE, _SLOT = "layer_with_weights-", "/.ATTRIBUTES/VARIABLE_VALUE", "/.OPTIMIZER_SLOT/"
_UNNAMED = ("keras_tensor", "input_layer")
"""What the names of inputs begin with that Keras 3 has given."""


def export_saved_model(
    model: Any,
    saved_model_path: Any,
    custom_objects: Any = None,
    as_text: bool = False,
    input_signature: Any = None,
    serving_only: bool = False,
) -> None:
    """Write the model to a new or empty folder: the graph that predicts, and what `load_from_saved_model` reads.

    Raises:
        NotImplementedError: the model has no inputs of its own, and is not for serving only.
        AssertionError: there are files in the folder.

    """
    del custom_objects, as_text  # nothing is cloned here, and TensorFlow 2 writes SavedModels in binary alone
    folder = os.fspath(saved_model_path)
    if not serving_only:
        _check(model, folder)
    _save_graph(model, input_signature, folder)
    os.makedirs(os.path.join(folder, _ASSETS), exist_ok=True)
    keras.Model.save(model, os.path.join(folder, _ASSETS, _MODEL))


def load_from_saved_model(saved_model_path: Any, custom_objects: Any = None) -> Any:
    """Return the model of a folder, which nobody has compiled yet."""
    folder = os.fspath(saved_model_path)
    path = os.path.join(folder, _ASSETS, _MODEL)
    if os.path.exists(path):
        return models.load_model(path, custom_objects, compile=False)
    with open(os.path.join(folder, _ASSETS, _LEGACY_MODEL), encoding="utf-8") as file:
        model = models.model_from_json(file.read(), custom_objects)
    _restore(model, os.path.join(folder, _LEGACY_WEIGHTS))
    return model


def _check(model: Any, folder: str) -> None:
    if isinstance(model, keras.Sequential) and not model.built:
        raise ValueError("Weights for sequential model have not yet been created.")
    if not _has_inputs(model):
        raise NotImplementedError(
            "Subclassed models can only be exported for serving. Please set argument serving_only=True."
        )
    if os.path.isdir(folder) and os.listdir(folder):
        raise AssertionError(f"Export directory already exists, and isn't empty: {folder}")


def _has_inputs(model: Any) -> bool:
    return bool(getattr(model, "inputs", None))


def _save_graph(model: Any, signature: Any, folder: str) -> None:
    """Write a SavedModel whose signature has the names of the model's inputs and outputs."""
    structure, specs = _inputs(model, signature)

    @tf.function(autograph=False)  # type: ignore[untyped-decorator]
    def serve(**given: Any) -> Dict[str, Any]:
        inputs = tf.nest.pack_sequence_as(structure, [given[spec.name] for spec in specs])
        outputs = tf.nest.flatten(model(inputs, training=False))
        return dict(zip(_output_names(model, len(outputs)), outputs))

    root = tf.Module()
    root.model = model  # with its tables
    root.weights = [each.value for each in model.variables]  # which a session finds only here
    served = serve.get_concrete_function(**{spec.name: spec for spec in specs})
    tf.saved_model.save(root, folder, {"serving_default": served})


def _inputs(model: Any, signature: Any) -> Tuple[Any, List[Any]]:
    """The structure of the inputs of a model, and what each of them is, with its name."""
    structure = model.input if _has_inputs(model) else _first_shape(model)
    known = [
        tf.TensorSpec([None, *each.shape[1:]], each.dtype, _input_name(model, each.name, index))
        for index, each in enumerate(tf.nest.flatten(structure), 1)
    ]
    if signature is None:
        return structure, known
    given = tf.nest.flatten(signature)
    named = [tf.TensorSpec(each.shape, each.dtype, each.name or spec.name) for each, spec in zip(given, known)]
    return structure, named


def _first_shape(model: Any) -> Any:
    """What a model without inputs of its own was called with, which has to be one tensor.

    Raises:
        ValueError: it was never called, or with several tensors.

    """
    shapes = list((getattr(model, "_build_shapes_dict", None) or {}).values())
    if len(shapes) != 1 or not all(each is None or isinstance(each, int) for each in shapes[0]):
        raise ValueError(f"Model {model} cannot be saved because the input shapes have not been set.")
    return keras.KerasTensor(shapes[0], model.input_dtype, name=_UNNAMED[0])


def _input_name(model: Any, name: str, index: int) -> str:
    if not name.startswith(_UNNAMED):
        return name
    return f"{model.layers[0].name}_input" if isinstance(model, keras.Sequential) else f"input_{index}"


def _output_names(model: Any, count: int) -> List[str]:
    if isinstance(model, keras.Sequential):
        return [model.layers[-1].name]
    names = getattr(model, "output_names", None) or [f"output_{index}" for index in range(1, count + 1)]
    again = [names[:index].count(name) for index, name in enumerate(names)]
    return [f"{name}_{times}" if times else name for name, times in zip(names, again)]


def _restore(model: Any, checkpoint: str) -> None:
    """Assign the weights of a checkpoint of TensorFlow 1, which names them by layers and attributes.

    Raises:
        ValueError: the checkpoint has not every weight of the model.

    """
    reader = tf.train.load_checkpoint(checkpoint)
    restored = set()
    for key in reader.get_variable_to_shape_map():
        if key.startswith(_LAYER) and key.endswith(_VALUE) and _SLOT not in key:
            weight = _at(model, key[: -len(_VALUE)].split("/"))
            weight.assign(reader.get_tensor(key))
            restored.add(id(weight))
    missing = [weight.path for weight in model.weights if id(weight) not in restored]
    if missing:
        raise ValueError(f"{checkpoint} has no values for {', '.join(missing)}")


def _at(owner: Any, path: List[str]) -> Any:
    """What a path of a checkpoint leads to: `layer_with_weights-0/cell/kernel`."""
    for name in path:
        if name.startswith(_LAYER):
            owner = [layer for layer in owner.layers if layer.weights][int(name[len(_LAYER) :])]
        else:
            owner = owner[int(name)] if name.isdigit() else _attribute(owner, name)
    return owner


def _attribute(owner: Any, name: str) -> Any:
    is_depthwise = isinstance(owner, keras.src.layers.convolutional.base_depthwise_conv.BaseDepthwiseConv)
    return owner.kernel if is_depthwise and name == "depthwise_kernel" else getattr(owner, name)
