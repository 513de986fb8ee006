"""Give a `Sequential()` that may stay empty a layer that returns its input, as the empty model did.

## What it does

`self.shortcut = tf.keras.Sequential()` becomes `tf.keras.Sequential([tf.keras.layers.Identity()])`, where the model is
called, and every `self.shortcut.add(...)` depends on a condition, or there is none.

## Why

A model without layers returned what it was called with, and residual networks use that for blocks whose shape stays.
Keras 3 raises: "Sequential model sequential cannot be built because it has no layers".
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/models/sequential.py

## Numbers

Same. Outputs and trainable weights are those of Keras 2.2.4 and 2.3.1, and of `tf.keras` 1.13.2, 1.15.5 and 2.3.4, with
and without the added layers (`tests/codemods/rules/models/test_empty_models.py`).

## What it leaves to you

Models whose layers are read or taken out, or that may get the shape of an input, and those on the shims: they are
reported. Models that are handed on, or filled in a loop, are left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from codemods.analysis.flow.own_classes import lineage
from codemods.analysis.flow.reaching import uses_of
from codemods.analysis.flow.self_attributes import assigned_to_self, is_self
from codemods.analysis.flow.sure_calls import in_other_branch, surely_runs, surely_runs_after
from codemods.analysis.objects.built_models import INPUTS
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.rewriting.add_imports import bind_keras, bind_module, imported_name
from codemods.source.arguments import keyword
from codemods.source.file import File, Reference
from codemods.source.walk import nodes
from codemods.types import Edit, Import, Manual, Stage, rule

_SEQUENTIAL = "keras.models.Sequential"
_SHAPES = frozenset({"input_shape", "batch_input_shape", "input_dim", "input_length"})
_COUNTED = frozenset({"layers", "_layers", "get_layer", "pop"})
"""What shows that a layer was added in front."""
_SAYS = "Keras 3 cannot call a Sequential without layers, which returned its input in Keras 2"


@rule(
    "TFM328",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    class Block(tf.keras.Model):
        def __init__(self, stride):
            super(Block, self).__init__()
            self.conv = tf.keras.layers.Conv2D(8, 3, strides=stride, padding="same")
            self.shortcut = tf.keras.Sequential()
            if stride != 1:
                self.shortcut.add(tf.keras.layers.Conv2D(8, 1, strides=stride))

        def call(self, inputs):
            return self.conv(inputs) + self.shortcut(inputs)
    """,
)
def empty_models(file: File) -> Iterator[Edit | Manual]:
    """Only of models whose uses the file shows: by a name, or by an attribute of `self`."""
    if not goes_to_keras_3(file):
        return
    for reference in file.references(_SEQUENTIAL):
        call = file.call_of(reference)
        uses = _uses(file, call) if call is not None and _is_empty(call) else None
        if call is None or not uses or not _may_stay_empty(file, call, uses):
            continue
        if reference.spelling.shimmed or _is_counted(file, uses) or _gets_a_shape(file, uses):
            advice = f"put a layer that returns its input into it: {file.code(call.func)}([keras.layers.Identity()])"
            yield Manual(call, _SEQUENTIAL, _SAYS, advice)
        else:
            yield _filled(file, call, reference)


def _filled(file: File, call: cst.Call, reference: Reference) -> Edit:
    layers, imports = _layers(file, call, reference)
    listed = cst.parse_expression(f"f([{layers}.Identity()])")
    assert isinstance(listed, cst.Call)
    named = [each for each in call.args if each.keyword is not None and each.keyword.value != "layers"]
    said = f"{file.code(call.func)} has a layer that returns its input: Keras 3 calls no model without layers"
    return Edit(call, said, ((call, call.with_changes(args=[*listed.args, *named])),), imports)


def _layers(file: File, call: cst.Call, reference: Reference) -> tuple[str, tuple[Import, ...]]:
    """The name of the module of layers at a call, and the import that it needs."""
    root = reference.spelling.root
    had = imported_name(file, call, f"{root}.layers")
    if had is not None:
        return had, ()
    if root == "tensorflow.keras" and imported_name(file, call, root) is None:
        name, imports = bind_module(file, "tensorflow", "tf", call)
        return f"{name}.keras.layers", imports
    name, imports = bind_keras(file, call)
    return f"{name}.layers", imports


def _is_empty(call: cst.Call) -> bool:
    """True for `Sequential()`, `Sequential([])` and `Sequential(name="shortcut")`."""
    return all(_is_name(arg) or _is_empty_list(arg) for arg in call.args)


