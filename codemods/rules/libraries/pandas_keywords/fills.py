"""Calls of methods of pandas that are written as other methods today: fills, patterns, rules of `resample`."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.objects.library_objects import value_of
from codemods.analysis.pandas.pandas_calls import PandasCall
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.rewriting.continued import continued
from codemods.rules.libraries.pandas_keywords.numbers import may_have_texts
from codemods.source.arguments import argument, bind, keyword, literal, named, with_args
from codemods.source.file import File, name_of
from codemods.types import Edit, Manual, Severity
from compat.tables.names.pandas_calls import FILLED_BY, FILLS, FORMS, URL_2, URL_3
from compat.tables.names.pandas_members import REDUCING

_SPECIAL = frozenset(r".^$*+?{}[]\|()")
_BEFORE_REGEX = 5
"""The parameters of `str.replace` before `regex`."""
_TEXTS_URL = "https://pandas.pydata.org/docs/whatsnew/v2.0.0.html"


def filled(call: cst.Call, of: PandasCall) -> Iterator[Edit | Manual]:
    """`x.fillna(method="ffill")` as `x.ffill()`."""
    method = keyword(call, "method")
    if of.method != "fillna" or not (of.owner.is_of_pandas or of.owner is Held.UNKNOWN) or method is None:
        return
    fill = FILLS.get(str(literal(method.value)))
    values = [arg for arg in call.args if arg.keyword is None or arg.keyword.value == "value"]
    if any(arg.star for arg in call.args):
        return
    said = f"{of.said} of pandas 3 has no method="
    if literal(method.value) is None:
        yield Edit(call, said, ((call, with_args(call, [arg for arg in call.args if arg is not method])),))
    elif fill is None or any(literal(arg.value) is not None for arg in values):
        yield Manual(method, "pandas: method", said, FILLED_BY)
    else:
        rest = [arg for arg in call.args if arg is not method and arg not in values]
        assert isinstance(call.func, cst.Attribute)
        new = with_args(call, rest).with_changes(func=call.func.with_changes(attr=cst.Name(fill)))
        yield Edit(call, f"{said}: it is {fill}() ({URL_3})", ((call, new),))


def filled_in_place(file: File, call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`frame.fillna("", inplace=True)` as `frame[list(frame)] = frame.fillna("")`, where columns may differ."""
    inplace, value = keyword(call, "inplace"), argument(call, "value")
    if of.method != "fillna" or of.owner is not Held.FRAME or inplace is None or value is None:
        return
    statement = file.parent(call)
    is_alone = isinstance(statement, cst.Expr) and literal(inplace.value) is True
    if not is_alone or not isinstance(call.func, cst.Attribute) or any(arg.star for arg in call.args):
        return
    frame = call.func.value
    if name_of(frame) is None or not _changes_types(file, frame, value.value):
        return
    rest = with_args(call, [arg for arg in call.args if arg is not inplace])
    code = file.code(frame)
    target = cst.AssignTarget(cst.ensure_type(cst.parse_expression(f"{code}[list({code})]"), cst.Subscript))
    assert isinstance(statement, cst.Expr)
    said = "fillna() of pandas 3.1 keeps the type of each column in place, or raises TypeError"
    yield Edit(call, f"{said} ({URL_3})", ((statement, cst.Assign([target], rest, statement.semicolon)),))


def _changes_types(file: File, frame: cst.BaseExpression, value: cst.BaseExpression) -> bool:
    """True for a text, and for a number where the frame may have columns of texts."""
    given = value_of(file, value)
    filler = literal(given) if given is not None else ...
    if isinstance(filler, str):
        return True
    is_reduced = isinstance(given, cst.Call) and method_of(given) in REDUCING and _is_series(file, given)
    return (isinstance(filler, int | float) or is_reduced) and may_have_texts(file, frame)


