"""Take Keras in the graph of a `model_fn` from the Keras 2 that TensorFlow still carries.

## What it does

In a file that makes an `EstimatorSpec` and trains no Keras model, `tf.keras.layers.Dense` becomes
`graph_keras.layers.Dense`, from `compat.shims`: layers, models, optimizers, losses, metrics and what belongs to them.
Other Keras objects in a `model_fn` are reported.

## Why

An Estimator runs in a graph. Layers and optimizers of Keras 3 make eager variables, which do not belong there, and its
metrics are none that `eval_metric_ops` takes: "eval_metric_ops must be tuples".
https://www.tensorflow.org/guide/migrate/migrating_estimator

## Numbers

Same. A `model_fn` of Keras layers, a metric and a `tf.train` optimizer has the losses of TensorFlow 1.15.5 to 1e-5
(`tests/codemods/rules/test_keras_in_model_fn.py`).

## What it leaves to you

Files that train Keras models as well, standalone Keras, and `tf.keras.applications`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.graph_mode import keras_uses, lines_of
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1, written_for
from codemods.rewriting.shim_imports import shimmed_imports
from codemods.source.file import File, ImportedName, Reference, once_per_file
from codemods.source.walk import nodes
from codemods.types import Edit, Import, Manual, Stage, Undecided, rule
from compat.tables.names.graph_keras import GRAPH_KERAS

_SPECS = ("EstimatorSpec", "TPUEstimatorSpec")
_MADE = ("keras.layers.", "keras.models.", "keras.optimizers.", "keras.metrics.", "keras.applications.")
_TRAINED = frozenset({"compile", "fit", "fit_generator", "evaluate_generator", "train_on_batch", "predict_on_batch"})
_DIFFERENT = ("LSTM", "GRU", "BatchNormalization")
"""Layers whose defaults TensorFlow 2 changed."""
_HOME = "compat.shims"
_NAME = "graph_keras"


@rule(
    "TFM171",
    stage=Stage.KERAS_2,
    example="""
    import tensorflow as tf

    def model_fn(features, labels, mode):
        logits = tf.keras.layers.Dense(10)(features)
        return tf.estimator.EstimatorSpec(mode, predictions=logits)
    """,
)
def keras_in_model_fn(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Take all Keras of a file from one release, or report each function that makes an `EstimatorSpec` of Keras 3."""
    if not any(_called(call) in _SPECS for call in file.calls):
        return
    functions = [function for function in file.every(cst.FunctionDef) if _makes_spec(file, function)]
    if not functions:
        return
    if not _trains_keras(file):
        yield from _from_keras_2(file)
    uses: dict[cst.FunctionDef, list[Reference]] = {}
    for use in keras_uses(file):
        inside = next((each for each in file.ancestors(use.node) if each in functions), None)
        if isinstance(inside, cst.FunctionDef) and use.canonical.startswith(_MADE):
            uses.setdefault(inside, []).append(use)
    for found in uses.values():
        said = f"Keras 3 does not run in the graph of a model_fn ({lines_of(file, tuple(found))})"
        advice = "use the layers, optimizers and metrics of Keras 2, from compat.shims.graph_keras"
        yield Manual(found[0].node, found[0].qualified.removeprefix("compat."), said, advice)


def _trains_keras(file: File) -> bool:
    """True if a file trains a Keras model outside of the graph, or makes an Estimator of one."""
    if file.references("keras.estimator.model_to_estimator"):
        return True
    return any(
        isinstance(call.func, cst.Attribute) and call.func.attr.value in _TRAINED and file.reference(call.func) is None
        for call in file.calls
    )


def _from_keras_2(file: File) -> Iterator[Edit | Undecided]:
    yield from shimmed_imports(file, lambda imported: _path(file, imported))
    for reference in file.all_references():
        if _is_root(reference) and reference.certain and _goes_on(file, reference) and not _is_bound(file, reference):
            name = _local_name(file)
            said = f"{file.code(reference.node)} is {_home(file)} in the graph of a model_fn"
            yield Edit(reference.node, said, ((reference.node, cst.Name(name)),), (_import(file, name),))
    if written_for(file).tensorflow is None:
        for use in keras_uses(file):
            if use.canonical.rpartition(".")[2] in _DIFFERENT:
                yield Undecided(use.node, use.qualified, "tensorflow==1.15")


def _path(file: File, imported: ImportedName) -> str | None:
    """The path from which a Keras name is imported for a graph; None if it is not there, or not of `tf.keras`."""
    found = imported.spelling
    if found is None or not found.root.startswith("tensorflow"):
        return None
    _, _, rest = found.canonical.partition(".")
    if found.canonical == "keras":
        return _home(file) if _uses_of_root_are_there(file) else None
    return f"{_home(file)}.{rest}" if found.canonical.startswith("keras.") and _is_there(rest) else None


def _is_there(rest: str) -> bool:
    return rest.split(".", maxsplit=1)[0] in GRAPH_KERAS


def _uses_of_root_are_there(file: File) -> bool:
    """True if a file takes something from a module `keras` that it imports, and all of that is there."""
    used = [each for each in file.all_references() if _is_root(each) and _is_bound(file, each)]
    return bool(used) and all(_goes_on(file, each) for each in used)


def _is_root(reference: Reference) -> bool:
    return reference.spelling.plain == "keras" and reference.spelling.root.startswith("tensorflow")


def _is_bound(file: File, reference: Reference) -> bool:
    """True if an import binds the name of the module, so that the import changes and not the use."""
    return isinstance(reference.node, cst.Name) and bool(file.assignments(reference.node))


def _goes_on(file: File, reference: Reference) -> bool:
    """True if what follows the module is in Keras 2 for graphs."""
    longer = file.longer(reference)
    return longer is not None and _is_there(longer.spelling.plain.partition(".")[2])


def _home(file: File) -> str:
    return f"{_HOME}.{_NAME}" if is_written_for_tensorflow_1(file) else f"{_HOME}.{_NAME}.v2"


@once_per_file
def _local_name(file: File) -> str:
    had = next((each.local for each in file.imports if each.qualified == _home(file)), None)
    return had or file.free_name(_NAME)


def _import(file: File, name: str) -> Import:
    package, _, module = _home(file).rpartition(".")
    return Import(package, module, "" if name == module else name)


def _makes_spec(file: File, function: cst.FunctionDef) -> bool:
    """True if a function itself, and not one inside it, makes the `EstimatorSpec` of a `model_fn`."""
    for call in nodes(function.body, cst.Call):
        if _called(call) in _SPECS and (file.reference(call.func) is not None or _is_own(file, call)):
            return file.function(call) is function
    return False


def _called(call: cst.Call) -> object:
    """The last part of the called name."""
    return call.func.attr.value if isinstance(call.func, cst.Attribute) else getattr(call.func, "value", "")


def _is_own(file: File, call: cst.Call) -> bool:
    """True if an import binds the first part of the called name, as for the shim module of `tf.estimator`."""
    head: cst.BaseExpression = call.func
    while isinstance(head, cst.Attribute):
        head = head.value
    return isinstance(head, cst.Name) and any(each.local == head.value for each in file.imports)
