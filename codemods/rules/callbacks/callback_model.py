"""Do not assign `self.model` in the `__init__` of a callback.

## What it does

Removes `self.model = model` from `__init__` where it had no effect: `fit` sets the attribute when training begins.
Where the model is used before that, and elsewhere, it becomes `super().set_model(model)`, and `callback.model = model`
becomes `callback.set_model(model)`, which in Keras 2 did nothing but set the attribute. A callback's own `self._model`
becomes `self._own_model`.

## Why

In Keras 3 the attribute is read-only: the assignment raises AttributeError. Keras 3 keeps the model as `_model`:
`super().__init__()` sets it to None, and `fit` to the model that it trains, which is then saved in place of another.
https://github.com/keras-team/keras/blob/master/keras/src/callbacks/callback.py

## Numbers

No numbers involved.

## What it leaves to you

Callbacks whose base class is in the file or is `TensorBoard`, which does more when it is given its model. Own
`_model` of callbacks that other code of the file asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.data_flow import Flow
from codemods.analysis.flow.own_classes import heirs, own_method
from codemods.analysis.flow.self_attributes import assigned, attributes_named, is_self
from codemods.analysis.objects.object_types import CALLBACK, Receiver, derives_from, origin_of
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.rewriting.remove import remove
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule

_MORE_THAN_A_MODEL = "TensorBoard"
_OF_KERAS_3, _OWN = "_model", "_own_model"
_SAID = "Keras 3 keeps the model that it trains as self._model"
_HOOKS = ("on_epoch_end", "on_batch_end", "on_train_begin", "on_train_end")
"""Methods by which Keras calls a callback: they tell what a class is whose base the file does not show."""


@rule(
    "TFM203",
    stage=Stage.STRUCTURES,
    example="""
    from keras.callbacks import Callback


    class Saver(Callback):
        def __init__(self, model, path):
            self.model = model
            self.path = path

        def on_epoch_end(self, epoch, logs=None):
            self.model.save(self.path)
    """,
)
def callback_model(file: File) -> Iterator[Edit | Manual]:
    """Remove the assignment from `__init__`, where `fit` overrode it; hand the model to Keras in other places."""
    for owner in file.every(cst.ClassDef):
        methods = [node for node in owner.body.body if isinstance(node, cst.FunctionDef)]
        if not derives_from(file, owner, "keras.callbacks."):
            if _derives_from_parameter(file, owner) and any(each.name.value in _HOOKS for each in methods):
                yield from (
                    _manual(write.node) for each in methods for write in Flow(file, each).writes_of("self.model")
                )
            continue
        yield from _own_model(file, owner)
        redirected = any(method.name.value == "set_model" for method in methods)
        for method in methods:
            for write in Flow(file, method).writes_of("self.model"):
                yield _outcome(file, owner, method, write.node, redirected=redirected)
    for target in file.every(cst.AssignTarget):
        if isinstance(target.target, cst.Attribute) and target.target.attr.value == "model":
            yield from _from_outside(file, target, target.target)


def _own_model(file: File, owner: cst.ClassDef) -> Iterator[Edit | Manual]:
    """Give the attribute that a callback sets for itself, and that Keras 3 sets too, a name of its own."""
    family = [owner, *heirs(file, owner)]
    found = [each for one in family for each in attributes_named(file, one, _OF_KERAS_3)]
    made = own_method(owner, "__init__")
    written = [each for each in attributes_named(file, owner, _OF_KERAS_3) if assigned(file, each) is not None]
    if made is None or not any(file.function(each) is made for each in written) or not goes_to_keras_3(file):
        return
    is_asked_for = any(each.attr.value == _OF_KERAS_3 and each not in found for each in file.attributes)
    if is_asked_for or any(each.attr.value == _OWN for each in file.attributes):
        yield Manual(
            written[0], f"keras.callbacks.Callback.{_OF_KERAS_3}", _SAID, "rename it, here and where it is read"
        )
        return
    yield Edit(
        written[0],
        f"{_SAID}: it is now self.{_OWN}",
        tuple((each.attr, cst.Name(_OWN)) for each in found),
    )


def _derives_from_parameter(file: File, owner: cst.ClassDef) -> bool:
    """True for a class whose base is given to the function that makes the class."""
    base = owner.bases[0].value if len(owner.bases) == 1 else None
    binding = file.only_binding(base) if isinstance(base, cst.Name) else None
    return binding is not None and isinstance(binding.node, cst.Param)


def _from_outside(file: File, target: cst.AssignTarget, node: cst.Attribute) -> Iterator[Edit | Manual]:
    """Give a callback its model by `set_model`, if that does what it does for every callback."""
    owner = origin_of(file, node.value)
    if not isinstance(owner, Receiver) or owner.shimmed or not owner.is_a(CALLBACK):
        return
    if isinstance(node.value, cst.Name) and is_self(file, node.value):
        return
    statement = file.parent(target)
    is_plain = not owner.defines(file, "set_model") and not owner.path.endswith(_MORE_THAN_A_MODEL)
    if is_plain and isinstance(statement, cst.Assign) and len(statement.targets) == 1:
        yield _call(file, statement, f"{file.code(node.value)}.set_model", statement.value)
    else:
        yield _manual(node)


def _manual(node: cst.CSTNode) -> Manual:
    return Manual(
        node,
        "keras.callbacks.Callback.model",
        "a callback's model is read-only in Keras 3",
        "keep the model under another name, such as self.model_to_save",
    )


def _call(file: File, node: cst.Assign, function: str, value: cst.BaseExpression) -> Edit:
    call = cst.Expr(cst.Call(cst.parse_expression(function), [cst.Arg(value)]))
    return Edit(node, f"a callback's model is read-only in Keras 3: {file.code(call)}", ((node, call),))


def _has_plain_base(file: File, owner: cst.ClassDef) -> bool:
    """True if the only base class is one of Keras whose `set_model` is that of every callback."""
    reference = file.reference(owner.bases[0].value) if len(owner.bases) == 1 else None
    return reference is not None and not reference.canonical.endswith(_MORE_THAN_A_MODEL)


def _is_read(file: File, owner: cst.ClassDef, method: cst.FunctionDef) -> bool:
    """True if the model may be asked for before `fit` sets it: in `__init__`, or by methods that the file calls."""
    own = {each.name.value for each in owner.body.body if isinstance(each, cst.FunctionDef)} - {"__init__"}
    for node in nodes(method.body, cst.Attribute):
        is_target = isinstance(file.parent(node), cst.AssignTarget)
        if isinstance(node.value, cst.Name) and is_self(file, node.value) and not is_target:
            if node.attr.value == "model" or node.attr.value in own:
                return True
    for call in file.calls:
        by_hand = isinstance(call.func, cst.Attribute) and call.func.attr.value in own
        if by_hand and isinstance(call.func, cst.Attribute) and not _is_own(file, call.func.value):
            return True
    return False


def _is_own(file: File, node: cst.BaseExpression) -> bool:
    """True for `self` and `super()`, on which the methods call each other."""
    if isinstance(node, cst.Call):
        return file.is_builtin(node.func, "super")
    return isinstance(node, cst.Name) and is_self(file, node)


def _outcome(
    file: File, owner: cst.ClassDef, method: cst.FunctionDef, node: cst.CSTNode, *, redirected: bool
) -> Edit | Manual:
    line = file.statement(node)
    plain = isinstance(node, cst.Assign) and len(node.targets) == 1 and name_of(node.targets[0].target) == "self.model"
    alone = isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 and file.block(line) is not None
    is_free = (
        method.name.value == "__init__" and not redirected and plain and alone and not _is_read(file, owner, method)
    )
    if not is_free and isinstance(node, cst.Assign) and plain and _has_plain_base(file, owner):
        if file.function(node) is method:
            return _call(file, node, "super().set_model", node.value)
    if not is_free:
        return _manual(node)
    block = file.block(line)
    assert block is not None
    replacements = remove(file, line) if len(block.body) > 1 else ((node, cst.Pass()),)
    return Edit(node, "fit() sets self.model, which is read-only in Keras 3", replacements)
