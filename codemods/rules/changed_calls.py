"""Report functions and arguments that kept their names and mean something else, or are refused.

## What it does

Reports what `compat/tables/behaviour/changed_calls.py` lists, such as `fit(class_weight=, sample_weight=)`, the sign of
`cosine_similarity` in TensorFlow 1, and, as notes, `hard_sigmoid` and the indices of `tf.nn.max_pool_with_argmax`.

## Why

Nothing else says so: most of these run without an error.
https://keras.io/api/

## Numbers

They can differ: `tests/behaviour` has those of all releases.

## What it leaves to you

Every reported use, with advice.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import known_calls
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal
from codemods.source.canonical_names import below
from codemods.source.file import File
from codemods.types import Manual, Severity, rule
from compat.tables.behaviour.changed_calls import CHANGED_CALLS
from compat.tables.rows import ChangedCall

_LINES = {
    KerasLine.STANDALONE: "standalone",
    KerasLine.TENSORFLOW_1: "tensorflow_1",
    KerasLine.TENSORFLOW_2: "tensorflow_2",
}


@rule(
    "TFM162",
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(1)])
    model.compile("sgd", "mse")
    model.fit(x, y, class_weight={0: 1.0, 1: 5.0}, sample_weight=counts)
    """,
    severity=Severity.NUMBERS,
)
def changed_calls(file: File) -> Iterator[Manual]:
    """Report by the table, where the file was written for a release that had the other meaning."""
    for row in CHANGED_CALLS:
        if row.lines and not _is_of_its_lines(file, row):
            continue
        for at in _with_arguments(file, row) if row.given else _references(file, row):
            names = ", ".join(f"{name}=" for name in row.given)
            symbol = f"{row.symbols[0]}({names})" if names else row.symbols[0]
            yield Manual(at, symbol, row.changed, f"{row.advice} ({row.url})", is_note=row.is_note)


def _is_of_its_lines(file: File, row: ChangedCall) -> bool:
    """True if the file was written for a release that the row is about; TensorFlow's functions go by TensorFlow."""
    lines = written_for(file)
    if below(row.symbols[0], "tensorflow"):
        return lines.tensorflow == 1 and "tensorflow_1" in row.lines
    return lines.keras is not None and _LINES.get(lines.keras) in row.lines


def _references(file: File, row: ChangedCall) -> Iterator[cst.CSTNode]:
    for reference in file.references(*row.symbols):
        if not reference.spelling.shimmed:
            yield reference.node


def _with_arguments(file: File, row: ChangedCall) -> Iterator[cst.CSTNode]:
    for called in known_calls(file):
        if called.canonical not in row.symbols:
            continue
        args = [called.argument(name) for name in row.given]
        values = [literal(arg.value) if arg is not None else None for arg in args]
        if all(
            found is not None if wanted is ... else found == wanted
            for found, wanted in zip(values, row.given.values(), strict=True)
        ):
            yield args[0] or called.call
