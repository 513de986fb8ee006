"""Let no `tf.function` around the `call` of an own layer keep a trace without its weights.

## What it does

Removes the decorator `@tf.function` from the `call` of a layer or a model of the file, and from methods that it calls,
where these use layers or weights that are made later than in `__init__`, or are given such a weight. Where they have an
`if`, a `while` or a loop that may ask a tensor, the decorator becomes `@tf.autograph.to_graph`.

## Why

Keras 3 runs `call` once before there are weights, to learn the shapes, and a `tf.function` keeps the graph of that run:
it goes on with placeholders, and the gradients of the weights are None. The layer does not train, mostly silently,
and "No gradients provided for any variable" if all of the model is so.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/layer.py

## Numbers

Same. Five steps of a layer of 4 units and one of 1 had losses of 31.500, 14.807, 8.686, 5.704 and 4.031 in TensorFlow
2.3.4; in Keras 3.15.1 they were 31.500, 19.261, 11.859, 7.382 and 4.673 with the decorator, and are those of before
without it (`tests/codemods/rules/training_loops/test_traced_calls.py`). A loop of one's own that runs eagerly is
slower: put
`@tf.function` on its step.

## What it leaves to you

Methods with an `input_signature=`, and those whose `tf.function` the project itself asks for, `model.call` in
`signatures=` or `model.call.get_concrete_function(...)`, and `model.call = tf.function(model.call)` before the model is
called or built: they are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.self_attributes import attribute_of_self, values_of_attribute
from codemods.analysis.objects.base_classes import LAYERS_AND_MODELS, is_super
from codemods.analysis.objects.evidence import Kind, evidence, has_keras_2_only
from codemods.analysis.objects.object_types import derives_from
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.repeated_code import called_methods, methods_of, run_methods
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import keyword
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Severity, Stage, rule

_FUNCTION = "tensorflow.function"
_BUILD, _CALL = "build", "call"
_SIGNATURE = "input_signature"
_FUNCTIONS = ("tensorflow.", "keras.activations.", "keras.backend.", "keras.ops.")
_ASKING = (cst.If, cst.IfExp, cst.While, cst.For, cst.Assert)
_SAID = "tf.function keeps the graph of {} that Keras 3 makes before there are weights: they do not train"
_ADVICE = (
    "leave the decorator out, and give what is saved or exported a tf.function of its own after the model is built"
)


@rule(
    "TFM402",
    stage=Stage.BEHAVIOUR,
    severity=Severity.NUMBERS,
    example="""
    import tensorflow as tf


    class Block(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(4)

        @tf.function
        def call(self, x):
            return self.dense(x)
    """,
)
def traced_calls(file: File) -> Iterator[Edit | Manual]:
    """Each decorated method that Keras runs, of a class whose weights come late."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file) or not file.references(_FUNCTION):
        return
    if written_for(file).keras is KerasLine.KERAS_3:
        return
    for owner in file.every(cst.ClassDef):
        if not derives_from(file, owner, *LAYERS_AND_MODELS):
            continue
        for method in run_methods(owner):
            for mark in method.decorators:
                if _is_function(file, mark) and _reaches_late_weights(file, owner, method):
                    yield _undone(file, method, mark)
    for assign in file.every(cst.Assign):
        if _is_wrapped_early(file, assign):
            yield Manual(assign.value, _FUNCTION, _SAID.format("call"), "do this after the model was called or built")


def _is_wrapped_early(file: File, assign: cst.Assign) -> bool:
    """True for `model.call = tf.function(model.call)` before anything in the same block calls or builds the model."""
    made, target = assign.value, assign.targets[0].target
    if not isinstance(made, cst.Call) or file.symbol(made.func) != _FUNCTION or not made.args:
        return False
    if (
        not isinstance(target, cst.Attribute)
        or target.attr.value != _CALL
        or not target.deep_equals(made.args[0].value)
    ):
        return False
    if not any(evidence(file, target.value, kind).is_enough for kind in (Kind.MODEL, Kind.LAYER)):
        return False
    name = name_of(target.value)
    calls = (each for each in file.calls if file.before(each, assign) and each is not made)
    return not any(name in (name_of(each.func), name_of(getattr(each.func, "value", each.func))) for each in calls)


def _is_function(file: File, mark: cst.Decorator) -> bool:
    made = mark.decorator
    return file.symbol(made.func if isinstance(made, cst.Call) else made) == _FUNCTION


def _reaches_late_weights(file: File, owner: cst.ClassDef, method: cst.FunctionDef) -> bool:
    """True if a method has late weights or is given them as they are; tensors that are made of them it may keep."""
    run = called_methods(methods_of(owner), method)
    return any(_has_late_weights(file, owner, each) for each in run) or _is_given_late_weights(file, owner, method)


def _is_given_late_weights(file: File, owner: cst.ClassDef, method: cst.FunctionDef) -> bool:
    """True for `self.method(self.kernel)`: no `tf.function` takes a variable of Keras before it has a value."""
    late = _made_by_build(file, owner)
    return any(
        attribute_of_self(file, arg.value) in late
        for call in nodes(owner, cst.Call)
        if attribute_of_self(file, call.func) == method.name.value
        for arg in call.args
    )


def _made_by_build(file: File, owner: cst.ClassDef) -> set[str]:
    build = methods_of(owner).get(_BUILD)
    made = {attribute_of_self(file, each.target) for each in nodes(build, cst.AssignTarget)} if build else set()
    return {each for each in made if each is not None}


def _has_late_weights(file: File, owner: cst.ClassDef, method: cst.FunctionDef) -> bool:
    """True if a method uses what may be a layer, or what `build` makes, or the `call` of its base class."""
    methods = methods_of(owner)
    late = _made_by_build(file, owner)
    for node in nodes(method.body, cst.Attribute):
        name = attribute_of_self(file, node)
        if is_super(file, node.value) or name in late:
            return True
        if name is not None and name not in methods and _is_called(file, node) and _may_be_layer(file, node):
            return True
    return False


def _is_called(file: File, node: cst.Attribute) -> bool:
    """True for `self.dense(x)`, `self.layers[0](x)`, and for what a loop runs over."""
    callee: cst.CSTNode = node
    above = file.parent(node)
    while isinstance(above, cst.Subscript) and above.value is callee:
        callee, above = above, file.parent(above)
    if isinstance(above, cst.Call):
        return above.func is callee
    while isinstance(above, cst.Arg | cst.Call):
        above = file.parent(above)
    return isinstance(above, cst.For | cst.CompFor)


def _may_be_layer(file: File, node: cst.Attribute) -> bool:
    """False for a function of TensorFlow or Keras that `self` keeps under a name."""
    values = values_of_attribute(file, node)
    made = [each.func if isinstance(each, cst.Call) else each for each in values or ()]
    return not made or not all((file.symbol(each) or "").startswith(_FUNCTIONS) for each in made)


def _undone(file: File, method: cst.FunctionDef, mark: cst.Decorator) -> Edit | Manual:
    said = _SAID.format(method.name.value)
    has_comment = "#" in file.code(mark)
    if _is_asked_for(file, method.name.value) or _has_signature(mark) or has_comment:
        return Manual(mark, _FUNCTION, said, _ADVICE)
    asking = next((each for each in nodes(method.body, *_ASKING) if file.function(each) is method), None)
    if asking is None:
        return Edit(mark, said, ((mark, cst.RemoveFromParent()),))
    module, imports = bind_module(file, "tensorflow", "tf", mark)
    converted = mark.with_changes(decorator=cst.parse_expression(f"{module}.autograph.to_graph"))
    return Edit(mark, said, ((mark, converted),), imports)


def _has_signature(mark: cst.Decorator) -> bool:
    made = mark.decorator
    return isinstance(made, cst.Call) and (
        keyword(made, _SIGNATURE) is not None or any(arg.keyword is None for arg in made.args)
    )


def _is_asked_for(file: File, name: str) -> bool:
    """True if the file, or one that imports it, reads the method without calling it."""
    files = (file, *file.project.importers(f".{name}"))
    named = ((each, node) for each in files for node in each.attributes if node.attr.value == name)
    return any(not _is_own_call(each, node) for each, node in named)


def _is_own_call(file: File, node: cst.Attribute) -> bool:
    above = file.parent(node)
    return isinstance(above, cst.Call) and above.func is node
