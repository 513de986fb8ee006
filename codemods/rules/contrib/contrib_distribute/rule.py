"""Carry the strategies of `tf.contrib.distribute` to `tf.distribute`, or to the shims.

## What it does

A strategy around `compile` and `fit` becomes one of `tf.distribute`, with `batch_size=` multiplied by the replicas.
Elsewhere the strategy comes from the shims, where it means what it meant.

## Why

`tf.contrib` is gone since TensorFlow 2.0. A contrib strategy took one batch for each replica; under `tf.distribute`,
`fit` cuts one batch into shares. Renaming the strategy alone would train on smaller batches.
https://www.tensorflow.org/guide/migrate/mirrored_strategy

## Numbers

They can differ. The last, incomplete round of batches is trained as well, where contrib left it for the next epoch.
On the shims, losses and weights under two and three replicas are those of TensorFlow 1.13.2 and 1.15.5 to 1e-5
(`tests/compat/shims/contrib`).

## What it leaves to you

Nothing, if the shims may stay. Otherwise what could not be proven in the file, which the report names: to use
`tf.distribute`, and to multiply each batch size by the replicas.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.proofs import Declined
from codemods.analysis.graphs.estimators import KERAS, PUBLIC, has_estimators
from codemods.analysis.graphs.graph_mode import is_in_graph_mode
from codemods.analysis.graphs.tensorflow_1 import moved_to
from codemods.analysis.replicas.contrib_strategies import CONTRIB, is_contrib
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.rename import start_of
from codemods.rewriting.shim_imports import shimmed_imports
from codemods.rules.contrib.contrib_distribute.scoped_fit import ScopedFit, scoped_fit
from codemods.source.canonical_names import below, without_v1
from codemods.source.file import File, ImportedName, Reference
from codemods.types import Edit, Import, Manual, Replacement, Stage, rule

_HOME = Import("compat.tensorflow.contrib", "distribute", "contrib_distribute")
_TRAINING = ("compile", "fit", "fit_generator", "evaluate", "train_on_batch")
_SAID = (
    "batch_size is now multiplied by the replicas: tf.contrib.distribute took a batch for each replica, tf.distribute "
    "splits one batch; the last, incomplete round is now trained too"
)


@rule(
    "TFM172",
    stage=Stage.WHOLE_FILE,
    example="""
    import tensorflow as tf

    strategy = tf.contrib.distribute.MirroredStrategy(num_gpus=2)
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse")
    model.fit(x, y, batch_size=64)
    """,
)
def contrib_distribute(file: File) -> Iterator[Edit | Manual]:
    """Carry all strategies of a file the same way; leave files with Estimators to the rule `estimators`."""
    uses = [each for each in file.all_references() if each.certain and is_contrib(each)]
    if all(_is_public(file, each) for each in uses) or has_estimators(file) or _has_estimators_of_shims(file):
        return
    try:
        found = scoped_fit(file)
    except Declined as declined:
        yield Manual(
            uses[0].node,
            f"{CONTRIB}.{uses[0].qualified.rpartition('.')[2]}",
            f"tf.contrib.distribute runs on the shims: {declined}",
            "nothing if the shims may stay; otherwise use tf.distribute, and multiply each batch size by "
            "strategy.num_replicas_in_sync: contrib took a batch for each replica",
            is_note=True,
            culprit=declined.node,
        )
        if not all(each.spelling.shimmed for each in uses):
            yield from _to_shims(file, uses)
        return
    if not uses[0].spelling.shimmed:
        yield _native(file, found)


def _is_public(file: File, use: Reference) -> bool:
    """True for a name whose object TensorFlow 2 has as well, and for the path that leads to one."""
    whole = file.longer(use) or use
    return moved_to(file, whole.spelling.plain) is not None and not whole.spelling.shimmed


def _has_estimators_of_shims(file: File) -> bool:
    paths = [each.qualified for each in file.imports] + [each.qualified for each in file.all_references()]
    return any(below(path, f"compat.{module}") for path in paths for module in (PUBLIC, KERAS))


def _native(file: File, found: ScopedFit) -> Edit:
    tensorflow, imports = bind_module(file, "tensorflow", "tf", found.call)
    strategy = cst.parse_expression(found.strategy.replace("{tf}", tensorflow))
    replacements: list[tuple[cst.CSTNode, Replacement]] = [(found.call, strategy)]
    for arg in found.batches:
        simple = isinstance(arg.value, cst.Name | cst.Integer | cst.Attribute | cst.Subscript | cst.Call)
        value = file.code(arg.value) if simple else f"({file.code(arg.value)})"
        product = cst.parse_expression(f"{value} * {found.name}.num_replicas_in_sync")
        replacements.append((arg.value, product))
    return Edit(found.call, _SAID, tuple(replacements), imports)


def _to_shims(file: File, uses: list[Reference]) -> Iterator[Edit]:
    """Take all of `tf` from the shims if Keras trains under a contrib strategy, otherwise the strategy alone.

    Only the models of the shims take a batch for each replica.
    """
    trains = any(isinstance(each.func, cst.Attribute) and each.func.attr.value in _TRAINING for each in file.calls)
    whole = trains and any(file.call_of(each) for each in uses) and not is_in_graph_mode(file)
    yield from shimmed_imports(file, lambda imported: _path_on_shims(imported, whole=whole))
    for use in uses if not whole else ():
        start = start_of(file, use)
        if use.spelling.plain == CONTRIB and start is not None and not use.spelling.shimmed and start is not use:
            if not below(start.qualified, "tensorflow.contrib"):
                said = f"{file.code(use.node)} now comes from compat.tensorflow.contrib.distribute"
                yield Edit(use.node, said, ((use.node, cst.Name(_HOME.name)),), (_HOME,))


def _path_on_shims(imported: ImportedName, *, whole: bool) -> str | None:
    if imported.spelling is None or imported.spelling.shimmed:
        return None
    goes = below(imported.qualified, "tensorflow" if whole else "tensorflow.contrib")
    return f"compat.{without_v1(imported.qualified)}" if goes else None
