"""The labels of the columns and rows of a frame, as far as the file shows what reads or makes it."""

from __future__ import annotations

from enum import Enum

import libcst as cst

from codemods.analysis.flow.row_conditions import is_mask
from codemods.analysis.objects.provenance import place, steps_back
from codemods.source.arguments import argument, keyword, literal, literal_key
from codemods.source.file import File, name_of, once_per_file
from compat.tables.names.pandas_members import ALIKE, MOVING

_READERS = frozenset({"pandas.read_csv", "pandas.read_excel", "pandas.read_table"})
_TIMES = frozenset({"pandas.DatetimeIndex", "pandas.date_range", "pandas.to_datetime"})
_RELABELLING = frozenset({"add_prefix", "add_suffix", "rename", "rename_axis", "set_axis"})
_KEEPING_ROWS = ALIKE - _RELABELLING - {"reset_index"} | {"squeeze"}
"""Methods whose results have the rows of their frame, or those that `set_index` makes of a column."""
_DEPTH = 10


def has_texts_for_labels(file: File, frame: cst.BaseExpression) -> bool:
    """True if each column of a frame has a text for its label."""
    makers = makers_of(file, frame) or []
    return bool(makers) and all(_names_columns(each) for each in makers)


def are_read(file: File, frame: cst.BaseExpression) -> bool:
    """True if readers make a frame."""
    makers = makers_of(file, frame) or []
    return bool(makers) and all(file.qualified_name(each.func) in _READERS for each in makers)


def has_column_of_words(file: File, frame: cst.BaseExpression) -> bool:
    """True if a frame is made with a column of texts, or gets one."""
    here = place(file, frame) if name_of(frame) is not None else None
    for each in file.every(cst.Assign) if here is not None else ():
        target = each.targets[0].target
        if isinstance(target, cst.Subscript) and isinstance(literal_key(target), str) and _is_word(each.value):
            if name_of(target.value) is not None and place(file, target.value) == here:
                return True
    made = [call.args[0].value for call in makers_of(file, frame) or [] if call.args]
    columns = [each.value for data in made if isinstance(data, cst.Dict) for each in data.elements]
    return any(_is_word(each) for each in columns)


def _is_word(node: cst.BaseExpression) -> bool:
    """True for a text, and for a list of texts."""
    if isinstance(node, cst.List):
        return bool(node.elements) and all(_is_word(each.value) for each in node.elements)
    return isinstance(literal(node), str)


class Rows(Enum):
    """The labels of the rows of a frame, or of a column of it."""

    WORDS = "texts or times"
    SET = "what a column holds"


