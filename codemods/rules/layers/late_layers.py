"""Report layers that an object of an own class gets after it was called, which Keras 3 refuses.

## What it does

Reports `model.head = Dense(5)` and `self.head = Dense(5)` in a method that runs after `model` was called, built or
trained, where `model` is of a class that the project derives from `Layer` or `Model`. Metrics and lists of layers
count like layers. It rewrites nothing.

## Why

Once a layer of Keras 3 is built, it takes no further layers or metrics: "You cannot add new elements of state to a
layer that is already built". Keras 2 put the new layer in the place of the one before.
https://github.com/keras-team/keras/blob/master/keras/src/utils/tracking.py

## Numbers

No numbers involved: natively Keras 3 fails, and so do the shims. On TensorFlow 2.3.4 a head that was exchanged after a
call trains with the body, and the one before it is gone from the weights (`tests/compat/tables/test_late_layers.py`).

## What it leaves to you

Every reported line. Objects that another function calls first, and `model.blocks.append(...)`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.flow.sure_calls import in_other_branch
from codemods.analysis.objects.object_types import LAYER, METRIC, Receiver, origin_of
from codemods.analysis.objects.provenance import place
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import keyword
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Manual, Stage, rule

_BUILDS = frozenset(
    ("build", "evaluate", "fit", "fit_generator", "predict", "predict_on_batch", "test_on_batch", "train_on_batch")
)
_MAKING = frozenset({"__init__", "build", "call"})
_SYMBOL = f"{LAYER}.__setattr__"
_SAID = "Keras 3 gives {} no further layers or metrics once it was called: this raises ValueError"
_ADVICE = "make a new object with this layer, and hand it the layers that stay; or set it before the first call"


@rule(
    "TFM343",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    class Net(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.body = tf.keras.layers.Dense(8)
            self.head = tf.keras.layers.Dense(2)

        def call(self, x):
            return self.head(self.body(x))

    net = Net()
    net.compile("sgd", "mse")
    net.fit(x, y)
    net.head = tf.keras.layers.Dense(5)
    """,
)
def late_layers(file: File) -> Iterator[Manual]:
    """Report the assignment, or the call of the method that has it."""
    if not file.imports_family() or not goes_to_keras_3(file):
        return
    for target in file.every(cst.AssignTarget):
        node, statement = target.target, file.parent(target)
        if isinstance(node, cst.Attribute) and isinstance(statement, cst.Assign) and _is_state(file, statement.value):
            for at, owner in _runs(file, node):
                if _is_of_own_class(file, owner) and _is_built_before(file, at, owner):
                    said = _SAID.format(file.code(owner))
                    yield Manual(at, _SYMBOL, said, _ADVICE, culprit=node if at is not node else None)


def _is_state(file: File, value: cst.BaseExpression) -> bool:
    """True for a layer, a model, a metric, and a list that shows one."""
    if isinstance(value, cst.List | cst.Tuple):
        return any(_is_state(file, each.value) for each in value.elements)
    origin = origin_of(file, value)
    return isinstance(origin, Receiver) and (origin.is_a(LAYER) or origin.is_a(METRIC))


def _runs(file: File, node: cst.Attribute) -> Iterator[tuple[cst.CSTNode, cst.BaseExpression]]:
    """Where `x.a = ...` happens, and to which object: itself, or the calls of the method that does it to `self`."""
    if not isinstance(node.value, cst.Name) or not is_self(file, node.value):
        yield node, node.value
        return
    method, owner = file.function(node), file.enclosing_class(node)
    if not isinstance(method, cst.FunctionDef) or method.name.value in _MAKING:
        return
    for call in file.calls:
        if method_of(call) == method.name.value and isinstance(call.func, cst.Attribute):
            receiver = call.func.value
            origin = origin_of(file, receiver)
            if isinstance(origin, Receiver) and owner in origin.derived:
                if not (isinstance(receiver, cst.Name) and is_self(file, receiver)):
                    yield call, receiver


def _is_of_own_class(file: File, node: cst.BaseExpression) -> bool:
    """True for an object of a class of the project that has a `call`, and is not made of inputs and outputs."""
    origin = origin_of(file, node)
    if not isinstance(origin, Receiver) or origin.shimmed or not origin.is_a(LAYER):
        return False
    classes = origin.classes(file)
    return bool(classes) and not any(_is_functional(call) for each in classes for call in nodes(each.owner, cst.Call))


def _is_functional(call: cst.Call) -> bool:
    """True for `super().__init__(inputs, outputs)`."""
    is_init = isinstance(call.func, cst.Attribute) and call.func.attr.value == "__init__"
    positional = [arg for arg in call.args if arg.keyword is None and not arg.star and name_of(arg.value) != "self"]
    return is_init and (bool(positional) or keyword(call, "inputs") is not None)


def _is_built_before(file: File, at: cst.CSTNode, owner: cst.BaseExpression) -> bool:
    where, function = place(file, owner), file.function(at)
    since = [each for each in file.every(cst.AssignTarget) if place(file, each.target) == where]
    for call in file.calls:
        if file.function(call) is function and file.before(call, at) and not in_other_branch(file, call, at):
            is_called = place(file, call.func) == where
            is_method = isinstance(call.func, cst.Attribute) and place(file, call.func.value) == where
            if is_called or (is_method and method_of(call) in _BUILDS):
                if not any(file.before(call, each) and file.before(each, at) for each in since):
                    return True
    return False
