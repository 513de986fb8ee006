"""Methods and attributes of frames and series that have another name today, or none."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import own_names
from codemods.analysis.bound_names import binds
from codemods.analysis.pandas_objects import Held, held
from codemods.rewriting.continued import continued
from codemods.source.arguments import named
from codemods.source.file import File
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import RENAMED, REPORTED, URL_2, Renamed

_WEEKS = ("week", "weekofyear")


def methods(file: File, node: cst.Attribute) -> Iterator[Edit | Manual]:
    """Edit or report a method or an attribute that is gone."""
    name = node.attr.value
    if binds(file, node) or file.qualified_name(node) is not None or name in own_names(file):
        return
    call = file.parent(node)
    is_called = isinstance(call, cst.Call) and call.func is node
    if name in RENAMED and is_called == RENAMED[name].is_called and _is_meant(file, node, RENAMED[name]):
        yield from _renamed(node, call if isinstance(call, cst.Call) and is_called else None)
    elif name in REPORTED and is_called:
        advice, is_told = REPORTED[name]
        of = held(file, node.value)
        if of.is_of_pandas or (is_told and of is Held.UNKNOWN):
            yield Manual(node, f"pandas: {name}", f"pandas has no {name} any more", f"{advice} ({URL_2})")
    elif name in _WEEKS and not is_called and isinstance(node.value, cst.Attribute) and node.value.attr.value == "dt":
        new = _with(node, 'isocalendar().week.astype("int64")')
        yield Edit(node, f"pandas has no {file.code(node)} any more ({URL_2})", ((node, new),))


def _is_meant(file: File, node: cst.Attribute, row: Renamed) -> bool:
    of = held(file, node.value)
    if of is Held.UNKNOWN or (of is Held.OTHER and node.attr.value == "iteritems"):
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