def _is_name(arg: cst.Arg) -> bool:
    return arg.keyword is not None and arg.keyword.value == "name"


def _is_empty_list(arg: cst.Arg) -> bool:
    is_layers = arg.keyword is None or arg.keyword.value == "layers"
    return is_layers and not arg.star and isinstance(arg.value, cst.List) and not arg.value.elements


def _uses(file: File, call: cst.Call) -> list[cst.BaseExpression] | None:
    """The uses of the only name or attribute that the model gets; None if something else may change or use it."""
    node: cst.CSTNode | None = file.parent(call)
    while isinstance(node, cst.IfExp):
        node = file.parent(node)
    target = node.targets[0].target if isinstance(node, cst.Assign) and len(node.targets) == 1 else None
    uses: list[cst.BaseExpression] | None = None
    if isinstance(target, cst.Name):
        named = uses_of(file, target)
        uses = [*named] if named is not None else None
    elif isinstance(target, cst.Attribute):
        uses = _uses_of_attribute(file, target)
    return uses if uses is not None and all(_is_plain(file, each) for each in uses) else None


def _uses_of_attribute(file: File, target: cst.Attribute) -> list[cst.BaseExpression] | None:
    """The uses of `self.name` in a class of the file; None if other objects, or classes below, have such a name."""
    owner, name = file.enclosing_class(target), target.attr.value
    if owner is None or assigned_to_self(file, owner, name) is None or not _is_of_self(file, target):
        return None
    uses: list[cst.BaseExpression] = []
    for node in file.attributes:
        if node.attr.value != name or isinstance(file.parent(node), cst.AssignTarget):
            continue
        other = file.enclosing_class(node)
        is_own = _is_of_self(file, node) and other is not None
        if is_own and other is not owner and other is not None and owner not in lineage(file, other):
            continue
        if not is_own or other is not owner:
            return None
        uses.append(node)
    return uses


def _is_of_self(file: File, node: cst.Attribute) -> bool:
    return isinstance(node.value, cst.Name) and is_self(file, node.value)


def _is_plain(file: File, use: cst.BaseExpression) -> bool:
    """True for a call of the model, and for a method or an attribute of it."""
    above = file.parent(use)
    if isinstance(above, cst.Attribute):
        return above.attr.value != "add" or isinstance(file.parent(above), cst.Call)
    return isinstance(above, cst.Call) and above.func is use


def _additions(file: File, uses: Iterable[cst.BaseExpression]) -> list[cst.Call]:
    methods = [above for use in uses if isinstance(above := file.parent(use), cst.Attribute)]
    calls = [file.parent(each) for each in methods if each.attr.value == "add"]
    return [each for each in calls if isinstance(each, cst.Call)]


def _may_stay_empty(file: File, call: cst.Call, uses: list[cst.BaseExpression]) -> bool:
    """True if the model is called, and a condition decides whether anything is added."""
    if not any(isinstance(file.parent(use), cst.Call) for use in uses):
        return False
    added = [each for each in _additions(file, uses) if not in_other_branch(file, call, each)]
    others = {file.function(each) for each in added} - {file.function(call)}
    if any(not isinstance(each, cst.FunctionDef) or surely_runs(each.body, added) for each in others):
        return False
    return not surely_runs_after(file, call, added) and not any(_is_in_loop(file, each, call) for each in added)


def _is_in_loop(file: File, addition: cst.Call, call: cst.Call) -> bool:
    """True if a loop adds layers to a model that is made before it."""
    around = [*file.ancestors(call)]
    return any(isinstance(each, cst.For | cst.While) and each not in around for each in file.ancestors(addition))


def _is_counted(file: File, uses: list[cst.BaseExpression]) -> bool:
    """True if the file reads the layers of the model, or takes one out."""
    above = [file.parent(use) for use in uses]
    return any(isinstance(each, cst.Attribute) and each.attr.value in _COUNTED for each in above)


def _gets_a_shape(file: File, uses: list[cst.BaseExpression]) -> bool:
    """True if an added layer brings the shape of the input, which only the first layer may."""
    calls = [each for addition in _additions(file, uses) for each in nodes(addition, cst.Call)]
    is_shaped = (any(keyword(each, name) is not None for name in _SHAPES) for each in calls)
    return any(is_shaped) or any(file.symbol(each.func) in INPUTS for each in calls)
