"""Pass your own functions themselves where Keras 2 looked their names up among the custom objects.

## What it does

After `get_custom_objects().update({"swish": swish})` or in `with CustomObjectScope({"swish": swish})`,
`Dense(8, activation="swish")` becomes `Dense(8, activation=swish)`. Likewise for losses and metrics.

## Why

Keras 2 looked a name up among the custom objects first. Keras 3 knows the names of its own functions alone: it raises
ValueError, "Could not interpret", or takes its own function of that name without a word.
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/activations/__init__.py

## Numbers

Same: the outputs and losses of `tests/codemods/fixtures/named_objects` are those of Keras 2.3.1 on TensorFlow 1.15.5.

## What it leaves to you

Names of classes, of what is not a function at the top of the file or an import, names in variables, and objects that
other modules of the project register: all are reported. What a script registers before it imports the file is not seen.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called, since
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.data.fed_values import leaves
from codemods.analysis.layers.custom_objects import Registered, registered_as
from codemods.analysis.objects.elements import nested
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.source.scopes import IMPORT
from codemods.types import Edit, Manual, Severity, Stage, rule

_ACTIVATION = "keras.layers.Activation"
_NAMED = ("loss", "metrics", "weighted_metrics", "activation", "recurrent_activation", "identifier")


@rule(
    "TFM330",
    stage=Stage.STRUCTURES,
    example="""
    from keras import backend as K
    from keras.layers.core import Dense
    from keras.utils import get_custom_objects

    def swish(x):
        return x * K.sigmoid(1.5 * x)

    get_custom_objects().update({"swish": swish})
    layer = Dense(8, activation="swish")
    """,
    severity=Severity.NUMBERS,
)
def named_objects(file: File) -> Iterator[Edit | Manual]:
    """Edit texts that stand in a call."""
    if not since(file.target, "keras 3.0") or written_for(file).keras is KerasLine.KERAS_3:
        return
    seen: set[cst.CSTNode] = set()
    for called in training_calls(file):
        for text in _texts(called):
            found = registered_as(file, text)
            if found and text not in seen:
                seen.add(text)
                yield _outcome(file, text, found)
        for value in _variables(called):
            yield from _arriving(file, value)


def _arriving(file: File, value: cst.BaseExpression) -> Iterator[Manual]:
    """Report a name that a variable brings."""
    for each in leaves(file, value):
        if isinstance(literal(each.node), str) and registered_as(file, each.node, value):
            yield _said(value, literal(each.node))
            return


def _said(at: cst.BaseExpression, name: object) -> Manual:
    said = f"Keras 3 does not look {name!r} up among the custom objects"
    return Manual(at, "keras.utils.get_custom_objects", said, "pass the function or the object itself")


def _outcome(file: File, text: cst.BaseExpression, found: list[Registered]) -> Edit | Manual:
    name = literal(text)
    values = {file.code(value): value for value in (_function(each.module, each.value) for each in found)}
    is_here = all(each.module is file for each in found)
    if not is_here or len(values) > 1 or not all(_is_plain(file, each, text) for each in values.values()):
        return _said(text, name)
    ((code, value),) = values.items()
    return Edit(text, f"Keras 3 does not look {name!r} up among the custom objects: {code}", ((text, value),))


def _function(file: File, value: cst.BaseExpression) -> cst.BaseExpression:
    """The function in `Activation(function)`; other values as they are."""
    if isinstance(value, cst.Call) and file.symbol(value.func) == _ACTIVATION and len(value.args) == 1:
        return value.args[0].value
    return value


def _is_plain(file: File, value: cst.BaseExpression, text: cst.BaseExpression) -> bool:
    """True for the name of a function that means the same where the text stands."""
    binding = file.only_binding(value) if isinstance(value, cst.Name) else None
    if binding is None or file.scope(text)[binding.name] != [binding]:
        return False
    return isinstance(binding.node, cst.FunctionDef) or (binding.kind == IMPORT and binding.name.islower())


def _texts(called: Called) -> Iterator[cst.BaseExpression]:
    """The names of functions and objects that a call is given."""
    return (each for each in _given(called) if isinstance(literal(each), str))


def _variables(called: Called) -> Iterator[cst.BaseExpression]:
    """The variables that may hold such names."""
    return (each for each in _given(called) if isinstance(each, cst.Name | cst.Attribute | cst.Subscript))


def _given(called: Called) -> Iterator[cst.BaseExpression]:
    if not called.canonical.startswith("keras."):
        return
    for name in _NAMED:
        arg = called.argument(name) if called.positional else keyword(called.call, name)
        yield from nested(arg.value) if arg is not None else ()
