"""Call pandas as it is called today: `frame.drop("label", axis=1)`, `series.ffill()`, `resample("ME")`.

## What it does

Gives arguments that lost their places their names: `drop("label", 1)`, `concat([a, b], 1)`, `read_csv(path, ",")`.
Keywords that are gone become what does the same: `fillna(method="ffill")` is `ffill()`, `squeeze=True` of `read_csv` is
`.squeeze("columns")` behind it, `error_bad_lines=False` is `on_bad_lines="warn"`, `delim_whitespace=True` is a pattern
for `sep=`; what did nothing is left out. So do methods (`applymap`, `iteritems`, `clip_lower`, `append`,
`is_monotonic`, `save` of an `ExcelWriter`), functions (`pd.value_counts(x)`, `pd.rolling_mean(x, 3)`,
`pd.Int64Index(x)`) and aliases of frequencies (`"M"`, `"H"`, `"T"`). What pandas did by itself is written out:
`get_dummies(x)` gets `dtype="uint8"`, `x.str.replace("[ab]", "")` gets `regex=True`, and
`x.replace({"no": 0, "yes": 1})` gets `.infer_objects()`. `row[1]` of a row with texts for labels becomes `row.iloc[1]`,
times are made nanoseconds before they become numbers, `groupby(["a"])` is `groupby("a")` where its keys are used, and
`x["a"].astype(str)` is `x["a"].map(str)`, which makes "nan" of what a reader misses. Of groups, `agg(np.std)` is
`agg("std")`, and `["b"].agg({"n": "sum"})` is `agg(**{"n": "sum"})`; `value_counts().reset_index()` keeps the names of
its columns, and `value_counts().argmax()` is `idxmax()`. `series[:, None]` becomes `series.to_numpy()[:, None]`,
`frame[set(names)]` `frame[list(...)]`, `frame.fillna("", inplace=True)` `frame[list(frame)] = frame.fillna("")`,
`frame["2011-01"]` of dates `frame.loc["2011-01"]`, `between(0, 1, inclusive=False)` `"neither"`, `to_dict("r")`
`"records"`, and `pd.unique([1, 2])` gets an array. `mean()`, `std()`, `median()`, `quantile()`, `corr()` and the like
of a frame that is read, or has a column of texts, and of its groups, get `numeric_only=True`, as `pivot_table()` does.
`np.mean(frame)` gets `axis=0`, and `frame.groupby("a").apply(f)` becomes `frame.groupby("a")[list(frame)].apply(f)`,
whose groups have "a". These and `get_dummies` are rewritten in projects of Keras and TensorFlow, the rest in any file
that imports pandas.

## Why

TensorFlow 1 ran with pandas 0.25. pandas 2 and 3 took away what had warned: TypeError and AttributeError. Without an
error `get_dummies` gives `bool` since pandas 2, so that `.values` of a frame with other columns are objects, which
Keras refuses, `str.replace` takes a pattern for a plain text, and times that were read count microseconds.
https://pandas.pydata.org/docs/whatsnew/v2.0.0.html

## Numbers

Same: what is written gives on pandas 3.1.1 what the legacy calls gave on 0.24.2 and 1.1.5
(`tests/codemods/rules/libraries/test_pandas_keywords.py`).

## What it leaves to you

Each report: dates that were combined of several columns or parsed by a function, `axis=1` of `groupby` and `rolling`,
methods without a successor, `errors="ignore"`, names that hold the alias of a frequency. Of objects that nothing shows
to be of pandas, methods whose names others have, too. A note tells of `corr()` and `cov()` of other frames, which left
out columns of texts, and of `x["a"][0]` and `x["a"].argmax()` behind `set_index(column)`, whose labels are not known.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.library_objects import imports_package
from codemods.analysis.pandas.pandas_calls import PandasCall, pandas_call
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rules.libraries.pandas_keywords.appended import appended
from codemods.rules.libraries.pandas_keywords.arguments import with_names, without_ended
from codemods.rules.libraries.pandas_keywords.fills import (
    filled,
    filled_in_place,
    interpolated,
    numbers_of_texts,
    patterns,
    records,
    resampled,
    sorted_by,
)
from codemods.rules.libraries.pandas_keywords.former import former
from codemods.rules.libraries.pandas_keywords.frequencies import frequencies
from codemods.rules.libraries.pandas_keywords.groups import (
    applied,
    by_position,
    columns,
    counted,
    counted_windows,
    keys,
    reductions,
    renamed_results,
    several_keys,
)
from codemods.rules.libraries.pandas_keywords.methods import methods
from codemods.rules.libraries.pandas_keywords.numbers import numbers, of_numpy, pivoted, tables
from codemods.rules.libraries.pandas_keywords.options import assigned_options, options
from codemods.rules.libraries.pandas_keywords.positions import axes, counted_positions, positions, single_values
from codemods.rules.libraries.pandas_keywords.readers import READERS, read_as_today
from codemods.rules.libraries.pandas_keywords.texts import arrays, as_texts
from codemods.rules.libraries.pandas_keywords.times import counted_times, epochs
from codemods.rules.libraries.pandas_keywords.values import headless, values
from codemods.source.arguments import keyword, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.pandas_calls import URL_2

_DUMMIES = "pandas.get_dummies"
_DTYPE_PLACE = 8


@rule(
    "TFM406",
    stage=Stage.BEHAVIOUR,
    example="""
    import pandas as pd
    from keras.models import load_model

    frame = pd.read_csv("prices.csv", ",", error_bad_lines=False).fillna(method="ffill")
    x = pd.concat([frame.drop("label", 1), pd.get_dummies(frame["label"])], 1).values
    model = load_model("model.h5")
    """,
)
def pandas_keywords(file: File) -> Iterator[Edit | Manual]:
    """Edit or report each call of pandas, and each method of what may be a frame or a series."""
    if not file.target.is_modern or not imports_package(file, "pandas"):
        return
    choices = Choices(file)
    for node in file.attributes:
        if not choices.leading_to(node):
            yield from methods(file, node)
            yield from arrays(file, node)
    for each in file.every(cst.Subscript):
        if not choices.leading_to(each):
            yield from positions(file, each)
            yield from axes(file, each)
            yield from columns(file, each)
    for assign in file.every(cst.Assign):
        if not choices.leading_to(assign):
            yield from assigned_options(file, assign)
    is_of_keras_2 = file.reaches_family() and written_for(file).keras is not KerasLine.KERAS_3
    for call in file.calls:
        if choices.leading_to(call):
            continue
        yield from epochs(file, call)
        yield from counted_times(file, call)
        yield from counted_positions(file, call)
        yield from single_values(file, call)
        yield from of_numpy(file, call) if is_of_keras_2 else ()
        of = pandas_call(file, call)
        if of is None:
            continue
        names = [*with_names(call, of)]
        yield from names or _keywords(file, call, of)
        yield from (is_of_keras_2 and not names and [*numbers(file, call, of)]) or tables(call, of)
        yield from former(file, call, of.path)
        if is_of_keras_2:
            yield from (*applied(file, call, of), *pivoted(file, call, of), *counted_windows(call, of))
            yield from headless(call, of)
        if of.path == _DUMMIES and is_of_keras_2:
            yield from _dummies(file, call)


def _keywords(file: File, call: cst.Call, of: PandasCall) -> Iterator[Edit | Manual]:
    """What becomes of a call whose arguments have the names that they need."""
    yield from filled(call, of)
    yield from filled_in_place(file, call, of)
    yield from interpolated(call, of)
    yield from [*resampled(call, of)] or without_ended(call, of)
    yield from options(call, of)
    if of.path in READERS:
        yield from read_as_today(file, call)
    for part in (patterns, sorted_by, records, several_keys, by_position):
        yield from part(call, of)
    yield from values(file, call, of)
    for each in (frequencies, numbers_of_texts, keys):
        yield from each(file, call, of)
    for each in (reductions, renamed_results, counted, appended, as_texts):
        yield from each(file, call, of)


def _dummies(file: File, call: cst.Call) -> Iterator[Edit]:
    """`pandas.get_dummies(x)`, which gave bytes, and gives booleans."""
    if keyword(call, "dtype") is not None or any(arg.star for arg in call.args) or len(call.args) >= _DTYPE_PLACE:
        return
    above = file.parent(call)
    while isinstance(above, cst.Attribute) and above.attr.value == "values":
        above = file.parent(above)
    if isinstance(above, cst.Attribute) and above.attr.value == "astype":
        return
    dtype = named(cst.Arg(cst.SimpleString('"uint8"')), "dtype")
    said = f"get_dummies() of pandas 2 gives booleans, and no longer uint8 ({URL_2})"
    yield Edit(call, said, ((call, with_args(call, [*call.args, dtype])),))
