"""Numbers between the brackets of rows: since pandas 3 they are labels, and no positions."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.provenance import place
from codemods.analysis.pandas.pandas_columns import key
from codemods.analysis.pandas.pandas_labels import Rows, has_texts_for_labels, is_part, labels_of_rows
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.source.arguments import argument, keyword, literal
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import URL_3
from compat.tables.names.pandas_members import REDUCING

_SAID = "a number between the brackets of a row or a series is a label in pandas 3, and no longer a position"


def positions(file: File, node: cst.Subscript) -> Iterator[Edit | Manual]:
    """`row[1]` as `row.iloc[1]`, where the labels of the row are texts."""
    index = key(node)
    position = literal(index) if index is not None else ...
    if not isinstance(position, int) or isinstance(position, bool):
        return
    frame = _frame_of_row(file, node.value)
    if frame is not None:
        is_meant = has_texts_for_labels(file, frame)
    elif isinstance(file.parent(node), cst.AssignTarget | cst.AugAssign) or held(file, node.value) is not Held.SERIES:
        return
    else:
        rows = labels_of_rows(file, node.value)
        is_meant = position < 0 or rows is Rows.WORDS
        if not is_meant and rows is Rows.SET:
            advice = f"write .iloc[{position}] if the index holds texts or times ({URL_3})"
            yield Manual(node, "pandas: position", _SAID, advice, is_note=True)
    if is_meant:
        new = node.with_changes(value=cst.Attribute(node.value, cst.Name("iloc")))
        said = _SAID
        yield Edit(node, f"{said} ({URL_3})", ((node, new),))


def _frame_of_row(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The frame of which an expression has a value for each column: a row, types, means."""
    if isinstance(node, cst.Name):
        return _rows(file).get(place(file, node))
    if isinstance(node, cst.Attribute) and node.attr.value == "dtypes":
        return _frame(file, node.value)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in REDUCING:
        along = argument(node, "axis")
        return _frame(file, node.func.value) if along is None or literal(along.value) in (0, "index") else None
    if isinstance(node, cst.Subscript) and isinstance(node.value, cst.Attribute) and len(node.slice) == 1:
        if node.value.attr.value in ("iloc", "loc") and not is_part(file, node):
            return _frame(file, node.value.value)
    return None


def _frame(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    return node if held(file, node) is Held.FRAME else None


@once_per_file
def _rows(file: File) -> dict[object, cst.BaseExpression]:
    """The names of rows, with their frames: of `frame.iterrows()`, and of `frame.apply(lambda row: ..., axis=1)`."""
    found: dict[object, cst.BaseExpression] = {}
    loops: list[cst.For | cst.CompFor] = [*file.every(cst.For), *file.every(cst.CompFor)]
    for call, target in ((each.iter, each.target) for each in loops):
        if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value == "iterrows":
            row = target.elements[1].value if isinstance(target, cst.Tuple) and len(target.elements) > 1 else None
            if isinstance(row, cst.Name) and _frame(file, call.func.value) is not None:
                found[place(file, row)] = call.func.value
    for call in file.calls:
        if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "apply" or not call.args:
            continue
        along, function = keyword(call, "axis"), call.args[0].value
        if along is None or literal(along.value) not in (1, "columns") or not isinstance(function, cst.Lambda):
            continue
        if len(function.params.params) == 1 and _frame(file, call.func.value) is not None:
            name = function.params.params[0].name.value
            uses = (each for each in nodes(function.body, cst.Name) if each.value == name)
            found.update((place(file, each), call.func.value) for each in uses)
    return found
