"""Arguments of pandas whose values are written otherwise today, or are gone."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.pandas.pandas_calls import PandasCall
from codemods.analysis.pandas.pandas_objects import Held
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import argument, keyword, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import IGNORING, URL_2, URL_3

_ENDS = {True: '"both"', False: '"neither"'}
_OF_CATEGORIES = ("categories", "ordered")
_OPENING = ("[", "{")
_URL_1 = "https://pandas.pydata.org/docs/whatsnew/v1.0.0.html#removal-of-prior-version-deprecations-changes"


def values(file: File, call: cst.Call, of: PandasCall) -> Iterator[Edit | Manual]:
    """`between(0, 1, inclusive=False)`, `errors="ignore"`, `astype("category", categories=x)`, `read_json(text)`."""
    if of.method == "between" and of.owner in (Held.SERIES, Held.EITHER, Held.UNKNOWN):
        yield from _between(call)
    elif of.path in IGNORING and (errors := keyword(call, "errors")) is not None and literal(errors.value) == "ignore":
        advice = f"catch the ValueError, and keep what was given; or use errors='coerce' ({URL_3})"
        said = f'{of.said} of pandas 3 takes no errors="ignore": ValueError'
        yield Manual(errors, f"pandas: {of.path}", said, advice)
    elif of.is_method("astype") and any(keyword(call, name) is not None for name in _OF_CATEGORIES):
        yield from _categories(file, call)
    elif of.method == "plot" and of.owner is Held.SERIES and call.args and call.args[0].keyword is None:
        yield from _plotted(call)
    elif of.path == "pandas.read_json":
        yield from _read(file, call)


def headless(call: cst.Call, of: PandasCall) -> Iterator[Manual]:
    """The note on `series.to_csv(path)`, which wrote no name above the values."""
    if of.method == "to_csv" and of.owner is Held.SERIES and keyword(call, "header") is None:
        said = "to_csv() of a series writes its name above the values since pandas 1"
        yield Manual(call, "pandas: to_csv", said, f"write header=False for the former file ({_URL_1})", is_note=True)


def _between(call: cst.Call) -> Iterator[Edit]:
    given = argument(call, "inclusive", 2)
    if given is not None and isinstance(value := literal(given.value), bool):
        said = f"between() of pandas 2 takes {_ENDS[value]}, and no longer {value}"
        yield Edit(call, f"{said} ({URL_2})", ((given.value, cst.SimpleString(_ENDS[value])),))


def _plotted(call: cst.Call) -> Iterator[Edit]:
    """`series.plot("bar")` as `series.plot(kind="bar")`."""
    kind, *others = call.args
    if isinstance(kind.value, cst.SimpleString) and all(each.keyword is not None for each in others):
        said = "plot() of a series takes keywords only"
        yield Edit(call, f"{said} ({_URL_1})", ((kind, named(kind, "kind")),))


def _categories(file: File, call: cst.Call) -> Iterator[Edit]:
    """`astype("category", categories=names)` as `astype(pd.CategoricalDtype(categories=names))`."""
    kind = argument(call, "dtype")
    if kind is None or literal(kind.value) != "category" or any(arg.star for arg in call.args):
        return
    given = [arg for arg in call.args if arg.keyword is not None and arg.keyword.value in _OF_CATEGORIES]
    pandas, imports = bind_module(file, "pandas", "pd", call)
    written = ", ".join(f"{arg.keyword.value}={file.code(arg.value)}" for arg in given if arg.keyword is not None)
    dtype = kind.with_changes(value=cst.parse_expression(f"{pandas}.CategoricalDtype({written})"))
    rest = [dtype if arg is kind else arg for arg in call.args if arg not in given]
    said = f"astype() of pandas takes no categories= and ordered= any more ({_URL_1})"
    yield Edit(call, said, ((call, with_args(call, rest)),), imports)


def _read(file: File, call: cst.Call) -> Iterator[Edit]:
    """`read_json('[{"a": 1}]')` as `read_json(io.StringIO(...))`."""
    given = argument(call, "path_or_buf")
    if given is None or given.star or not _is_json(file, given.value):
        return
    module, imports = bind_module(file, "io", "io", call)
    new = cst.parse_expression(f"{module}.StringIO({file.code(given.value)})")
    yield Edit(call, f"read_json() of pandas 3 takes a text for a path ({URL_3})", ((given.value, new),), imports)


def _is_json(file: File, node: cst.BaseExpression) -> bool:
    """True for a text that is JSON, and for `json.dumps(...)`."""
    value = file.only_value(node) if isinstance(node, cst.Name) else node
    if isinstance(value, cst.Call):
        return file.qualified_name(value.func) == "json.dumps"
    text = literal(value) if value is not None else None
    return isinstance(text, str) and text.lstrip().startswith(_OPENING)
