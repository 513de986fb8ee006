"""Clip the gradients of all variables together, as the optimizers of Keras 2.0-2.3 did.

## What it does

`SGD(0.1, clipnorm=1.0)` becomes `SGD(0.1, global_clipnorm=1.0)`.

## Why

`clipnorm=` of standalone Keras scaled all gradients by their common norm. In Keras 3 it clips each variable by itself,
without a word; the keyword for the common norm is `global_clipnorm=`.
https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

## Numbers

Same. The weights of `tests/codemods/fixtures/global_clipnorm` are those of Keras 2.3.1 on TensorFlow 1.15.5, to 1e-6.

## What it leaves to you

`clipvalue=` beside `clipnorm=`, which Keras 3 refuses. Files that do not show for which Keras they were written: a
finding asks for `--from`. `tf.keras` has always clipped each variable by itself, and in TensorFlow 2.0 and 2.1 not at
all.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.optimizers.optimizer_calls import indirect_calls
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal, named
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Undecided, rule
from compat.tables.behaviour.optimizers import OPTIMIZERS

_LEGACY, _MODERN = "clipnorm", "global_clipnorm"
_STAKE = "clipnorm= clipped by the norm of all gradients together in Keras 2, and clips each by its own in Keras 3"


@rule(
    "TFM227",
    example="""
    from keras.layers.core import Dense
    from keras.optimizers import Adam

    optimizer = Adam(clipnorm=1.0)
    """,
    severity=Severity.NUMBERS,
)
def global_clipnorm(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Rename the keyword in files that were written for standalone Keras 2; report what no Keras 3 takes."""
    line = written_for(file).keras
    for call, is_standalone in _calls(file):
        norm, value = keyword(call, _LEGACY), keyword(call, "clipvalue")
        if norm is None or literal(norm.value) in (None, 0):
            continue
        if value is not None and literal(value.value) is not None:
            said = "an optimizer of Keras 3 clips by the norm or by value; Keras 2 did the one, then the other"
            yield Manual(norm, f"keras.optimizers.Optimizer({_LEGACY}=)", said, "keep one of clipnorm= and clipvalue=")
        elif is_standalone and line is None:
            yield Undecided(norm, f"{_LEGACY}=", "keras==2.3", _STAKE, f"write {_MODERN}= if all gradients are meant")
        elif is_standalone and line is KerasLine.STANDALONE:
            said = f"{_LEGACY}= clipped by the norm of all gradients together, which is now {_MODERN}="
            yield Edit(norm, said, ((norm, named(norm, _MODERN)),))


def _calls(file: File) -> Iterator[tuple[cst.Call, bool]]:
    """Every call that makes or prepares an optimizer of Keras, and whether it is one of standalone Keras."""
    for reference in file.references(*OPTIMIZERS):
        call = file.call_of(reference)
        if call is not None and not reference.spelling.shimmed:
            yield call, reference.spelling.root == "keras"
    for found in indirect_calls(file):
        if not any(each.spelling.shimmed for each in found.classes):
            yield found.call, all(each.spelling.root == "keras" for each in found.classes)
