"""Groups of frames: by one column in a list, and several columns of them."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.objects.provenance import place
from codemods.analysis.pandas.pandas_calls import PandasCall
from codemods.analysis.pandas.pandas_labels import makers_of
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.continued import continued
from codemods.source.arguments import argument, keyword, literal, literal_key, named, with_args
from codemods.source.file import File, body_of, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import NUMPY_REDUCTIONS, URL_2, URL_3
from compat.tables.names.pandas_members import MEMBERS

_URL_1 = "https://pandas.pydata.org/docs/whatsnew/v1.0.0.html#removal-of-prior-version-deprecations-changes"
_NEW = KerasLine.KERAS_3

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


def reductions(file: File, call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`frame.groupby("a").agg(np.std)` as `agg("std")`, which divides by one less than NumPy."""
    if of.method in ("agg", "aggregate", "transform"):
        given = argument(call, "func")
        values = [given.value] if given is not None else []
        values += [arg.value for arg in call.args if arg.keyword is not None or arg.star == "**"]
    elif of.method == "pivot_table" or of.path in ("pandas.pivot_table", "pandas.crosstab"):
        given = keyword(call, "aggfunc")
        values = [given.value] if given is not None else []
    else:
        return
    is_grouped = isinstance(call.func, cst.Attribute) and groups_of(file, call.func.value) is not None
    if of.method and not is_grouped and (of.method == "transform" or not of.owner.is_of_pandas):
        return
    for each in dict.fromkeys(part for value in values for part in _parts(value)):
        name = NUMPY_REDUCTIONS.get(file.qualified_name(each) or "")
        if name is not None:
            said = f"{of.said} of pandas 3 calls {file.code(each)} as it is, and took it for {name}()"
            yield Edit(each, f"{said} ({URL_3})", ((each, cst.SimpleString(f'"{name}"')),))


