"""Give a `build` of one's own in a functional model another name, as Keras 3 calls it.

## What it does

In a class that hands inputs and outputs to the `__init__` of `Model`, `def build(self, n)` becomes
`def build_model(self, n)`, and `self.build(n)` and `model.build(n)` follow. Where other code may call it, it is
reported.

## Why

Keras 2 never called `build` of a functional model: it was free for what puts the layers together, or compiles. Keras 3
calls `self.build(None)` at the end of `__init__`: TypeError, or weights, layers and a `compile` that nobody asked for.
Before `__init__` it cannot be called at all: "'Net' object has no attribute '_parent_path'".
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/models/functional.py

## Numbers

Same: the models of `tests/codemods/rules/layers/test_own_builds.py` have the weights that they had in Keras 2.3.1 and
in
TensorFlow 1.15.5, 2.3.4 and 2.15.1.

## What it leaves to you

What is reported: to rename the method, here and where it is called. Models that are not functional when `__init__` is
through: Keras 3 calls their `build` with the shape of the inputs, as Keras 2 did.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.own_classes import heirs, lineage, own_method
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.objects.base_classes import is_super
from codemods.analysis.objects.object_types import MODEL, Receiver, derived_from, origin_of
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Replacement, Stage, rule

_BUILD, _START = "build", "__init__"
_NEW = ("build_model", "build_layers", "make_model")
_GIVEN = {"inputs", "outputs", "input", "output"}
_SAID = "Keras 3 calls build(None) of a functional model when it is made"


@rule(
    "TFM453",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    class Net(tf.keras.Model):
        def __init__(self, units):
            inputs = tf.keras.Input((4,))
            super().__init__(inputs, self.build(inputs, units))

        def build(self, inputs, units):
            return tf.keras.layers.Dense(units)(inputs)
    """,
)
def own_builds(file: File) -> Iterator[Edit | Manual]:
    """Rename the method where the file has all of its calls."""
    if not goes_to_keras_3(file):
        return
    for owner in file.every(cst.ClassDef):
        function = own_method(owner, _BUILD)
        known = derived_from(file, owner) if function is not None else None
        if function is None or known is None or not _is_model(known.path) or not _is_functional(file, owner):
            continue
        if _does_nothing(function):
            continue
        yield _renamed(file, owner, function) or Manual(
            function.name, f"{MODEL}.{_BUILD}", _SAID, "rename build, here and where it is called"
        )


def _is_model(path: str) -> bool:
    """True for `Model` itself: a `Sequential` takes layers."""
    return path.endswith(".Model")


def _is_functional(file: File, owner: cst.ClassDef) -> bool:
    """True if `__init__` of a class gives the one above inputs and outputs."""
    start = own_method(owner, _START)
    for call in nodes(start.body, cst.Call) if start is not None else ():
        if not isinstance(call.func, cst.Attribute) or call.func.attr.value != _START:
            continue
        args = call.args if is_super(file, call.func.value) else call.args[1:]
        plain = [arg for arg in args if arg.keyword is None and not arg.star]
        named = {arg.keyword.value for arg in args if arg.keyword is not None}
        if len(plain) + len(named & _GIVEN) >= 2:  # noqa: PLR2004 - the inputs and the outputs
            return True
    return False


def _does_nothing(function: cst.FunctionDef) -> bool:
    """True for a method that only hands its call on, and sets `self.built`."""
    return all(_is_harmless(each) for line in function.body.body for each in getattr(line, "body", ()))


def _is_harmless(small: cst.CSTNode) -> bool:
    if isinstance(small, cst.Expr):
        call = small.value
        hands_on = (
            isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value == _BUILD
        )
        return hands_on or isinstance(call, cst.BaseString)
    if isinstance(small, cst.Assign):
        return all(
            isinstance(each.target, cst.Attribute) and each.target.attr.value == "built" for each in small.targets
        )
    return isinstance(small, cst.Pass)


def _renamed(file: File, owner: cst.ClassDef, function: cst.FunctionDef) -> Edit | None:
    """Rename the method and its calls; None if there may be others."""
    is_alone = len(list(lineage(file, owner))) == 1 and not heirs(file, owner)
    own = [each for each in owner.body.body if isinstance(each, cst.FunctionDef) and each.name.value == _BUILD]
    if not is_alone or len(own) > 1 or function.decorators or any(file.project.importers(".build")):
        return None
    new = cst.Name(file.free_name(*_NEW))
    changes: list[tuple[cst.CSTNode, Replacement]] = [(function.name, new)]
    for node in file.attributes:
        if node.attr.value != _BUILD:
            continue
        is_own = _is_of(file, node.value, owner)
        if is_own is None or is_super(file, node.value):
            return None
        if is_own:
            changes.append((node.attr, new))
    said = f"{_SAID}: the own build is {new.value}"
    return Edit(function.name, said, tuple(changes))


def _is_of(file: File, node: cst.BaseExpression, owner: cst.ClassDef) -> bool | None:
    """True for an object of a class, False for one of another; None where the file does not tell."""
    if isinstance(node, cst.Name) and is_self(file, node):
        return file.enclosing_class(node) is owner
    if file.qualified_name(node) is not None:
        return False
    origin = origin_of(file, node)
    if isinstance(origin, Receiver):
        return owner in origin.derived
    return None
