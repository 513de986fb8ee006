"""Columns of texts: arrays of them, and what stands for a missing text."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.pandas.pandas_calls import PandasCall
from codemods.analysis.pandas.pandas_columns import column
from codemods.analysis.pandas.pandas_labels import are_read
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, once_per_file
from codemods.types import Edit
from compat.tables.names.pandas_copies import TEXTS_URL

_OF_ARRAYS = frozenset({"flatten", "squeeze"})


def as_texts(file: File, call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`frame["a"].astype(str)` as `frame["a"].map(str)`, which makes "nan" of what is missing."""
    if of.method != "astype" or of.owner is not Held.SERIES or len(call.args) != 1:
        return
    assert isinstance(call.func, cst.Attribute)
    found = column(file, call.func.value)
    if found is None or not (file.is_builtin(call.args[0].value, "str") or literal(call.args[0].value) == "str"):
        return
    if not are_read(file, found.frame) or literal(found.label) is ... or literal(found.label) in _made(file):
        return
    func = call.func.with_changes(attr=cst.Name("map"))
    new = call.with_changes(func=func, args=[call.args[0].with_changes(value=cst.Name("str"), keyword=None)])
    said = "astype(str) of pandas 3 keeps missing values, which became the text 'nan'"
    yield Edit(call, f"{said} ({TEXTS_URL})", ((call, new),))


@once_per_file
def _made(file: File) -> frozenset[object]:
    """The labels of columns that the file sets, or lets a reader parse: they need not be what the reader made."""
    targets = (target.target for each in file.every(cst.Assign) for target in each.targets)
    found = [column(file, each) for each in targets if isinstance(each, cst.Attribute | cst.Subscript)]
    labels = {literal(each.label) for each in found if each is not None}
    dates = (keyword(call, "parse_dates") for call in file.calls)
    listed = [each.value for each in dates if each is not None and isinstance(each.value, cst.List)]
    labels |= {literal(each.value) for group in listed for each in group.elements}
    return frozenset(labels)


def arrays(file: File, node: cst.Attribute) -> Iterator[Edit]:
    """`frame["a"].values.flatten()` as `frame["a"].to_numpy().flatten()`: `values` of texts is no array of NumPy."""
    owner = node.value
    if node.attr.value not in _OF_ARRAYS or not isinstance(owner, cst.Attribute) or owner.attr.value != "values":
        return
    if held(file, owner.value) is Held.SERIES:
        new = cst.Call(owner.with_changes(attr=cst.Name("to_numpy")))
        said = "values of a column of texts is no array of NumPy in pandas 3"
        yield Edit(node, f"{said} ({TEXTS_URL})", ((owner, new),))
