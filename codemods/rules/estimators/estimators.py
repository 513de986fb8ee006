"""Let Estimators run on through the shims, as the genuine package `tensorflow-estimator`.

## What it does

In a file of TensorFlow 1 all of `tf` comes from `compat.tensorflow`, and no other line changes.
A file of TensorFlow 2 takes `tf.estimator` from `compat.tensorflow.estimator.v2`, and keeps its `tf`.
An Estimator that was a Keras model may become `fit` instead, see TFM173.

## Why

TensorFlow 2.16 took `tf.estimator` away.
https://www.tensorflow.org/guide/migrate/migrating_estimator

## Numbers

Same. The reference scripts follow TensorFlow 1.13.2 to 3.0e-8 in losses and weights (`tests/equivalence/README.md`).
Canned estimators follow 1.15.5 to 2e-5, and `tf.layers` to 5e-5 (`tests/compat/shims/estimator`).

## What it leaves to you

`pip install "tf-forward[estimator]"`, private modules of the Estimator, and the known deviations in `compat/README.md`.
Hooks that fetch the global step: its variable is read before the update, where TensorFlow 1 read it afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.estimators import (
    ABOUT_TPU_ESTIMATORS,
    HOMES,
    ON_TPU,
    PUBLIC,
    Home,
    estimator_imports,
    estimator_references,
    has_estimators,
    new_path,
    respelled_below_shims,
)
from codemods.analysis.graphs.hook_steps import fetched_steps
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1, written_for
from codemods.rewriting.rename import start_of
from codemods.rewriting.shim_imports import shimmed_imports, star_imports
from codemods.rules.estimators.model_to_estimator.plan import Training, calls, training
from codemods.rules.names.removed_names import ROWS
from codemods.source.canonical_names import below
from codemods.source.file import File, Reference
from codemods.types import Edit, Import, Manual, Severity, Stage, Undecided, rule

INSTALL = 'pip install "tf-forward[estimator]"'
_PRIVATE = "compat.tensorflow.python.estimator"
_CANNED = ("DNN", "Linear", "Baseline")
_SUMS = "import compat.tensorflow.estimator for their sum, as in TensorFlow 1"


@rule(
    "TFM170",
    stage=Stage.CARRIED,
    example="""
    import tensorflow as tf

    def model_fn(features, labels, mode):
        loss = tf.losses.mean_squared_error(labels, tf.layers.dense(features, 1))
        train_op = tf.train.AdamOptimizer().minimize(loss, tf.train.get_global_step())
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)

    estimator = tf.estimator.Estimator(model_fn, "model")
    """,
)
def estimators(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Change the imports and, in a file of TensorFlow 2, the names of the Estimator API as well."""
    yield from respelled_below_shims(file)
    if calls(file) and isinstance(training(file), Training):
        return  # `model_to_estimator` rewrites it in Keras
    if has_estimators(file):
        yield from _imports(file)
        if not is_written_for_tensorflow_1(file):
            yield from _in_place(file)
        if written_for(file).tensorflow is None:
            yield from _undecided(file)
    yield from _carried(file)


def _stale_steps(file: File) -> Iterator[Manual]:
    """Report the global step in what a hook fetches: the Estimators of TensorFlow 1 fetched it after the update."""
    for step in fetched_steps(file):
        code = file.code(step)
        said = f"{code} is fetched before the update on this TensorFlow, and was after it: one step less"
        advice = f"read it in after_run: run_context.session.run({code})"
        yield Manual(step, "tensorflow.train.SessionRunArgs", said, advice, severity=Severity.NUMBERS)


def _undecided(file: File) -> Iterator[Undecided]:
    """Ask for the release: `tf` itself stays as it is, but in a file of TensorFlow 1 the shims would provide it."""
    for reference in estimator_references(file)[:1]:
        yield Undecided(reference.node, reference.qualified, "tensorflow==1.15")
    for imported in estimator_imports(file)[:1]:
        yield Undecided(imported.alias, imported.qualified, "tensorflow==1.15")


