"""Make the variables of layers and models so that Keras 3 trains and saves them.

## What it does

`self.scale = tf.Variable(1.0)` in a layer or model of the file becomes `self.scale = keras.Variable(1.0)`. So do the
variables of a list or dictionary that is set on `self`, and those that are appended to one.

## Why

`tf.keras` trained and saved every variable that was set as an attribute. Keras 3 knows its own variables only: a
`tf.Variable` never trains, and is not saved with the weights, without a word.
https://keras.io/guides/migrating_to_keras_3/

## Numbers

Same: the losses and the variables of `tests/codemods/fixtures/layer_variables` under TensorFlow 2.3.4 and 2.15.1,
before, and 2.21.0, after.

## What it leaves to you

Variables with other arguments than `trainable`, `name` and `dtype`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.base_classes import is_layer_or_model
from codemods.analysis.objects.kept_variables import MODULE, MODULE_ADVICE, VARIABLE, is_kept, modules_of_layers
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_keras
from codemods.source.arguments import bind, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, rule

_REPORTED = {"keras.backend.variable": "K.variable", "tensorflow.compat.v1.get_variable": "get_variable"}
_TAKEN = frozenset({"initial_value", "trainable", "name", "dtype"})
_PARAMETERS = ("initial_value", "trainable", "validate_shape", "caching_device", "name")
_SAID = "Keras 3 neither trains nor saves a tf.Variable of a layer or model"
_ADVICE = "make it with self.add_weight(...) or keras.Variable(...)"


@rule(
    "TFM233",
    stage=Stage.LATE,
    example="""
    import tensorflow as tf


    class Scale(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.scale = tf.Variable(1.0)

        def call(self, x):
            return x * self.scale
    """,
    severity=Severity.NUMBERS,
)
def layer_variables(file: File) -> Iterator[Edit | Manual]:
    """Edit plain variables that a method sets on `self`, unless the file is written for Keras 3."""
    if written_for(file).keras is KerasLine.KERAS_3:
        return
    for reference in file.references(*_REPORTED):
        call = file.call_of(reference)
        if call is not None and not reference.spelling.shimmed and _is_of_owner(file, call):
            name = _REPORTED[reference.canonical]
            yield Manual(call, reference.canonical, _SAID.replace("tf.Variable", name), _ADVICE)
    for value in modules_of_layers(file):
        yield Manual(value, MODULE, _SAID.replace("tf.Variable", "tf.Module"), MODULE_ADVICE)
    for reference in file.all_references():
        call = file.call_of(reference) if reference.spelling.plain == VARIABLE else None
        if call is not None and not reference.spelling.shimmed and _is_of_owner(file, call):
            yield _outcome(file, call)


def _is_of_owner(file: File, call: cst.Call) -> bool:
    """True for `self.x = tf.Variable(...)` in a layer or model of Keras, and for a list or dictionary of them."""
    owner = file.enclosing_class(call)
    return owner is not None and is_layer_or_model(file, owner) and is_kept(file, call)


def _outcome(file: File, call: cst.Call) -> Edit | Manual:
    bound = bind(call, *_PARAMETERS)
    name = bound.get("name") if bound else None
    if bound is None or not bound.keys() <= _TAKEN or "initial_value" not in bound or not _is_plain(name):
        return Manual(call, VARIABLE, _SAID, _ADVICE)
    module, imports = bind_keras(file, call)
    function = cst.parse_expression(f"{module}.Variable")
    args = [
        arg if arg is bound["initial_value"] and arg.keyword is None else named(arg, _modern(parameter))
        for parameter, arg in bound.items()
    ]
    made = with_args(call.with_changes(func=function), args)
    return Edit(call, f"{_SAID}: it is a keras.Variable now", ((call, made),), imports)


def _modern(parameter: str) -> str:
    return "initializer" if parameter == "initial_value" else parameter


def _is_plain(name: cst.Arg | None) -> bool:
    """True if Keras takes the name, which must not have a slash."""
    return name is None or (isinstance(text := literal(name.value), str) and "/" not in text)
