"""Report attributes that are set, or lists that are changed, where Keras 3 computes them.

## What it does

Reports `self.trainable_weights = [...]` in a layer, `self.num_batches = n` in a `Sequence`, `model.outputs = [...]`,
and other attributes that could be set in Keras 2; `model.layers.pop()` and the like as well. It rewrites nothing.

## Why

They are properties without a setter: "property 'trainable_weights' of 'Scale' object has no setter".
Lists are made anew whenever they are read, so that what is appended or taken out is lost, without a word: after
`model.layers.pop()`, `model.layers[-1].output` is the output of the layer that should be gone, and features become
probabilities. https://github.com/keras-team/keras/blob/master/keras/src/layers/layer.py

## Numbers

They can differ, as other layers compute them (`tests/compat/tables/test_read_only.py`). After `model.layers.pop()` on
a `Model` with layers of 4 and 2 units, `model.layers[-1]` is the one of 4 on Keras 2.2.4 and 2.3.1, and the one of 2
on Keras 3.15.1. The layers of a `Sequential` were a copy in these, too, and so were those of `tf.keras` in TensorFlow
1.13 and 1.15: they are not reported.

## What it leaves to you

Every reported line. Attributes of objects whose class the file does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.layers.model_layers import is_layer_of_model, is_layers_of_model
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.objects.object_types import MODEL, Own, Receiver, Unknown, is_below, origin_of
from codemods.analysis.objects.project_classes import OfModule, lineage_in_project
from codemods.source.canonical_names import below
from codemods.source.file import File
from codemods.types import Manual, Stage, rule
from compat.tables.behaviour.read_only import READ_ONLY, URL, ReadOnly

_ROWS = {name: [row for row in READ_ONLY if name in row.names] for row in READ_ONLY for name in row.names}
_WEIGHTS = ("kernel", "embeddings")
_LISTS = frozenset(name for name in _ROWS if name.endswith(("_weights", "variables")))
_CHANGES = frozenset({"append", "extend", "insert", "remove", "pop", "clear", "reverse"})
_ENDS = ("inputs", "outputs")


@rule(
    "TFM217",
    stage=Stage.ADVICE,
    example="""
    from keras import backend as K
    from keras.layers import Layer

    class Scale(Layer):
        def build(self, input_shape):
            self.gamma = K.variable([1.0] * input_shape[-1])
            self.trainable_weights = [self.gamma]
    """,
)
def read_only_attributes(file: File) -> Iterator[Manual]:
    """Report each assignment, and each change of such a list in place, on an object of a known class."""
    if not file.target.is_modern:
        return
    yield from _layers(file)
    for node in file.attributes:
        rows = _ROWS.get(node.attr.value, ())
        if not rows:
            continue
        is_set = _is_target(file, node)
        if is_set or (node.attr.value in _LISTS and _is_changed(file, node)):
            row = _row(file, node, rows)
            if row is not None:
                yield _reported(node, row, is_set=is_set)


def _reported(node: cst.Attribute, row: ReadOnly, *, is_set: bool) -> Manual:
    name, symbol = node.attr.value, f"{row.classes[0]}.{node.attr.value}"
    said = f"Keras 3 computes {name}, and raises where it is set" if is_set else f"each {name} of Keras 3 is a new list"
    return Manual(node, symbol, said, f"{row.advice} ({URL})")


def _layers(file: File) -> Iterator[Manual]:
    """Report what changes the list of a model's layers in place."""
    for node in file.attributes:
        if node.attr.value != "layers" or "layers" in own_names(file) or _was_copy(file, node.value):
            continue
        if (_is_changed(file, node) or _is_item_set(file, node)) and is_layers_of_model(file, node):
            code = file.code(node)
            said = f"{code} is a copy in Keras 3: changing it leaves the model as it is"
            advice = (
                f"count from the end of the whole list: {code}[-2] is the last layer but one; a Sequential has pop()"
            )
            yield Manual(node, f"{MODEL}.layers", said, advice)


def _was_copy(file: File, model: cst.BaseExpression) -> bool:
    """True for a model of `tf.keras`, or a `Sequential`, whose list was a copy before; on the shims it is none."""
    origin = origin_of(file, model)
    if isinstance(origin, Receiver):
        return origin.shimmed or below(origin.path, "tensorflow") or origin.path.endswith(".Sequential")
    return not any(below(each.qualified, "keras") for each in file.imports)


def _is_item_set(file: File, node: cst.Attribute) -> bool:
    """True for `x.a[0] = ...` and `del x.a[0]`."""
    above = file.parent(node)
    is_item = isinstance(above, cst.Subscript) and above.value is node
    return is_item and above is not None and isinstance(file.parent(above), cst.AssignTarget | cst.Del)


def _is_target(file: File, node: cst.Attribute) -> bool:
    """True for the left side of `x.a = ...`, `x.a += ...` and `x.a: T = ...`."""
    above = file.parent(node)
    if isinstance(above, cst.AnnAssign):
        return above.target is node and above.value is not None
    return isinstance(above, cst.AssignTarget | cst.AugAssign) and above.target is node


def _is_changed(file: File, node: cst.Attribute) -> bool:
    """True for `x.a.append(...)` and its like."""
    method = file.parent(node)
    call = file.parent(method) if isinstance(method, cst.Attribute) and method.attr.value in _CHANGES else None
    return isinstance(call, cst.Call) and call.func is method


def _row(file: File, node: cst.Attribute, rows: list[ReadOnly]) -> ReadOnly | None:
    """The row of a class that the object belongs to."""
    origin, name = origin_of(file, node.value), node.attr.value
    if name in _ENDS and not (isinstance(origin, Receiver) and not origin.is_plain):
        return rows[0] if _is_model(file, node, origin) else None
    if origin is Unknown.OPEN and name in _WEIGHTS:
        return rows[0] if is_layer_of_model(file, node.value) else None
    if not isinstance(origin, Receiver) or origin.shimmed:
        return None
    if any(_has(each, name) for each in origin.classes(file)):
        return None
    if name in _ENDS:  # only a model that is made of its inputs and outputs has these as properties
        return None
    return next((row for row in rows if any(is_below(origin.path, each) for each in row.classes)), None)


def _is_model(file: File, node: cst.Attribute, origin: object) -> bool:
    """True for a model that has the attribute as a property; functional ones of the shims let `outputs` be set."""
    if isinstance(origin, Receiver):
        is_carried = origin.shimmed and node.attr.value == "outputs" and not origin.path.endswith(".Sequential")
        return origin.is_a(MODEL) and not is_carried
    return not isinstance(origin, Own) and evidence(file, node.value, Kind.MODEL).is_enough


def _has(derived: OfModule, name: str) -> bool:
    """True if a class, or one above it in the project, has its own attribute or property of that name."""
    return any(name in _of_class(each.owner) for each in lineage_in_project(derived))


def _of_class(owner: cst.ClassDef) -> set[str]:
    """The names that the body of a class binds."""
    found: set[str] = set()
    for statement in owner.body.body:
        if isinstance(statement, cst.FunctionDef):
            found.add(statement.name.value)
        for small in statement.body if isinstance(statement, cst.SimpleStatementLine) else ():
            targets = [each.target for each in small.targets] if isinstance(small, cst.Assign) else []
            targets += [small.target] if isinstance(small, cst.AnnAssign) else []
            found.update(each.value for each in targets if isinstance(each, cst.Name))
    return found
