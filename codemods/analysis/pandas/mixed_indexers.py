"""What `frame.ix[rows, columns]` was: `loc`, which takes labels, or `iloc`, which takes positions."""

from __future__ import annotations

from enum import Enum

import libcst as cst

from codemods.analysis.pandas.pandas_columns import is_everything, is_mask_of_rows
from codemods.analysis.pandas.pandas_labels import Rows, has_texts_for_labels, labels_of_rows
from codemods.source.arguments import literal
from codemods.source.file import File

LABELS, POSITIONS = "loc", "iloc"
_OF_TWO_AXES = 2


class _Key(Enum):
    """What a part between the brackets is looked up by; everything goes with both."""

    LABEL = LABELS
    POSITION = POSITIONS
    EVERYTHING = ":"


def indexer_of(file: File, node: cst.Attribute) -> str | None:
    """`loc` or `iloc` for the `frame.ix` of a subscript; None if its numbers may be labels or positions."""
    above = file.parent(node)
    if not isinstance(above, cst.Subscript) or above.value is not node or len(above.slice) > _OF_TWO_AXES:
        return None
    keys = [_of_rows(file, node.value, above.slice[0].slice)]
    keys += [_of_columns(file, node.value, each.slice) for each in above.slice[1:]]
    known = {each for each in keys if each is not _Key.EVERYTHING}
    if None in known or len(known) > 1:
        return None
    return POSITIONS if _Key.POSITION in known else LABELS


def _of_rows(file: File, frame: cst.BaseExpression, index: cst.BaseSlice) -> _Key | None:
    if is_everything(index):
        return _Key.EVERYTHING
    if isinstance(index, cst.Index) and (_is_text(index.value) or is_mask_of_rows(file, index.value)):
        return _Key.LABEL
    return _Key.POSITION if _is_of_numbers(index) and labels_of_rows(file, frame) is Rows.WORDS else None


def _of_columns(file: File, frame: cst.BaseExpression, index: cst.BaseSlice) -> _Key | None:
    if is_everything(index):
        return _Key.EVERYTHING
    if isinstance(index, cst.Index) and _is_text(index.value):
        return _Key.LABEL
    return _Key.POSITION if _is_of_numbers(index) and has_texts_for_labels(file, frame) else None


def _is_text(node: cst.BaseExpression) -> bool:
    """True for a text, and for a list of texts."""
    if isinstance(node, cst.List):
        return bool(node.elements) and all(_is_text(each.value) for each in node.elements)
    return isinstance(literal(node), str)


def _is_of_numbers(index: cst.BaseSlice) -> bool:
    """True for a whole number, a list of them, and a slice from one to another."""
    if isinstance(index, cst.Slice):
        return all(each is None or _is_number(each) for each in (index.lower, index.upper, index.step))
    value = index.value if isinstance(index, cst.Index) else None
    if isinstance(value, cst.List):
        return bool(value.elements) and all(_is_number(each.value) for each in value.elements)
    return value is not None and _is_number(value)


def _is_number(node: cst.BaseExpression) -> bool:
    value = literal(node)
    return isinstance(value, int) and not isinstance(value, bool)
