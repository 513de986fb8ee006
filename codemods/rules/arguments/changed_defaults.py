"""Write out defaults that Keras 3 changed, so that the numbers stay those of Keras 2.

## What it does

Adds the Keras 2 value to calls that relied on it: learning rates of Adagrad, Adadelta, Adamax and Nadam,
`GRU(reset_after=)`, `ConvLSTM2D(recurrent_activation=)`, `l1_l2`, and the pool size that Keras 3 wants to be given.

## Why

`Adadelta()` trained at a rate of 1.0 and trains at 0.001 in Keras 3, without a word.
https://github.com/keras-team/keras/tree/2.3.1/keras

## Numbers

Same: the values are those of Keras 2.3.1 (`compat/tables/behaviour/changed_defaults.py`), and with them the shims train
as 2.3.1 did, to 1e-5 in losses (`tests/compat/shims/keras/test_keras231.py`). TFM270 makes `hard_sigmoid` the function
that it was.

## What it leaves to you

Files that do not show for which release they were written: a finding asks for `--from` where a rate or a regularizer
depends on it, a note for the layers. `LSTM` and `GRU` of standalone Keras, where 2.2 and 2.3 had different activations,
are findings, too, unless a key such as `val_acc` tells the release. So is what `getattr(layers, name)` may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from codemods.analysis.calls.looked_up_names import looked_up
from codemods.analysis.calls.unpacked_dictionaries import given_keywords
from codemods.analysis.releases.legacy_places import legacy_defaults
from codemods.analysis.releases.possible_releases import is_before_keras_3
from codemods.analysis.releases.written_for import written_for
from codemods.releases import api
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, named, with_args
from codemods.source.file import File, Reference, once_per_file
from codemods.source.wording import listed
from codemods.types import Edit, Manual, Severity, Undecided, rule
from compat.tables.behaviour.changed_defaults import CHANGED_DEFAULTS, EARLIER_DEFAULTS
from compat.tables.behaviour.optimizers import OPTIMIZERS, SAME_POSITIONS
from compat.tables.rows import REQUIRED, ChangedDefault

_EMBEDDING = "keras.layers.Embedding"
_LAST_OF_KERAS_2 = "2.15.0"
LAYERS_OWN = ("recurrent_activation", "reset_after")
"""Defaults that code for Keras 3 relies on: there, where nothing tells, they are noted and no more."""
_OF_LOOKED_UP = [row for row in (*CHANGED_DEFAULTS, *EARLIER_DEFAULTS) if row.symbol not in OPTIMIZERS]
"""What is reported of `getattr(layers, name)`; TFM332 reports optimizers."""
_LEGACY_SPELLINGS = {"learning_rate": "lr", "recurrent_activation": "inner_activation"}


@rule(
    "TFM112",
    example="""
    from keras.layers.recurrent import GRU

    layer = GRU(32)
    """,
    severity=Severity.NUMBERS,
)
def changed_defaults(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Edit only files that were written for Keras 2, except for arguments that Keras 3 requires."""
    yield from of_looked_up(file, lambda _, reference: not reference.spelling.shimmed)
    doubted: set[cst.Call] = set()
    for row in (*CHANGED_DEFAULTS, *EARLIER_DEFAULTS):
        for reference in file.references(row.symbol):
            call = file.call_of(reference)
            if call is None or reference.spelling.shimmed or is_given(file, call, row):
                continue
            for outcome in missing_default(file, call, row, reference):
                if isinstance(outcome, Edit) or not outcome.stake or call not in doubted:
                    yield outcome
                if isinstance(outcome, Undecided) and outcome.stake:
                    doubted.add(call)


def of_looked_up(
    file: File, has_changed: Callable[[ChangedDefault, Reference], bool], *, is_edited: bool = False
) -> Iterator[Edit | Manual | Undecided]:
    """The same for `getattr(layers, name)(32)`; `is_edited`: write out a default that all of what it may be had."""
    for found in looked_up(file):
        for call in found.calls:
            missing = [
                (row, reference, had_default(file, row, reference))
                for reference in found.references
                for row in _OF_LOOKED_UP
                if row.symbol == reference.canonical and has_changed(row, reference) and not is_given(file, call, row)
            ]
            had = [row for row, _, is_had in missing if is_had]
            common = _common(had, len(found.references)) if is_edited and found.is_all else None
            if common is not None:
                yield written_out(call, common)
            elif had:
                names = listed(dict.fromkeys(f"{_short(row)}({row.keyword}={row.legacy!r})" for row in had))
                said = f"{file.code(found.taken)} may be one whose default changed; it was {names}"
                keywords = ", ".join(dict.fromkeys(f"{row.keyword}=" for row in had))
                advice = f"write {keywords} out where it is one of them"
                yield Manual(call, f"{_short(had[0])}({had[0].keyword}=)", said, advice)
            else:
                yield from (
                    in_doubt(file, call, row, reference) for row, reference, is_had in missing if is_had is None
                )


def _common(rows: list[ChangedDefault], count: int) -> ChangedDefault | None:
    """A row of a default that is the same for each of `count` names."""
    for row in rows:
        if sum((row.keyword, row.legacy) == (each.keyword, each.legacy) for each in rows) == count:
            return row
    return None


