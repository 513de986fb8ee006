"""Times as whole numbers: pandas 3 counts in the unit of the column, which was always a nanosecond."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.provenance import steps_back
from codemods.analysis.pandas.pandas_objects import held
from codemods.rewriting.continued import continued
from codemods.source.arguments import keyword, literal, literal_key
from codemods.source.file import File, once_per_file
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import URL_3

_MAKERS = frozenset({"pandas.DatetimeIndex", "pandas.date_range", "pandas.to_datetime"})
_NUMBERS = frozenset({"int", "int64", "i8"})
_DIFFERENCES = tuple(f"timedelta64[{unit}]" for unit in "DhmMWY")
_DEPTH = 5


def epochs(file: File, call: cst.Call) -> Iterator[Edit | Manual]:
    """`times.astype("int64")` as `times.astype("datetime64[ns]").astype("int64")`."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value not in ("astype", "view") or not call.args:
        return
    kind, owner = call.args[0].value, call.func.value
    if literal(kind) in _DIFFERENCES and held(file, owner).is_of_pandas:
        said = f"pandas has no {literal(kind)} any more: ValueError"
        yield Manual(call, "pandas: timedelta64", said, f"use .dt.days, or .dt.total_seconds() ({URL_3})")
    is_number = literal(kind) in _NUMBERS or file.qualified_name(kind) == "numpy.int64" or file.is_builtin(kind, "int")
    if not is_number or not _are_times(file, _without_values(owner), _DEPTH):
        return
    said = "times read from texts count seconds or microseconds in pandas 3, and no longer nanoseconds"
    yield Edit(call, f"{said} ({URL_3})", ((owner, continued(owner, 'astype("datetime64[ns]")')),))


def _without_values(node: cst.BaseExpression) -> cst.BaseExpression:
    return node.value if isinstance(node, cst.Attribute) and node.attr.value == "values" else node


def _are_times(file: File, node: cst.BaseExpression, depth: int) -> bool:
    if not depth:
        return False
    if isinstance(node, cst.Call):
        return file.qualified_name(node.func) in _MAKERS
    if isinstance(node, cst.Subscript):
        return literal_key(node) in _labels(file) and held(file, node).is_of_pandas
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
