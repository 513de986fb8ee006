"""Write names of layers and models without the slash that Keras 3 refuses, where nothing looks them up.

## What it does

`Dense(2, name="head/dense")` becomes `Dense(2, name="head_dense")`, and `name=scope + "/bn"` becomes
`name=scope + "_bn"`, where the program has no other use for such names: no `get_layer`, no weights by name, no `.name`
that is read, and no other text with a slash that could be a part of one.
Elsewhere it reports `Block(2, name="4x4/const")` where `Block` derives from a layer or model of Keras, and
`super().__init__(name="a/b")`; TFM198 does so for the classes of Keras.

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

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls, shim_calls
from codemods.analysis.calls.argument_values import breaks
from codemods.analysis.objects.base_classes import base_started
from codemods.analysis.objects.object_types import LAYER, Receiver, origin_of
from codemods.analysis.objects.project_classes import OfModule
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.tensors.repeated_code import methods_of
from codemods.source.arguments import keyword
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.makers import MODEL_CLASSES
from compat.tables.rows import Lacks

_NAME, _SLASH = "name", Lacks("/")
_OF_KERAS = ("keras.layers.", "keras.models.", "keras.Model")
_LAYERS = "keras.layers."
_LOOKS_UP = re.compile(r"get_layer|by_name|(?<!self)\.name\b(?!\s*=[^=])|layer_names|output_names|input_names")
"""What a program has that reads names of layers."""
_MAY_BE_A_NAME = re.compile(r"[\w{}%:/ -]*/[\w{}%:/ -]*")
"""A text with a slash that is no file, no address and no format of a date."""
_JOINING = (cst.BinaryOperation, cst.ConcatenatedString, cst.FormattedString)
_Text = cst.SimpleString | cst.FormattedStringText


@rule(
    "TFM358",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf


    class Block(tf.keras.layers.Layer):
        def __init__(self, units, **kwargs):
            super(Block, self).__init__(**kwargs)
            self.dense = tf.keras.layers.Dense(units)


    block = Block(2, name="4x4/const")
    """,
)
def slashed_names(file: File) -> Iterator[Edit | Manual]:
    """Look at the names that the file spells out."""
    if not goes_to_keras_3(file):
        return
    own = [*_own(file)]
    for name in (*own, *_of_keras(file)):
        texts = [*_texts(name.value)]
        if texts and _are_free(file, texts):
            written = tuple((each, each.with_changes(value=each.value.replace("/", "_"))) for each in texts)
            yield Edit(name, "Keras 3 takes no name with a slash, and nothing looks this one up", written)
        elif name in own:
            said = "Keras 3 takes no name with a slash (ValueError)"
            yield Manual(name, f"{LAYER}(name=)", said, "write another character, also where it is looked up")


def _own(file: File) -> Iterator[cst.Arg]:
    """The names with a slash of layers and models of one's own classes."""
    for call in file.calls:
        name = keyword(call, _NAME)
        if name is not None and breaks(file, _SLASH, name.value) and _names_layer(file, call):
            yield name


def _of_keras(file: File) -> Iterator[cst.Arg]:
    """Those of layers and models of Keras."""
    for called in (*known_calls(file), *shim_calls(file)):
        if called.canonical.startswith(_LAYERS) or called.canonical in MODEL_CLASSES:
            name = called.argument(_NAME)
            if name is not None and not name.star and breaks(file, _SLASH, name.value):
                yield name


def _texts(value: cst.BaseExpression) -> Iterator[_Text]:
    """The texts with a slash that make up a name, as far as they stand in it."""
    if isinstance(value, cst.SimpleString):
        yield from (value,) if "/" in value.raw_value else ()
    elif isinstance(value, cst.FormattedString):
        yield from (each for each in value.parts if isinstance(each, cst.FormattedStringText) and "/" in each.value)
    elif isinstance(value, cst.ConcatenatedString | cst.BinaryOperation):
        yield from _texts(value.left)
        if not isinstance(value, cst.BinaryOperation) or isinstance(value.operator, cst.Add):
            yield from _texts(value.right)
    elif isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute) and value.func.attr.value == "format":
        yield from _texts(value.func.value)


def _are_free(file: File, texts: list[_Text]) -> bool:
    """True if nothing else in the program can mean the name, or be a part of it, and no other has the new one."""
    around = [file, *file.project.linked()]
    written = {each.value.strip("'\"").replace("/", "_") for each in texts}
    return all(_is_about_nothing_else(each) for each in around) and not any(
        each.value.strip("'\"") in written for module in around for each in module.every(cst.SimpleString)
    )


@once_per_file
def _is_about_nothing_else(file: File) -> bool:
    """True for a module that reads no names, and has no text with a slash that may be one but in names of layers."""
    if _LOOKS_UP.search(file.module.code) is not None:
        return False
    known = {text for name in (*_own(file), *_of_keras(file)) for text in _texts(name.value)}
    texts: list[_Text] = [*file.every(cst.SimpleString), *file.every(cst.FormattedStringText)]
    return not any(each not in known and _may_be_a_name(file, each) for each in texts)


def _may_be_a_name(file: File, text: _Text) -> bool:
    """True unless a text is a file, a docstring, or goes to something that is not of the project."""
    value = text.raw_value if isinstance(text, cst.SimpleString) else text.value
    if _MAY_BE_A_NAME.fullmatch(value) is None or isinstance(file.parent(text), cst.Expr):
        return False
    arg = next((each for each in file.ancestors(text) if not isinstance(each, _JOINING)), None)
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    return not isinstance(call, cst.Call) or not _is_foreign(file, call)


def _is_foreign(file: File, call: cst.Call) -> bool:
    """True for a function of TensorFlow or of Python that knows nothing of the names of layers."""
    reference = file.reference(call.func)
    if reference is None:
        return file.is_builtin(call.func, "print", "open", "input", "exit")
    return not reference.canonical.startswith("keras.")


def _names_layer(file: File, call: cst.Call) -> bool:
    base = base_started(file, call)
    if base is not None:
        return base.removeprefix("tensorflow.").startswith(_OF_KERAS)
    origin = origin_of(file, call)
    if not isinstance(origin, Receiver) or not origin.is_a(LAYER):
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
