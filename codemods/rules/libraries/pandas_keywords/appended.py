"""Frames and series that are appended to others, which is `pandas.concat` today."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.pandas.pandas_calls import PandasCall
from codemods.analysis.pandas.pandas_labels import makers_of
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind, keyword, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import URL_2

_TAKEN = frozenset({"ignore_index", "other", "sort", "verify_integrity"})


def appended(file: File, call: cst.Call, of: PandasCall) -> Iterator[Edit | Manual]:
    """`frame.append(rows, ignore_index=True)` as `pandas.concat([frame, rows], ignore_index=True)`."""
    if of.method != "append" or of.owner not in (Held.FRAME, Held.SERIES) or not isinstance(call.func, cst.Attribute):
        return
    bound = bind(call, "other", "ignore_index", "verify_integrity")
    said = f"append() of pandas is gone ({URL_2})"
    if bound is None or "other" not in bound or not {*bound} <= _TAKEN:
        return
    others = _parts(bound["other"].value)
    if any(held(file, each) is not of.owner for each in others) or _is_empty(file, call.func.value):
        yield Manual(call, "pandas: append", said, "use pandas.concat([frame, pandas.DataFrame(rows)])")
        return
    pandas, imports = bind_module(file, "pandas", "pd", call)
    parts = [call.func.value, *others]
    listed = cst.Arg(cst.List([cst.Element(each) for each in parts]))
    rest = [named(arg, name) for name, arg in bound.items() if name != "other"]
    concat = cst.Attribute(cst.Name(pandas), cst.Name("concat"))
    yield Edit(call, said, ((call, with_args(call, [listed, *rest]).with_changes(func=concat)),), imports)


def _parts(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    return [each.value for each in node.elements] if isinstance(node, cst.List) else [node]


def _is_empty(file: File, node: cst.BaseExpression) -> bool:
    """True for what begins as a frame of columns without rows, whose types today's `concat` keeps."""
    makers = makers_of(file, node) or ()
    return any(not any(arg.keyword is None for arg in each.args) and keyword(each, "columns") for each in makers)
