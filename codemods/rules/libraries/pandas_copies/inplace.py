"""Methods that change a column in place: since pandas 3 they change a copy of it."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.provenance import place
from codemods.analysis.pandas.pandas_columns import Column, column
from codemods.source.arguments import keyword, literal, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity
from compat.tables.names.pandas_copies import IN_PLACE, URL


def in_place(file: File, call: cst.Call) -> Iterator[Edit | Manual]:
    """`frame["a"].fillna(0, inplace=True)` as `frame["a"] = frame["a"].fillna(0)`."""
    told = keyword(call, "inplace")
    if told is None or not isinstance(call.func, cst.Attribute) or call.func.attr.value not in IN_PLACE:
        return
    if literal(told.value) is False:
        return
    said = f"{call.func.attr.value}(inplace=True) changes a copy of the column in pandas 3"
    changed = column(file, call.func.value)
    statement = file.parent(call)
    if changed is None:
        found = _column_behind(file, call.func.value)
        if found is not None and _is_read_behind(file, found.frame, call):
            yield _report(file, call, found, said)
    elif isinstance(statement, cst.Expr) and literal(told.value) is True:
        rest = with_args(call, [arg for arg in call.args if arg is not told])
        new = cst.Assign([cst.AssignTarget(changed.target)], rest, semicolon=statement.semicolon)
        yield Edit(call, f"{said} ({URL})", ((statement, new),))
    else:
        yield _report(file, call, changed, said)


def _report(file: File, call: cst.Call, changed: Column, said: str) -> Manual:
    assert isinstance(call.func, cst.Attribute)
    target = file.code(changed.target)
    advice = f"assign the column: {target} = {target}.{call.func.attr.value}(...) ({URL})"
    return Manual(call, f"pandas: {call.func.attr.value}", said, advice, severity=Severity.NUMBERS)


def _column_behind(file: File, node: cst.BaseExpression) -> Column | None:
    """The column that a name stands for."""
    value = file.only_value(node) if isinstance(node, cst.Name) else None
    return column(file, value) if value is not None else None


def _is_read_behind(file: File, frame: cst.BaseExpression, node: cst.CSTNode) -> bool:
    """True if the same frame is read again below."""
    here, kind = place(file, frame), type(frame)
    uses = file.every(cst.Name) if kind is cst.Name else file.attributes
    return any(file.before(node, each) and place(file, each) == here for each in uses)
