"""Let Keras 3 run eagerly: take away what switches a script back to graphs.

## What it does

Removes `tf.compat.v1.disable_eager_execution()` and `tf.compat.v1.disable_v2_behavior()` where the file has models or
layers of Keras and builds no graph of its own. In other files with Keras the call is reported.

## Why

Keras 2 could train in a graph as well. Keras 3 cannot: `fit`, `evaluate` and `predict` raise RuntimeError,
"tf.data.Dataset only supports Python-style iteration in eager mode".
https://keras.io/guides/migrating_to_keras_3/

## Numbers

Same: a `Dense` layer of ones, trained on one batch by SGD, has a loss of 9.0 and predicts 3.7 in the graph of
TensorFlow 2.3.4, and eagerly on 2.21 (`tests/codemods/rules/tensorflow_1/test_eager_switches.py`). Layers in the
graph of a session have the losses of 1.15.5 (`tests/codemods/projects/layers_in_a_session`).

## What it leaves to you

Files that have a graph beside Keras, or whose modules train with Keras, or that a module with models of Keras imports.
Layers and models that the script's own session runs in its graph are none of them: they run there, but for a `GRU`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.sure_calls import is_main_guard
from codemods.analysis.graphs.graph_mode import (
    graph_uses_on_shims,
    has_estimators,
    has_models,
    is_guarded,
    keras_uses,
    unguarded_uses,
)
from codemods.analysis.layers.custom_objects import project_modules
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.rewriting.remove import remove
from codemods.source.arguments import keyword
from codemods.source.file import File, Reference, body_of
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Replacement, Stage, rule

_DISABLING = ("disable_eager_execution", "disable_v2_behavior")
_OF_GRAPHS = (
    "tensorflow.assign",
    "tensorflow.get_collection",
    "tensorflow.get_variable",
    "tensorflow.global_variables",
    "tensorflow.gradients",
    "tensorflow.layers.",
    "tensorflow.trainable_variables",
    "tensorflow.variable_scope",
)
"""Names that mean something else, or nothing, where no graph is built."""
_OF_BACKEND = ("keras.backend.function", "keras.backend.gradients")
_NOT_IN_GRAPHS = (
    *("keras.applications.", "keras.layers.GRU", "keras.models.load_model", "keras.models.model_from_"),
    *("keras.backend.batch_", "keras.backend.function", "keras.backend.get_value", "keras.backend.set_value"),
)
_METHODS = frozenset(
    f"{verb}{how}" for verb in ("fit", "evaluate", "predict") for how in ("", "_generator", "_classes", "_proba")
) | {
    *(f"{verb}_on_batch" for verb in ("predict", "test", "train")),
    *("compile", "get_weights", "load_weights", "save_weights", "set_weights"),
}
"""Methods of models that need eager execution, or the values of variables."""


@rule(
    "TFM372",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    tf.compat.v1.disable_eager_execution()
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse")
    model.fit(x, y)
    """,
)
def eager_switches(file: File) -> Iterator[Edit | Manual]:
    """Leave files of Estimators alone, which run in graphs of their own."""
    calls = [each for each in file.all_references() if _disables(each) and file.call_of(each) is not None]
    if not calls or not goes_to_keras_3(file) or has_estimators(file):
        return
    is_of_keras = has_models(file)
    calling = [each for each in calls if _runs_at_import(file, each)]
    users = [each for each in file.project.importers("keras") if has_models(each)] if calling else []
    modules = project_modules(file)
    if not is_of_keras and not users and not any(map(has_models, modules)):
        return
    if not is_of_keras and not users and not any(map(_runs_keras, (file, *modules))):
        return
    builds_graph = _builds_graph(file)
    stays = builds_graph or any(map(_builds_graph, _importers(file)))
    is_apart = builds_graph and not any(map(has_models, file.imported_modules))
    for reference in calls:
        name = reference.qualified.rpartition(".")[2]
        gone = _without(file, reference) if is_of_keras and not stays else None
        if gone is not None:
            yield Edit(reference.node, f"Keras 3 runs eagerly: {name}() goes", gone)
        elif not (unguarded_uses(file) and keras_uses(file)):  # of those TFM160 speaks
            said = f"Keras 3 does not train or predict after {name}()"
            is_note = not is_of_keras and (is_apart or file.enclosing_class(reference.node) is not None)
            is_note = is_note or _is_for_own_graph(file, reference)
            advice = "leave the call out where models of Keras run"
            if is_note and users and reference in calling:
                said, is_note = f"{said}, and a module with models of Keras imports this one", False
                advice = "move what builds the graph into a program of its own"
            yield Manual(reference.node, reference.qualified, said, advice, is_note=is_note)


def _runs_keras(file: File) -> bool:
    """True if a file may train or predict by the methods of a model, or has of Keras what no session runs."""
    if any(each.canonical.startswith(_NOT_IN_GRAPHS) for each in keras_uses(file)):
        return True
    return any(
        isinstance(call.func, cst.Attribute)
        and call.func.attr.value in _METHODS
        and evidence(file, call.func.value, Kind.MODEL) is not Evidence.FOREIGN
        for call in file.calls
    )


def _runs_at_import(file: File, reference: Reference) -> bool:
    """True for a call at the top of a module, and not where it is run as a program."""
    if not isinstance(file.function(reference.node), cst.Module):
        return False
    return not any(is_main_guard(file, each) for each in file.ancestors(reference.node))


def _is_for_own_graph(file: File, reference: Reference) -> bool:
    """True in a function that runs a graph it is given, or reads, and nothing of Keras."""
    function = file.function(reference.node)
    if not isinstance(function, cst.FunctionDef) or any(function in file.ancestors(e.node) for e in keras_uses(file)):
        return False
    return any(
        isinstance(call.func, cst.Attribute)
        and (
            call.func.attr.value == "import_graph_def"
            or (call.func.attr.value == "Session" and keyword(call, "graph") is not None)
        )
        for call in nodes(function.body, cst.Call)
    )


def _importers(file: File) -> Iterator[File]:
    """The modules that import the file and may build a graph."""
    for name in ("Session", "placeholder"):
        yield from file.project.importers(name)


def _disables(reference: Reference) -> bool:
    spelled = reference.spelling.plain
    return spelled.startswith("tensorflow.") and spelled.rpartition(".")[2] in _DISABLING


def _builds_graph(file: File) -> bool:
    """True if a file has code that needs a graph outside of `with graph.as_default()`."""
    uses = (*unguarded_uses(file), *(each for each in graph_uses_on_shims(file) if not is_guarded(file, each)))
    return bool(uses) or any(
        each.spelling.in_tensorflow_1.startswith(_OF_GRAPHS) or each.canonical in _OF_BACKEND
        for each in file.all_references()
        if not is_guarded(file, each)
    )


def _without(file: File, reference: Reference) -> tuple[tuple[cst.CSTNode, Replacement], ...] | None:
    """The edit that removes a call; None if it is not a statement of its own."""
    call = file.call_of(reference)
    statement = file.statement(reference.node)
    if not isinstance(statement, cst.SimpleStatementLine) or call is None or len(statement.body) > 1:
        return None
    alone, block = statement.body[0], file.block(statement)
    if not isinstance(alone, cst.Expr) or alone.value is not call or block is None:
        return None
    if len(body_of(block)) > 1:
        return remove(file, statement)
    return ((alone, cst.Pass()),)
