"""Write flags of scikit-learn as True and False.

## What it does

`TfidfVectorizer(use_idf=1, sublinear_tf=0)` becomes `TfidfVectorizer(use_idf=True, sublinear_tf=False)`, and so do the
other flags of `compat/tables/names/scikit_flags.py`.

## Why

scikit-learn looks at its parameters since 1.2: InvalidParameterError, "must be an instance of 'bool'".
https://scikit-learn.org/stable/whats_new/v1.2.html

## Numbers

Same: 1 was as good as True (`tests/compat/tables/test_scikit_flags.py`).

## What it leaves to you

Numbers that a name has, and those that are given by their place.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Stage, rule
from compat.tables.names.scikit_flags import SCIKIT_FLAGS

_ROOT = "sklearn."


@rule(
    "TFM514",
    stage=Stage.USES,
    example="""
    import keras
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer(min_df=3, use_idf=1, smooth_idf=1, sublinear_tf=1)
    """,
)
def scikit_flags(file: File) -> Iterator[Edit]:
    """Edit what is written as 0 or 1."""
    if not file.target.is_modern:
        return
    for call in file.calls:
        if not (file.qualified_name(call.func) or "").startswith(_ROOT):
            continue
        for arg in call.args:
            is_flag = arg.keyword is not None and arg.keyword.value in SCIKIT_FLAGS
            if is_flag and isinstance(arg.value, cst.Integer) and literal(arg.value) in (0, 1):
                new = cst.Name(str(bool(literal(arg.value))))
                said = f"scikit-learn 1.2 takes no number for a flag: {file.code(arg.keyword or arg)}={new.value}"
                yield Edit(arg, said, ((arg.value, new),))