def labels_of_rows(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> Rows | None:
    """What labels rows; None where it may be the numbers from zero on, and where the file does not tell."""
    if not depth:
        return None
    if isinstance(node, cst.Call):
        return _of_call(file, node, depth)
    if (given := _given_behind(file, node)) is not None:
        return given
    if isinstance(node, cst.Subscript):
        return labels_of_rows(file, _whole(node), depth - 1)
    steps = steps_back(file, node) or ()
    if isinstance(node, cst.Attribute) and not steps:
        return labels_of_rows(file, node.value, depth - 1)
    found = {labels_of_rows(file, each.value, depth - 1) if each.part is None else None for each in steps}
    if not found or None in found:
        return None
    return Rows.SET if Rows.SET in found else Rows.WORDS


def has_moved_rows(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True if the rows of a frame, or of a column of it, are seen to be sorted, or to be a part of those it had."""
    if not depth:
        return False
    if name_of(node) is not None and any(kept == place(file, node) for kept in _moved(file)):
        return True
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and file.qualified_name(node.func) is None:
        name = node.func.attr.value
        ignored = keyword(node, "ignore_index")
        if name == "reset_index" or name not in ALIKE | MOVING or ignored is not None:
            return False
        along = keyword(node, "axis") or keyword(node, "columns")
        return (name in MOVING and along is None) or has_moved_rows(file, node.func.value, depth - 1)
    if isinstance(node, cst.Subscript):
        index = node.slice[0].slice
        is_chosen = isinstance(index, cst.Index) and is_mask(file, index.value)
        return is_chosen or has_moved_rows(file, _whole(node), depth - 1)
    steps = steps_back(file, node) or ()
    if isinstance(node, cst.Attribute) and not steps:
        return has_moved_rows(file, node.value, depth - 1)
    return any(each.part is None and has_moved_rows(file, each.value, depth - 1) for each in steps)


@once_per_file
def _moved(file: File) -> list[object]:
    """The variables whose rows are moved in place."""
    found: list[object] = []
    for call in file.calls:
        inplace = keyword(call, "inplace")
        if isinstance(call.func, cst.Attribute) and inplace is not None and literal(inplace.value) is True:
            is_along = keyword(call, "axis") is not None or keyword(call, "columns") is not None
            if call.func.attr.value in MOVING and not is_along and name_of(call.func.value) is not None:
                found.append(place(file, call.func.value))
    return found


def _of_call(file: File, call: cst.Call, depth: int) -> Rows | None:
    path = file.qualified_name(call.func)
    if path is not None:
        is_known = path in _READERS or path == "pandas.DataFrame"
        return Rows.WORDS if is_known and (_reads_times(call) or _names_rows(file, call)) else None
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value not in _KEEPING_ROWS:
        return None
    owner = call.func.value
    return (
        _of_column(file, owner, call) if call.func.attr.value == "set_index" else labels_of_rows(file, owner, depth - 1)
    )


def _of_column(file: File, frame: cst.BaseExpression, call: cst.Call) -> Rows | None:
    """What `frame.set_index(column)` makes labels."""
    keys = argument(call, "keys")
    if keys is None or isinstance(keys.value, cst.List):
        return None
    return Rows.WORDS if _holds_words(file, frame, literal(keys.value)) else Rows.SET


def _given_behind(file: File, node: cst.BaseExpression) -> Rows | None:
    """What `frame.set_index(column, inplace=True)` and `frame.index = times` made labels, above `node`."""
    here, line = place(file, node) if name_of(node) is not None else None, file.line(node)
    for kept, at, rows in reversed(_given(file)) if here is not None else ():
        if kept == here and at < line:
            return rows
    return None


@once_per_file
def _given(file: File) -> list[tuple[object, int, Rows | None]]:
    """The variables whose rows get other labels in place, the lines where they do, and the labels."""
    found: list[tuple[object, int, Rows | None]] = []
    for call in file.calls:
        inplace = keyword(call, "inplace")
        if isinstance(call.func, cst.Attribute) and inplace is not None and literal(inplace.value) is True:
            owner, method = call.func.value, call.func.attr.value
            if name_of(owner) is not None and method in ("reset_index", "set_index"):
                rows = _of_column(file, owner, call) if method == "set_index" else None
                found.append((place(file, owner), file.line(call), rows))
    for assign in file.every(cst.Assign):
        target = assign.targets[0].target
        if isinstance(target, cst.Attribute) and target.attr.value == "index" and name_of(target.value) is not None:
            is_words = _makes_words(file, assign.value)
            found.append((place(file, target.value), file.line(assign), Rows.WORDS if is_words else Rows.SET))
    return sorted(found, key=lambda each: each[1])


def _holds_words(file: File, frame: cst.BaseExpression, label: object) -> bool:
    """True if a column of a frame holds texts or times, as what makes the frame or fills the column shows."""
    makers = makers_of(file, frame)
    if makers and all(_fills_with_words(file, each, label) for each in makers):
        return True
    here = place(file, frame) if name_of(frame) is not None else None
    for assign in file.every(cst.Assign) if here is not None else ():
        target = assign.targets[0].target
        if isinstance(target, cst.Subscript) and literal_key(target) == label and name_of(target.value) is not None:
            if place(file, target.value) == here and _makes_words(file, assign.value):
                return True
    return False


def _fills_with_words(file: File, call: cst.Call, label: object) -> bool:
    dates = keyword(call, "parse_dates")
    if dates is not None and isinstance(dates.value, cst.List):
        return any(literal(each.value) == label for each in dates.value.elements)
    data = call.args[0].value if call.args else None
    for each in data.elements if isinstance(data, cst.Dict) else ():
        if isinstance(each, cst.DictElement) and literal(each.key) == label:
            return _makes_words(file, each.value)
    return False


def _makes_words(file: File, node: cst.BaseExpression) -> bool:
    """True for a list of texts, and for what pandas makes times of."""
    if isinstance(node, cst.List):
        return bool(node.elements) and all(isinstance(literal(each.value), str) for each in node.elements)
    return isinstance(node, cst.Call) and file.qualified_name(node.func) in _TIMES


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
    return _makes_words(file, index.value)


def _last(node: cst.Attribute | cst.Name) -> str:
    return node.attr.value if isinstance(node, cst.Attribute) else node.value
