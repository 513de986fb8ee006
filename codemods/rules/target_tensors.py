"""Drop the placeholder that `compile(target_tensors=)` took the targets from.

## What it does

`target = tf.placeholder("int32", (None, None))` and `compile(..., target_tensors=[target])` lose the placeholder: `fit`
feeds the targets anyway. The loss must be one of Keras's own, which takes whole numbers and floats alike.

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

import libcst as cst

from codemods.analysis.api_calls import Called, known_calls
from codemods.rewriting.remove import remove
from codemods.source.arguments import keyword, literal, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Replacement, Stage, rule

_PLACEHOLDERS = ("tensorflow.placeholder", "tensorflow.compat.v1.placeholder", "keras.backend.placeholder")


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
        arg = keyword(called.call, "target_tensors") if called.path.endswith(".compile") else None
        if arg is None:
            continue
        statements = _placeholders(file, arg.value)
        if statements is not None and _has_own_loss(file, called):
            kept = [each for each in called.call.args if each is not arg]
            modern = with_args(called.call, kept)
            removed = [each for statement in statements for each in remove(file, statement)]
            if len({node for node, _ in removed}) < len(removed):
                continue
            yield Edit(
                called.call, "fit feeds the targets, without target_tensors=", _with(file, called.call, modern, removed)
            )


def _with(
    file: File, call: cst.Call, modern: cst.Call, removed: list[tuple[cst.CSTNode, Replacement]]
) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    """Replace a call beside other replacements, or inside the one that has taken over a comment."""
    above = set(file.ancestors(call))
    outer = [node for node, _ in removed if node in above]
    changed = [
        (node, new.deep_replace(call, modern) if node in above and isinstance(new, cst.CSTNode) else new)
        for node, new in removed
    ]
    plain: list[tuple[cst.CSTNode, Replacement]] = [] if outer else [(call, modern)]
    return (*changed, *plain)


def _placeholders(file: File, node: cst.BaseExpression) -> list[cst.BaseStatement] | None:
    """The statements that make the placeholders in a list; None if there is anything else, or another use."""
    values = [each.value for each in node.elements] if isinstance(node, cst.List | cst.Tuple) else [node]
    found: list[cst.BaseStatement] = []
    for value in values:
        if literal(value) is None or _is_placeholder(file, value):
            continue
        made = file.only_value(value) if isinstance(value, cst.Name) else None
        if made is None or not _is_placeholder(file, made) or _uses(file, value) > 1:
            return None
        statement = file.statement(made)
        if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) > 1:
            return None
        found.append(statement)
    return found


def _is_placeholder(file: File, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and file.symbol(node.func) in _PLACEHOLDERS


def _uses(file: File, name: cst.BaseExpression) -> int:
    """How often a name is looked up."""
    assert isinstance(name, cst.Name)
    binding = file.only_binding(name)
    same = [
        each for each in file.every(cst.Name) if each.value == name.value and each is not getattr(binding, "node", None)
    ]
    return sum(
        binding in file.assignments(each) for each in same if not isinstance(file.parent(each), cst.AssignTarget)
    )


def _has_own_loss(file: File, called: Called) -> bool:
    """True if the loss is one of Keras's own, by name or as an object."""
    arg = called.argument("loss")
    if arg is None:
        return False
    node = arg.value.func if isinstance(arg.value, cst.Call) else arg.value
    return isinstance(literal(arg.value), str) or (file.symbol(node) or "").startswith("keras.losses.")
