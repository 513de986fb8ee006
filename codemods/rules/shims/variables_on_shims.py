"""Report variables in lists and dictionaries of layers, and those of a `tf.Module`, on the shims.

## What it does

Reports `self.scales = [tf.Variable(1.0)]` in a layer or model of the shims, and `self.part = Part()` where `Part` is a
`tf.Module` of the file with variables. It rewrites nothing.

## Why

The shims let Keras 3 train a `tf.Variable` that is set on `self`. In a list, a dictionary or a module it is not found,
and does not train, without a word. `tf.keras` found it there.
https://keras.io/guides/migrating_to_keras_3/#tensorflow-variables-tracking

## Numbers

They can differ: such a variable keeps its first value. `tests/codemods/rules/shims/test_variables_on_shims.py` has
the forms.

## What it leaves to you

To make the variable with `add_weight`.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.objects.base_classes import LAYERS_AND_MODELS
from codemods.analysis.objects.kept_variables import (
    MODULE,
    MODULE_ADVICE,
    VARIABLE,
    is_in_container,
    is_kept,
    modules_of_layers,
)
from codemods.analysis.objects.object_types import derives_from
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_SAID = "Keras 3 neither trains nor saves a tf.Variable in {} of a layer or model"
_ADVICE = "make it with self.add_weight(...)"


@rule(
    "TFM284",
    stage=Stage.ADVICE,
    example="""
    from compat import tensorflow as tf
    from compat.tensorflow import keras


    class Scales(keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.scales = [tf.Variable(1.0), tf.Variable(2.0)]
    """,
    severity=Severity.NUMBERS,
)
def variables_on_shims(file: File) -> Iterator[Manual]:
    """Report variables of the shims that a layer or model keeps in a container or a module."""
    found = [each for each in file.all_references() if each.spelling.plain == VARIABLE and each.spelling.shimmed]
    if not found:
        return
    for reference in found:
        call = file.call_of(reference)
        owner = file.enclosing_class(call) if call is not None else None
        if call is None or owner is None or not derives_from(file, owner, *LAYERS_AND_MODELS):
            continue
        if is_kept(file, call) and is_in_container(file, call):
            yield Manual(call, VARIABLE, _SAID.format("a list or dictionary"), _ADVICE)
    for value in modules_of_layers(file):
        yield Manual(value, MODULE, _SAID.format("a tf.Module"), MODULE_ADVICE)
