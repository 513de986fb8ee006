"""Drop the placeholder that `compile(target_tensors=)` took the targets from.

## What it does

`target = tf.placeholder("int32", (None, None))` and `compile(..., target_tensors=[target])` lose the placeholder: `fit`
feeds the targets anyway. The loss must be one of Keras's own, which takes whole numbers and floats alike. So do
`self.target = tf.placeholder(...)`, and the entry of a dictionary that `compile` alone unpacks.

## Why

Keras 3 rejects `target_tensors=`, and a placeholder raises RuntimeError while TensorFlow 2 runs eagerly.
https://keras.io/api/models/model_training_apis/#compile-method

## Numbers

Same: Keras 2 fed the placeholder with the targets that `fit` was given. The script in
`tests/codemods/fixtures/target_tensors` has the losses of Keras 2.3.1 on TensorFlow 1.15.5, to 1e-5.

## What it leaves to you

Losses of your own, which Keras 3 gives floats; targets that are computed in the graph, and placeholders used elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.api_calls import Called, known_calls
from codemods.analysis.calls.unpacked_dictionaries import Entry, unpacked
from codemods.analysis.flow.self_attributes import attribute_of_self, only_value_of
from codemods.rewriting.remove import remove
from codemods.source.arguments import keyword, literal, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Replacement, Stage, rule

_PLACEHOLDERS = ("tensorflow.placeholder", "tensorflow.compat.v1.placeholder", "keras.backend.placeholder")


_KEYWORD = "target_tensors"


class _Given(NamedTuple):
    """The argument, or the entry of a dictionary, in the call or the dictionary that holds it; and the loss."""

    holder: cst.Call | cst.Dict
    entry: Entry
    value: cst.BaseExpression
    loss: cst.BaseExpression | None


@rule(
    "TFM136",
    stage=Stage.STRUCTURES,
    example="""
    import tensorflow as tf
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(3, activation="softmax")])
    target = tf.placeholder(tf.int32, (None, None))
    model.compile("sgd", "sparse_categorical_crossentropy", target_tensors=[target])
    """,
)
def target_tensors(file: File) -> Iterator[Edit | Manual]:
    """Remove the keyword with the placeholders, if nothing else uses them."""
    for called in known_calls(file):
        given = _given(file, called) if called.path.endswith(".compile") else None
        statements = _placeholders(file, given.value) if given is not None else None
        if given is not None and statements is not None and _is_own_loss(file, given.loss):
            removed = [each for statement in statements for each in remove(file, statement)]
            if len({node for node, _ in removed}) < len(removed):
                continue
            replacements = _with(file, given.holder, _without(given), removed)
            yield Edit(called.call, "fit feeds the targets, without target_tensors=", replacements)


def _given(file: File, called: Called) -> _Given | None:
    arg, loss = keyword(called.call, _KEYWORD), _loss(called)
    if arg is not None:
        return _Given(called.call, arg, arg.value, loss.value if loss is not None else None)
    found = [each for star in called.call.args if star.star == "**" for each in unpacked(file, star)]
    if len(found) != 1 or not found[0].only_here or isinstance(found[0].holder, cst.Assign):
        return None
    entry, other = found[0].entries.get(_KEYWORD), loss or found[0].entries.get("loss")
    if entry is None or (isinstance(entry, cst.DictElement) and _has_comment(file, entry)):
        return None
    return _Given(found[0].holder, entry, entry.value, other.value if other is not None else None)


def _loss(called: Called) -> cst.Arg | None:
    """The loss in the call itself, where dictionaries may follow."""
    second = called.call.args[1:2]
    is_plain = all(each.keyword is None and not each.star for each in called.call.args[:2])
    return keyword(called.call, "loss") or (next(iter(second), None) if is_plain else None)


def _has_comment(file: File, entry: cst.DictElement) -> bool:
    """True if a comment stands behind an entry; it would be lost with it."""
    return isinstance(entry.comma, cst.Comma) and "#" in file.code(entry.comma)


def _without(given: _Given) -> cst.Call | cst.Dict:
    if isinstance(given.holder, cst.Call):
        return with_args(given.holder, [each for each in given.holder.args if each is not given.entry])
    kept = [each for each in given.holder.elements if each is not given.entry]
    if kept and isinstance(given.entry, cst.DictElement) and given.holder.elements[-1] is given.entry:
        kept[-1] = kept[-1].with_changes(comma=given.entry.comma)
    return given.holder.with_changes(elements=kept)


def _with(
    file: File,
    holder: cst.CSTNode,
    modern: cst.CSTNode,
    removed: list[tuple[cst.CSTNode, Replacement]],
) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    """Replace a call or a dictionary beside other replacements, or inside the one that has taken over a comment."""
    above = set(file.ancestors(holder))
    outer = [node for node, _ in removed if node in above]
    changed = [
        (node, new.deep_replace(holder, modern) if node in above and isinstance(new, cst.CSTNode) else new)
        for node, new in removed
    ]
    plain: list[tuple[cst.CSTNode, Replacement]] = [] if outer else [(holder, modern)]
    return (*changed, *plain)


def _placeholders(file: File, node: cst.BaseExpression) -> list[cst.BaseStatement] | None:
    """The statements that make the placeholders in a list or a dictionary; None if there is anything else."""
    found: list[cst.BaseStatement] = []
    for value in _listed(node):
        if literal(value) is None or _is_placeholder(file, value):
            continue
        made = only_value_of(file, value)
        if made is None or not _is_placeholder(file, made) or not _is_used_once(file, value):
            return None
        statement = file.statement(made)
        if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) > 1:
            return None
        found.append(statement)
    return found


def _listed(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    if isinstance(node, cst.Dict):
        return [each.value for each in node.elements]
    return [each.value for each in node.elements] if isinstance(node, cst.List | cst.Tuple) else [node]


def _is_placeholder(file: File, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and file.symbol(node.func) in _PLACEHOLDERS


def _is_used_once(file: File, node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.Attribute):
        return attribute_of_self(file, node) is not None and _is_read_once(file, node.attr.value)
    assert isinstance(node, cst.Name)
    binding = file.only_binding(node)
    same = [
        each for each in file.every(cst.Name) if each.value == node.value and each is not getattr(binding, "node", None)
    ]
    uses = (each for each in same if not isinstance(file.parent(each), cst.AssignTarget))
    return sum(binding in file.assignments(each) for each in uses) <= 1


def _is_read_once(file: File, name: str) -> bool:
    """True if one place reads an attribute of this name, of any object, and no other module of the project does."""
    read = [each for each in file.attributes if each.attr.value == name]
    reads = [each for each in read if not isinstance(file.parent(each), cst.AssignTarget)]
    return len(reads) == 1 and not any(True for _ in file.project.importers(f".{name}"))


def _is_own_loss(file: File, loss: cst.BaseExpression | None) -> bool:
    """True if the loss is one of Keras's own, by name or as an object."""
    if loss is None:
        return False
    node = loss.func if isinstance(loss, cst.Call) else loss
    return isinstance(literal(loss), str) or (file.symbol(node) or "").startswith("keras.losses.")
