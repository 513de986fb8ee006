"""Read the input and the output of a `Sequential` from its lists.

## What it does

`model.input` becomes `model.inputs[0]`, and `model.output` becomes `model.outputs[0]`.

## Why

A `Sequential` of Keras 3 has `input` and `output` only once it was called on a tensor: "The layer sequential has never
been called and thus has no defined input." A `Sequential` has one of each.
https://github.com/keras-team/keras/issues/18467

## Numbers

No numbers involved.

## What it leaves to you

Objects that may be models of other classes, which still have both attributes, and files that were written for Keras 3.
Of models that a function is given, and of those that are loaded, a note names the places.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.objects.object_types import Receiver, Unknown, origin_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.source.wording import listed
from codemods.types import Edit, Manual, rule

_ENDS = ("input", "output")
_LOADERS = frozenset(
    f"{root}.models.{name}"
    for root in ("keras", "tensorflow.keras")
    for name in ("load_model", "model_from_json", "model_from_yaml")
)
_SEQUENTIAL = tuple(
    f"{root}.{name}" for root in ("keras", "tensorflow.keras") for name in ("Sequential", "models.Sequential")
)


@rule(
    "TFM138",
    example="""
    from keras.layers import Dense
    from keras.models import Model, Sequential

    base = Sequential([Dense(3, input_shape=(4,)), Dense(2)])
    features = Model(base.input, base.layers[0].output)
    """,
)
def sequential_ends(file: File) -> Iterator[Edit | Manual]:
    """Edit only what is certainly a `Sequential`, and of its own class; note once what a function is given."""
    given: list[cst.Attribute] = []
    loaded: list[cst.Attribute] = []
    if written_for(file).keras is KerasLine.KERAS_3:
        return
    for node in file.attributes:
        if node.attr.value not in _ENDS or isinstance(file.parent(node), cst.AssignTarget):
            continue
        origin = origin_of(file, node.value)
        if origin is Unknown.OPEN and _is_given_model(file, node):
            given.append(node)
        if _is_loaded(file, node.value):
            loaded.append(node)
        if not isinstance(origin, Receiver) or origin.shimmed or not origin.is_plain:
            continue
        if origin.path in _SEQUENTIAL:
            ends = f"{node.attr.value}s"
            modern = cst.parse_expression(f"{file.code(node.value)}.{ends}[0]")
            yield Edit(node, f"the {node.attr.value} of a Sequential is {ends}[0]", ((node, modern),))
    if written_for(file).keras is None:
        given = []
    if found := sorted((*given, *loaded), key=file.line):
        places = listed(f"{file.code(node)} (line {file.line(node)})" for node in found)
        said = f"a Sequential of Keras 3 has neither input nor output before it is called: {places}"
        advice = "if it may be a Sequential, write model.inputs[0] and model.outputs[0]"
        yield Manual(found[0], "keras.Sequential", said, advice, is_note=True)


def _is_loaded(file: File, node: cst.BaseExpression) -> bool:
    """True for what a file holds: a model of either class."""
    value = only_value_of(file, node)
    return isinstance(value, cst.Call) and file.symbol(value.func) in _LOADERS


def _is_given_model(file: File, node: cst.Attribute) -> bool:
    """True for a parameter that is called as models are, or used as one."""
    value = node.value
    if not isinstance(value, cst.Name) or not any(isinstance(each.node, cst.Param) for each in file.assignments(value)):
        return False
    return value.value.endswith("model") or evidence(file, value, Kind.MODEL).is_enough
