"""Call layers and models with keywords for what is no tensor: `layer(x, training=True)`.

## What it does

`self.norm(x, training)` becomes `self.norm(x, training=training)`, and `model(images, True)` becomes
`model(images, training=True)`. The keyword is the parameter's name in `call`, of the file's own class or of Keras 2.
So is the number of a loop, `for i in range(n)`, what is seen to hold a number or a text, `model(x, self.steps)`, and a
size in the first place, `noise(images.shape[0], 0.1)`, of a class that the project has.
`super().__call__(x, training)` in a layer of the file, and masks of such layers, which may be None, are named as well;
in files that were written for Keras 3, only the masks that are a written `None`.

## Why

Keras 3 takes only tensors by position: True, False and numbers raise ValueError, and so does None where it fills in
`training` or `mask` itself.
https://keras.io/guides/migrating_to_keras_3/

## Numbers

Same: `tests/codemods/fixtures/layer_calls` runs on TensorFlow 2.1.4 before, and on 2.21 after.

## What it leaves to you

Layers whose `call` the file does not show, which are reported where a flag such as `training` is passed on to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.own_classes import lineage, method
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.layers.layer_signatures import Parameter, parameters
from codemods.analysis.objects.base_classes import is_super
from codemods.analysis.objects.elements import loop_iterable
from codemods.analysis.objects.evidence import Evidence, Kind, evidence, has_keras_2_only
from codemods.analysis.objects.object_types import LAYER, Receiver, derived_from, origin_of, own_members
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.objects.whole_numbers import is_whole_number
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.symbolic import is_symbolic
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule

_MASK = "mask"
_FLAGS = frozenset({"is_train", "is_training", "isTraining", "train", "training"})


@rule(
    "TFM220",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    class Block(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.norm = tf.keras.layers.BatchNormalization()

        def call(self, inputs, training=None):
            return self.norm(inputs, training)
    """,
)
def layer_calls(file: File) -> Iterator[Edit | Manual]:
    """Name the arguments from the first that may be no tensor; report it where the name does not show."""
    if not since(file.target, "keras 3.0") or not file.reaches_family() or has_keras_2_only(file):
        return
    for call in file.calls:
        positions = [arg for arg in call.args if arg.keyword is None and arg.star != "**"]
        if not positions[1:] or file.reference(call.func) is not None:
            continue
        origin = origin_of(file, call.func)
        if any(arg.star for arg in positions):
            yield from _beside_unpacked(file, call, positions)
        elif isinstance(origin, Receiver):
            if origin.is_a(LAYER) and not origin.defines(file, "__call__"):
                start = 0 if _takes_size(file, origin, positions[0]) else 1
                yield from _named(file, call, positions, parameters(file, origin), start)
        elif _is_layer(file, call.func):
            yield from _named(file, call, positions, ())
        elif (places := _places_of_itself(file, call)) is not None:
            yield from _named(file, call, positions, places)


def _beside_unpacked(file: File, call: cst.Call, positions: list[cst.Arg]) -> Iterator[Manual]:
    """Report a flag by position before `*tensors`: the names of the others do not show."""
    origin = origin_of(file, call.func)
    is_layer = origin.is_a(LAYER) if isinstance(origin, Receiver) else _is_layer(file, call.func)
    before = list(takewhile(lambda arg: not arg.star, positions)) if is_layer else []
    flag = next((arg for arg in before[1:] if _is_flag(file, arg.value)), None)
    if flag is not None:
        yield _unsure(file, call, flag)


def _places_of_itself(file: File, call: cst.Call) -> tuple[Parameter, ...] | None:
    """The places of `super().__call__(x, training)`, with which a layer of the file hands on to that of Keras."""
    function, owner = call.func, file.enclosing_class(call)
    if not isinstance(function, cst.Attribute) or function.attr.value != "__call__" or owner is None:
        return None
    above = [*lineage(file, owner)][1:]
    if not is_super(file, function.value) or any(method(file, each, "__call__") is not None for each in above):
        return None
    known = derived_from(file, owner)
    if known is not None:
        return parameters(file, known) if known.is_a(LAYER) else None
    own = method(file, owner, "call")
    return () if own is not None and file.enclosing_class(own) is owner else None


def _is_layer(file: File, function: cst.BaseExpression) -> bool:
    """True for what is used as a model, and for what the `call` of a layer gets from the layer itself."""
    found = evidence(file, function, Kind.MODEL)
    if found is not Evidence.UNKNOWN:
        return found.is_enough
    inner = file.function(function)
    owner = file.enclosing_class(function)
    if not isinstance(inner, cst.FunctionDef) or inner.name.value != "call" or owner is None:
        return False
    known = derived_from(file, owner)
    return known is not None and known.is_a(LAYER) and _belongs_to_self(file, owner, function)


