"""Open name scopes with their one name: `tf.name_scope(None, "loss", [x])` is `tf.name_scope("loss")`.

## What it does

In a file of TensorFlow 1, `default_name` takes the place of a `name` that is None, and `values` are left out. Where
the file goes on with the scopes of TensorFlow 1, `tf.name_scope("loss", [x])` becomes
`tf.name_scope("loss", values=[x])`.

## Why

`tf.name_scope` of TensorFlow 2 takes the name alone. The values only led to the graph of their tensors, which is the
graph that is built. Up to TensorFlow 1.13 they could stand at the place of the default name, which was not looked at;
1.15.5 and later raise TypeError: "`default_name` type (<class 'list'>) is not a string type".
https://www.tensorflow.org/api_docs/python/tf/name_scope

## Numbers

No numbers involved. The names of the operations are the same (`tests/codemods/fixtures/name_scopes`).

## What it leaves to you

A name that the source does not show may be None, which TensorFlow 2 refuses: such a scope goes on as
`tf.compat.v1.name_scope`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.graph_mode import swap
from codemods.analysis.graphs.same_meaning import is_text
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1
from codemods.source.arguments import bind, literal, named, with_args
from codemods.source.file import File, Reference
from codemods.types import Edit, rule

SYMBOL = "tensorflow.name_scope"


@rule(
    "TFM237",
    example="""
    import tensorflow as tf

    tf.set_random_seed(1)
    with tf.name_scope(None, "loss", [logits, labels]):
        loss = tf.reduce_mean(tf.squared_difference(logits, labels))
    """,
)
def name_scopes(file: File) -> Iterator[Edit]:
    """Leave out what TensorFlow 2 does not take."""
    for reference in file.references(SYMBOL):
        edit = scope_edit(file, reference) or _named_values(file, reference)
        if edit is not None:
            yield edit


def scope_edit(file: File, reference: Reference) -> Edit | None:
    """The scope with its name alone; None if the call gives nothing else, or its name is not a visible string."""
    call = file.call_of(reference)
    if call is None or not reference.certain or reference.spelling.shimmed or reference.spelling.plain != SYMBOL:
        return None
    given = bind(call, "name", "default_name", "values")
    if given is None or not {"default_name", "values"} & given.keys() or swap(file) is not None:
        return None
    if not is_written_for_tensorflow_1(file) or not all(_has_no_effect(arg.value) for arg in given.values()):
        return None
    is_none = "name" not in given or literal(given["name"].value) is None
    name = given.get("default_name" if is_none else "name")
    if name is None or not is_text(name.value):
        return None
    plain = name.with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT)
    said = "name_scope() takes its name alone in TensorFlow 2"
    return Edit(call, said, ((call, with_args(call, [plain])),))


def _named_values(file: File, reference: Reference) -> Edit | None:
    """A scope that goes on as that of TensorFlow 1, with tensors at the place of the default name."""
    call = file.call_of(reference)
    is_legacy = reference.spelling.shimmed or swap(file) is not None
    given = bind(call, "name", "default_name", "values") if call is not None and is_legacy else None
    if call is None or given is None or set(given) != {"name", "default_name"} or literal(given["name"].value) is None:
        return None
    values = given["default_name"]
    if not isinstance(values.value, cst.List | cst.Tuple):
        return None
    args = [named(each, "values") if each is values else each for each in call.args]
    said = "name_scope() takes tensors as values= alone"
    return Edit(call, said, ((call, with_args(call, args)),))


def _has_no_effect(node: cst.BaseExpression) -> bool:
    """True if nothing happens when an expression is evaluated."""
    if isinstance(node, cst.List | cst.Tuple):
        return all(isinstance(each, cst.Element) and _has_no_effect(each.value) for each in node.elements)
    if isinstance(node, cst.Attribute):
        return _has_no_effect(node.value)
    return isinstance(node, cst.Name) or is_text(node) or literal(node) is not ...
