"""Groups of frames: by one column in a list, and several columns of them."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.pandas_calls import PandasCall
from codemods.analysis.pandas_objects import Held
from codemods.source.arguments import argument
from codemods.source.file import File
from codemods.types import Edit
from compat.tables.names.pandas_calls import URL_2

_BY_KEY = frozenset({"get_group", "groups", "indices"})


def keys(file: File, call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`for key, rows in frame.groupby(["a"])` as `groupby("a")`, whose keys are no tuples."""
    by = argument(call, "by")
    if of.method != "groupby" or not (of.owner.is_of_pandas or of.owner is Held.UNKNOWN) or by is None:
        return
    only = by.value.elements[0] if isinstance(by.value, cst.List) and len(by.value.elements) == 1 else None
    if not isinstance(only, cst.Element) or not _gives_keys(file, call):
        return
    said = "groupby() of pandas 2 makes tuples the keys for a list of one column; they were the values themselves"
    yield Edit(call, f"{said} ({URL_2})", ((by.value, only.value),))


def _gives_keys(file: File, call: cst.Call) -> bool:
    """True where a loop runs over the groups, a name or a function gets them, or one is asked for by its key."""
    above = file.parent(call)
    if isinstance(above, cst.Attribute):
        return above.attr.value in _BY_KEY
    return isinstance(above, cst.For | cst.CompFor | cst.Arg | cst.Assign)


def columns(file: File, node: cst.Subscript) -> Iterator[Edit]:
    """`frame.groupby("a")["b", "c"]` as `frame.groupby("a")[["b", "c"]]`."""
    owner = node.value
    value = file.only_value(owner) if isinstance(owner, cst.Name) else owner
    if not isinstance(value, cst.Call) or not isinstance(value.func, cst.Attribute) or len(node.slice) == 1:
        return
    names = [each.slice.value for each in node.slice if isinstance(each.slice, cst.Index)]
    is_of_frame = value.func.attr.value == "groupby" and file.qualified_name(value.func) is None
    if not is_of_frame or len(names) < len(node.slice):
        return
    listed = cst.List([cst.Element(each) for each in names])
    new = node.with_changes(slice=[cst.SubscriptElement(cst.Index(listed))])
    yield Edit(node, f"groups of pandas 2 take several columns in a list only ({URL_2})", ((node, new),))
