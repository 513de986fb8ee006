"""Assignments to a part of a column: since pandas 3 they change a copy of it."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.row_conditions import is_mask
from codemods.analysis.pandas.pandas_columns import Column, column, is_mask_of_rows, key
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.source.arguments import literal, literal_key
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Severity
from compat.tables.names.pandas_copies import ACCESSORS, URL

_COPY = "the column is a copy in pandas 3, and the frame stays as it was"


def chained(file: File, node: cst.Subscript) -> Iterator[Edit | Manual]:
    """`frame["a"][mask] = 3` as `frame.loc[mask, "a"] = 3`, for what is assigned to."""
    owner = node.value
    if isinstance(owner, cst.Attribute) and owner.attr.value in ACCESSORS:
        if (whole := column(file, owner.value)) is not None and not _is_all_rows(owner.value):
            yield from _through(file, node, whole, owner.attr.value)
    elif isinstance(owner, cst.Attribute) and owner.attr.value == "values":
        if held(file, owner.value).is_of_pandas and name_of(_root(owner.value)) is not None:
            said = f"{file.code(owner)} is read-only in pandas 3: ValueError"
            advice = f"assign to the frame: frame.iloc[rows, columns] = ... ({URL})"
            yield Manual(node, "pandas: values", said, advice, severity=Severity.STOPS)
    elif (whole := column(file, owner)) is not None:
        index = key(node)
        if index is not None and is_mask_of_rows(file, index):
            yield from _masked(file, node, whole, index)
        else:
            advice = f"write {file.code(whole.frame)}.loc[label, {file.code(whole.label)}] = ... ({URL})"
            yield Manual(node, "pandas: chained assignment", _COPY, advice, severity=Severity.NUMBERS)
    elif (frame := _row_of(file, node)) is not None and isinstance(literal_key(node), str):
        label = file.code(node.slice[0])
        said = "the row is a copy in pandas 3; it was the frame's own where all columns had one type"
        advice = f"write {frame}.loc[row, {label}] = ... ({URL})"
        yield Manual(node, "pandas: chained assignment", said, advice, severity=Severity.NUMBERS)


def _masked(file: File, node: cst.Subscript, whole: Column, mask: cst.BaseExpression) -> Iterator[Edit]:
    statement = _assignment(file, node)
    if statement is not None and numbers_for_texts(file, whole, mask, statement.value):
        yield replaced(file, statement, whole, mask)
    else:
        new = whole.at("loc", mask)
        yield Edit(node, f"{_COPY} ({URL})", ((node, new),))


def _through(file: File, node: cst.Subscript, whole: Column, accessor: str) -> Iterator[Edit | Manual]:
    """`frame["a"].iloc[i] = 3`, and its like."""
    if len(node.slice) == 1:
        label: cst.BaseExpression = whole.label
        if accessor in ("iat", "iloc"):
            columns = cst.Attribute(cst.Attribute(whole.frame, cst.Name("columns")), cst.Name("get_loc"))
            label = cst.Call(columns, [cst.Arg(label)])
        parts = [node.slice[0], cst.SubscriptElement(cst.Index(label))]
        new = cst.Subscript(cst.Attribute(whole.frame, cst.Name(accessor)), parts)
        yield Edit(node, f"{_COPY} ({URL})", ((node, new),))
    else:
        advice = f"write {file.code(whole.frame)}.loc[(...), {file.code(whole.label)}] = ... ({URL})"
        yield Manual(node, "pandas: chained assignment", _COPY, advice, severity=Severity.NUMBERS)


def _is_all_rows(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Subscript) and isinstance(node.value, cst.Attribute)


def _row_of(file: File, node: cst.Subscript) -> str | None:
    """The frame of `frame.loc[i]["a"]`, where that is one row."""
    row = node.value
    if not isinstance(row, cst.Subscript) or not isinstance(row.value, cst.Attribute) or len(row.slice) > 1:
        return None
    if row.value.attr.value not in ("iloc", "loc") or held(file, row.value.value) is not Held.FRAME:
        return None
    index = key(row)
    is_row = index is not None and not isinstance(index, cst.List) and not is_mask(file, index)
    return file.code(row.value.value) if is_row else None


def _root(node: cst.BaseExpression) -> cst.BaseExpression:
    """What the subscripts of an expression begin with."""
    while isinstance(node, cst.Subscript):
        node = node.value
    return node


def _assignment(file: File, node: cst.Subscript) -> cst.Assign | None:
    """The plain assignment to a target, and to nothing else."""
    statement = file.parent(file.parent(node) or node)
    return statement if isinstance(statement, cst.Assign) and len(statement.targets) == 1 else None


def numbers_for_texts(file: File, whole: Column, mask: cst.BaseExpression, value: cst.BaseExpression) -> bool:
    """True if a column that is compared with a text is given a number, which a column of texts does not take."""
    if isinstance(literal(value), str) or literal(value) is ... or literal(value) is None:
        return False
    for each in nodes(mask, cst.Comparison):
        sides = (each.left, each.comparisons[0].comparator)
        for side, other in (sides, sides[::-1]):
            found = column(file, side)
            if found is not None and _is_same(file, found, whole) and isinstance(literal(other), str):
                return True
    return False


def _is_same(file: File, one: Column, other: Column) -> bool:
    labels = (literal(one.label), literal(other.label))
    is_of_one_frame = file.code(one.frame) == file.code(other.frame)
    return is_of_one_frame and (labels[0] == labels[1] if ... not in labels else one.label is other.label)


def replaced(file: File, statement: cst.Assign, whole: Column, mask: cst.BaseExpression) -> Edit:
    """`frame["a"] = frame["a"].mask(frame["a"] == "x", 1)`, which takes the column for what it becomes."""
    target = statement.targets[0]
    call = cst.Call(cst.Attribute(whole.target, cst.Name("mask")), [cst.Arg(mask), cst.Arg(statement.value)])
    new = statement.with_changes(targets=[target.with_changes(target=whole.target)], value=call)
    said = f"{file.code(whole.target)} is a column of texts, which takes no number in pandas 3: TypeError"
    return Edit(target.target, f"{said} ({URL})", ((statement, new),))
