"""Leave the lists of a layer's weights to Keras.

## What it does

Removes `self.trainable_weights = [self.kernel, self.bias]` from a layer that makes exactly these with `add_weight`.

## Why

In Keras 3 these are properties without a setter: AttributeError. Keras 1 asked for the assignment.
https://keras.io/guides/making_new_layers_and_models_via_subclassing/

## Numbers

No numbers involved: `add_weight` has always added to these lists.

## What it leaves to you

Variables that are made in another way: TFM217 reports the assignment.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.objects.base_classes import is_layer_or_model
from codemods.rewriting.remove import remove
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Stage, rule

_LISTS = {
    "trainable_weights": True,
    "non_trainable_weights": False,
    "trainable_variables": True,
    "non_trainable_variables": False,
}
"""Each list, and whether its weights train."""


@rule(
    "TFM234",
    stage=Stage.LATE,
    example="""
    from keras.layers import Layer


    class Scale(Layer):
        def build(self, input_shape):
            self.scale = self.add_weight(name="scale", shape=(1,))
            self.trainable_weights = [self.scale]
            super().build(input_shape)
    """,
)
def assigned_weights(file: File) -> Iterator[Edit]:
    """Remove what says nothing new."""
    for owner in file.every(cst.ClassDef):
        if not is_layer_or_model(file, owner):
            continue
        for assign in nodes(owner, cst.Assign):
            target = assign.targets[0].target
            if file.enclosing_class(assign) is not owner or not isinstance(target, cst.Attribute):
                continue
            if target.attr.value in _LISTS and isinstance(target.value, cst.Name) and is_self(file, target.value):
                yield from _removed(file, owner, assign, target.attr.value)


def _removed(file: File, owner: cst.ClassDef, assign: cst.Assign, name: str) -> Iterator[Edit]:
    line = file.statement(assign)
    block = file.block(line)
    alone = isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 and len(assign.targets) == 1
    if alone and block is not None and len(block.body) > 1 and _says_nothing_new(owner, assign.value, _LISTS[name]):
        said = f"{name} has no setter in Keras 3: add_weight keeps the list"
        yield Edit(assign, said, remove(file, line))


def _says_nothing_new(owner: cst.ClassDef, value: cst.BaseExpression, trainable: bool) -> bool:  # noqa: FBT001 - of a table
    """True if the list has exactly the weights that the class makes with `add_weight` and that do or do not train."""
    if not isinstance(value, cst.List | cst.Tuple):
        return False
    listed = [name_of(each.value) for each in value.elements]
    made = []
    for assign in nodes(owner, cst.Assign):
        call = assign.value
        if isinstance(call, cst.Call) and name_of(call.func) == "self.add_weight":
            given = keyword(call, "trainable")
            flag = literal(given.value) if given is not None else True
            if not isinstance(flag, bool):
                return False
            if flag is trainable:
                made.append(name_of(assign.targets[0].target))
    return sorted(map(str, listed)) == sorted(map(str, made))
