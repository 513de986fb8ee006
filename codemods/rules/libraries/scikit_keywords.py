"""Name the arguments of scikit-learn and librosa that have no place any more.

## What it does

`compute_class_weight("balanced", np.unique(y), y)` becomes `compute_class_weight("balanced", classes=np.unique(y),
y=y)`. Likewise the folds, scores, scalers and estimators of `compat/tables/names/scikit_keywords.py`, and the functions
of `compat/tables/names/librosa_keywords.py`: `librosa.feature.mfcc(y, sr)` becomes `librosa.feature.mfcc(y=y, sr=sr)`.

## Why

scikit-learn 1.0 and librosa 0.10 made most arguments keywords: "takes 1 positional argument but 3 were given".
https://scikit-learn.org/stable/whats_new/v1.0.html#enforcing-keyword-only-arguments
https://librosa.org/doc/latest/changelog.html

## Numbers

Same: they are the names that the places had in scikit-learn 0.22.2 and librosa 0.6.3
(`tests/compat/tables/test_scikit_keywords.py`, `test_librosa_keywords.py`).

## What it leaves to you

Calls with `*arguments`, and what the table does not have.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.flow.places import surplus
from codemods.source.arguments import named, with_args
from codemods.source.file import File
from codemods.types import Edit, Stage, rule
from compat.tables.names.librosa_keywords import LIBROSA_PLACES
from compat.tables.names.scikit_keywords import SCIKIT_PLACES

_PLACES = {**SCIKIT_PLACES, **LIBROSA_PLACES}
_RELEASES = {"sklearn": "scikit-learn 1.0", "librosa": "librosa 0.10"}


@rule(
    "TFM401",
    stage=Stage.USES,
    example="""
    import keras
    import numpy as np
    from sklearn.utils import class_weight

    labels = np.array([0, 0, 1])
    weights = class_weight.compute_class_weight("balanced", np.unique(labels), labels)
    """,
)
def scikit_keywords(file: File) -> Iterator[Edit]:
    """Edit calls that show all of their arguments."""
    if not file.target.is_modern:
        return
    for call in file.calls:
        path = file.qualified_name(call.func) or ""
        places = _PLACES.get(path)
        found = surplus(call, places) if places is not None else {}
        if found:
            new = with_args(call, [named(arg, found[arg]) if arg in found else arg for arg in call.args])
            names = ", ".join(f"{name}=" for name in found.values())
            said = f"{_RELEASES[path.partition('.')[0]]} takes {names} by keyword only"
            yield Edit(call, said, ((call, new),))
