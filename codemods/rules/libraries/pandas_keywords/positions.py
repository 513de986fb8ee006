"""Numbers between the brackets of rows: since pandas 3 they are labels, and no positions."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.provenance import place
from codemods.analysis.pandas.pandas_columns import is_everything, key
from codemods.analysis.pandas.pandas_labels import (
    Rows,
    has_moved_rows,
    has_texts_for_labels,
    is_part,
    labels_of_rows,
    makers_of,
)
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.continued import continued
from codemods.source.arguments import argument, keyword, literal
from codemods.source.file import File, name_of, once_per_file
from codemods.source.walk import nodes
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import URL_2, URL_3
from compat.tables.names.pandas_members import REDUCING

_URL_1 = "https://pandas.pydata.org/docs/whatsnew/v1.0.0.html#removal-of-prior-version-deprecations-changes"
_COUNTED = "value_counts"
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


def axes(file: File, node: cst.Subscript) -> Iterator[Edit]:
    """`series[:, None]` as `series.to_numpy()[:, None]`, `frame[set(names)]` as a list, and `frame["2011-01"]`."""
    if isinstance(file.parent(node), cst.AssignTarget | cst.AugAssign | cst.Del):
        return
    if len(node.slice) == 2 and is_everything(node.slice[0].slice):  # noqa: PLR2004
        last = node.slice[1].slice
        is_axis = isinstance(last, cst.Index) and (
            name_of(last.value) == "None" or file.qualified_name(last.value) == "numpy.newaxis"
        )
        if is_axis and held(file, node.value) is Held.SERIES:
            new = node.with_changes(value=continued(node.value, "to_numpy()"))
            yield Edit(node, f"a series of pandas 2 gets no second axis ({URL_2})", ((node, new),))
        return
    index = key(node)
    owner = node.value
    if isinstance(owner, cst.Attribute) and owner.attr.value == "loc":
        owner = owner.value
    if index is None or held(file, owner) is not Held.FRAME:
        return
    text = literal(index)
    if _is_set(file, index):
        listed = cst.Call(cst.Name("list"), [cst.Arg(index)])
        yield Edit(node, f"pandas 2 takes no set between the brackets ({URL_2})", ((index, listed),))
    elif isinstance(text, str) and _PERIOD.fullmatch(text) and owner is node.value and _has_times(file, owner):
        new = node.with_changes(value=cst.Attribute(owner, cst.Name("loc")))
        yield Edit(
            node, f"a text between the brackets is a column in pandas 2, and no longer rows ({URL_2})", ((node, new),)
        )


_PERIOD = re.compile(r"[12]\d{3}(?:-\d\d?)?")
"""A year, or a month."""


def _has_times(file: File, frame: cst.BaseExpression) -> bool:
    makers = makers_of(file, frame) or []
    return labels_of_rows(file, frame) is Rows.WORDS and not any(keyword(each, "names") for each in makers)


def _is_set(file: File, node: cst.BaseExpression) -> bool:
    """True for a set, and for differences and the like of sets."""
    if isinstance(node, cst.Name):
        value = file.only_value(node)
        return value is not None and not isinstance(value, cst.Name) and _is_set(file, value)
    if isinstance(node, cst.BinaryOperation):
        is_sum = isinstance(node.operator, cst.Subtract | cst.BitAnd | cst.BitOr)
        return is_sum and _is_set(file, node.left) and _is_set(file, node.right)
    return isinstance(node, cst.Set | cst.SetComp) or (isinstance(node, cst.Call) and file.is_builtin(node.func, "set"))


def counted_positions(file: File, call: cst.Call) -> Iterator[Edit | Manual]:
    """`series.value_counts().argmax()` as `idxmax()`."""
    name = call.func.attr.value if isinstance(call.func, cst.Attribute) else ""
    if name not in ("argmax", "argmin") or call.args or not isinstance(call.func, cst.Attribute):
        return
    owner = call.func.value
    if held(file, owner) is not Held.SERIES or _is_place(file, call):
        return
    said = f"{name}() of a series is a position since pandas 1, and was a label"
    value = file.only_value(owner) if isinstance(owner, cst.Name) else owner
    if isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute) and value.func.attr.value == _COUNTED:
        new = call.func.with_changes(attr=cst.Name(f"idx{name[3:]}"))
        yield Edit(call, f"{said} ({_URL_1})", ((call.func, new),))
    elif _is_labelled(file, owner) and written_for(file).keras is not KerasLine.KERAS_3:
        yield Manual(call, f"pandas: {name}", said, f"write idx{name[3:]}() for the label ({_URL_1})", is_note=True)


def single_values(file: File, call: cst.Call) -> Iterator[Edit]:
    """`float(frame[frame["a"] == 1]["b"])` as `float(frame[...]["b"].item())`."""
    if not file.is_builtin(call.func, "float", "int") or len(call.args) != 1 or call.args[0].keyword is not None:
        return
    given = call.args[0].value
    if not call.args[0].star and held(file, given) is Held.SERIES and makers_of(file, given):
        said = f"{file.code(call.func)}() of pandas 3 takes no series, also of one value"
        yield Edit(call, f"{said} ({URL_3})", ((given, continued(given, "item()")),))


def _is_labelled(file: File, node: cst.BaseExpression) -> bool:
    """True if the labels of rows are seen to be other ones than their positions."""
    return labels_of_rows(file, node) is not None or has_moved_rows(file, node)


def _is_place(file: File, call: cst.Call) -> bool:
    """True for what stands between the brackets of `iloc`, `index` and `values`."""
    index = file.parent(call)
    element = file.parent(index) if isinstance(index, cst.Index) else None
    node = file.parent(element) if isinstance(element, cst.SubscriptElement) else None
    owner = node.value if isinstance(node, cst.Subscript) else None
    return isinstance(owner, cst.Attribute) and owner.attr.value in ("columns", "iloc", "index", "values")


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
