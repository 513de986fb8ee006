"""Compute the hard sigmoid of Keras 2.

## What it does

In files for Keras 2, `LSTM(32, recurrent_activation="hard_sigmoid")` becomes `LSTM(32,
recurrent_activation=hard_sigmoid)` with the function of `compat.keras.activations`, and so do
`keras.activations.hard_sigmoid` and `keras.backend.hard_sigmoid`. The defaults that TFM112 writes out are among them.

## Why

`hard_sigmoid` was `0.2 * x + 0.5`, clipped to 0 and 1. In Keras 3 it is `x / 6 + 0.5`, without a word.
https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py

## Numbers

Same: an LSTM with the default of TensorFlow 1 trains as on TensorFlow 1.15.5
(`tests/codemods/fixtures/hard_sigmoids`). A model that is saved with the function is loaded where `compat.keras` is
imported.

## What it leaves to you

Files that do not show for which Keras they were written, and names that are computed.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls
from codemods.analysis.calls.unpacked_dictionaries import Entry, unpacked
from codemods.analysis.objects.class_calls import made_by
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import imported_name
from codemods.rewriting.named_modules import taken_from_shims
from codemods.source.arguments import literal
from codemods.source.file import File, Reference
from codemods.types import Edit, Import, Severity, Stage, rule

_NAME = "hard_sigmoid"
_HOME = "compat.keras.activations"
_FUNCTIONS = ("keras.activations.hard_sigmoid", "keras.backend.hard_sigmoid")
_LAYERS = "keras.layers."
_ARGUMENTS = ("activation", "recurrent_activation")


@rule(
    "TFM270",
    stage=Stage.LATE,
    example="""
    from keras.layers.recurrent import GRU

    layer = GRU(32, recurrent_activation="hard_sigmoid")
    """,
    severity=Severity.NUMBERS,
)
def hard_sigmoids(file: File) -> Iterator[Edit]:
    """Change the text in the arguments of layers, the imports, and the names that are read from their modules."""
    if not file.target.is_modern or written_for(file).keras in (None, KerasLine.KERAS_3):
        return
    yield from taken_from_shims(file, dict.fromkeys(_FUNCTIONS, _HOME))
    for arg in dict.fromkeys(_given(file)):
        if literal(arg.value) == _NAME:
            name, imports = _name(file, arg)
            said = f"the hard sigmoid of Keras 2 was 0.2 * x + 0.5, {_HOME}.{_NAME}"
            yield Edit(arg, said, ((arg.value, cst.Name(name)),), imports)


def _given(file: File) -> Iterator[Entry]:
    """The activations of layers, those under other names and in unpacked dictionaries included."""
    for called in known_calls(file):
        given = [called.argument(name) for name in _ARGUMENTS] if called.canonical.startswith(_LAYERS) else []
        yield from (arg for arg in given if arg is not None)
    for call in file.calls:
        named = [arg for arg in call.args if arg.keyword is not None and arg.keyword.value in _ARGUMENTS]
        starred = [arg for arg in call.args if arg.star == "**"]
        reference = file.reference(call.func)
        if reference is not None:
            is_of_layer = _is_layer(reference)  # `known_calls` has its named arguments
        else:
            is_of_layer = bool(named or starred) and made_by(file, call, _is_layer) is not None
            yield from named if is_of_layer else ()
        held = [each for arg in starred for each in unpacked(file, arg) if each.only_here] if is_of_layer else []
        yield from (each.entries[name] for each in held for name in _ARGUMENTS if name in each.entries)


def _is_layer(reference: Reference) -> bool:
    return reference.canonical.startswith(_LAYERS) and not reference.spelling.shimmed


def _name(file: File, at: cst.CSTNode) -> tuple[str, tuple[Import, ...]]:
    """The name of the function at this place, and the import that it needs."""
    known = imported_name(file, at, f"{_HOME}.{_NAME}")
    if known is not None:
        return known, ()
    is_taken = any(scope[_NAME] for scope in (file.scope(at), file.global_scope))
    name = f"legacy_{_NAME}" if is_taken else _NAME
    return name, (Import(_HOME, _NAME, "" if name == _NAME else name),)
