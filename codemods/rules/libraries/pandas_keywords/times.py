"""Times as whole numbers: pandas 3 counts in the unit of the column, which was always a nanosecond."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.provenance import steps_back
from codemods.analysis.pandas.pandas_labels import Rows, labels_of_rows
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.rewriting.continued import continued
from codemods.source.arguments import keyword, literal, literal_key
from codemods.source.file import File, once_per_file
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import URL_2, URL_3

_MAKERS = frozenset({"pandas.DatetimeIndex", "pandas.date_range", "pandas.to_datetime"})
_NUMBERS = frozenset({"int", "int64", "i8"})
_FLOATS = frozenset({"float", "float32", "float64"})
_DIFFERENCES = tuple(f"timedelta64[{unit}]" for unit in (*"DhmsMWY", "ms", "us"))
_DAYS = tuple(f"datetime64[{unit}]" for unit in "DhmMWY")
_PLAIN = "datetime64"
_COUNTED = "times read from texts count seconds or microseconds in pandas 3, and no longer nanoseconds"
_DEPTH = 5


def epochs(file: File, call: cst.Call) -> Iterator[Edit | Manual]:
    """`times.astype("int64")` as `times.astype("datetime64[ns]").astype("int64")`."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value not in ("astype", "view") or not call.args:
        return
    kind, owner = call.args[0].value, call.func.value
    if literal(kind) in _DIFFERENCES and held(file, owner).is_of_pandas:
        said = f"pandas has no numbers of {literal(kind)} any more: ValueError, or differences for numbers"
        yield Manual(call, "pandas: timedelta64", said, f"use .dt.days, or .dt.total_seconds() ({URL_3})")
    elif literal(kind) in _DAYS and held(file, owner).is_of_pandas:
        said = f"pandas has no {literal(kind)} any more: TypeError"
        yield Manual(
            call, "pandas: datetime64", said, f'use .dt.floor("D") for days, .dt.to_period(...) else ({URL_3})'
        )
    elif (literal(kind) == _PLAIN or file.qualified_name(kind) == "numpy.datetime64") and held(
        file, owner
    ).is_of_pandas:
        said = "pandas 2 takes no datetime64 without a unit: ValueError"
        yield Edit(call, f"{said} ({URL_2})", ((kind, cst.SimpleString('"datetime64[ns]"')),))
    times = _without_values(owner)
    is_array = times is not owner and call.func.attr.value == "astype"
    if not (_is_whole(file, kind) or (is_array and _is_float(file, kind))) or not _are_times(file, times, _DEPTH):
        return
    new = continued(owner, 'astype("datetime64[ns]")')
    if call.func.attr.value == "view" and times is owner and held(file, owner) is not Held.OTHER:
        whole = call.with_changes(func=cst.Attribute(new, cst.Name("astype")))
        yield Edit(call, f"{_COUNTED} ({URL_3})", ((call, whole),))
    else:
        yield Edit(call, f"{_COUNTED} ({URL_3})", ((owner, new),))


def counted_times(file: File, call: cst.Call) -> Iterator[Edit]:
    """`pd.to_numeric(times)` as `pd.to_numeric(times.astype("datetime64[ns]"))`."""
    if file.qualified_name(call.func) == "pandas.to_numeric" and call.args and not call.args[0].star:
        given = call.args[0].value
        if _are_times(file, given, _DEPTH):
            yield Edit(call, f"{_COUNTED} ({URL_3})", ((given, continued(given, 'astype("datetime64[ns]")')),))


def _is_whole(file: File, kind: cst.BaseExpression) -> bool:
    return literal(kind) in _NUMBERS or file.qualified_name(kind) == "numpy.int64" or file.is_builtin(kind, "int")


def _is_float(file: File, kind: cst.BaseExpression) -> bool:
    is_named = file.qualified_name(kind) in {f"numpy.{name}" for name in _FLOATS}
    return is_named or literal(kind) in _FLOATS or file.is_builtin(kind, "float")


def _without_values(node: cst.BaseExpression) -> cst.BaseExpression:
    return node.value if isinstance(node, cst.Attribute) and node.attr.value == "values" else node


def _are_times(file: File, node: cst.BaseExpression, depth: int) -> bool:
    if not depth:
        return False
    if isinstance(node, cst.Call):
        return file.qualified_name(node.func) in _MAKERS
    if isinstance(node, cst.Subscript):
        return literal_key(node) in _labels(file) and held(file, node).is_of_pandas
    if isinstance(node, cst.Attribute) and node.attr.value == "index" and held(file, node.value).is_of_pandas:
        return labels_of_rows(file, node.value) is Rows.WORDS
    if isinstance(node, cst.Attribute) and node.attr.value in _labels(file) and held(file, node).is_of_pandas:
        return True
    steps = steps_back(file, node) or [] if isinstance(node, cst.Name | cst.Attribute) else []
    return bool(steps) and all(each.part is None and _are_times(file, each.value, depth - 1) for each in steps)


@once_per_file
def _labels(file: File) -> frozenset[object]:
    """The labels of columns that hold times: those that are set to them, and those that readers parse."""
    found: set[object] = set()
    for each in file.every(cst.Assign):
        if isinstance(each.value, cst.Call) and file.qualified_name(each.value.func) in _MAKERS:
            found |= {literal_key(target.target) for target in each.targets if isinstance(target.target, cst.Subscript)}
    for call in file.calls:
        dates = keyword(call, "parse_dates")
        if dates is not None and isinstance(dates.value, cst.List):
            found |= {literal(each.value) for each in dates.value.elements}
    return frozenset(each for each in found if isinstance(each, str))
