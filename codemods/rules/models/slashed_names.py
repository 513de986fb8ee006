"""Report names with a slash of layers and models of one's own classes.

## What it does

Reports `Block(2, name="4x4/const")` where `Block` derives from a layer or model of Keras, and
`super().__init__(name="a/b")`. It rewrites nothing. TFM198 does so for the classes of Keras.

## Why

Keras 3 refuses such names: "Argument `name` must be a string and cannot contain character `/`".
https://keras.io/api/layers/base_layer/

## Numbers

No numbers involved.

## What it leaves to you

The name, also where the layer is looked up. A class whose `__init__` takes the name and does not hand it on has nothing
to fear, and is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.argument_values import breaks
from codemods.analysis.objects.base_classes import base_started
from codemods.analysis.objects.object_types import LAYER, Receiver, origin_of
from codemods.analysis.objects.project_classes import OfModule
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.tensors.repeated_code import methods_of
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Manual, Stage, rule
from compat.tables.rows import Lacks

_NAME, _SLASH = "name", Lacks("/")
_OF_KERAS = ("keras.layers.", "keras.models.", "keras.Model")


@rule(
    "TFM358",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf


    class Block(tf.keras.layers.Layer):
        def __init__(self, units, **kwargs):
            super(Block, self).__init__(**kwargs)
            self.dense = tf.keras.layers.Dense(units)


    block = Block(2, name="4x4/const")
    """,
)
def slashed_names(file: File) -> Iterator[Manual]:
    """Look at the names that the file spells out."""
    if not goes_to_keras_3(file):
        return
    for call in file.calls:
        name = keyword(call, _NAME)
        if name is not None and breaks(file, _SLASH, name.value) and _names_layer(file, call):
            said = "Keras 3 takes no name with a slash (ValueError)"
            yield Manual(name, f"{LAYER}(name=)", said, "write another character, also where it is looked up")


def _names_layer(file: File, call: cst.Call) -> bool:
    base = base_started(file, call)
    if base is not None:
        return base.removeprefix("tensorflow.").startswith(_OF_KERAS)
    origin = origin_of(file, call)
    if not isinstance(origin, Receiver) or origin.shimmed or not origin.is_a(LAYER):
        return False
    owners = origin.classes(file)
    return bool(owners) and all(_hands_on(each) for each in owners)


def _hands_on(made: OfModule) -> bool:
    """False if the `__init__` of a class takes `name`, and no call in it passes that on."""
    init = methods_of(made.owner).get("__init__")
    if init is None:
        return True
    params = {each.name.value for each in (*init.params.params, *init.params.kwonly_params)}
    args = (arg for call in nodes(init.body, cst.Call) for arg in call.args)
    return _NAME not in params or any(made.module.code(arg.value) == _NAME for arg in args)