def _parts(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The functions in a list, a tuple or a dictionary of some, or the one that is given."""
    if isinstance(node, cst.Dict | cst.List | cst.Tuple):
        return [part for each in node.elements for part in _parts(each.value)]
    return [node]


def renamed_results(file: File, call: cst.Call, of: PandasCall) -> Iterator[Edit | Manual]:
    """`frame.groupby("a")["b"].agg({"n": "sum"})`, which named its results, as `agg(**{"n": "sum"})`."""
    given = call.args[0] if call.args and call.args[0].keyword is None and not call.args[0].star else None
    if of.method not in ("agg", "aggregate") or given is None or not isinstance(call.func, cst.Attribute):
        return
    table = file.only_value(given.value) if isinstance(given.value, cst.Name) else given.value
    grouped = groups_of(file, call.func.value)
    if not isinstance(table, cst.Dict) or grouped is None:
        return
    said = f"{of.said} of pandas 1 and later names no results by a dictionary: SpecificationError"
    if grouped is Held.SERIES and len(call.args) == 1:
        unpacked = given.with_changes(star="**", value=given.value)
        yield Edit(call, f"{said} ({_URL_1})", ((call, with_args(call, [unpacked])),))
    elif any(isinstance(each.value, cst.Dict) for each in table.elements):
        yield Manual(call, f"pandas: {of.method}", said, f'write agg(name=("column", "sum")) ({_URL_1})')


def groups_of(file: File, node: cst.BaseExpression) -> Held | None:
    """What the groups are that an expression is: those of a frame, or of one column; None for anything else."""
    if isinstance(node, cst.Name):
        value = file.only_value(node)
        return groups_of(file, value) if value is not None and not isinstance(value, cst.Name) else None
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "groupby":
        return held(file, node.func.value) if file.qualified_name(node.func) is None else None
    if isinstance(node, cst.Subscript) and groups_of(file, node.value) is Held.FRAME:
        return Held.SERIES if isinstance(literal_key(node), str) else Held.FRAME
    if isinstance(node, cst.Attribute) and node.attr.value not in MEMBERS and groups_of(file, node.value) is Held.FRAME:
        return Held.SERIES
    return None


def counted(file: File, call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`frame["a"].value_counts().reset_index()`, whose columns were "index" and "a"."""
    inner = call.func.value if isinstance(call.func, cst.Attribute) else None
    if of.method not in ("reset_index", "to_frame") or call.args or not isinstance(inner, cst.Call):
        return
    column = inner.func.value if isinstance(inner.func, cst.Attribute) else None
    if not isinstance(column, cst.Subscript) or method_of(inner) != "value_counts":
        return
    name = literal_key(column)
    normalized = keyword(inner, "normalize")
    if not isinstance(name, str) or held(file, column) is not Held.SERIES or written_for(file).keras is _NEW:
        return
    if _are_named_below(file, call):
        return
    counts = "proportion" if normalized is not None and literal(normalized.value) is True else "count"
    text = f"rename_axis(None).rename({file.code(column.slice[0])})"
    said = f'value_counts() of pandas 2 calls its result "{counts}", and its index by the name of the column'
    yield Edit(call, f"{said} ({URL_2})", ((inner, continued(inner, text)),))


def _are_named_below(file: File, call: cst.Call) -> bool:
    """True for `x = column.value_counts().reset_index()` with `x.columns = ["a", "n"]` in the line below."""
    if method_of(call) == "to_frame":
        attribute = file.parent(call)
        outer = file.parent(attribute) if isinstance(attribute, cst.Attribute) else None
        return isinstance(outer, cst.Call) and method_of(outer) == "reset_index" and _are_named_below(file, outer)
    assign = file.parent(call)
    block = file.block(file.statement(call))
    if not isinstance(assign, cst.Assign) or len(assign.targets) != 1 or block is None or call.args:
        return False
    lines = [*body_of(block)]
    below = lines[lines.index(file.statement(call)) + 1 :][:1]
    named = [each for line in below for each in nodes(line, cst.AssignTarget)]
    columns = f"{file.code(assign.targets[0].target)}.columns"
    return [name_of(each.target) for each in named] == [columns]


def applied(file: File, call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`frame.groupby("a").apply(f)` as `frame.groupby("a")[list(frame)].apply(f)`, whose groups have the keys."""
    groups = call.func.value if isinstance(call.func, cst.Attribute) and of.method == "apply" else None
    if not isinstance(groups, cst.Call) or groups_of(file, groups) is not Held.FRAME:
        return
    frame = groups.func.value if isinstance(groups.func, cst.Attribute) else None
    by = argument(groups, "by")
    if (
        not isinstance(frame, cst.Name)
        or by is None
        or keyword(groups, "axis") is not None
        or not _are_labels(by.value)
    ):
        return
    if keyword(call, "include_groups") is not None or not _has_columns(file, frame):
        return
    whole = cst.Call(cst.Name("list"), [cst.Arg(frame.deep_clone())])
    new = cst.Subscript(groups, [cst.SubscriptElement(cst.Index(whole))])
    said = "groups that apply() of pandas 3 gives to a function lack the columns that they were made by"
    yield Edit(call, f"{said} ({URL_3})", ((groups, new),))


def _has_columns(file: File, frame: cst.Name) -> bool:
    """True for what is read or made as a frame, and for what the file asks for a column."""
    if makers_of(file, frame):
        return True
    here = place(file, frame)
    asked = (each for each in file.every(cst.Subscript) if isinstance(literal_key(each), str) and name_of(each.value))
    return any(place(file, each.value) == here for each in asked)


def _are_labels(node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.List):
        return bool(node.elements) and all(_are_labels(each.value) for each in node.elements)
    return isinstance(literal(node), str)


def several_keys(call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`frame.groupby(("a", "b"))` as `frame.groupby(["a", "b"])`."""
    by = argument(call, "by")
    if not of.is_method("groupby") or by is None or not isinstance(by.value, cst.Tuple) or len(by.value.elements) < 2:  # noqa: PLR2004
        return
    if all(isinstance(literal(each.value), str) for each in by.value.elements):
        new = cst.List(by.value.elements)
        yield Edit(call, f"a tuple is one key for groupby() since pandas 1 ({_URL_1})", ((by.value, new),))


def by_position(call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`series.rolling(3).apply(lambda part: part[-1])` with `raw=True`."""
    window = call.func.value if isinstance(call.func, cst.Attribute) and of.method == "apply" else None
    if not isinstance(window, cst.Call) or method_of(window) not in ("expanding", "rolling"):
        return
    function = call.args[0].value if call.args else None
    if not isinstance(function, cst.Lambda) or keyword(call, "raw") is not None or len(function.params.params) != 1:
        return
    name = function.params.params[0].name.value
    parts = [each for each in nodes(function.body, cst.Subscript) if name_of(each.value) == name]
    if parts and all(isinstance(literal_key(each), int) for each in parts):
        raw = named(cst.Arg(cst.Name("True")), "raw")
        said = "apply() of windows gives a series since pandas 1, whose labels a number between brackets is"
        yield Edit(call, f"{said} ({_URL_1})", ((call, with_args(call, [*call.args, raw])),))


def counted_windows(call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`series.rolling(3).count()` with `min_periods=0`."""
    window = call.func.value if isinstance(call.func, cst.Attribute) and of.method == "count" else None
    if not isinstance(window, cst.Call) or method_of(window) != "rolling" or any(arg.star for arg in window.args):
        return
    if keyword(window, "min_periods") is None and sum(arg.keyword is None for arg in window.args) < 2:  # noqa: PLR2004
        least = named(cst.Arg(cst.Integer("0")), "min_periods")
        said = "count() of windows that are not full is no number since pandas 2"
        yield Edit(call, f"{said} ({URL_2})", ((window, with_args(window, [*window.args, least])),))


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
