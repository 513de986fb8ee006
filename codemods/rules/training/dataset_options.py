"""Respell, drop or report the settings of `tf.data.Options` that TensorFlow lost.

## What it does

`options.experimental_optimization.autotune` becomes `options.autotune.enabled`, its budgets likewise, and
`auto_shard = False` is `auto_shard_policy = AutoShardPolicy.OFF`. Lines that set what only made a dataset faster, such
as `map_vectorization.enabled`, go. Statistics of a dataset are reported.

## Why

Setting one that is gone raises AttributeError: "Cannot set the property".
https://www.tensorflow.org/api_docs/python/tf/data/Options

## Numbers

Same elements: these settings change how fast they come, and `auto_shard` which worker gets them, as it did
(`tests/compat/tables/test_dataset_options.py`).

## What it leaves to you

Statistics, values that are read or made by a call, and options that the file does not make itself.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.remove import remove
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.dataset_options import (
    AUTO_SHARD,
    LOST_OPTIONS,
    MOVED_OPTIONS,
    OPTIONS,
    SHARD_POLICIES,
    SHARD_POLICY,
    SPEED_OPTIONS,
)

_LEAVE_OUT = "drop it: no element depends on it"


@rule(
    "TFM339",
    stage=Stage.USES,
    example="""
    import tensorflow as tf

    options = tf.data.Options()
    options.experimental_optimization.autotune = True
    options.experimental_optimization.map_vectorization.enabled = True
    dataset = dataset.with_options(options)
    """,
)
def dataset_options(file: File) -> Iterator[Edit | Manual]:
    """Look at the longest chain of attributes below each object that `tf.data.Options()` made."""
    if not file.target.is_modern or not file.imports_family():
        return
    for node in file.attributes:
        above = file.parent(node)
        if isinstance(above, cst.Attribute) and above.value is node:
            continue
        owner, name = _below(node)
        if _is_known(name) and _is_options(file, owner):
            yield _judged(file, node, owner, name)


def _below(node: cst.Attribute) -> tuple[cst.BaseExpression, str]:
    """The object and the dotted name: `options` and `experimental_optimization.autotune`.

    The object can be an attribute itself, `self.options`: the name begins with the first that options have.
    """
    names: list[str] = []
    at: cst.BaseExpression = node
    while isinstance(at, cst.Attribute):
        names.insert(0, at.attr.value)
        at = at.value
        if names[0].startswith("experimental_"):
            break
    return at, ".".join(names)


def _is_known(name: str) -> bool:
    return name in MOVED_OPTIONS or name in SPEED_OPTIONS or name == AUTO_SHARD or _lost(name) is not None


def _lost(name: str) -> str | None:
    return next((advice for lost, advice in LOST_OPTIONS.items() if f"{name}.".startswith(f"{lost}.")), None)


def _is_options(file: File, node: cst.BaseExpression) -> bool:
    origin = origin_of(file, node)
    return isinstance(origin, Receiver) and origin.path == OPTIONS and origin.is_plain


def _judged(file: File, node: cst.Attribute, owner: cst.BaseExpression, name: str) -> Edit | Manual:
    target = file.parent(node)
    statement = file.parent(target) if isinstance(target, cst.AssignTarget) else None
    value = literal(statement.value) if isinstance(statement, cst.Assign) and len(statement.targets) == 1 else ...
    if name in MOVED_OPTIONS:
        modern = MOVED_OPTIONS[name]
        return Edit(node, f"{name} is now {modern}", ((node, _chain(owner, modern)),))
    if name == AUTO_SHARD and isinstance(statement, cst.Assign) and isinstance(value, bool):
        module, imports = bind_module(file, "tensorflow", "tf", node)
        policy = cst.parse_expression(f"{module}.{SHARD_POLICIES[value]}")
        replaced = ((node, _chain(owner, SHARD_POLICY)), (statement.value, policy))
        return Edit(node, f"{name} is now {SHARD_POLICY}", replaced, imports)
    if name in SPEED_OPTIONS and value is not ...:
        line = file.statement(node)
        if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1:
            return Edit(node, f"{name} is gone, and no element depended on it", remove(file, line))
    advice = _lost(name) or (f"set {SHARD_POLICY}" if name == AUTO_SHARD else _LEAVE_OUT)
    return Manual(node, f"{OPTIONS}.{name}", f"tf.data.Options has no {name}: this raises AttributeError", advice)


def _chain(owner: cst.BaseExpression, names: str) -> cst.BaseExpression:
    """The owner, with these attributes below it."""
    for name in names.split("."):
        owner = cst.Attribute(owner, cst.Name(name))
    return owner
