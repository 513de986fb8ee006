"""Report keywords that are dropped or refused today, and say what to do instead.

## What it does

Looks up each keyword of known calls in `compat/tables/keywords/ignored_keywords.py`. It rewrites nothing.

## Why

Keras 3 drops some keywords with a warning or without a word, and refuses others: `TensorBoard(write_grads=True)` no
longer writes gradients.
https://github.com/keras-team/keras/issues/18467

## Numbers

No numbers involved.

## What it leaves to you

Every reported keyword, with advice.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.calls.api_calls import Called, known_calls, speaks_of
from codemods.analysis.flow.texts import ending
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.shims.layer_keywords import is_converted_on_shims
from codemods.releases import api
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, rule
from compat.tables.keywords.ignored_keywords import IGNORED_KEYWORDS
from compat.tables.keywords.no_effect import NO_EFFECT
from compat.tables.rows import RAISES, IgnoredKeyword


@rule(
    "TFM196",
    stage=Stage.ADVICE,
    example="""
    from keras.callbacks import TensorBoard

    board = TensorBoard("logs", write_grads=True)
    """,
)
def ignored_keywords(file: File) -> Iterator[Edit | Manual]:
    """Report each keyword by the first row that applies to it and its call."""
    for called in known_calls(file):
        for arg in called.call.args:
            row = _row(file, called, arg.keyword.value) if arg.keyword is not None else None
            if row is not None and arg.keyword is not None:
                if is_converted_on_shims(file, called.call, arg.keyword.value):
                    continue
                does = "rejects" if row.effect == RAISES else "ignores"
                symbol = f"{called.path}({arg.keyword.value}=)"
                said = f"{called.path} {does} {arg.keyword.value}= since {row.gone_in}"
                severity = Severity.STOPS if row.effect == RAISES else Severity.NUMBERS
                yield Manual(arg, symbol, said, f"{row.advice} ({row.url})", severity=severity)


def _row(file: File, called: Called, keyword: str) -> IgnoredKeyword | None:
    for row in IGNORED_KEYWORDS:
        if keyword in row.keywords and speaks_of(file.target, row.symbols, row.gone_in, called):
            if not row.suffixes or _ends(file, called, row.suffixes):
                return None if _is_fine(file, called, keyword, row) else row
    return None


def _is_fine(file: File, called: Called, keyword: str, row: IgnoredKeyword) -> bool:
    """True if the target takes the keyword after all, or ignores what had no effect in code for Keras 3."""
    if row.effect == RAISES:
        return _is_taken(file, called, keyword)
    return keyword in NO_EFFECT and written_for(file).keras is KerasLine.KERAS_3


def _is_taken(file: File, called: Called, keyword: str) -> bool:
    """True if a class takes the keyword after all, although the row is about its whole module."""
    return api.accepts(called.path, keyword, file.target.release(called.path)) is api.Answer.YES


def _ends(file: File, called: Called, suffixes: tuple[str, ...]) -> bool:
    first = called.call.args[0]
    end = ending(file, first.value) if not first.star else None
    return end is not None and end.endswith(suffixes)
