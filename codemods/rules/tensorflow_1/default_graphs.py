"""Call models outside of the default graph.

## What it does

Where `graph = tf.get_default_graph()` only serves `with graph.as_default():`, and the file has Keras models and builds
no graph of its own, the block takes the place of the `with` statement and the assignment goes; of a statement with
several items only that one goes. `model._make_predict_function()` goes, too; as a value, and where nothing else stands
in a block, it becomes `model.make_predict_function`.

## Why

A server entered the graph of its model in each thread. Keras 3 has no such graph, and in one `predict` raises
RuntimeError, "`tf.data.Dataset` only supports Python-style iteration in eager mode or within tf.function". The function
is made by the first call.
https://www.tensorflow.org/guide/effective_tf2

## Numbers

No numbers involved.

## What it leaves to you

A graph that is used otherwise as well, and files with sessions or placeholders.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.data.fed_values import leaves
from codemods.analysis.flow.graph_entries import has_switch
from codemods.analysis.graphs.graph_mode import graph_uses
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.rewriting.remove import remove
from codemods.source.file import File
from codemods.types import Edit, Manual, Replacement, Stage, rule

_GETTERS = ("tensorflow.get_default_graph", "tensorflow.compat.v1.get_default_graph")
_FUNCTIONS = frozenset({"_make_predict_function", "_make_test_function", "_make_train_function"})
_ENTERED = "Keras 3 does not run in a graph that is entered"


@rule(
    "TFM268",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf
    from keras.models import load_model

    model = load_model("model.h5")
    graph = tf.get_default_graph()

    def predict(x):
        with graph.as_default():
            return model.predict(x)
    """,
)
def default_graphs(file: File) -> Iterator[Edit | Manual]:
    """Dissolve all blocks of a graph, or none; leave files alone that build a graph."""
    if not file.target.is_modern or has_switch(file):
        return
    yield from _made_functions(file)
    getters = file.references(*_GETTERS)
    if not getters or graph_uses(file) or not _has_models(file):
        return
    for reference in getters:
        call = file.call_of(reference)
        if call is None:
            continue
        held = _held(file, call)
        uses = [call] if held is None else _uses(file, held)
        blocks = [_entered(file, use) for use in uses]
        entered = [each for each in blocks if each is not None]
        edits = [_without(*each) for each in entered]
        if entered and len(entered) == len(uses) and None not in edits:
            gone = remove(file, file.statement(held)) if held is not None else ()
            replacements = [*(each for each in edits if each is not None), *gone]
            said = "models run outside of the default graph, which Keras 3 does not use"
            yield Edit(reference.node, said, tuple(replacements))
        elif entered:
            yield Manual(reference.node, reference.qualified, _ENTERED, "leave out `with graph.as_default():`")


def _has_models(file: File) -> bool:
    """True if the file names Keras, or runs models that other modules of the project make."""
    if any(each.canonical.startswith("keras.") for each in file.all_references()):
        return True
    functions = (call.func for call in file.calls)
    return any(isinstance(each, cst.Attribute) and _is_of_model(file, each.value) for each in functions)


def _made_functions(file: File) -> Iterator[Edit]:
    """Remove the lines that only make the functions of a model; where a line is needed, call today's name."""
    for method in file.attributes:
        if method.attr.value not in _FUNCTIONS or not _is_of_model(file, method.value):
            continue
        line = file.parent(file.parent(method) or method)
        statement = file.statement(method)
        block = file.block(statement)
        alone = isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1
        if isinstance(line, cst.Expr) and alone and block is not None and len(block.body) > 1:
            said = f"removed {method.attr.value}(): the first call makes the function"
            yield Edit(method, said, remove(file, statement))
        else:
            modern = method.attr.value.lstrip("_")
            renamed = method.with_changes(attr=cst.Name(modern))
            yield Edit(method, f"{method.attr.value}() is now {modern}()", ((method, renamed),))


def _is_of_model(file: File, node: cst.BaseExpression) -> bool:
    """True for a model, and for a variable that gets nothing but models."""
    if evidence(file, node, Kind.MODEL).is_enough:
        return True
    found = leaves(file, node)
    others = [each for each in found if each.node is not node]
    return len(others) == len(found) > 0 and all(
        evidence(each.module, each.node, Kind.MODEL).is_enough for each in others
    )


def _held(file: File, call: cst.Call) -> cst.Name | cst.Attribute | None:
    """The name, or the attribute, that alone is assigned the graph."""
    statement = file.parent(call)
    if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0].target
    return target if isinstance(target, cst.Name | cst.Attribute) else None


def _uses(file: File, held: cst.Name | cst.Attribute) -> list[cst.BaseExpression]:
    """Each place of the file that reads the name, or an attribute of that name."""
    if isinstance(held, cst.Attribute):
        return [each for each in file.attributes if each.attr.value == held.attr.value and not _is_set(file, each)]
    same = [each for each in file.every(cst.Name) if each.value == held.value and not _is_set(file, each)]
    return [each for each in same if not isinstance(file.parent(each), cst.NameItem) and not _is_attribute(file, each)]


def _is_set(file: File, node: cst.CSTNode) -> bool:
    return isinstance(file.parent(node), cst.AssignTarget)


def _is_attribute(file: File, name: cst.Name) -> bool:
    above = file.parent(name)
    return isinstance(above, cst.Attribute) and above.attr is name


def _entered(file: File, graph: cst.BaseExpression) -> tuple[cst.With, cst.WithItem] | None:
    """The statement that enters the graph, and the item that does so."""
    entering = file.parent(graph)
    call = file.parent(entering) if isinstance(entering, cst.Attribute) else None
    item = file.parent(call) if isinstance(call, cst.Call) else None
    statement = file.parent(item) if isinstance(item, cst.WithItem) else None
    if not isinstance(entering, cst.Attribute) or entering.attr.value != "as_default":
        return None
    return (statement, item) if isinstance(statement, cst.With) and isinstance(item, cst.WithItem) else None


def _without(statement: cst.With, item: cst.WithItem) -> tuple[cst.CSTNode, Replacement] | None:
    """The statement without the item, or the block in its place; None where that cannot be written."""
    if item.asname is not None:
        return None
    if len(statement.items) > 1:
        kept = [each for each in statement.items if each is not item]
        kept[-1] = kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        return statement, statement.with_changes(items=kept)
    block = statement.body
    if not isinstance(block, cst.IndentedBlock) or any(line.comment for line in block.footer):
        return None
    first, *rest = block.body
    header = [cst.EmptyLine(comment=block.header.comment)] if block.header.comment else []
    above = [*statement.leading_lines, *header, *getattr(first, "leading_lines", ())]
    return statement, cst.FlattenSentinel([first.with_changes(leading_lines=above), *rest])
