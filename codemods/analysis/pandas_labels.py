"""The labels of the columns of a frame, as far as the file shows what reads or makes it."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.provenance import steps_back
from codemods.analysis.row_conditions import is_mask
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from compat.tables.names.pandas_members import ALIKE

_READERS = frozenset({"pandas.read_csv", "pandas.read_excel", "pandas.read_table"})
_RELABELLING = frozenset({"add_prefix", "add_suffix", "rename", "rename_axis", "set_axis"})
_DEPTH = 10


def has_texts_for_labels(file: File, frame: cst.BaseExpression) -> bool:
    """True if each column of a frame has a text for its label."""
    makers = makers_of(file, frame) or []
    return bool(makers) and all(_names_columns(each) for each in makers)


def are_read(file: File, frame: cst.BaseExpression) -> bool:
    """True if readers make a frame."""
    makers = makers_of(file, frame) or []
    return bool(makers) and all(file.qualified_name(each.func) in _READERS for each in makers)


def has_no_numbers_for_rows(file: File, column: cst.BaseExpression) -> bool:
    """True if the rows of a frame, or of a column of it, have times or texts for labels."""
    makers = makers_of(file, column) or []
    return bool(makers) and all(_reads_times(each) or _names_rows(file, each) for each in makers)


def makers_of(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> list[cst.Call] | None:
    """The calls that read or make a frame, through what keeps its labels; None if the file does not tell."""
    if not depth:
        return None
    if isinstance(node, cst.Call):
        if (path := file.qualified_name(node.func)) is not None:
            return [node] if path in _READERS or path == "pandas.DataFrame" else None
        if isinstance(node.func, cst.Attribute) and node.func.attr.value in ALIKE - _RELABELLING:
            return makers_of(file, node.func.value, depth - 1)
    if isinstance(node, cst.Subscript):
        return makers_of(file, _whole(node), depth - 1)
    if isinstance(node, cst.Attribute) and not (steps_back(file, node) or ()):
        return makers_of(file, node.value, depth - 1)
    found: list[cst.Call] = []
    for step in steps_back(file, node) or ():
        makers = makers_of(file, step.value, depth - 1) if step.part is None else None
        if makers is None:
            return None
        found += makers
    return found or None


def is_part(file: File, node: cst.Subscript) -> bool:
    """True for some rows or columns of a frame, which is a frame."""
    index = node.slice[0].slice
    if not isinstance(index, cst.Index):
        return True
    return isinstance(index.value, cst.List) or is_mask(file, index.value)


def _whole(node: cst.Subscript) -> cst.BaseExpression:
    owner = node.value
    return owner.value if isinstance(owner, cst.Attribute) and owner.attr.value in ("iloc", "loc") else owner


def _names_columns(call: cst.Call) -> bool:
    """True if a frame is given texts for labels, or a reader takes them from the first line."""
    names = keyword(call, "columns") or keyword(call, "names")
    if names is not None:
        return isinstance(names.value, cst.List) and all(
            isinstance(literal(each.value), str) for each in names.value.elements
        )
    header = keyword(call, "header")
    if isinstance(call.func, cst.Attribute | cst.Name) and _last(call.func) != "DataFrame":
        return header is None or literal(header.value) in (0, "infer")
    data = call.args[0].value if call.args else None
    return isinstance(data, cst.Dict) and all(
        isinstance(each, cst.DictElement) and isinstance(literal(each.key), str) for each in data.elements
    )


def _reads_times(call: cst.Call) -> bool:
    index, dates = keyword(call, "index_col"), keyword(call, "parse_dates")
    is_index = index is not None and literal(index.value) is not None and literal(index.value) is not False
    return is_index and dates is not None and literal(dates.value) is not False


def _names_rows(file: File, call: cst.Call) -> bool:
    """True for `index=["a", "b"]`, and for an index of times."""
    index = keyword(call, "index")
    if index is None:
        return False
    if isinstance(index.value, cst.List):
        return bool(index.value.elements) and all(isinstance(literal(each.value), str) for each in index.value.elements)
    return isinstance(index.value, cst.Call) and file.qualified_name(index.value.func) == "pandas.date_range"


def _last(node: cst.Attribute | cst.Name) -> str:
    return node.attr.value if isinstance(node, cst.Attribute) else node.value
