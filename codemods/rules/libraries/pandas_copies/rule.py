"""Write to a frame itself, as its parts are copies: `frame["a"] = frame["a"].fillna(0)`, `frame.loc[mask, "a"] = 3`.

## What it does

`frame["a"].fillna(0, inplace=True)` becomes `frame["a"] = frame["a"].fillna(0)`, `frame["a"][mask] = 3` becomes
`frame.loc[mask, "a"] = 3`, and `frame["a"].iloc[i] = 3` becomes `frame.iloc[i, frame.columns.get_loc("a")] = 3`.
`values = frame.values` gets `.copy()` where something writes to `values`. `frame["a"].dtype == object` becomes
`frame["a"].dtype in (object, "str")`, also of its `name`. `frame.loc[:, "a"] = x` becomes `frame["a"] = x`,
`frame.iloc[:, 3] = x` `frame.isetitem(3, x)`, and
`frame.loc[frame["a"] == "yes", "a"] = 1` becomes `frame["a"] = frame["a"].mask(frame["a"] == "yes", 1)`.
All this is so in any file that imports pandas.

## Why

Since pandas 3 a part of a frame is a copy: what is written to it is lost, with a warning at the most. Arrays of
frames with one type of columns are read-only (ValueError). Columns of texts have the type `str`, which is no
`object`, and a column keeps its type (TypeError for a number among texts).
https://pandas.pydata.org/docs/user_guide/copy_on_write.html

## Numbers

Same: what is written gives on pandas 3.1.1 what the legacy statements gave on 0.24.2 and 1.1.5
(`tests/codemods/rules/libraries/test_pandas_copies.py`).

## What it leaves to you

Each report: `frame["a"][i] = 3` and rows by a name, where the file does not tell a label from a condition; columns and
rows that were changed by another name, `a = frame["a"]`, while the frame is read below; arrays that are written to
while the frame is read below. Objects of which nothing shows that they are frames. Values of another type,
`frame.loc[i, "a"] = 1.5` for a column of whole numbers, where the file does not show what the column holds.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.library_objects import imports_package
from codemods.rules.libraries.pandas_copies.behind import behind
from codemods.rules.libraries.pandas_copies.chained import chained
from codemods.rules.libraries.pandas_copies.columns import columns_by_position, other_types, whole_columns
from codemods.rules.libraries.pandas_copies.inplace import in_place
from codemods.rules.libraries.pandas_copies.types import numbers, types
from codemods.rules.libraries.pandas_copies.values import read_only
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, rule


@rule(
    "TFM407",
    stage=Stage.BEHAVIOUR,
    severity=Severity.NUMBERS,
    example="""
    import pandas as pd
    from keras.models import load_model

    frame = pd.read_csv("people.csv")
    frame["age"].fillna(30, inplace=True)
    frame["fare"][frame["fare"] > 100] = 100
    values = frame[["age", "fare"]].values
    values /= values.max(axis=0)
    model = load_model("model.h5")
    """,
)
def pandas_copies(file: File) -> Iterator[Edit | Manual]:
    """Edit or report what is written to parts of frames, and questions for the type of their columns."""
    if not file.target.is_modern or not imports_package(file, "pandas"):
        return
    choices = Choices(file)
    yield from read_only(file)
    for call in file.calls:
        if not choices.leading_to(call):
            yield from in_place(file, call)
            yield from numbers(file, call)
    for node in file.every(cst.Subscript):
        above = file.parent(node)
        is_target = isinstance(above, cst.AssignTarget) or (isinstance(above, cst.AugAssign) and above.target is node)
        if is_target and not choices.leading_to(node):
            yield from chained(file, node)
            yield from whole_columns(file, node)
            yield from columns_by_position(file, node)
            yield from other_types(file, node)
            yield from behind(file, node)
    for added in file.every(cst.AugAssign):
        if isinstance(added.target, cst.Name) and not choices.leading_to(added):
            yield from behind(file, added.target)
    for each in file.every(cst.Comparison):
        if not choices.leading_to(each):
            yield from types(file, each)
