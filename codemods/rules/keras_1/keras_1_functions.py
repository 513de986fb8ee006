"""Write functions and classes that are no layers with the keywords of today: `K.conv2d(x, w, border_mode="same")`.

## What it does

`K.conv2d(x, w, border_mode="same", dim_ordering="tf")` becomes `K.conv2d(x, w, padding="same",
data_format="channels_last")`, `to_categorical(y, nb_classes=10)` becomes `to_categorical(y, num_classes=10)`, and
`load_img(path, grayscale=True)` becomes `load_img(path, color_mode="grayscale")`.

## Why

Keras 3 and `tf.keras` raise TypeError: "got an unexpected keyword argument".
https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes

## Numbers

Same: for each call of `tests/compat/keras_1_functions.py` Keras 1.2.2 on TensorFlow 1.12.3 returned what its
rewritten form returns today.

## What it leaves to you

A `dim_ordering` or `grayscale` whose value the source does not show, and calls that are given both names.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.flow.symbol_calls import calls_of
from codemods.rewriting.keras_1_arguments import Declined, converted, is_legacy
from codemods.source.arguments import with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.keywords.keras_1 import KERAS_1_FUNCTIONS, URL


@rule(
    "TFM200",
    stage=Stage.STRUCTURES,
    example="""
    from keras import backend as K
    from keras.utils import np_utils

    labels = np_utils.to_categorical(classes, nb_classes=10)
    y = K.conv2d(x, kernel, border_mode="same", dim_ordering="tf")
    """,
)
def keras_1_functions(file: File) -> Iterator[Edit | Manual]:
    """Edit a call as a whole, or leave it as it is."""
    for reference in file.references(*KERAS_1_FUNCTIONS):
        row = KERAS_1_FUNCTIONS[reference.canonical]
        short = reference.qualified.rpartition(".")[2]
        for call in calls_of(file, reference):
            if not is_legacy(call, row):
                continue
            found = converted(file, call, row)
            if isinstance(found, Declined):
                symbol = f"{reference.canonical}({found.argument}=)"
                yield Manual(found.node, symbol, f"{short}: {found.reason}", f"{found.advice} ({URL})")
                continue
            kept = ", ".join(found.modern)
            said = f"{short}({', '.join(found.renamed)}) is now {short}({kept})"
            yield Edit(call, said, ((call, with_args(call, found.args)),))
