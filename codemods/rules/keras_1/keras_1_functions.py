"""Write functions and classes that are no layers with the keywords of today: `K.conv2d(x, w, border_mode="same")`.

## What it does

`K.conv2d(x, w, border_mode="same", dim_ordering="tf")` becomes `K.conv2d(x, w, padding="same",
data_format="channels_last")`, `to_categorical(y, nb_classes=10)` becomes `to_categorical(y, num_classes=10)`, and
`load_img(path, grayscale=True)` becomes `load_img(path, color_mode="grayscale")`.
`np_utils.categorical_probas_to_classes(p)` becomes `np.argmax(p, axis=1)`, and `probas_to_classes(p)` says also what
that did about one column: `(np.ravel(p) > 0.5).astype(int)`.

## Why

Keras 3 and `tf.keras` raise TypeError: "got an unexpected keyword argument". Keras 2 left the others out.
https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes

## Numbers

Same: for each call of `tests/compat/keras_1_functions.py` Keras 1.2.2 on TensorFlow 1.12.3 returned what its
rewritten form returns today, and the classes are those of Keras 1.2.2 (`tests/compat/tables/test_keras_1.py`).

## What it leaves to you

A `dim_ordering` or `grayscale` whose value the source does not show, and calls that are given both names.
`probas_to_classes` of what has no name.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.symbol_calls import calls_of
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.keras_1_arguments import Declined, converted, is_legacy
from codemods.source.arguments import with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.keywords.keras_1 import KERAS_1_CLASSES, KERAS_1_FUNCTIONS, URL


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
    yield from _classes(file)


def _classes(file: File) -> Iterator[Edit]:
    """Write out what made classes of probabilities."""
    for reference in file.references(*KERAS_1_CLASSES):
        call = file.call_of(reference)
        given = call.args[0] if call is not None and len(call.args) == 1 else None
        row = KERAS_1_CLASSES[reference.canonical]
        if call is None or given is None or given.star or (row.reads_twice and not isinstance(given.value, cst.Name)):
            continue
        numpy, imports = bind_module(file, "numpy", "np", call)
        code = row.code.format(numpy=numpy, given=file.code(given.value))
        is_apart = isinstance(file.parent(call), cst.Assign | cst.Arg | cst.Return | cst.Expr)
        new = cst.parse_expression(code if is_apart or not row.reads_twice else f"({code})")
        yield Edit(call, f"{reference.qualified} is gone since Keras 2", ((call, new),), imports)
