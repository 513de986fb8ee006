"""Make the layers that hold a state before `call`, which runs again and again.

## What it does

`Dropout(self.rate)(x)` in the `call` of a layer or model becomes `self.dropout_layer(x)`, and `__init__` makes the
layer. Likewise the other layers of noise. Layers with weights are reported, weights that `call` adds, and layers in the
function of a `Lambda`.

## Why

Layers of noise have a seed generator in Keras 3, which is a variable. What `call` makes, `fit` and `predict` refuse:
"tf.function only supports singleton tf.Variables created on the first call". TensorFlow 2 always refused weights there;
in a graph of TensorFlow 1 they stayed outside of the weights of the model.
https://keras.io/guides/making_new_layers_and_models_via_subclassing/

## Numbers

Same: a layer draws anew at every call. Without training the outputs of `tests/codemods/fixtures/layers_in_call` are
those of TensorFlow 1.15.5, 2.1.4 and 2.15.1, and the share that is dropped in training is the rate.

## What it leaves to you

Layers with weights, layers with a seed, and arguments that `__init__` does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import libcst as cst

from codemods.analysis.flow.self_attributes import assigned_to_self, is_self
from codemods.analysis.layers.lambda_layers import lambda_definitions
from codemods.analysis.objects.base_classes import LAYERS_AND_MODELS
from codemods.analysis.objects.object_types import MODEL, derived_from, derives_from
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.repeated_code import around, may_run_once, run_methods, self_name
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Replacement, Stage, rule
from compat.tables.behaviour.layer_state import LAYERS_WITH_WEIGHTS, RANDOM_LAYERS

_ADVICE = "make it in __init__, keep it on self, and call it here"


@rule(
    "TFM242",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf


    class Noisy(tf.keras.layers.Layer):
        def __init__(self, rate):
            super().__init__()
            self.rate = rate

        def call(self, x):
            return tf.keras.layers.Dropout(self.rate)(x)
    """,
)
def layers_in_call(file: File) -> Iterator[Edit | Manual]:
    """Move layers of noise whose arguments `__init__` knows; report the others, unless the file is for Keras 3."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    for owner in file.every(cst.ClassDef):
        if derives_from(file, owner, *LAYERS_AND_MODELS):
            for method in run_methods(owner):
                yield from _in_method(file, owner, method)
    for function in lambda_definitions(file):
        for layer in _layers(file, function):
            yield _reported(file, layer, "the function of a Lambda", "make it before, and call it in place of Lambda")


def _in_method(file: File, owner: cst.ClassDef, method: cst.FunctionDef) -> Iterator[Edit | Manual]:
    for layer in _layers(file, method):
        if any(isinstance(each, cst.ClassDef) and each is not owner for each in around(file, layer, method)):
            continue
        edit = _edit(file, owner, layer) if file.symbol(layer.func) in RANDOM_LAYERS else None
        yield edit or _reported(file, layer, method.name.value, _ADVICE)
    for call in nodes(method, cst.Call):
        function = call.func
        is_added = isinstance(function, cst.Attribute) and function.attr.value in ("add_weight", "add_variable")
        if is_added and isinstance(function, cst.Attribute) and name_of(function.value) == self_name(method):
            if not may_run_once(file, call, method):
                said = (
                    f"{method.name.value} adds a weight each time it runs, and Keras 3 refuses it: the layer is built"
                )
                yield Manual(call, "keras.layers.Layer.add_weight", said, "add it in build(), and keep it on self")


def _layers(file: File, function: cst.CSTNode) -> list[cst.Call]:
    """The calls that make a layer with a state, in source order."""
    states = RANDOM_LAYERS | LAYERS_WITH_WEIGHTS
    return [call for call in nodes(function, cst.Call) if file.symbol(call.func) in states]


def _reported(file: File, layer: cst.Call, where: str, advice: str) -> Manual:
    symbol = file.symbol(layer.func) or ""
    name = symbol.rpartition(".")[2]
    state = "seed generator" if symbol in RANDOM_LAYERS else "weights"
    said = f"{where} makes a {name} each time it runs, and Keras 3 refuses its {state} there"
    return Manual(layer, symbol, said, advice)


def _edit(file: File, owner: cst.ClassDef, layer: cst.Call) -> Edit | None:
    """Call the layer from `self`, and make it at the end of `__init__`; None if that may be something else."""
    start, called = _start(owner), file.parent(layer)
    function = file.function(layer)
    if start is None or not isinstance(called, cst.Call) or called.func is not layer or not _may_move(file, owner):
        return None
    own = self_name(function) if isinstance(function, cst.FunctionDef) else ""
    if not own or own != self_name(start) or not _is_known(file, owner, start, layer):
        return None
    name = _attribute(file, owner, layer)
    attribute = cst.parse_expression(f"{own}.{name}")
    replacements: list[tuple[cst.CSTNode, Replacement]] = [(layer, attribute)]
    if not _is_made(file, start, layer):
        last = start.body.body[-1]
        line = file.parse_statement(f"{own}.{name} = {file.code(layer)}\n")
        replacements.append((last, cst.FlattenSentinel([last, line])))
    said = f"Keras 3 refuses a {file.code(layer.func)} that call makes: __init__ makes it now"
    return Edit(layer, said, tuple(replacements))


def _start(owner: cst.ClassDef) -> cst.FunctionDef | None:
    """The `__init__` of a class that starts its base class, and runs to its end."""
    found = [each for each in owner.body.body if isinstance(each, cst.FunctionDef) and each.name.value == "__init__"]
    if len(found) != 1 or not isinstance(found[0].body, cst.IndentedBlock) or nodes(found[0], cst.Return):
        return None
    lines = [each for each in found[0].body.body if isinstance(each, cst.SimpleStatementLine)]
    starts = (
        isinstance(call.func, cst.Attribute) and call.func.attr.value == "__init__"
        for line in lines
        for call in nodes(line, cst.Call)
    )
    return found[0] if any(starts) else None


def _may_move(file: File, owner: cst.ClassDef) -> bool:
    """False for a model whose `layers` the file reads: there would be one more."""
    known = derived_from(file, owner)
    is_model = known is not None and known.is_a(MODEL)
    return not (is_model and any(each.attr.value == "layers" for each in file.attributes))


def _is_known(file: File, owner: cst.ClassDef, start: cst.FunctionDef, layer: cst.Call) -> bool:
    """True if all arguments are written out, or attributes that `__init__` sets and nothing else does."""
    seed = keyword(layer, "seed")
    if any(arg.star for arg in layer.args) or "#" in file.code(layer) or (seed and literal(seed.value) is not None):
        return False
    places = [arg for arg in layer.args if arg.keyword is None]
    return len(places) <= 1 and all(_is_set(file, owner, start, arg.value) for arg in layer.args)


def _is_set(file: File, owner: cst.ClassDef, start: cst.FunctionDef, node: cst.BaseExpression) -> bool:
    if literal(node) is not ...:
        return True
    if not isinstance(node, cst.Attribute) or not isinstance(node.value, cst.Name) or not is_self(file, node.value):
        return False
    values = assigned_to_self(file, owner, node.attr.value) or []
    return bool(values) and all(file.function(value) is start for value in values)


def _attribute(file: File, owner: cst.ClassDef, layer: cst.Call) -> str:
    """A name for the layer that the class does not use; the one that an equal layer has already."""
    code = file.code(layer)
    base = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", (file.symbol(layer.func) or "").rpartition(".")[2]).lower() + "_layer"
    held = _held(owner)
    name, number = base, 2
    while name in held and file.code(held[name]) != code:
        name, number = f"{base}_{number}", number + 1
    return name


def _held(owner: cst.ClassDef) -> dict[str, cst.CSTNode]:
    """The attributes of `self` by name, with what is assigned to them where that is plain."""
    held: dict[str, cst.CSTNode] = {each.attr.value: each for each in nodes(owner, cst.Attribute)}
    for assign in nodes(owner, cst.Assign):
        target = assign.targets[0].target
        if len(assign.targets) == 1 and isinstance(target, cst.Attribute):
            held[target.attr.value] = assign.value
    return held


def _is_made(file: File, start: cst.FunctionDef, layer: cst.Call) -> bool:
    """True if `__init__` makes such a layer at its end: an earlier edit wrote it."""
    body: Sequence[cst.BaseStatement] = start.body.body if isinstance(start.body, cst.IndentedBlock) else ()
    made = f"_layer = {file.code(layer)}"
    return any(made in file.code(each) for each in body if isinstance(each, cst.SimpleStatementLine))