def _imports(file: File) -> Iterator[Edit]:
    yield from shimmed_imports(file, lambda imported: new_path(file, imported))
    if is_written_for_tensorflow_1(file):
        yield from (star for star in star_imports(file) if star.message.startswith("tensorflow"))


def _in_place(file: File) -> Iterator[Edit]:
    """Replace `tf.estimator` by the module of the shims, where `tf` stays as it is."""
    for reference in file.all_references():
        home = HOMES.get(reference.qualified)
        start = start_of(file, reference)
        if home is None or not reference.certain or start is None or start is reference:
            continue
        imported = next((each for each in file.imports if each.qualified == start.qualified), None)
        if imported is None or new_path(file, imported) is None:
            name = _free_name(file, home)
            said = f"{file.code(reference.node)} is now {home.path}"
            yield Edit(
                reference.node,
                said,
                ((reference.node, cst.Name(name)),),
                (Import(home.package, home.module, "" if name == home.module else name),),
            )


def _free_name(file: File, home: Home) -> str:
    """The name under which the file already imports the module, or else a free name."""
    had = next((imported.local for imported in file.imports if imported.qualified == home.path), None)
    return had or file.free_name(home.name)


def _carried(file: File) -> Iterator[Manual]:
    """Yield one note per file: what its Estimators need, and what would replace them in Keras.

    It is a finding where the file does not tell which of two sums the Estimator trained with.
    """
    uses = _uses_of_shims(file)
    if not uses or has_estimators(file):
        return
    yield from _stale_steps(file)
    names = dict.fromkeys(name for _, name in uses)
    node, first = uses[0]
    said = f"Estimators keep running, through the shims, and need {INSTALL}"
    told = next((name for name in names if _keras(name)), "")
    canned = next((name for at, name in uses if name.startswith(_CANNED) and _is_v2(file, at)), "")
    if canned:
        advice = f"run {INSTALL}; {canned} averages the losses of a batch: {_SUMS}"
        yield Manual(node, f"{PUBLIC}.{first}", said, advice)
        return
    in_keras = f"; for Keras: python -m codemods explain {PUBLIC}.{told}" if told else ""
    advice = f"run {INSTALL}; nothing else if the Estimator may stay{in_keras}"
    yield Manual(node, f"{PUBLIC}.{first}", said, advice, is_note=True)


def _is_v2(file: File, node: cst.CSTNode) -> bool:
    reference = file.reference(node)
    return reference is not None and below(reference.qualified, HOMES[PUBLIC].path)


def _uses_of_shims(file: File) -> list[tuple[cst.CSTNode, str]]:
    """The names of the Estimator API that come from the shims, each with the node that uses or imports it."""
    found: list[tuple[cst.CSTNode, str]] = []
    for imported in file.imports:
        name = _below_home(imported.qualified)
        if name:
            found.append((imported.alias, name))
    for reference in file.all_references():
        name = _below_home(reference.qualified) if reference.certain else ""
        if name and not _goes_on(file, reference):
            found.append((reference.node, name))
    return sorted(found, key=lambda each: file.order(each[0]))


def _below_home(qualified: str) -> str:
    """`Estimator` for `compat.tensorflow.estimator.Estimator`; "" for other names."""
    for module in (HOMES[PUBLIC].path, f"compat.{PUBLIC}", "compat.tensorflow.keras.estimator", _PRIVATE):
        if qualified.startswith(f"{module}."):
            name = qualified.removeprefix(f"{module}.")
            return "" if name == "v2" else name
    name = qualified.removeprefix(f"compat.{ON_TPU}.")
    return f"tpu.{name}" if name in ABOUT_TPU_ESTIMATORS else ""


def _goes_on(file: File, reference: Reference) -> bool:
    longer = file.longer(reference)
    return longer is not None and f"{PUBLIC}.{_below_home(longer.qualified)}" in ROWS


def _keras(name: str) -> str:
    """The advice for rewriting a name in Keras; "" if there is none."""
    places = (f"{PUBLIC}.{name}", f"keras.estimator.{name}", f"tensorflow.contrib.{name}")
    row = next((ROWS[place] for place in places if place in ROWS), None)
    return row.advice.partition("; or keep it")[0] if row is not None else ""
