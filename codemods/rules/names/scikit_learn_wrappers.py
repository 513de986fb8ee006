"""Take the wrappers for scikit-learn from the shims.

## What it does

`from keras.wrappers.scikit_learn import KerasClassifier` becomes an import from `compat.keras.wrappers.scikit_learn`,
and so do `KerasRegressor`, and the names that are read from the module. They wrap models of Keras 3.

## Why

TensorFlow 2.12 removed the module. SciKeras, which took its place, has other parameters and another `score`.
https://github.com/keras-team/keras/blob/2.3.1/keras/wrappers/scikit_learn.py

## Numbers

Same: scores of `cross_val_score` and `GridSearchCV`, classes and probabilities are those of Keras 2.3.1 on TensorFlow
1.15.5 (`tests/compat/shims/keras/test_scikit_learn.py`).

## What it leaves to you

scikit-learn has to be installed for its searches and pipelines, as before.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.rewriting.named_modules import taken_from_shims
from codemods.source.file import File
from codemods.types import Edit, rule
from compat.tables.names.shims import SHIMS

_SHIM = "compat.shims.keras.scikit_learn"
_HOME = "compat.keras.wrappers.scikit_learn"
_HOMES = {symbol: _HOME for shim in SHIMS if shim.module == _SHIM for symbol in shim.symbols}


@rule(
    "TFM263",
    example="""
    from keras.models import Sequential
    from keras.wrappers.scikit_learn import KerasClassifier

    def build():
        return Sequential()

    classifier = KerasClassifier(build_fn=build, epochs=10)
    """,
)
def scikit_learn_wrappers(file: File) -> Iterator[Edit]:
    """Change imports of the classes themselves, and classes that are read from their module."""
    return taken_from_shims(file, _HOMES)
