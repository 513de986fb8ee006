"""Functions of pandas that are methods today, or make an index of a type."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.library_objects import value_of
from codemods.analysis.pandas.pandas_objects import held
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.continued import continued
from codemods.rewriting.parentheses import in_parentheses
from codemods.source.arguments import bind, keyword, literal, named
from codemods.source.file import File
from codemods.types import Edit, Import
from compat.tables.names.pandas_calls import (
    COUNTING,
    COUNTING_PLACES,
    EXPANDING_PLACES,
    INDICES,
    LISTED,
    ROLLING_PLACES,
    URL_2,
    URL_3,
    WEIGHING,
    WEIGHING_PLACES,
    WINDOW_KEYWORDS,
    WINDOWS,
)

_SERIES, _TIMES = "Series", "pandas.DatetimeIndex"


def former(file: File, call: cst.Call, path: str) -> Iterator[Edit]:
    """Edit a call of a function that is gone, where a method of what it is given does the same."""
    if any(arg.star for arg in call.args):
        return
    if path == COUNTING:
        yield from _counted(file, call)
    elif path in WINDOWS:
        kind, method = WINDOWS[path]
        yield from _windowed(file, call, kind, method, ROLLING_PLACES if kind == "rolling" else EXPANDING_PLACES)
    elif path in WEIGHING:
        yield from _windowed(file, call, "ewm", WEIGHING[path], WEIGHING_PLACES)
    elif path == _TIMES and any(keyword(call, name) is not None for name in ("start", "end", "periods")):
        pandas, imports = bind_module(file, "pandas", "pd", call)
        func = cst.parse_expression(f"{pandas}.date_range")
        said = f"a DatetimeIndex is not made of start= and the like since pandas 1 ({URL_2})"
        yield Edit(call, said, ((call.func, func),), imports)
    elif path in LISTED and call.args and _is_list(file, call.args[0].value):
        numpy, imports = bind_module(file, "numpy", "np", call)
        given = call.args[0].value
        array = cst.parse_expression(f"{numpy}.asarray({file.code(given)}, dtype=object)")
        if not _has_texts(file, given):
            array = cst.parse_expression(f"{numpy}.asarray({file.code(given)})")
        yield Edit(call, f"{path} takes no lists since pandas 3 ({URL_3})", ((given, array),), imports)
    elif path in INDICES and len(call.args) == 1 and call.args[0].keyword is None:
        pandas, imports = bind_module(file, "pandas", "pd", call)
        index = cst.parse_expression(f'{pandas}.Index({file.code(call.args[0].value)}, dtype="{INDICES[path]}")')
        said = f"{path} is pandas.Index of a type since pandas 2 ({URL_2})"
        yield Edit(call, said, ((call, index),), imports)


def _is_list(file: File, node: cst.BaseExpression) -> bool:
    value = value_of(file, node)
    if isinstance(value, cst.Call):
        return file.is_builtin(value.func, "list", "sorted")
    return isinstance(value, cst.List | cst.ListComp)


def _has_texts(file: File, node: cst.BaseExpression) -> bool:
    """False for a list that shows numbers only."""
    value = value_of(file, node)
    if not isinstance(value, cst.List):
        return True
    return not all(isinstance(literal(each.value), int | float) for each in value.elements)


def _counted(file: File, call: cst.Call) -> Iterator[Edit]:
    """`pandas.value_counts(x)` as `pandas.Series(x).value_counts()`."""
    bound = bind(call, *COUNTING_PLACES)
    if bound is None or COUNTING_PLACES[0] not in bound:
        return
    values, imports = bound.pop(COUNTING_PLACES[0]).value, tuple[Import, ...]()
    if not held(file, values).is_of_pandas:
        pandas, imports = bind_module(file, "pandas", "pd", call)
        values = cst.Call(cst.Attribute(cst.Name(pandas), cst.Name(_SERIES)), [cst.Arg(values.deep_clone())])
    new = _asked(values, "value_counts", bound).with_changes(lpar=call.lpar, rpar=call.rpar)
    yield Edit(call, f"pandas.value_counts is a method of series since pandas 3 ({URL_2})", ((call, new),), imports)


def _windowed(file: File, call: cst.Call, kind: str, method: str, places: tuple[str, ...]) -> Iterator[Edit]:
    """`pandas.rolling_mean(x, 3)` as `x.rolling(3).mean()`, if the file shows that `x` is of pandas."""
    bound = bind(call, *places)
    if bound is None or places[0] not in bound or not {*bound} <= {*places, *WINDOW_KEYWORDS}:
        return
    values = bound.pop(places[0]).value
    if not held(file, values).is_of_pandas:
        return
    window = _asked(values, kind, bound, first=None if kind != "rolling" else "window")
    new = cst.Call(cst.Attribute(window, cst.Name(method)), lpar=call.lpar, rpar=call.rpar)
    yield Edit(call, f"{file.code(call.func)} is a method of series and frames ({URL_2})", ((call, new),))


def _asked(values: cst.BaseExpression, method: str, bound: dict[str, cst.Arg], first: str | None = None) -> cst.Call:
    """`values.method(...)`, with names for all arguments but one that begins."""
    args = [named(arg, name) for name, arg in bound.items()]
    if args and next(iter(bound)) == first:
        args[0] = args[0].with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT)
    owner = continued(in_parentheses(values.deep_clone()), method)
    return cst.Call(owner, [arg.with_changes(comma=cst.MaybeSentinel.DEFAULT) for arg in args])