def _is_series(file: File, call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and held(file, call.func.value) is Held.SERIES


def interpolated(call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`x.interpolate(method="pad")` as `x.ffill()`."""
    method = argument(call, "method")
    fill = FILLS.get(str(literal(method.value))) if method is not None else None
    if not of.is_method("interpolate") or fill is None or any(arg.star for arg in call.args):
        return
    rest = [arg for arg in call.args if arg is not method]
    if not all(arg.keyword is not None and arg.keyword.value in ("axis", "inplace", "limit") for arg in rest):
        return
    assert isinstance(call.func, cst.Attribute)
    new = with_args(call, rest).with_changes(func=call.func.with_changes(attr=cst.Name(fill)))
    yield Edit(call, f"{of.said} of pandas 3 does not fill: {fill}() does ({URL_3})", ((call, new),))


def patterns(call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`x.str.replace("[ab]", "")`, whose pattern was a regular expression."""
    if of.owner is not Held.TEXTS or of.method != "replace" or keyword(call, "regex") is not None:
        return
    pattern = argument(call, "pat")
    if pattern is None or any(arg.star for arg in call.args) or len(call.args) > _BEFORE_REGEX:
        return
    text = literal(pattern.value)
    if isinstance(text, str) and (len(text) <= 1 or not _SPECIAL & {*text}):
        return
    regex = named(cst.Arg(cst.Name("True")), "regex")
    said = "str.replace() of pandas 2 takes the text as it is, and no longer as a regular expression"
    yield Edit(call, f"{said} ({_TEXTS_URL})", ((call, with_args(call, [*call.args, regex])),))


def resampled(call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`x.resample("D", how="mean")` as `x.resample("D").mean()`."""
    how = keyword(call, "how")
    if of.method != "resample" or not (of.owner.is_of_pandas or of.owner is Held.UNKNOWN) or how is None:
        return
    text = literal(how.value)
    rest = with_args(call, [arg for arg in call.args if arg is not how]).with_changes(lpar=(), rpar=())
    if keyword(call, "fill_method") is not None:
        return
    if isinstance(text, str) and text.isidentifier():
        new = cst.Call(cst.Attribute(rest, cst.Name(text)))
    elif isinstance(how.value, cst.Dict | cst.List | cst.Lambda | cst.Attribute | cst.Name):
        new = cst.Call(cst.Attribute(rest, cst.Name("agg")), [cst.Arg(how.value)])
    else:
        return
    said = f"{of.said} of pandas has no how= ({URL_2})"
    yield Edit(call, said, ((call, new.with_changes(lpar=call.lpar, rpar=call.rpar)),))


def sorted_by(call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`frame.sort_index(by="a")` as `frame.sort_values(by="a")`."""
    if of.method == "sort_index" and keyword(call, "by") is not None and isinstance(call.func, cst.Attribute):
        func = call.func.with_changes(attr=cst.Name("sort_values"))
        said = f"{of.said} of pandas has no by=: it is sort_values() ({URL_2})"
        yield Edit(call, said, ((call.func, func),))


def records(call: cst.Call, of: PandasCall) -> Iterator[Edit]:
    """`frame.to_dict("record")`, which was taken for "records"."""
    form = argument(call, "orient")
    is_known = of.owner.is_of_pandas or of.owner is Held.UNKNOWN
    if of.method == "to_dict" and is_known and form is not None and isinstance(form.value, cst.SimpleString):
        text = literal(form.value)
        if isinstance(text, str) and text in FORMS:
            new = form.value.with_changes(value=form.value.value.replace(text, FORMS[text]))
            said = f'{of.said} of pandas takes "{FORMS[text]}", and no longer "{text}" ({URL_2})'
            yield Edit(call, said, ((form.value, new),))


def numbers_of_texts(file: File, call: cst.Call, of: PandasCall) -> Iterator[Edit | Manual]:
    """`x.replace({"no": 0, "yes": 1})`, which gave numbers once no text was left."""
    if not of.is_method("replace") or not _gives_numbers(file, call):
        return
    above, told = file.parent(call), keyword(call, "inplace")
    if isinstance(above, cst.Attribute) and above.attr.value in ("astype", "infer_objects"):
        return
    said = "replace() of pandas 3 leaves a column of objects where numbers replace all texts"
    if told is None or literal(told.value) is False:
        yield Edit(call, f"{said} ({URL_3})", ((call, continued(call, "infer_objects()")),))
    elif of.owner is Held.FRAME:
        advice = f"assign the result: frame = frame.replace(...).infer_objects() ({URL_3})"
        yield Manual(call, "pandas: replace", said, advice, severity=Severity.NUMBERS)


def _gives_numbers(file: File, call: cst.Call) -> bool:
    """True if a call replaces texts, and gives numbers for all of them."""
    bound = bind(call, "to_replace", "value") or {}
    texts, numbers = (value_of(file, bound[name].value) if name in bound else None for name in ("to_replace", "value"))
    if numbers is None and isinstance(texts, cst.Dict):
        return _is_table(file, texts)
    if numbers is None and (isinstance(texts, cst.DictComp) or _is_zipped(file, texts)):
        return True
    return _is_each(texts, str) and _is_each(numbers, int, float)


def _is_zipped(file: File, node: cst.BaseExpression | None) -> bool:
    """True for `dict(zip(...))`, which does not show what it holds: most often numbers for texts."""
    return isinstance(node, cst.Call) and file.is_builtin(node.func, "dict")


def _is_table(file: File, node: cst.Dict) -> bool:
    """True for `{"no": 0}`, and for one for each of several columns, also by the names of such."""
    pairs = [each for each in node.elements if isinstance(each, cst.DictElement)]
    if not pairs or len(pairs) < len(node.elements):
        return False
    tables = [value_of(file, each.value) for each in pairs]
    if all(isinstance(each, cst.Dict) for each in tables):
        return all(isinstance(each, cst.Dict) and _is_table(file, each) for each in tables)
    return all(_is_each(each.key, str) and _is_each(each.value, int, float) for each in pairs)


def _is_each(node: cst.BaseExpression | None, *kinds: type) -> bool:
    """True for a value of a kind, and for a list of such values."""
    if isinstance(node, cst.List | cst.Tuple):
        return bool(node.elements) and all(isinstance(literal(each.value), kinds) for each in node.elements)
    return node is not None and isinstance(literal(node), kinds)
