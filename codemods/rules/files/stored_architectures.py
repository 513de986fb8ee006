"""Say that Keras 3 does not read the architecture of a model that Keras 2 wrote as a text.

## What it does

Reports a text of the source that `to_json` of Keras 2 has written, `{"class_name": "Sequential", ...}`. Where
`model_from_json` reads what the file does not write itself, a note says which texts it takes. It rewrites nothing.

## Why

Keras 3 looks for the module of each class, which the texts of Keras 2 do not name: "Could not locate class
'Sequential'". What it reads of files of HDF5 says TFM411.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/saving/serialization_lib.py

## Numbers

No numbers involved. No text of Keras 2.2.4, 2.3.1, 2.4.0 and 2.10.0 is read
(`tests/codemods/rules/files/test_stored_architectures.py`).

## What it leaves to you

To build the model with Keras 3 and write its text again, or `--to compat`: the shims read both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

_READERS = ("keras.models.model_from_json", "keras.models.model_from_yaml")
_WRITERS = frozenset({"to_json", "to_yaml"})
_OF_KERAS_2 = re.compile(r"""keras_version\\?["']: \\?["'][12]\.""")
_ADVICE = "build the model with Keras 3, and write its text again; --to compat reads it"


@rule(
    "TFM405",
    stage=Stage.GONE,
    example="""
    from keras.layers.core import Dense
    from keras.models import model_from_json

    model = model_from_json(open("model.json").read())
    model.load_weights("weights.h5")
    """,
)
def stored_architectures(file: File) -> Iterator[Manual]:
    """Report texts of Keras 2, and note what a file reads and does not write."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    found = [each for each in file.references(*_READERS) if not each.spelling.shimmed]
    texts = [each for each in file.every(cst.SimpleString) if _OF_KERAS_2.search(each.value)] if found else []
    for text in texts:
        said = "this text is of Keras 2, and names no modules: Keras 3 does not find its classes"
        yield Manual(text, _READERS[0], said, _ADVICE)
    is_of_keras_3 = written_for(file).keras is KerasLine.KERAS_3
    if texts or is_of_keras_3 or any(each.attr.value in _WRITERS for each in file.attributes):
        return
    for reference in found:
        said = "Keras 3 reads texts that it has written itself: of one of Keras 2 it does not find the classes"
        yield Manual(reference.node, reference.qualified, said, _ADVICE, is_note=True)
