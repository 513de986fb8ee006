"""Take Keras in the graph of a `model_fn` from the Keras 2 that TensorFlow still carries.

## What it does

In a file that makes an `EstimatorSpec` and trains no Keras model, `tf.keras.layers.Dense` becomes
`graph_keras.layers.Dense`, from `compat.shims`: layers, models, optimizers, losses, metrics and what belongs to them.
So it does in a module of the project whose functions or classes such a `model_fn` runs. Other Keras objects in a
`model_fn`, and in what it runs, are reported.

## Why

An Estimator runs in a graph. Layers and optimizers of Keras 3 make eager variables, which do not belong there, and its
metrics are none that `eval_metric_ops` takes: "eval_metric_ops must be tuples".
https://www.tensorflow.org/guide/migrate/migrating_estimator

## Numbers

Same. A `model_fn` of Keras layers, a metric and a `tf.train` optimizer has the losses of TensorFlow 1.15.5 to 1e-5
(`tests/codemods/rules/estimators/test_keras_in_model_fn.py`).

## What it leaves to you

Files that train Keras models as well, and modules of theirs, standalone Keras, and `tf.keras.applications`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import libcst as cst

from codemods.analysis.graphs.graph_mode import keras_uses, lines_of
from codemods.analysis.graphs.model_functions import Owner, run_in_graphs, spec_functions, spec_modules
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1, written_for
from codemods.rewriting.shim_imports import shimmed_imports
from codemods.source.file import File, ImportedName, Reference, once_per_file
from codemods.types import Edit, Import, Manual, Stage, Undecided, rule
from compat.tables.names.graph_keras import GRAPH_KERAS

_APPLICATIONS = "keras.applications."
_MADE = ("keras.layers.", "keras.models.", "keras.optimizers.", "keras.metrics.", _APPLICATIONS)
_TRAINED = frozenset({"compile", "fit", "fit_generator", "evaluate_generator", "train_on_batch", "predict_on_batch"})
_DIFFERENT = ("LSTM", "GRU", "BatchNormalization")
"""Layers whose defaults TensorFlow 2 changed."""
_MOST = 16
"""The most modules that may train what a file makes."""
_OF_LAYERS = "use the layers, optimizers and metrics of Keras 2, from compat.shims.graph_keras"
_OF_APPLICATIONS = (
    "write the network with the layers of compat.shims.graph_keras, or train it as a keras.Model: call the application "
    "outside of the model_fn, compile and fit"
)
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
    """Take all Keras of a file from one release, or report each function that a graph runs with Keras 3."""
    in_graphs = run_in_graphs(file) if file.imports_family() else ()
    used = any(_inside(file, each, in_graphs) for each in file.all_references() if _is_of_keras(each))
    if not used and not spec_functions(file):
        return
    if not _trains_keras(file) and not any(map(_trains_keras, _importers(file))):
        yield from _from_keras_2(file)
    uses: dict[cst.CSTNode, list[Reference]] = {}
    for use in keras_uses(file):
        inside = _inside(file, use, in_graphs)
        if inside is not None and use.canonical.startswith(_MADE):
            uses.setdefault(inside, []).append(use)
    for found in uses.values():
        said = f"Keras 3 does not run in the graph of a model_fn ({lines_of(file, tuple(found))})"
        is_application = all(each.canonical.startswith(_APPLICATIONS) for each in found)
        advice = _OF_APPLICATIONS if is_application else _OF_LAYERS
        yield Manual(found[0].node, found[0].qualified.removeprefix("compat."), said, advice)


def _inside(file: File, reference: Reference, owners: tuple[Owner, ...]) -> cst.CSTNode | None:
    return next((each for each in file.ancestors(reference.node) if each in owners), None)


def _is_of_keras(reference: Reference) -> bool:
    return f"{reference.canonical}.".startswith("keras.")


def _importers(file: File) -> tuple[File, ...]:
    """The modules that import a file whose own functions make no spec; some may train its models outside of graphs."""
    return () if spec_functions(file) else tuple(islice(file.project.importers("keras"), _MOST))


def _trains_keras(file: File) -> bool:
    """True if a file trains a Keras model outside of the graph, or makes an Estimator of one."""
    if file.references("keras.estimator.model_to_estimator"):
        return True
    return any(
        isinstance(call.func, cst.Attribute)
        and call.func.attr.value in _TRAINED
        and file.qualified_name(call.func) is None
        for call in file.calls
    )


def _from_keras_2(file: File) -> Iterator[Edit | Undecided]:
    yield from shimmed_imports(file, lambda imported: _path(file, imported))
    for reference in file.all_references():
        if _is_root(reference) and reference.certain and _goes_on(file, reference) and not _is_bound(file, reference):
            name = _local_name(file)
            said = f"{file.code(reference.node)} is {_home(file)} in the graph of a model_fn"
            yield Edit(reference.node, said, ((reference.node, cst.Name(name)),), (_import(file, name),))
    if written_for(file).tensorflow is None and not _is_for_tensorflow_1(file):
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
    return f"{_HOME}.{_NAME}" if _is_for_tensorflow_1(file) else f"{_HOME}.{_NAME}.v2"


@once_per_file
def _is_for_tensorflow_1(file: File) -> bool:
    """True if the file tells of TensorFlow 1; one that tells of no release is what those are that run it."""
    if written_for(file).tensorflow is not None:
        return is_written_for_tensorflow_1(file)
    return any(map(is_written_for_tensorflow_1, spec_modules(file)))


@once_per_file
def _local_name(file: File) -> str:
    had = next((each.local for each in file.imports if each.qualified == _home(file)), None)
    return had or file.free_name(_NAME)


def _import(file: File, name: str) -> Import:
    package, _, module = _home(file).rpartition(".")
    return Import(package, module, "" if name == module else name)
