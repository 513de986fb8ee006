"""Arguments of pandas that lost their places, or their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from codemods.analysis.flow.places import surplus
from codemods.analysis.pandas.pandas_calls import PandasCall
from codemods.analysis.pandas.pandas_objects import Held
from codemods.source.arguments import is_one_of, keyword, literal, named, with_args
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import (
    AXES,
    FRAMES,
    FUNCTION_KEYWORDS,
    FUNCTIONS,
    METHOD_KEYWORDS,
    SERIES,
    TELLING,
    TEXTS,
    URL_2,
    Ended,
)
from compat.tables.names.places import Places

_ROWS = {Held.FRAME: (FRAMES,), Held.SERIES: (SERIES,), Held.TEXTS: (TEXTS,), Held.TIMES: ()}


def with_names(call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`frame.drop("label", 1)` as `frame.drop("label", axis=1)`."""
    found = [surplus(call, places) for places in _places(call, of)]
    if not found or not found[0] or any(each != found[0] for each in found):
        return
    names = found[0]
    if any(keyword(call, each) is not None for each in names.values()):
        return
    listed = ", ".join(f"{each}=" for each in names.values())
    said = f"pandas 2 takes {listed} of {of.said} by keyword only ({URL_2})"
    yield Edit(call, said, tuple((arg, named(arg, each)) for arg, each in names.items()))


def _places(call: cst.Call, of: PandasCall) -> list[Places]:
    if of.path:
        return [FUNCTIONS[of.path]] if of.path in FUNCTIONS else []
    if of.owner is Held.UNKNOWN and of.method not in TELLING and not _drops_along(call, of):
        return []
    owner = Held.FRAME if _sorts_by_columns(call, of) else of.owner
    return [rows[of.method] for rows in _ROWS.get(owner, (FRAMES, SERIES)) if of.method in rows]


def _sorts_by_columns(call: cst.Call, of: PandasCall) -> bool:
    """True for `x.sort_values("label", 0)`, which no series is asked for."""
    if of.method != "sort_values" or not call.args or call.args[0].keyword is not None:
        return False
    return isinstance(call.args[0].value, cst.SimpleString | cst.List)


def _drops_along(call: cst.Call, of: PandasCall) -> bool:
    """True for `x.drop("label", 1)`."""
    if of.method != "drop" or len(call.args) < 2 or call.args[1].keyword is not None:  # noqa: PLR2004
        return False
    return literal(call.args[1].value) in AXES


def without_ended(call: cst.Call, of: PandasCall) -> Iterator[Edit | Manual]:
    """Keywords that are gone: left out, renamed, or reported."""
    rows = _keywords(of)
    given = [arg for arg in call.args if arg.keyword is not None and arg.keyword.value in rows]
    left = [arg for arg in given if not _is_idle(rows, arg) and not _row(rows, arg).successor]
    for arg in left:
        said = f"{of.said} of pandas has no {_name(arg)}= any more"
        yield Manual(arg, f"pandas: {_name(arg)}", said, _row(rows, arg).advice)
    if len(left) < len(given):
        changed = [arg for arg in given if arg not in left]
        args = [_renamed(rows, arg) if arg in changed else arg for arg in call.args]
        said = f"{of.said} of pandas has no {', '.join(f'{_name(arg)}=' for arg in changed)} any more"
        new = with_args(call, [arg for arg in args if arg is not None])
        yield Edit(call, f"{said} ({URL_2})", ((call, new),))
    elif not given and _names_the_axis_twice(call, of):
        said = f"{of.said} of pandas takes no axis= beside columns= or index="
        yield Edit(call, said, ((call, with_args(call, [arg for arg in call.args if _name(arg) != "axis"])),))


def _keywords(of: PandasCall) -> Mapping[str, Ended]:
    if of.path:
        return FUNCTION_KEYWORDS.get(of.path, {})
    is_known = of.owner.is_of_pandas or (of.owner is Held.UNKNOWN and of.method in TELLING)
    return METHOD_KEYWORDS.get(of.method, {}) if is_known else {}


def _name(arg: cst.Arg) -> str:
    return arg.keyword.value if arg.keyword is not None else ""


def _row(rows: Mapping[str, Ended], arg: cst.Arg) -> Ended:
    return rows[_name(arg)]


def _is_idle(rows: Mapping[str, Ended], arg: cst.Arg) -> bool:
    row, value = _row(rows, arg), literal(arg.value)
    return row.is_always_idle or is_one_of(value, row.idle)


def _renamed(rows: Mapping[str, Ended], arg: cst.Arg) -> cst.Arg | None:
    return None if _is_idle(rows, arg) else named(arg, _row(rows, arg).successor)


def _names_the_axis_twice(call: cst.Call, of: PandasCall) -> bool:
    """True for `frame.drop(columns=names, axis=1)`."""
    names = {_name(arg) for arg in call.args}
    return of.is_method("drop") and "axis" in names and bool(names & {"columns", "index"}) and "" not in names
