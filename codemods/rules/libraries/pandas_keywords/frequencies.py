"""Aliases of frequencies, periods and units of time that went with pandas 3."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import libcst as cst

from codemods.analysis.objects.library_objects import value_of
from codemods.analysis.pandas.pandas_calls import PandasCall
from codemods.analysis.pandas.pandas_objects import Held
from codemods.source.arguments import argument, literal
from codemods.source.file import File
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import OFFSETS, PERIODS, UNITS, URL_3

_PART = re.compile(r"(?P<count>\d*\.?\d*)(?P<alias>[A-Za-z]+)(?P<anchor>-[A-Za-z]{3})?")
_WHOLE = re.compile(
    rf"(?:{_PART.pattern.replace('?P<count>', '?:').replace('?P<alias>', '?:').replace('?P<anchor>', '?:')})+"
)
_FUNCTIONS: dict[str, tuple[str, int, Mapping[str, str]]] = {
    "pandas.DatetimeIndex": ("freq", 1, OFFSETS),
    "pandas.Grouper": ("freq", 2, OFFSETS),
    "pandas.Period": ("freq", 1, PERIODS),
    "pandas.Timedelta": ("unit", 1, UNITS),
    "pandas.bdate_range": ("freq", 3, OFFSETS),
    "pandas.date_range": ("freq", 3, OFFSETS),
    "pandas.period_range": ("freq", 3, PERIODS),
    "pandas.timedelta_range": ("freq", 3, OFFSETS),
    "pandas.to_timedelta": ("unit", 1, UNITS),
}
_METHODS: dict[str, tuple[str, int, Mapping[str, str]]] = {
    "asfreq": ("freq", 0, OFFSETS),
    "ceil": ("freq", 0, OFFSETS),
    "floor": ("freq", 0, OFFSETS),
    "resample": ("rule", 0, OFFSETS),
    "rolling": ("window", 0, OFFSETS),
    "round": ("freq", 0, OFFSETS),
    "shift": ("freq", 1, OFFSETS),
    "to_period": ("freq", 0, PERIODS),
}
_TOLD = frozenset({"resample", "to_period"})
"""Methods that nothing else has in a file that imports pandas, where they get a text."""


def frequencies(file: File, call: cst.Call, of: PandasCall) -> Iterator[Edit | Manual]:
    """`resample("M")` as `resample("ME")`."""
    row = _FUNCTIONS.get(of.path) if of.path else _METHODS.get(of.method)
    is_known = bool(of.path) or of.owner.is_of_pandas or of.owner is Held.TIMES or of.method in _TOLD
    arg = argument(call, *row[:2]) if row is not None and is_known and of.owner is not Held.TEXTS else None
    if row is None or arg is None:
        return
    value = value_of(file, arg.value)
    new = _today(value, row[2])
    if new is None or value is None:
        return
    said = f"pandas 3 has no frequency {file.code(value)}: it is {new.value} ({URL_3})"
    if value is arg.value:
        yield Edit(call, said, ((value, new),))
    else:
        yield Manual(call, "pandas: frequency", said, f"write {new.value} where the name is set", culprit=value)


def _today(value: cst.BaseExpression | None, aliases: Mapping[str, str]) -> cst.SimpleString | None:
    """The text with the aliases of today; None for what needs none."""
    text = literal(value) if isinstance(value, cst.SimpleString) else None
    if not isinstance(value, cst.SimpleString) or not isinstance(text, str) or _WHOLE.fullmatch(text) is None:
        return None
    new = _PART.sub(lambda part: _replaced(part, aliases), text)
    return value.with_changes(value=value.value.replace(text, new)) if new != text else None


def _replaced(part: re.Match[str], aliases: Mapping[str, str]) -> str:
    alias = part["alias"]
    return f"{part['count']}{aliases.get(alias, alias)}{part['anchor'] or ''}"
