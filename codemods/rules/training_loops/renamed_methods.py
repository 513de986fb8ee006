"""Call methods of strategies and metrics by their names of today: `run`, `reset_state`.

## What it does

`strategy.experimental_run_v2(...)` becomes `strategy.run(...)`, `experimental_distribute_datasets_from_function` loses
its prefix, and `reset_states()` of a metric becomes `reset_state()`, also where a metric of your own defines it.

## Why

The legacy names are gone: AttributeError. A metric of your own whose `reset_states` no one calls any more raises
nothing: Keras 3 calls `reset_state`, which sets every weight to zero.
https://www.tensorflow.org/api_docs/python/tf/distribute/Strategy#run

## Numbers

Same. A training loop under `MirroredStrategy` with metrics and checkpoints gives the losses, weights and metrics of
TensorFlow 2.1.4 and 2.3.4 to 1e-5 (`tests/codemods/fixtures/custom_loops`).

## What it leaves to you

`reset_states()` of an object that the file uses as a metric, but does not show to be one. Recurrent layers keep the
name, models have neither. TensorFlow 2.0 and 2.1 read a metric outside `strategy.scope()` on the first replica only,
today it is that of all replicas.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.objects.base_classes import is_super
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.object_types import (
    METRIC,
    Origin,
    Own,
    Receiver,
    Unknown,
    derived_from,
    origin_of,
    own_members,
)
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, rule
from compat.tables.methods.renamed_methods import RENAMED_METHODS
from compat.tables.rows import RenamedMethod

_ROWS = {row.legacy: row for row in RENAMED_METHODS}
_RESET = "reset_states"


@rule(
    "TFM180",
    example="""
    import tensorflow as tf

    strategy = tf.distribute.MirroredStrategy()
    accuracy = tf.keras.metrics.Accuracy()

    def train_epoch(batches):
        for batch in batches:
            strategy.experimental_run_v2(train_step, args=(batch,))
        accuracy.reset_states()
    """,
)
def renamed_methods(file: File) -> Iterator[Edit | Manual]:
    """Rename on objects of the class; on unknown ones only names that nothing else has."""
    for node in file.attributes:
        row = _ROWS.get(node.attr.value)
        if row is None or file.reference(node) is not None:
            continue
        if _is_one(file, node, row):
            code = file.code(node)
            said = f"{code} is now {code.removesuffix(row.legacy)}{row.modern}"
            yield Edit(node, said, ((node, node.with_changes(attr=cst.Name(row.modern))),))
        elif row.legacy == _RESET and evidence(file, node.value, Kind.METRIC) is Evidence.LIKELY:
            yield Manual(
                node,
                f"{METRIC}.{row.legacy}",
                f"{file.code(node.value)} is used as a metric, and metrics have {row.modern}() in Keras 3",
                f"rename it if it is a metric of Keras ({row.url})",
            )
    yield from _definitions(file)


def _is_one(file: File, node: cst.Attribute, row: RenamedMethod) -> bool:
    """True if the method of the row is meant."""
    origin = _origin(file, node.value)
    if isinstance(origin, Receiver):
        is_one = not origin.shimmed and any(origin.is_a(each) for each in row.classes)
        return is_one and all(_is_renamed(each.module, each.owner, row) for each in origin.classes(file))
    if isinstance(origin, Own) or origin is Unknown.FOREIGN or file.qualified_name(node.value) is not None:
        return False
    return row.well_known and file.imports_family() and node.attr.value not in own_names(file)


def _origin(file: File, node: cst.BaseExpression) -> Origin:
    """The origin of an object; `super()` counts as the class around it."""
    if is_super(file, node):
        owner = file.enclosing_class(node)
        above = derived_from(file, owner) if owner is not None else None
        return Receiver(above.path) if above is not None else Unknown.OPEN
    return origin_of(file, node)


def _is_renamed(file: File, owner: cst.ClassDef, row: RenamedMethod) -> bool:
    """True if a class of the file has the method under its legacy name in no other way than as a plain method."""
    return row.legacy not in own_members(file, owner) or (row.legacy == _RESET and _definition(file, owner) is not None)


def _definitions(file: File) -> Iterator[Edit]:
    """Rename `reset_states` in the file's own metrics: Keras 3 calls it `reset_state`."""
    for owner in file.every(cst.ClassDef):
        above = derived_from(file, owner)
        found = _definition(file, owner) if above is not None and above.is_a(METRIC) else None
        if found is not None:
            modern = _ROWS[_RESET].modern
            said = f"{owner.name.value}.{_RESET} is now {modern}, which is what Keras 3 calls"
            yield Edit(found, said, ((found.name, cst.Name(modern)),))


def _definition(file: File, owner: cst.ClassDef) -> cst.FunctionDef | None:
    """The only `reset_states` of a class that has no `reset_state` beside it, and does not call one."""
    modern, members = _ROWS[_RESET].modern, own_members(file, owner)
    found = [each for each in owner.body.body if isinstance(each, cst.FunctionDef) and each.name.value == _RESET]
    if len(found) != 1 or modern in members:
        return None
    calls = (each for each in nodes(found[0].body, cst.Attribute) if each.attr.value == modern)
    return None if any(isinstance(each.value, cst.Name) and is_self(file, each.value) for each in calls) else found[0]
