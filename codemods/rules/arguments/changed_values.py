"""Report values that were accepted, and are refused or mean something else today.

## What it does

Compares the arguments of known calls with `compat/tables/behaviour/changed_values.py`, as far as the source spells them
out. `class_weight="balanced"`, a list of numbers and an array are left out in files of standalone Keras and of
TensorFlow 1, which weighed nothing by them. It rewrites nothing else.

## Why

`fit(class_weight="balanced")` weighted nothing in Keras 2, and raises an error in Keras 3.
Other values are accepted and mean something else.
https://github.com/keras-team/keras/issues/18467

## Numbers

Same: `fit`, `train_on_batch` and `fit_generator` of Keras 2.2.4 and 2.3.1 and of `tf.keras` in TensorFlow 1.13 and 1.15
have the losses of no weights for a list and for an array (`tests/compat/tables/test_changed_values.py`).

## What it leaves to you

Whether the classes were meant to weigh: `class_weight=dict(enumerate(weights))` does that, and gives other losses than
then. Every reported value, with advice, and values that are computed at run time. Values that are accepted and mean
something else today, such as `EarlyStopping(baseline=0.1)`, are reported in files of standalone Keras, and those of
callbacks also in files of TensorFlow 1; elsewhere they are noted. With `--to compat` the values that the shims hand on
to Keras 3, such as `name="a/b"`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called, known_calls, prepared_calls, shim_calls, speaks_of
from codemods.analysis.calls.argument_values import breaks
from codemods.analysis.models.model_outputs import are_named
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.shims.layer_keywords import takes_sides
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, rule
from compat.tables.behaviour.changed_values import CHANGED_VALUES
from compat.tables.rows import DIFFERS, IGNORED, ChangedValue, NotFrom, NotOneOf

_HARD_SIGMOID = "hard_sigmoid"
"""What meant one thing in all of Keras 2."""
_ON_SHIMS = tuple(row for row in CHANGED_VALUES if row.on_shims)
_CLASS_WEIGHT, _NONE = "class_weight", "None"
_ARRAY = NotFrom(("numpy", "sklearn.utils.class_weight.compute_class_weight"))
_CALLBACKS = "keras.callbacks."
"""`tf.keras` of TensorFlow 1 had those of standalone Keras; of the rest it had some as they are today."""


@rule(
    "TFM198",
    stage=Stage.ADVICE,
    example="""
    from keras.models import Sequential

    model = Sequential()
    model.fit(x, y, class_weight="balanced")
    """,
)
def changed_values(file: File) -> Iterator[Edit | Manual]:
    """Judge only values that the source spells out.

    One that is accepted but means something else is a note where nothing tells what the file was written for.
    """
    today = (*known_calls(file), *prepared_calls(file))
    for found, rows in ((today, CHANGED_VALUES), (shim_calls(file), _ON_SHIMS)):
        for called in found:
            for row in rows:
                if speaks_of(file.target, row.symbols, row.changed_in, called):
                    yield from _findings(file, called, row)


def _findings(file: File, called: Called, row: ChangedValue) -> Iterator[Edit | Manual]:
    if not _holds(called.call, row) or (row.unless and file.references(row.unless)):
        return
    if row.listed and _has_named_outputs(file, called):
        return
    for name in row.keywords:
        arg = called.argument(name)
        if arg is not None and isinstance(arg.value, cst.Dict) and takes_sides(file, called.call):
            continue
        if arg is not None and name == _CLASS_WEIGHT and _weighed_nothing(file, arg):
            yield _without(called.call, arg)
        elif arg is not None and breaks(file, row.condition, arg.value):
            symbol = f"{called.path}({name}=)"
            effect = f"is {row.effect}" if row.effect.startswith(IGNORED) else row.effect
            said = f"{called.path}({name}={file.code(arg.value)}) {effect} since {row.changed_in}"
            differs = row.effect == DIFFERS
            if not differs or not (written_for(file).keras is KerasLine.KERAS_3 or _is_new(file, name, arg)):
                severity = Severity.NUMBERS if differs else Severity.STOPS
                is_note = differs and not _was_before(file, called, row)
                yield Manual(arg, symbol, said, f"{row.advice} ({row.url})", is_note=is_note, severity=severity)


def _weighed_nothing(file: File, arg: cst.Arg) -> bool:
    """True for texts, numbers in a list and arrays, where all releases that the file may be written for took them."""
    if written_for(file).keras not in (KerasLine.STANDALONE, KerasLine.TENSORFLOW_1) or arg.keyword is None:
        return False
    values = [each for each in leaves(file, arg.value) or () if not _is_none(each)]
    return bool(values) and all(_is_no_dictionary(file, each) for each in values)


def _is_none(value: cst.BaseExpression) -> bool:
    return isinstance(value, cst.Name) and value.value == _NONE


def _is_no_dictionary(file: File, value: cst.BaseExpression) -> bool:
    if isinstance(value, cst.List | cst.Tuple):
        return bool(value.elements) and all(isinstance(literal(each.value), int | float) for each in value.elements)
    return isinstance(literal(value), str) or breaks(file, _ARRAY, value)


def _without(call: cst.Call, arg: cst.Arg) -> Edit:
    said = f"Keras weighed nothing by a {_CLASS_WEIGHT}= that is no dictionary; dict(enumerate(weights)) would"
    return Edit(arg, said, ((call, with_args(call, [each for each in call.args if each is not arg])),))


def _was_before(file: File, called: Called, row: ChangedValue) -> bool:
    """True if all releases that the file may be written for gave the value its legacy meaning."""
    line = written_for(file).keras
    if isinstance(row.condition, NotOneOf) and _HARD_SIGMOID in row.condition.values:
        return line is not None
    return line is KerasLine.STANDALONE or (line is KerasLine.TENSORFLOW_1 and called.canonical.startswith(_CALLBACKS))


def _has_named_outputs(file: File, called: Called) -> bool:
    """True if the outputs of a model are a dictionary, which code for Keras 3 that names them has."""
    named = are_named(file, called)
    return written_for(file).keras is KerasLine.KERAS_3 if named is None else named


def _is_new(file: File, name: str, arg: cst.Arg) -> bool:
    """True if an edit of this run wrote the argument, by its keyword: its message says what there is to say."""
    if arg.keyword is None:
        return False
    code = file.code(arg.value)
    given = (each for call in file.original.calls for each in call.args if each.keyword and each.keyword.value == name)
    return file is not file.original and all(file.original.code(each.value) != code for each in given)


def _holds(call: cst.Call, row: ChangedValue) -> bool:
    """True if the row applies to the call."""
    if any(arg.star == "**" for arg in call.args) or (row.absent and keyword(call, row.absent)):
        return False
    if row.given is None:
        return True
    arg = keyword(call, row.given.keyword)
    return row.given.is_default if arg is None else literal(arg.value) == row.given.value
