"""Methods and attributes of frames and series that have another name today, or none."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.flow.bound_names import binds
from codemods.analysis.objects.library_objects import made_by, value_of
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.rewriting.continued import continued
from codemods.source.arguments import named
from codemods.source.file import File, name_of
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import GONE_OF_SERIES, RENAMED, REPORTED, URL_2, WRITER, Renamed

_WEEKS = ("week", "weekofyear")
_TIMES = frozenset({"pandas.DatetimeIndex", "pandas.date_range", "pandas.to_datetime"})
_WITH_OFFSETS = ("first", "last")
"""Methods of frames that groups have as well, without arguments."""
_NAMED_ANYWHERE = ("is_monotonic", "iteritems", "weekday_name")
"""Names that tell, also of indices and of what no rule follows."""


def methods(file: File, node: cst.Attribute) -> Iterator[Edit | Manual]:
    """Edit or report a method or an attribute that is gone."""
    name = node.attr.value
    if binds(file, node) or file.qualified_name(node) is not None or name in own_names(file):
        return
    above = file.parent(node)
    call = above if isinstance(above, cst.Call) and above.func is node else None
    is_called = call is not None
    if name in RENAMED and is_called == RENAMED[name].is_called and _is_meant(file, node, RENAMED[name]):
        yield from _renamed(node, call)
    elif name in REPORTED and is_called:
        advice, is_told = REPORTED[name]
        of = held(file, node.value)
        if name in _WITH_OFFSETS and (of is Held.EITHER or not (isinstance(call, cst.Call) and call.args)):
            return
        if of.is_of_pandas or (is_told and of is Held.UNKNOWN):
            yield Manual(node, f"pandas: {name}", f"pandas has no {name} any more", f"{advice} ({URL_2})")
    elif name in GONE_OF_SERIES and not is_called and held(file, node.value) is Held.SERIES:
        said, advice = f"series of pandas have no {name} any more", f"ask the array: .to_numpy().{name} ({URL_2})"
        yield Manual(node, f"pandas: {name}", said, advice)
    elif name == "ftypes" and not is_called and held(file, node.value) is Held.FRAME:
        yield Manual(node, "pandas: ftypes", "frames of pandas have no ftypes any more", f"use .dtypes ({URL_2})")
    elif name == "save" and is_called and made_by(file, node.value) == WRITER:
        yield from _saved(file, node)
    elif name in _WEEKS and not is_called and _is_of_times(file, node.value):
        new = _with(node, 'isocalendar().week.astype("int64")')
        yield Edit(node, f"pandas has no {file.code(node)} any more ({URL_2})", ((node, new),))


def _is_of_times(file: File, node: cst.BaseExpression) -> bool:
    """True for `series.dt` and `frame.index`, and for what makes an index of times."""
    if isinstance(node, cst.Attribute) and node.attr.value in ("dt", "index"):
        return node.attr.value == "dt" or held(file, node.value).is_of_pandas
    return made_by(file, node) in _TIMES and held(file, node) is not Held.SERIES and not _makes_series(file, node)


def _makes_series(file: File, node: cst.BaseExpression) -> bool:
    """True for `pandas.to_datetime(frame["day"])`, which is a series."""
    call = value_of(file, node)
    return isinstance(call, cst.Call) and bool(call.args) and held(file, call.args[0].value) is not Held.OTHER


def _saved(file: File, node: cst.Attribute) -> Iterator[Edit | Manual]:
    """`writer.save()`, which closed the file as well."""
    said = f"an ExcelWriter has no save() since pandas 2: it is close() ({URL_2})"
    is_with = isinstance(node.value, cst.Name) and any(
        item.asname is not None and name_of(item.asname.name) == node.value.value
        for above in file.ancestors(node)
        for item in (above.items if isinstance(above, cst.With) else ())
    )
    if is_with:
        yield Manual(node, "pandas: save", said, "leave it out: with closes the file")
    else:
        yield Edit(node, said, ((node, node.with_changes(attr=cst.Name("close"))),))


def _is_meant(file: File, node: cst.Attribute, row: Renamed) -> bool:
    of = held(file, node.value)
    if of is Held.UNKNOWN or (of is Held.OTHER and node.attr.value in _NAMED_ANYWHERE):
        return row.is_told
    if of is Held.EITHER:
        return row.of == "both" or row.is_told
    return of in {"frame": (Held.FRAME,), "series": (Held.SERIES,)}.get(row.of, (Held.FRAME, Held.SERIES, Held.TIMES))


def _renamed(node: cst.Attribute, call: cst.Call | None) -> Iterator[Edit]:
    row = RENAMED[node.attr.value]
    new = _with(node, row.successor)
    said = f"pandas has no {node.attr.value} any more: it is {row.successor} ({URL_2})"
    if call is None or not row.keyword:
        yield Edit(node, said, ((node, new),))
    elif call.args and call.args[0].keyword is None and not call.args[0].star:
        yield Edit(node, said, ((node, new), (call.args[0], named(call.args[0], row.keyword))))


def _with(node: cst.Attribute, successor: str) -> cst.BaseExpression:
    return continued(node.value, successor).with_changes(lpar=node.lpar, rpar=node.rpar)
