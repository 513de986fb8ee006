"""Columns of frames, as expressions: `frame["label"]`, `frame[name]`, `frame.label`, `frame.loc[:, "label"]`."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.row_conditions import is_mask
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.source.arguments import literal
from codemods.source.file import File, name_of

_NUMPY_CONDITIONS = frozenset({"numpy.isfinite", "numpy.isinf", "numpy.isnan"})


class Column(NamedTuple):
    """A column of a frame that has a name: `frame["label"]` has the label `"label"`."""

    frame: cst.BaseExpression
    label: cst.BaseExpression

    @property
    def target(self) -> cst.Subscript:
        """The column as an assignment binds it."""
        return cst.Subscript(self.frame, [cst.SubscriptElement(cst.Index(self.label))])

    def at(self, accessor: str, key: cst.BaseExpression) -> cst.Subscript:
        """`frame.loc[key, "label"]`."""
        parts = [cst.SubscriptElement(cst.Index(each)) for each in (key, self.label)]
        return cst.Subscript(cst.Attribute(self.frame, cst.Name(accessor)), parts)


def column(file: File, node: cst.BaseExpression) -> Column | None:
    """The column that an expression is, of a frame that a name stands for."""
    if isinstance(node, cst.Attribute):
        is_column = _is_frame(file, node.value) and held(file, node) is Held.SERIES
        return Column(node.value, cst.SimpleString(f'"{node.attr.value}"')) if is_column else None
    if not isinstance(node, cst.Subscript):
        return None
    if isinstance(node.value, cst.Attribute) and node.value.attr.value == "loc":
        label = _of_all_rows(node)
        return Column(node.value.value, label) if label is not None and _is_frame(file, node.value.value) else None
    label = key(node)
    if label is None or not _is_frame(file, node.value) or not _is_label(file, label):
        return None
    return Column(node.value, label)


def key(node: cst.Subscript) -> cst.BaseExpression | None:
    """What stands alone between the brackets."""
    index = node.slice[0].slice if len(node.slice) == 1 else None
    return index.value if isinstance(index, cst.Index) and index.star is None else None


def is_everything(index: cst.BaseSlice) -> bool:
    """True for the slice `:`."""
    return isinstance(index, cst.Slice) and index.lower is None and index.upper is None and index.step is None


def is_mask_of_rows(file: File, node: cst.BaseExpression) -> bool:
    """True for a condition of which the file shows that it has a value for each row."""
    if isinstance(node, cst.Comparison):
        sides = (node.left, node.comparisons[0].comparator)
        return is_mask(file, node) and any(_has_rows(file, each) for each in sides)
    if isinstance(node, cst.BinaryOperation):
        return is_mask(file, node) and is_mask_of_rows(file, node.left) and is_mask_of_rows(file, node.right)
    if isinstance(node, cst.UnaryOperation):
        return is_mask(file, node) and is_mask_of_rows(file, node.expression)
    if isinstance(node, cst.Call) and file.qualified_name(node.func) in _NUMPY_CONDITIONS:
        return len(node.args) == 1 and _has_rows(file, node.args[0].value)
    if isinstance(node, cst.Name):
        value = file.only_value(node)
        return value is not None and not isinstance(value, cst.Name) and is_mask_of_rows(file, value)
    return is_mask(file, node)


def _has_rows(file: File, node: cst.BaseExpression) -> bool:
    """True for frames and series, and for their `values` and `index`."""
    if isinstance(node, cst.Attribute) and node.attr.value in ("index", "values"):
        node = node.value
    return held(file, node).is_of_pandas


def _of_all_rows(node: cst.Subscript) -> cst.BaseExpression | None:
    """The label of `frame.loc[:, "label"]`."""
    rows, label = (node.slice[0].slice, node.slice[-1].slice) if len(node.slice) == 2 else (None, None)  # noqa: PLR2004
    if rows is None or not is_everything(rows) or not isinstance(label, cst.Index):
        return None
    return label.value if isinstance(literal(label.value), str | int) else None


def _is_frame(file: File, node: cst.BaseExpression) -> bool:
    return name_of(node) is not None and held(file, node) is Held.FRAME


def _is_label(file: File, label: cst.BaseExpression) -> bool:
    """True for a text, a number and a name that stands for one, as the variable of a loop over columns may."""
    if isinstance(literal(label), str | int):
        return True
    if not isinstance(label, cst.Name) or held(file, label).is_of_pandas:
        return False
    values = file.definitions(label)
    if values is None:
        return any(isinstance(file.parent(each.node), cst.For) for each in file.assignments(label) if each.node)
    return all(isinstance(each, cst.SimpleString | cst.FormattedString | cst.Integer) for each in values)
