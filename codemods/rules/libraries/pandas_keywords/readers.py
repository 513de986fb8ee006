"""What `pandas.read_csv` and its like were told about lines, columns and dates, as they are told today."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from codemods.rewriting.continued import continued
from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import URL_2, URL_3

READERS = ("pandas.read_csv", "pandas.read_excel", "pandas.read_table")
_ITERATING = ("chunksize", "iterator")
_LINES = ("error_bad_lines", "warn_bad_lines")
_COMBINED = (
    'combine them behind: frame["time"] = pandas.to_datetime(frame[names].astype(str).agg(" ".join, axis=1), '
    "format=...); then drop them, and set the index"
)


def read_as_today(file: File, call: cst.Call) -> Iterator[Edit | Manual]:
    """`squeeze=`, `prefix=`, `error_bad_lines=`, `delim_whitespace=` and `date_parser=` of a reader."""
    reader = f"{(file.qualified_name(call.func) or '').rpartition('.')[2]}()"
    args: list[cst.Arg] = []
    behind = ""
    for arg in call.args:
        name = arg.keyword.value if arg.keyword is not None else ""
        method = _BEHIND[name](call, arg) if name in _BEHIND else None
        if method is not None:
            behind = behind or method
            continue
        new = _today(file, call, arg, name)
        args += new
        if new == [arg]:
            yield from _reported(arg, name, reader)
    args = _with_lines(args)
    if args != [*call.args]:
        read: cst.BaseExpression = with_args(call, args)
        gone = ", ".join(f"{each.keyword.value}=" for each in call.args if each.keyword and each not in args)
        said = f"{reader} of pandas has no {gone} any more ({URL_2})"
        yield Edit(call, said, ((call, continued(read, behind) if behind else read),))


def _today(file: File, call: cst.Call, arg: cst.Arg, name: str) -> list[cst.Arg]:
    """What an argument becomes: itself, another one, or none."""
    if name == "delim_whitespace" and isinstance(literal(arg.value), bool):
        return [named(arg, "sep").with_changes(value=cst.SimpleString(r'r"\s+"'))] if literal(arg.value) else []
    text = _format(file, call, arg) if name == "date_parser" else None
    return [named(arg, "date_format").with_changes(value=text)] if text is not None else [arg]


def _reported(arg: cst.Arg, name: str, reader: str) -> Iterator[Manual]:
    if name == "parse_dates" and _combines(arg):
        said = f"{reader} of pandas 3 does not combine columns to a date"
        yield Manual(arg, "pandas: parse_dates", said, f"{_COMBINED} ({URL_3})")
    elif name in _ADVICE:
        yield Manual(arg, f"pandas: {name}", f"{reader} of pandas has no {name}= any more", _ADVICE[name])


_ADVICE = {
    "delim_whitespace": r'write sep=r"\s+" if it is true',
    "prefix": "rename the columns behind: frame.columns = [...]",
    "squeeze": 'call .squeeze("columns") of the result, or of each part of it',
}


def _squeezed(call: cst.Call, arg: cst.Arg) -> str | None:
    """The method to call of the result, "" for none; None if the parts of an iterator are squeezed."""
    value = literal(arg.value)
    if value is not True:
        return "" if value is False else None
    return None if any(keyword(call, each) for each in (*_ITERATING, "prefix")) else 'squeeze("columns")'


def _prefixed(call: cst.Call, arg: cst.Arg) -> str | None:
    """The same for the prefix of columns that have no names in the file."""
    if literal(arg.value) is None:
        return ""
    header = keyword(call, "header")
    is_nameless = header is not None and literal(header.value) is None
    others = (*_ITERATING, "index_col", "names", "squeeze")
    if not is_nameless or not isinstance(arg.value, cst.SimpleString) or any(keyword(call, each) for each in others):
        return None
    return f"add_prefix({arg.value.value})"


_BEHIND = {"prefix": _prefixed, "squeeze": _squeezed}


def _with_lines(args: Sequence[cst.Arg]) -> list[cst.Arg]:
    """`error_bad_lines=False` as `on_bad_lines="warn"`, or "skip" without warnings."""
    given = [arg for arg in args if arg.keyword is not None and arg.keyword.value in _LINES]
    values = {arg.keyword.value: literal(arg.value) for arg in given if arg.keyword is not None}
    if not given or not all(isinstance(each, bool | int) for each in values.values()):
        return [*args]
    if values.get("error_bad_lines", True):
        return [arg for arg in args if arg not in given]
    todo = '"warn"' if values.get("warn_bad_lines", True) else '"skip"'
    new = named(given[0], "on_bad_lines").with_changes(value=cst.SimpleString(todo))
    return [new if arg is given[0] else arg for arg in args if arg is given[0] or arg not in given]


def _combines(arg: cst.Arg) -> bool:
    """True for `parse_dates=[["year", "month"]]` and `{"time": [...]}`."""
    if isinstance(arg.value, cst.List | cst.Tuple):
        return any(isinstance(each.value, cst.List | cst.Tuple) for each in arg.value.elements)
    return isinstance(arg.value, cst.Dict)


def _format(file: File, call: cst.Call, arg: cst.Arg) -> cst.BaseExpression | None:
    """The format of `lambda x: datetime.strptime(x, format)`, or of a function that does only so."""
    dates = keyword(call, "parse_dates")
    if dates is None or _combines(dates):
        return None
    if isinstance(arg.value, cst.Lambda):
        params, body = arg.value.params, arg.value.body
    else:
        function = _function(file, arg.value)
        if function is None or len(function.body.body) != 1:
            return None
        returned = [*nodes(function.body.body[0], cst.Return)]
        if len(returned) != 1 or returned[0].value is None:
            return None
        params, body = function.params, returned[0].value
    if len(params.params) != 1 or not isinstance(body, cst.Call) or len(body.args) != 2:  # noqa: PLR2004
        return None
    value, text = (each.value for each in body.args)
    is_parsing = (isinstance(body.func, cst.Attribute) and body.func.attr.value == "strptime") or (
        file.qualified_name(body.func) == "pandas.to_datetime" and body.args[1].keyword is not None
    )
    is_whole = isinstance(value, cst.Name) and value.value == params.params[0].name.value
    return text if is_parsing and is_whole and isinstance(text, cst.SimpleString) else None


def _function(file: File, node: cst.BaseExpression) -> cst.FunctionDef | None:
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    return binding.node if binding is not None and isinstance(binding.node, cst.FunctionDef) else None
