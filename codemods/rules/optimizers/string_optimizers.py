"""Write out the optimizers that Keras 2 made of a name, where Keras 3 makes another one.

## What it does

`compile(optimizer="adagrad")` becomes `compile(optimizer=keras.optimizers.Adagrad(learning_rate=0.01, ...))`, with the
defaults of Keras 2, and likewise for `"adadelta"`, `"adamax"` and `"nadam"`. The others have kept their defaults.

## Why

`"adadelta"` trained at a rate of 1.0 and trains at 0.001 in Keras 3, without a word.
https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

## Numbers

They can differ. Ten steps with `"adagrad"`, `"adadelta"` and `"adamax"` end at the weights of Keras 2.3.1 to 1e-6
(`tests/codemods/fixtures/string_optimizers`). `Nadam` computes its momentum in another way in Keras 3: even with the
legacy rate, its steps are a tenth shorter than those of 2.3.1.

## What it leaves to you

Files that do not show for which Keras they were written: a finding asks for `--from`. `tf.keras` has had the defaults
of Keras 3 since TensorFlow 1.14. Names that the file does not spell out.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.optimizer_names import given_optimizers
from codemods.analysis.releases.eras import used_distributions
from codemods.analysis.releases.possible_releases import is_before
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_keras
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Severity, Undecided, rule
from compat.tables.behaviour.changed_defaults import CHANGED_DEFAULTS
from compat.tables.behaviour.optimizers import OPTIMIZERS
from compat.tables.rows import ChangedDefault

_FIRST_WITH_TODAYS = "1.14"
"""The first TensorFlow whose `tf.keras` has the optimizers of TensorFlow 2."""


def _rows() -> dict[str, list[ChangedDefault]]:
    found: dict[str, list[ChangedDefault]] = {}
    for row in CHANGED_DEFAULTS:
        if row.symbol in OPTIMIZERS:
            found.setdefault(row.symbol.rpartition(".")[2].lower(), []).append(row)
    return found


CHANGED = _rows()


@rule(
    "TFM118",
    example="""
    from keras.layers.core import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1)])
    model.compile(optimizer="adagrad", loss="mse")
    """,
    severity=Severity.NUMBERS,
)
def string_optimizers(file: File) -> Iterator[Edit | Undecided]:
    """Edit only files that were written for releases with the legacy defaults."""
    for at, text in _names(file):
        rows = CHANGED.get(str(literal(text)).lower(), []) if isinstance(text, cst.SimpleString) else []
        if not rows:
            continue
        had = had_legacy_defaults(file)
        if had is None:
            symbol, advice = f"optimizer={file.code(text)}", "pass the optimizer itself"
            yield Undecided(at, symbol, "keras==2.3", stake(rows[0]), advice)
        elif had:
            module, imports = bind_keras(file, at)
            code = f"{module}.optimizers.{with_legacy_defaults(rows)}"
            said = f"{file.code(text)} is written out with its defaults of Keras 2: {code}"
            yield Edit(at, said, ((at, cst.parse_expression(code)),), imports)


def _names(file: File) -> Iterator[tuple[cst.BaseExpression, cst.BaseExpression]]:
    """Each name of an optimizer, with the place where the optimizer itself can stand."""
    for value in given_optimizers(file):
        if not isinstance(value, cst.Name):
            yield value, value
            continue
        values = file.definitions(value) or []
        if len(values) == 1:
            yield value, values[0]  # where it is used: each model needs an optimizer of its own
        elif _runs_once(file, value, values):
            yield from ((each, each) for each in values)


def _runs_once(file: File, name: cst.Name, values: list[cst.BaseExpression]) -> bool:
    """True if a value is used for one model only: here, outside of loops, in the function that sets it."""
    function = file.function(name)
    only_here = all(use is name for each in file.assignments(name) for use in each.uses)
    in_loop = any(isinstance(above, cst.For | cst.While) for above in file.ancestors(name))
    return only_here and not in_loop and all(file.function(each) is function for each in values)


def had_legacy_defaults(file: File) -> bool | None:
    """True if the releases that the file was written for had the legacy defaults; None if some had and some not."""
    line = written_for(file).keras
    if "keras" in used_distributions(file.original):
        return None if line is None else line is KerasLine.STANDALONE
    if line is KerasLine.TENSORFLOW_1:
        return True if is_before(file, _FIRST_WITH_TODAYS) else None
    return False


def stake(row: ChangedDefault) -> str:
    """What hangs on the release, where an optimizer is made without an argument."""
    short = row.symbol.rpartition(".")[2]
    return f"{short} defaulted to {row.keyword}={row.legacy!r} in Keras 2, and does to {row.modern!r} in Keras 3"


def with_legacy_defaults(rows: list[ChangedDefault]) -> str:
    """The call that makes an optimizer with its defaults of Keras 2: `Adadelta(learning_rate=1.0)`."""
    short = rows[0].symbol.rpartition(".")[2]
    return f"{short}({', '.join(f'{row.keyword}={row.legacy!r}' for row in rows)})"
