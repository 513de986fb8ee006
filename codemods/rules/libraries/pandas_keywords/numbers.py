"""Reductions of frames, which left out columns of texts by themselves."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.pandas.pandas_calls import PandasCall
from codemods.analysis.pandas.pandas_columns import is_everything
from codemods.analysis.pandas.pandas_labels import are_read, has_column_of_words
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.rules.libraries.pandas_keywords.groups import groups_of
from codemods.source.arguments import argument, keyword, literal, literal_key, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import NUMERIC_OF_FRAMES, NUMERIC_OF_GROUPS, OF_COLUMNS, TABLES, URL_2, URL_3

_CONCAT, _RESAMPLE = "pandas.concat", "resample"
_PLACE = 3
"""The first place that `numeric_only` has had."""


def numbers(file: File, call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`frame.mean()` as `frame.mean(numeric_only=True)`, where the frame may have columns of texts."""
    frame = _frame(file, call, of)
    if frame is None or not may_have_texts(file, frame):
        return
    given = [each for each in call.args if each.keyword is None]
    if (
        keyword(call, "numeric_only")
        or keyword(call, "level")
        or any(e.star for e in call.args)
        or len(given) >= _PLACE
    ):
        return
    said = f"{of.said} of pandas 2 no longer leaves out columns of texts"
    only = named(cst.Arg(cst.Name("True")), "numeric_only")
    yield Edit(call, f"{said} ({URL_2})", ((call, with_args(call, [*call.args, only])),))


def tables(call: cst.Call, of: PandasCall) -> Iterator[Manual]:
    """The note on `frame.corr()` of a frame that may have columns of texts or not."""
    if of.method in ("corr", "cov") and of.owner is Held.FRAME and not call.args:
        said = f"{of.method}() of pandas 2 no longer leaves out columns of texts: ValueError"
        advice = f"write {of.method}(numeric_only=True) if the frame has such columns ({URL_2})"
        yield Manual(call, f"pandas: {of.method}", said, advice, is_note=True)


def pivoted(file: File, call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`frame.pivot_table(index="a")` with `numeric_only=True`, where the frame may have columns of texts."""
    if of.path == "pandas.pivot_table":
        data = argument(call, "data")
        frame = data.value if data is not None else None
    else:
        is_method = of.is_method("pivot_table") and isinstance(call.func, cst.Attribute)
        frame = call.func.value if is_method and isinstance(call.func, cst.Attribute) else None
    if frame is None or any(arg.star for arg in call.args) or not may_have_texts(file, frame):
        return
    if sum(arg.keyword is None for arg in call.args) > (1 if of.path else 0):
        return
    given = keyword(call, "aggfunc")
    kind = _reduction(file, given.value) if given is not None else "mean"
    if kind not in TABLES or keyword(call, "values") is not None or keyword(call, "numeric_only") is not None:
        return
    args = [arg for arg in call.args if arg is not given]
    args += [named(cst.Arg(cst.SimpleString(f'"{kind}"')), "aggfunc")] if given is not None else []
    args.append(named(cst.Arg(cst.Name("True")), "numeric_only"))
    said = "pivot_table() of pandas 2 no longer leaves out columns of texts"
    yield Edit(call, f"{said} ({URL_2})", ((call, with_args(call, args)),))


def _reduction(file: File, node: cst.BaseExpression) -> object:
    """The name of a reduction, `"mean"` of `numpy.mean`."""
    path = file.qualified_name(node) or ""
    return path.removeprefix("numpy.") if path.startswith("numpy.") else literal(node)


def of_numpy(file: File, call: cst.Call) -> Iterator[Edit]:
    """`np.mean(frame)` as `np.mean(frame, axis=0)`."""
    if file.qualified_name(call.func) not in OF_COLUMNS or len(call.args) != 1 or call.args[0].star:
        return
    given = call.args[0]
    if given.keyword is not None or held(file, given.value) is not Held.FRAME:
        return
    said = f"{file.code(call.func)} of a frame is one number in pandas 3, and was one for each column"
    along = named(cst.Arg(cst.Integer("0")), "axis")
    yield Edit(call, f"{said} ({URL_3})", ((call, with_args(call, [given, along])),))


def _frame(file: File, call: cst.Call, of: PandasCall) -> cst.BaseExpression | None:
    """The frame that a call reduces, by itself or by groups of its rows."""
    owner = call.func.value if isinstance(call.func, cst.Attribute) else None
    if owner is None or (of.method in NUMERIC_OF_FRAMES and _is_frame(file, owner, of)):
        return owner
    if of.method not in NUMERIC_OF_GROUPS:
        return None
    groups = file.only_value(owner) if isinstance(owner, cst.Name) else owner
    if not isinstance(groups, cst.Call) or not isinstance(groups.func, cst.Attribute):
        return None
    is_resampled = groups.func.attr.value == _RESAMPLE and held(file, groups.func.value) is Held.FRAME
    return groups.func.value if is_resampled or groups_of(file, owner) is Held.FRAME else None


def _is_frame(file: File, owner: cst.BaseExpression, of: PandasCall) -> bool:
    return of.owner is Held.FRAME or (of.owner is Held.EITHER and _is_of_frames(file, _joined(file, owner)))


def _is_of_frames(file: File, parts: list[cst.BaseExpression]) -> bool:
    return bool(parts) and all(held(file, each) is Held.FRAME for each in parts)


def _joined(file: File, frame: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The frames of `pd.concat([a, b])`."""
    value = file.only_value(frame) if isinstance(frame, cst.Name) else frame
    if not isinstance(value, cst.Call) or file.qualified_name(value.func) != _CONCAT or not value.args:
        return []
    parts = value.args[0].value
    return [each.value for each in parts.elements] if isinstance(parts, cst.List | cst.Tuple) else []


def may_have_texts(file: File, frame: cst.BaseExpression) -> bool:
    """True for what a reader makes of a whole file, and for a frame with a column of texts; not for chosen columns."""
    value = file.only_value(frame) if isinstance(frame, cst.Name) else None
    if any(_chooses(each) for each in (frame, value)):
        return False
    if any(may_have_texts(file, each) for each in _joined(file, frame)):
        return True
    return are_read(file, frame) or has_column_of_words(file, frame)


def _chooses(node: cst.BaseExpression | None) -> bool:
    """True for `frame[["a", "b"]]`, `frame.loc[:, names]` and `frame.iloc[:, 1:]`; not for `frame[mask]`."""
    if not isinstance(node, cst.Subscript):
        return False
    if len(node.slice) > 1:
        return not is_everything(node.slice[-1].slice)
    index = node.slice[0].slice
    return isinstance(index, cst.Index) and (
        isinstance(index.value, cst.List | cst.Name) or literal_key(node) is not None
    )
