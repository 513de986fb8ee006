"""Leave out keywords that are gone, where they only said the default, or never had an effect.

## What it does

`TensorBoard("logs", write_grads=False, batch_size=32)` becomes `TensorBoard("logs")`, `LSTM(8, implementation=2)`
becomes `LSTM(8)`. A default counts if every release that the file can be written for had it.

## Why

Keras 3 rejects the keywords, and asks nothing else of the script.
https://github.com/keras-team/keras/issues/18467

## Numbers

Same: what is left out did nothing. The defaults are recorded from the releases; keywords without any effect are in
`compat/tables/keywords/no_effect.py`.

## What it leaves to you

Other values, values that are not written out, and arguments with a comment of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called, known_calls, speaks_of
from codemods.analysis.releases.legacy_places import legacy_defaults
from codemods.analysis.releases.written_for import written_for
from codemods.releases import api
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, rule
from compat.tables.keywords.ignored_keywords import IGNORED_KEYWORDS
from compat.tables.keywords.no_effect import NO_EFFECT
from compat.tables.rows import RAISES, IgnoredKeyword


@rule(
    "TFM135",
    example="""
    from keras.callbacks import TensorBoard

    callback = TensorBoard("logs", batch_size=32, write_grads=False)
    """,
)
def no_effect_keywords(file: File) -> Iterator[Edit | Manual]:
    """Only keywords that the advice would report are left out."""
    for called in known_calls(file):
        idle = [arg for arg in called.call.args if arg.keyword is not None and _is_idle(file, called, arg)]
        if idle:
            kept = [arg for arg in called.call.args if arg not in idle]
            names = ", ".join(f"{arg.keyword.value}={file.code(arg.value)}" for arg in idle if arg.keyword is not None)
            said = f"left out {names}, which did nothing"
            runs = not any(_raises(file, called, arg) for arg in idle)
            yield Edit(called.call, said, ((called.call, with_args(called.call, kept)),), still_runs=runs)


def _is_idle(file: File, called: Called, arg: cst.Arg) -> bool:
    assert arg.keyword is not None
    name = arg.keyword.value
    if not _is_gone(file, called, name) or "#" in file.code(arg):
        return False
    symbols = NO_EFFECT.get(name, ())
    if symbols and speaks_of(file.target, symbols, "keras 3.0", called):
        return _has_no_effects(arg.value)
    value = literal(arg.value)
    return value is not ... and legacy_defaults(file, called.path, name) == {repr(value)}


def _is_gone(file: File, called: Called, name: str) -> bool:
    """True if a row says that the keyword is rejected or ignored, and the target does not take it after all.

    What is ignored stays in code that was written for Keras 3, which breaks nothing there.
    """
    row = _row(file, called, name)
    if row is None or row.suffixes:
        return False
    taken = api.accepts(called.path, name, file.target.release(called.path)) is api.Answer.YES
    return not taken if row.effect == RAISES else written_for(file).keras is not KerasLine.KERAS_3


def _row(file: File, called: Called, name: str) -> IgnoredKeyword | None:
    rows = (row for row in IGNORED_KEYWORDS if name in row.keywords)
    return next((each for each in rows if speaks_of(file.target, each.symbols, each.gone_in, called)), None)


def _raises(file: File, called: Called, arg: cst.Arg) -> bool:
    """True if the target refuses the keyword, and does not only ignore it."""
    row = _row(file, called, arg.keyword.value) if arg.keyword is not None else None
    return row is None or row.effect == RAISES


def _has_no_effects(node: cst.BaseExpression) -> bool:
    """True for literals, names and attributes: to leave them out changes nothing else."""
    return isinstance(node, cst.Name | cst.Attribute | cst.List | cst.Tuple) or literal(node) is not ...
