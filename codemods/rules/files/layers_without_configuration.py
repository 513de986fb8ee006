"""Report layers of your own without `get_config` that are given objects, in models that are saved whole.

## What it does

Looks for `Scale(2, regularizer=regularizers.l2(0.01))` where the class `Scale` derives from `Layer` and has no
`get_config`, in files that write whole models, or whose importers do. It rewrites nothing.

## Why

Keras 2 wrote the name and the type of such a layer alone. Keras 3 writes down what the class was given, which it can do
for numbers, texts and lists of them; of objects, functions and arrays it says NotImplementedError, after the first
epoch of a `ModelCheckpoint`.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/ops/operation.py

## Numbers

No numbers involved, as Keras 3 raises.

## What it leaves to you

To write `get_config`, or to save weights alone. Values that the file does not show are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import libcst as cst

from codemods.analysis.files.written_files import checkpoints, model_writers
from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import own_method
from codemods.analysis.objects.base_classes import is_layer_or_model
from codemods.analysis.objects.object_types import derived_from
from codemods.analysis.objects.project_classes import OfModule, lineage_in_project
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.file import File, once_per_file
from codemods.types import Manual, Stage, rule

_BASE = "keras.layers.Layer"
_OBJECTS = ("keras.regularizers.", "keras.initializers.", "keras.constraints.", "keras.layers.")
_FUNCTIONS = ("keras.activations.", "tensorflow.nn.")
_ARRAYS = ("numpy.array", "numpy.asarray", "numpy.ones", "numpy.zeros", "numpy.arange", "numpy.load")
_LOOKED_UP = ("get", "serialize", "deserialize")
"""Functions of these modules that may give anything."""
_OF_EVERY_LAYER = frozenset({"name", "dtype", "trainable", "input_shape", "batch_input_shape", "weights"})


@rule(
    "TFM440",
    stage=Stage.ADVICE,
    example="""
    from keras import regularizers
    from keras.layers import Input, Layer
    from keras.models import Model

    class Scale(Layer):
        def __init__(self, penalty=None, **kwargs):
            super().__init__(**kwargs)
            self.penalty = penalty

        def build(self, input_shape):
            self.scale = self.add_weight(name="scale", shape=(1,), regularizer=self.penalty)

        def call(self, x):
            return x * self.scale

    image = Input(shape=(3,))
    model = Model(image, Scale(penalty=regularizers.l2(0.01))(image))
    model.save("model.h5")
    """,
)
def layers_without_configuration(file: File) -> Iterator[Manual]:
    """Report the first call of each such class that passes an object."""
    if not goes_to_keras_3(file):
        return
    reported: set[cst.ClassDef] = set()
    for call in file.calls:
        made = _layer(file, call) if call.args else None
        given = next((arg for arg in call.args if _is_given_object(file, arg)), None) if made is not None else None
        if made is None or given is None or made.owner in reported or _is_within_layer(file, call):
            continue
        if not _is_saved(file):
            return
        reported.add(made.owner)
        name = made.owner.name.value
        said = f"Keras 3 does not save {name}, which is given {file.code(given.value)} (NotImplementedError)"
        advice = f"write get_config into {name}, and register the class, or save the weights alone"
        yield Manual(call, f"{_BASE}.get_config", said, advice)


def _layer(file: File, call: cst.Call) -> OfModule | None:
    """The class of the project that a call makes a layer of, if nothing in it says how it is written down."""
    found = definition(file, call.func)
    if found is None or not isinstance(found[1], cst.ClassDef):
        return None
    made = OfModule(found[0], found[1])
    base = derived_from(made.module, made.owner)
    if base is None or base.path != _BASE or base.shimmed:
        return None
    owners = [each.owner for each in lineage_in_project(made)]
    has_parameters = any(own_method(each, "__init__") is not None for each in owners)
    is_written_down = any(own_method(each, "get_config") is not None for each in owners)
    is_plain = all(len(each.bases) == 1 for each in owners) and not made.owner.decorators
    return made if has_parameters and is_plain and not is_written_down else None


def _is_within_layer(file: File, call: cst.Call) -> bool:
    """True in the methods of a layer or model: it is written down without what it makes."""
    owner = file.enclosing_class(call)
    return owner is not None and is_layer_or_model(file, owner)


def _is_given_object(file: File, arg: cst.Arg) -> bool:
    if arg.star or (arg.keyword is not None and arg.keyword.value in _OF_EVERY_LAYER):
        return False
    values = [arg.value] if _is_object(file, arg.value) else leaves(file, arg.value) or []
    return bool(values) and all(_is_object(file, each) for each in values)


def _is_object(file: File, node: cst.BaseExpression) -> bool:
    """True for what Keras 3 does not write down by itself: objects and functions of Keras, own functions, arrays."""
    if isinstance(node, cst.Lambda):
        return True
    if isinstance(node, cst.Call):
        path = file.symbol(node.func) or ""
        is_made = path.startswith(_OBJECTS) and path.rpartition(".")[2] not in _LOOKED_UP
        return is_made or file.qualified_name(node.func) in _ARRAYS
    if not isinstance(node, cst.Name | cst.Attribute):
        return False
    found = definition(file, node)
    is_own = found is not None and isinstance(found[1], cst.FunctionDef)
    return is_own or (file.symbol(node) or "").startswith(_FUNCTIONS)


@once_per_file
def _is_saved(file: File) -> bool:
    """True if the file, or a module that imports it, writes whole models."""
    importers = (file.project.importers(text) for text in (".save(", "ModelCheckpoint(", "save_model("))
    return any(map(_saves, chain([file], *importers)))


@once_per_file
def _saves(file: File) -> bool:
    return bool(model_writers(file)) or bool(checkpoints(file, weights_only=False))
