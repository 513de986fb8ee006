"""Assignments by `loc` that change the type of a column, which pandas 3 refuses."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.pandas_columns import Column, is_everything
from codemods.analysis.pandas_objects import Held, held, is_mask
from codemods.rewriting.pandas_chained import numbers_for_texts, replaced
from codemods.source.arguments import literal
from codemods.source.file import File, name_of
from codemods.types import Edit
from compat.tables.names.pandas_copies import URL


def whole_columns(file: File, node: cst.Subscript) -> Iterator[Edit]:
    """`frame.loc[:, "a"] = x` as `frame["a"] = x`; numbers for the texts of a column."""
    owner = node.value
    if not isinstance(owner, cst.Attribute) or owner.attr.value != "loc" or len(node.slice) != 2:  # noqa: PLR2004
        return
    rows, label = node.slice[0].slice, node.slice[1].slice
    target = file.parent(node)
    statement = file.parent(target) if isinstance(target, cst.AssignTarget) else None
    if not isinstance(label, cst.Index) or not isinstance(statement, cst.Assign) or len(statement.targets) > 1:
        return
    if name_of(owner.value) is None or held(file, owner.value) is not Held.FRAME or not _is_label(label.value):
        return
    whole = Column(owner.value, label.value)
    if is_everything(rows):
        said = "frame.loc[:, label] = ... keeps the type of the column in pandas 3, or raises TypeError"
        yield Edit(node, f"{said} ({URL})", ((node, whole.target),), still_runs=True)
    elif isinstance(rows, cst.Index) and is_mask(file, rows.value):
        if numbers_for_texts(file, whole, rows.value, statement.value):
            yield replaced(file, statement, whole, rows.value)


def _is_label(node: cst.BaseExpression) -> bool:
    return isinstance(literal(node), str | int)
