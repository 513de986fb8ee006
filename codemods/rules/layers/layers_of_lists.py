"""Look through the lists of layers that a layer or model keeps, which have no weights of their own in Keras 3.

## What it does

`self.blocks.layers` becomes `self.blocks`, and `self.blocks.trainable_variables`
`[weight for layer in self.blocks for weight in layer.trainable_variables]`, where the class shows that `self.blocks`
is a list of layers, none of them twice. So do `trainable_weights`, `non_trainable_variables` and
`non_trainable_weights`. Lists of which it shows less, dictionaries, `weights`, `variables`, `losses`, `updates`, and
`self.blocks.trainable = False` are reported.

## Why

`tf.keras` wrapped lists and dictionaries that were attributes of a layer or model: they had the weights, the losses
and the `trainable` of a layer. Keras 3 keeps a list that has none of these: AttributeError. To set `trainable` there
freezes nothing, without a word.
https://github.com/keras-team/keras/blob/v2.10.0/keras/engine/base_layer.py

## Numbers

Same: the weights and their order (`tests/codemods/rules/layers/test_layers_of_lists.py`). They can differ where
`trainable` of a list is set: all layers in it train now (the same file).

## What it leaves to you

Lists whose layers come from elsewhere, and those that another module reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.own_classes import class_of
from codemods.analysis.flow.self_attributes import attribute_of_self, attributes_named, parts_set_on_self
from codemods.analysis.objects.base_classes import LAYERS_AND_MODELS, is_layer_or_model
from codemods.analysis.objects.object_types import VARIABLES, receiver_of
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, rule

_LAYERS, _TRAINABLE = "layers", "trainable"
_OF_EACH = frozenset(each for each in VARIABLES if _TRAINABLE in each)
"""Lists of variables that are those of one layer after the other."""
_GONE = VARIABLES | {_LAYERS, _TRAINABLE, "losses", "updates"}
_MUTATORS = frozenset({"clear", "extend", "insert", "pop", "remove"})
_DEPTH = 4
_SAID = "a {} of layers has no {} in Keras 3: AttributeError"
_SET = "Keras 3 keeps a plain {} of layers: its trainable freezes nothing"


@rule(
    "TFM526",
    stage=Stage.BEHAVIOUR,
    example="""
    from tensorflow import keras
    from tensorflow.keras import layers


    class Stack(keras.Model):
        def __init__(self):
            super().__init__()
            self.blocks = [layers.Dense(8), layers.Dense(1)]

        def call(self, x):
            for layer in self.blocks.layers:
                x = layer(x)
            return x
    """,
)
def layers_of_lists(file: File) -> Iterator[Edit | Manual]:
    """Rewrite what is read of a list whose layers all show; report the rest."""
    if not since(file.target, "keras 3.0"):
        return
    for node in file.attributes:
        if node.attr.value not in _GONE or not isinstance(node.value, cst.Attribute):
            continue
        lineage = _lineage(file, node.value)
        values = _values(file, lineage, node.value.attr.value)
        if values and all(isinstance(each, cst.List | cst.ListComp) for each in values):
            yield _of_list(file, node, lineage, values)
        elif values and all(isinstance(each, cst.Dict | cst.DictComp) for each in values):
            yield _left(file, node, "dictionary")


def _lineage(file: File, container: cst.Attribute) -> list[cst.ClassDef]:
    """The class of the layer or model that a container is an attribute of, and the classes of the file above it."""
    owner = file.enclosing_class(container) if attribute_of_self(file, container) is not None else None
    if owner is None:
        found = receiver_of(file, container.value)
        owner = found.derived[0] if found is not None and found.derived else None
    return _above(file, owner, _DEPTH) if owner is not None and is_layer_or_model(file, owner) else []


def _above(file: File, owner: cst.ClassDef, depth: int) -> list[cst.ClassDef]:
    bases = (class_of(file, each.value) for each in owner.bases if isinstance(each.value, cst.Name))
    further = [above for base in bases if base is not None and depth for above in _above(file, base, depth - 1)]
    return [owner, *further]


def _values(file: File, lineage: Sequence[cst.ClassDef], name: str) -> list[cst.BaseExpression]:
    """What the classes give to an attribute; a part of something else by that as a whole."""
    return [each.whole for owner in lineage for each in parts_set_on_self(file, owner, name)]


def _of_list(
    file: File, node: cst.Attribute, lineage: Sequence[cst.ClassDef], values: Sequence[cst.BaseExpression]
) -> Edit | Manual:
    name, container = node.attr.value, node.value
    is_rewritten = name == _LAYERS or name in _OF_EACH
    is_read = not isinstance(file.parent(node), cst.AssignTarget | cst.AugAssign | cst.AnnAssign | cst.Attribute)
    if not is_rewritten or not is_read or not _are_layers(file, container, lineage, values):
        return _left(file, node, "list")
    if name == _LAYERS:
        return Edit(node, "a list of layers has no layers in Keras 3: it is them", ((node, container),))
    listed = file.code(container)
    made = cst.parse_expression(f"[weight for layer in {listed} for weight in layer.{name}]")
    return Edit(node, f"a list of layers has no {name} in Keras 3: those of each layer", ((node, made),))


def _left(file: File, node: cst.Attribute, kind: str) -> Manual:
    name, symbol = node.attr.value, f"keras.layers.Layer.{node.attr.value}"
    if name == _TRAINABLE and isinstance(file.parent(node), cst.AssignTarget):
        return Manual(node, symbol, _SET.format(kind), "set that of each layer", severity=Severity.NUMBERS)
    return Manual(node, symbol, _SAID.format(kind, name), "take those of each layer in it", severity=Severity.STOPS)


def _are_layers(
    file: File, container: cst.BaseExpression, lineage: Sequence[cst.ClassDef], values: Sequence[cst.BaseExpression]
) -> bool:
    """True if a list has layers alone, each of them once."""
    elements: list[cst.BaseExpression] = []
    for value in values:
        if isinstance(value, cst.ListComp):
            elements.append(value.elt)
        elif isinstance(value, cst.List):
            elements.extend(each.value for each in value.elements)
    name = container.attr.value if isinstance(container, cst.Attribute) else ""
    for use in (each for owner in lineage for each in attributes_named(file, owner, name)):
        above = file.parent(use)
        call = file.parent(above) if isinstance(above, cst.Attribute) else None
        method = method_of(call) if isinstance(call, cst.Call) and call.func is above else None
        if method in _MUTATORS or isinstance(above, cst.AugAssign):
            return False
        if method == "append" and isinstance(call, cst.Call):
            elements.extend(each.value for each in call.args)
    named = [file.code(each) for each in elements if not isinstance(each, cst.Call)]
    return bool(elements) and len(named) == len(set(named)) and all(_is_layer(file, each) for each in elements)


def _is_layer(file: File, node: cst.BaseExpression) -> bool:
    found = receiver_of(file, node)
    return found is not None and found.path.removeprefix("tensorflow.").startswith(LAYERS_AND_MODELS)
