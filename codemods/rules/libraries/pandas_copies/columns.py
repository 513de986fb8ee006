"""Assignments by `loc` and the like that change the type of a column, which pandas 3 refuses."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.row_conditions import is_mask
from codemods.analysis.objects.library_objects import value_of
from codemods.analysis.objects.provenance import place
from codemods.analysis.pandas.pandas_columns import Column, is_everything
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.rules.libraries.pandas_copies.chained import numbers_for_texts, replaced
from codemods.source.arguments import keyword, literal, literal_key
from codemods.source.file import File, name_of
from codemods.types import Edit, Manual, Severity
from compat.tables.names.pandas_copies import ACCESSORS, URL


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


def columns_by_position(file: File, node: cst.Subscript) -> Iterator[Edit]:
    """`frame.iloc[:, 3] = x` as `frame.isetitem(3, x)`."""
    owner, target = node.value, file.parent(node)
    statement = file.parent(target) if isinstance(target, cst.AssignTarget) else None
    if not isinstance(owner, cst.Attribute) or owner.attr.value != "iloc" or len(node.slice) != 2:  # noqa: PLR2004
        return
    rows, place_of_column = node.slice[0].slice, node.slice[1].slice
    if not is_everything(rows) or not isinstance(statement, cst.Assign) or len(statement.targets) > 1:
        return
    line = file.parent(statement)
    if (
        not isinstance(line, cst.SimpleStatementLine | cst.SimpleStatementSuite)
        or held(file, owner.value) is not Held.FRAME
    ):
        return
    if (
        not isinstance(place_of_column, cst.Index)
        or not _is_number(file, place_of_column.value)
        or name_of(owner.value) is None
    ):
        return
    code = f"{file.code(owner.value)}.isetitem({file.code(place_of_column.value)}, {file.code(statement.value)})"
    said = "frame.iloc[:, n] = ... keeps the type of the column in pandas 3, or raises TypeError"
    yield Edit(node, f"{said} ({URL})", ((statement, cst.Expr(cst.parse_expression(code), statement.semicolon)),))


def _is_number(file: File, node: cst.BaseExpression) -> bool:
    """True for a whole number, and for the variable of a loop over `range(...)`."""
    if isinstance(node, cst.Name) and (binding := file.only_binding(node)) is not None and binding.node is not None:
        loop = file.parent(binding.node)
        is_loop = isinstance(loop, cst.For) and isinstance(loop.iter, cst.Call)
        return is_loop and isinstance(loop, cst.For) and file.is_builtin(getattr(loop.iter, "func", node), "range")
    return isinstance(literal(node), int) and not isinstance(literal(node), bool)


def other_types(file: File, node: cst.Subscript) -> Iterator[Manual]:
    """`frame.loc[i, "a"] = "x"` behind `frame["a"] = 0`: texts for a column of numbers, and the like."""
    owner = node.value
    if not isinstance(owner, cst.Attribute) or owner.attr.value not in ACCESSORS or len(node.slice) != 2:  # noqa: PLR2004
        return
    target, label = file.parent(node), node.slice[1].slice
    statement = file.parent(target) if isinstance(target, cst.AssignTarget) else None
    if not isinstance(statement, cst.Assign) or not isinstance(label, cst.Index) or name_of(owner.value) is None:
        return
    name, given = _label_of(label.value), _kind(file, statement.value)
    if held(file, owner.value) is not Held.FRAME:
        return
    first = {_kind(file, each, is_whole_column=True) for each in _first_values(file, owner.value, name)}
    had = first.pop() if len(first) == 1 else None
    if had == _WHOLE and given is None and _may_be_fraction(file, statement.value):
        said = f"a column of {had} takes no fraction in pandas 3: TypeError"
        advice = f"begin with a column of floats if there is one: {file.code(owner.value)}[...] = 0.0 ({URL})"
        yield Manual(node, "pandas: types of columns", said, advice, is_note=True)
    elif had is not None and given is not None and given not in _TAKEN[had]:
        said = f"a column of {had} takes no {given} in pandas 3: TypeError"
        advice = f"make the column one of objects: {file.code(owner.value)}[...] = None at first ({URL})"
        yield Manual(node, "pandas: types of columns", said, advice, severity=Severity.STOPS)


_WHOLE = "whole numbers"
_TAKEN = {
    "texts": {"texts"},
    _WHOLE: {_WHOLE},
    "numbers": {"numbers", _WHOLE},
}
"""What a column of a kind is given without an error."""


def _label_of(node: cst.BaseExpression) -> object:
    """The label of `"a"`, and of `frame.columns.get_loc("a")`."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "get_loc":
        return literal(node.args[0].value) if len(node.args) == 1 else ...
    return literal(node)


def _first_values(file: File, frame: cst.BaseExpression, label: object) -> Iterator[cst.BaseExpression]:
    """What `frame[label] = value` gives a column."""
    here = place(file, frame)
    yield from _columns_made(file, frame, label)
    for each in file.every(cst.Assign):
        for target in each.targets:
            if isinstance(target.target, cst.Subscript) and name_of(target.target.value) is not None:
                if literal_key(target.target) == label and place(file, target.target.value) == here:
                    yield each.value


def _columns_made(file: File, frame: cst.BaseExpression, label: object) -> Iterator[cst.BaseExpression]:
    """What `frame = pd.DataFrame({label: value})` gives a column."""
    made = value_of(file, frame)
    if not isinstance(made, cst.Call) or file.qualified_name(made.func) != "pandas.DataFrame":
        return
    data = made.args[0].value if made.args else None
    for each in data.elements if isinstance(data, cst.Dict) and keyword(made, "dtype") is None else ():
        if isinstance(each, cst.DictElement) and literal(each.key) == label:
            yield each.value


def _kind(file: File, node: cst.BaseExpression, *, is_whole_column: bool = False) -> str | None:
    """The kind of a value, or of a column that is set to it; None for what is not written out."""
    if isinstance(node, cst.List | cst.Tuple) and node.elements:
        kinds = {_kind(file, each.value) for each in node.elements}
        return kinds.pop() if len(kinds) == 1 else None
    if (file.qualified_name(node) or "").lower() == "numpy.nan":
        return "numbers"
    value = literal(node)
    if isinstance(value, str):
        return "texts"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return _WHOLE if isinstance(value, int) or (not is_whole_column and value.is_integer()) else "numbers"


def _may_be_fraction(file: File, node: cst.BaseExpression) -> bool:
    """True for what a model or another function gives, a division, and an element of one; not for len() and int()."""
    if isinstance(node, cst.BinaryOperation):
        return isinstance(node.operator, cst.Divide) or any(_may_be_fraction(file, x) for x in (node.left, node.right))
    if isinstance(node, cst.Subscript):
        return _may_be_fraction(file, node.value) if isinstance(node.value, cst.Subscript | cst.Call) else False
    if isinstance(node, cst.Call):
        name = node.func.attr.value if isinstance(node.func, cst.Attribute) else ""
        return file.is_builtin(node.func, "float") or name in ("mean", "predict", "predict_proba", "score", "std")
    value = file.only_value(node) if isinstance(node, cst.Name) else None
    return value is not None and not isinstance(value, cst.Name) and _may_be_fraction(file, value)


def _is_label(node: cst.BaseExpression) -> bool:
    return isinstance(literal(node), str | int)