def missing_default(
    file: File, call: cst.Call, row: ChangedDefault, reference: Reference
) -> Iterator[Edit | Undecided]:
    """Write out the legacy default, if the releases that the file was written for had it."""
    had = had_default(file, row, reference)
    if had:
        yield written_out(call, row)
    elif had is None:
        yield in_doubt(file, call, row, reference)


def written_out(call: cst.Call, row: ChangedDefault) -> Edit:
    """Pass the legacy default."""
    said = f"{_short(row)}() defaulted to {row.keyword}={row.legacy!r} in Keras 2, which is now written out"
    return passing(call, row.keyword, row.legacy, said)


def passing(call: cst.Call, keyword: str, value: object, said: str) -> Edit:
    """Add an argument to a call."""
    arg = named(cst.Arg(cst.parse_expression(repr(value))), keyword)
    return Edit(call, said, ((call, with_args(call, [*call.args, arg])),))


def in_doubt(file: File, at: cst.CSTNode, row: ChangedDefault, reference: Reference) -> Undecided:
    """What is said where some of the possible releases had the legacy default."""
    symbol, release = f"{_short(row)}({row.keyword}=)", _example(row, reference)
    if row.keyword in LAYERS_OWN and written_for(file).keras is None:
        return Undecided(at, symbol, release)
    stake = f"{_short(row)}() defaulted to {row.keyword}={row.legacy!r}, and to {row.modern!r} later"
    return Undecided(at, symbol, release, stake, f"write {row.keyword}= out")


def _short(row: ChangedDefault) -> str:
    return row.symbol.rpartition(".")[2]


def had_default(file: File, row: ChangedDefault, reference: Reference) -> bool | None:
    """True if the default was the legacy one in the releases that the file was written for; None if in some."""
    line = written_for(file).keras
    of_tensorflow = reference.spelling.root != "keras"
    if row.modern is REQUIRED:
        return True  # every release before Keras 3 had a default
    if line is KerasLine.STANDALONE and row not in EARLIER_DEFAULTS:
        return not of_tensorflow
    if line is KerasLine.TENSORFLOW_2:
        return _last_default(row) == repr(row.legacy)
    if of_tensorflow and line is None and row.keyword in LAYERS_OWN and _last_default(row) == repr(row.legacy):
        return None  # all of Keras 2 had it
    if of_tensorflow and line is not KerasLine.TENSORFLOW_1 and not _may_be_of_tensorflow_1(file, line):
        return False
    path = f"tensorflow.{row.symbol}" if of_tensorflow else row.symbol
    spellings = (row.keyword, _LEGACY_SPELLINGS.get(row.keyword, row.keyword))
    defaults = frozenset(each for name in spellings for each in legacy_defaults(file, path, name))
    if line is None:
        may_differ = repr(row.legacy) in defaults or not (of_tensorflow or row in EARLIER_DEFAULTS)
        return None if may_differ else False
    if repr(row.legacy) not in defaults:
        return False
    return True if len(defaults) == 1 else None


def _may_be_of_tensorflow_1(file: File, line: KerasLine | None) -> bool:
    """True if a file is of before Keras 3, and does not show of which TensorFlow."""
    return line is None and (is_before_keras_3(file) or _has_ended_keyword(file.original))


@once_per_file
def _has_ended_keyword(file: File) -> bool:
    """True for `Embedding(input_length=)`, which Keras 3 takes, with a warning, and has in none of its examples."""
    calls = (file.call_of(each) for each in file.references(_EMBEDDING))
    return any(call is not None and keyword(call, "input_length") is not None for call in calls)


def _last_default(row: ChangedDefault) -> str | None:
    signature = api.signature(row.symbol, _LAST_OF_KERAS_2)
    parameters = signature.parameters if signature is not None else ()
    return next((each.default for each in parameters if each.name == row.keyword), None)


def _example(row: ChangedDefault, reference: Reference) -> str:
    if reference.spelling.root != "keras":
        return "tensorflow==1.13" if row.symbol in OPTIMIZERS else "tensorflow==1.15"
    return "keras==2.2.4" if row in EARLIER_DEFAULTS else "keras==2.3"


def is_given(file: File, call: cst.Call, row: ChangedDefault) -> bool:
    """True if a call passes the argument, or may."""
    given = given_keywords(file, call)
    if given is None or row.keyword in given or _LEGACY_SPELLINGS.get(row.keyword, row.keyword) in given:
        return True
    positional = [arg for arg in call.args if arg.keyword is None and not arg.star]
    if row.keyword == "recurrent_activation":
        signature = api.signature(row.symbol, _LAST_OF_KERAS_2)
        return signature is not None and row.keyword in signature.positional[: len(positional)]
    if len(positional) > SAME_POSITIONS.get(row.symbol, len(positional)):
        return True  # TFM110 names the arguments first
    first = row.keyword in ("learning_rate", "pool_size", "l1")
    return bool(positional) if first else row.keyword == "l2" and len(positional) > 1
