"""Report activity regularizers of standalone Keras 2, which Keras 3 divides by the rows of the batch.

## What it does

Reports `activity_regularizer=` of a layer, and `ActivityRegularization`, in files of Keras 2.0-2.3. It rewrites
nothing.

## Why

Keras 2.0-2.3 added the sum over the whole batch to the loss. `tf.keras` has always divided it by the number of rows,
and so does Keras 3: with batches of 32, the regularizer weighs a 32nd part of what it did, without a word.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py

## Numbers

They differ. With three rows, `Dense(2, activity_regularizer=l2(0.1))` had a loss of 0.214, and has 0.161
(`tests/behaviour/catalogue/layers_core.py`). The layers of `compat.keras` add the sum.

## What it leaves to you

The factor: multiplied by the batch size it is what it was, but in a smaller last batch. Files that do not show for
which Keras they were written: a note asks for `--from`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import since
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.types import Manual, Stage, Undecided, rule

_KEYWORD = "activity_regularizer"
_LAYERS, _LAYER = "keras.layers.", "keras.layers.ActivityRegularization"
_SAID = "Keras 2 added the activity regularizer of the whole batch to the loss, Keras 3 divides it by the batch's rows"
_ADVICE = "multiply its factor by the batch size, which keeps the numbers of full batches"


@rule(
    "TFM109",
    stage=Stage.ADVICE,
    example="""
    from keras.layers.core import Dense
    from keras.regularizers import l1

    encoded = Dense(32, activity_regularizer=l1(1e-5))
    """,
)
def activity_regularizers(file: File) -> Iterator[Manual | Undecided]:
    """Look at calls of the layers of standalone Keras."""
    line = written_for(file).keras
    if line not in (None, KerasLine.STANDALONE) or not since(file.target, "keras 3.0"):
        return
    for reference in file.all_references():
        path, call = reference.canonical, file.call_of(reference)
        spelling = reference.spelling
        if call is None or not path.startswith(_LAYERS) or spelling.shimmed or spelling.root != "keras":
            continue
        found = _regularizer(call, path)
        if found is None:
            continue
        if line is None:
            yield Undecided(found, f"{_KEYWORD}=", "keras==2.3")
        else:
            yield Manual(found, f"{path}({_KEYWORD}=)", _SAID, _ADVICE)


def _regularizer(call: cst.Call, path: str) -> cst.CSTNode | None:
    if path == _LAYER:
        return call
    arg = keyword(call, _KEYWORD)
    is_none = arg is not None and isinstance(arg.value, cst.Name) and arg.value.value == "None"
    return None if arg is None or is_none else arg
