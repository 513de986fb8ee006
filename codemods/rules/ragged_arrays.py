"""Make arrays of objects of texts that have different lengths, as NumPy did by itself.

## What it does

`np.array(tokenizer.texts_to_sequences(texts))` gets `dtype=object`, also where the sequences come by way of a name.

## Why

NumPy made an array of lists of rows that have different lengths. It has refused since 1.24: "setting an array element
with a sequence. The requested array has an inhomogeneous shape".
https://numpy.org/doc/stable/release/1.24.0-notes.html

## Numbers

Same: the lists are those of NumPy 1.18 (`tests/codemods/rules/test_ragged_arrays.py`).

## What it leaves to you

Other rows of different lengths. Texts of one length became a matrix; they are rows of objects now.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.call_sites import method_of
from codemods.analysis.keras_2_files import goes_to_keras_3
from codemods.analysis.provenance import leaves
from codemods.source.arguments import keyword, with_args
from codemods.source.file import File
from codemods.types import Edit, rule

_MAKERS = ("numpy.array", "numpy.asarray")
_SEQUENCES = "texts_to_sequences"


@rule(
    "TFM359",
    example="""
    import numpy as np
    from keras.preprocessing.text import Tokenizer

    tokenizer = Tokenizer(num_words=100)
    tokenizer.fit_on_texts(texts)
    rows = np.array(tokenizer.texts_to_sequences(texts))
    """,
)
def ragged_arrays(file: File) -> Iterator[Edit]:
    """Only of what a tokenizer returns."""
    if not goes_to_keras_3(file):
        return
    for call in file.calls:
        if file.qualified_name(call.func) not in _MAKERS or len(call.args) != 1 or keyword(call, "dtype") is not None:
            continue
        found = leaves(file, call.args[0].value) or []
        if found and all(isinstance(each, cst.Call) and method_of(each) == _SEQUENCES for each in found):
            dtype = cst.ensure_type(cst.parse_expression("f(dtype=object)"), cst.Call).args[0]
            said = "NumPy makes no array of rows of different lengths without dtype=object"
            yield Edit(call, said, ((call, with_args(call, [*call.args, dtype])),))