def _belongs_to_self(file: File, owner: cst.ClassDef, function: cst.BaseExpression) -> bool:
    """True for `self.name`, `self.name[index]` and what a loop takes from it, if the file sets it, and by no method.

    What no class of the file sets is mostly a method of the base class.
    """
    if isinstance(function, cst.Name):
        loops = [loop_iterable(file, each.node) for each in file.assignments(function)]
        return bool(loops) and all(each is not None and _belongs_to_self(file, owner, each) for each in loops)
    while isinstance(function, cst.Subscript):
        function = function.value
    if not isinstance(function, cst.Attribute) or not isinstance(function.value, cst.Name):
        return False
    if not is_self(file, function.value):
        return False
    name, classes = function.attr.value, [*lineage(file, owner)]
    methods = {each.name.value for above in classes for each in nodes(above, cst.FunctionDef)}
    return name not in methods and any(name in own_members(file, each) for each in classes)


def _named(
    file: File, call: cst.Call, positions: list[cst.Arg], places: tuple[Parameter, ...], start: int = 1
) -> Iterator[Edit | Manual]:
    """Name the arguments from the first one, at `start` or behind it, that is no tensor."""
    first = next(
        (index for index, arg in enumerate(positions) if index >= start and _is_no_tensor(file, arg, places, index)),
        None,
    )
    if first is None:
        return
    wanted = [places[index].name if index < len(places) else None for index in range(first, len(positions))]
    if None in wanted or any(keyword(call, name or "") is not None for name in wanted):
        if _is_flag(file, positions[first].value):
            yield _unsure(file, call, positions[first])
        return
    moved = {arg: named(arg, name) for arg, name in zip(positions[first:], wanted, strict=True) if name}
    written = ", ".join(f"{name}={file.code(arg.value)}" for arg, name in zip(moved, wanted, strict=True))
    message = f"{file.code(call.func)}() takes only tensors by position: {written}"
    yield Edit(call, message, ((call, with_args(call, [moved.get(arg, arg) for arg in call.args])),))


def _takes_size(file: File, origin: Receiver, first: cst.Arg) -> bool:
    """True for a size in the first place of an own class, which builds nothing by its shape."""
    return not origin.is_plain and not origin.defines(file, "build") and is_whole_number(file, first.value)


def _is_no_tensor(file: File, arg: cst.Arg, places: tuple[Parameter, ...], index: int) -> bool:
    """True for a flag or a plain value, and for whatever is passed for a parameter that is meant for one, or a mask."""
    place = places[index] if index < len(places) else Parameter(None)
    return (
        place.name in _FLAGS
        or (place.name == _MASK and _may_be_none(file, arg.value))
        or place.is_plain
        or _is_flag(file, arg.value)
        or _is_plain(file, arg.value)
    )


def _may_be_none(file: File, node: cst.BaseExpression) -> bool:
    """True for None, and for what code that was not written for Keras 3 passes, but for an `Input`."""
    return literal(node) is None or (written_for(file).keras is not KerasLine.KERAS_3 and not is_symbolic(file, node))


def _is_flag(file: File, node: cst.BaseExpression) -> bool:
    """True for True, False, and a parameter that is called as flags are."""
    if isinstance(node, cst.Name) and node.value in _FLAGS:
        return any(isinstance(each.node, cst.Param) for each in file.assignments(node))
    return isinstance(literal(node), bool)


def _is_plain(file: File, node: cst.BaseExpression) -> bool:
    """True for a number, a text, a list of them, and a name that counts: `None` may be passed by position."""
    if isinstance(node, cst.List | cst.Tuple):
        return any(_is_plain(file, each.value) for each in node.elements)
    if literal(node) is not ...:
        return literal(node) is not None
    if isinstance(node, cst.Name) and (bindings := file.assignments(node)):
        if all(_counts(file, each.node) for each in bindings):
            return True
    return is_whole_number(file, node) or _holds_plain(file, node)


def _holds_plain(file: File, node: cst.BaseExpression) -> bool:
    """True if all that is bound to a name or an attribute are numbers and texts."""
    held = leaves(file, node) if isinstance(node, cst.Name | cst.Attribute) else None
    return bool(held) and all(literal(each) not in (..., None) for each in held or ())


def _counts(file: File, target: cst.CSTNode | None) -> bool:
    """True for the `i` of `for i in range(n)` and of `for i, x in enumerate(values)`."""
    loop, counter = file.parent(target) if target is not None else None, "range"
    if isinstance(loop, cst.Element):
        names = file.parent(loop)
        if not isinstance(names, cst.Tuple) or names.elements[0] is not loop:
            return False
        target, loop, counter = names, file.parent(names), "enumerate"
    if not isinstance(loop, cst.For | cst.CompFor) or loop.target is not target or not isinstance(loop.iter, cst.Call):
        return False
    return file.is_builtin(loop.iter.func, counter)


def _unsure(file: File, call: cst.Call, arg: cst.Arg) -> Manual:
    written = file.code(arg.value)
    name = written if written not in ("True", "False") else "training"
    return Manual(
        arg,
        f"{LAYER}.__call__",
        f"Keras 3 layers take only tensors by position, and {file.code(call.func)}() gets {written} by position",
        f"pass it by keyword: {name}={written}",
    )
