"""Write out defaults of preprocessing layers that TensorFlow 2.6 changed.

## What it does

`StringLookup(vocabulary=words)` gets `mask_token=""`, `IntegerLookup(vocabulary=ids)` gets `mask_token=0`, and
`TextVectorization(output_mode="binary")` gets `pad_to_max_tokens=True`, in files of TensorFlow 2.3 to 2.5.

## Why

Lookup layers kept index 0 for the mask: unknown tokens were 1, and the first word was 2. Since TensorFlow 2.6 there is
no mask by default: unknown tokens are 0, and the first word is 1. Every index is another one, without a word.
`TextVectorization` made rows as wide as `max_tokens`, and makes them as wide as the vocabulary.
https://github.com/tensorflow/tensorflow/blob/v2.6.0/tensorflow/python/keras/layers/preprocessing/string_lookup.py

## Numbers

Same: with these arguments the indices and rows are those of TensorFlow 2.3.4
(`tests/codemods/rules/layers/test_preprocessing_defaults.py`), but for unknown words in `output_mode="tf-idf"`, which
is
reported: they weigh 2.90 where they weighed 2.08.

## What it leaves to you

Files that do not show for which TensorFlow they were written: a finding asks for `--from`. Arguments that come in
dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.releases.possible_releases import is_before, is_since
from codemods.rules.arguments.changed_defaults import passing
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, Reference
from codemods.types import Edit, Manual, Severity, Stage, Undecided, rule
from compat.tables.behaviour.preprocessing_defaults import CHANGED_IN, PREPROCESSING_DEFAULTS, PreprocessingDefault

_EXAMPLE = "tensorflow==2.5"
_TEXTS = "keras.layers.TextVectorization"
_TF_IDF = ("tf-idf", "tf_idf")
_LEAVE = "train again, or drop the first column, if texts have words that the layer does not know"
_EARLIER_NAMES = {"mask_token": "mask_value"}
"""The keyword of `IntegerLookup` up to TensorFlow 2.4."""


@rule(
    "TFM366",
    stage=Stage.BEHAVIOUR,
    example="""
    from tensorflow.keras.layers.experimental.preprocessing import IntegerLookup, StringLookup

    words = StringLookup(vocabulary=["a", "b"])
    numbers = IntegerLookup(mask_value=None)
    """,
)
def preprocessing_defaults(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Edit calls that leave the argument out."""
    if not since(file.target, "keras 3.0") or is_since(file, CHANGED_IN, CHANGED_IN):
        return
    for row in PREPROCESSING_DEFAULTS:
        for reference in file.references(row.symbol):
            call = file.call_of(reference)
            if call is None or not _may_be_earlier(file, reference) or _is_given(call, row):
                continue
            short = row.symbol.rpartition(".")[2]
            if is_before(file, CHANGED_IN):
                said = f"{short} {row.meaning} before TensorFlow 2.6, which is now written out"
                yield passing(call, row.keyword, row.legacy, said)
            else:
                stake = f"{short} {row.meaning} before TensorFlow 2.6, and does not since"
                yield Undecided(call, f"{short}({row.keyword}=)", _EXAMPLE, stake, f"write {row.keyword}= out")
    yield from _unknown_words(file)


def _may_be_earlier(file: File, reference: Reference) -> bool:
    """True for a layer that was one of `experimental.preprocessing`: the others came with TensorFlow 2.6."""
    written = (each.spelling.plain for each in file.original.references(reference.canonical))
    return not reference.spelling.shimmed and any(".experimental." in each for each in written)


def _unknown_words(file: File) -> Iterator[Manual]:
    for reference in file.references(_TEXTS):
        call = file.call_of(reference)
        mode = keyword(call, "output_mode") if call is not None and _may_be_earlier(file, reference) else None
        if mode is not None and literal(mode.value) in _TF_IDF and is_before(file, CHANGED_IN):
            said = "the weight of unknown words in tf-idf is another one since TensorFlow 2.6"
            yield Manual(mode, f"{_TEXTS}(output_mode=)", said, _LEAVE, severity=Severity.NUMBERS)


def _is_given(call: cst.Call, row: PreprocessingDefault) -> bool:
    """True if a call passes the argument, or may, or if it says nothing of the mode that the call asks for."""
    if row.unless_int:
        mode = keyword(call, "output_mode")
        if mode is None or literal(mode.value) == "int":
            return True
    positional = [arg for arg in call.args if arg.keyword is None]
    names = (row.keyword, _EARLIER_NAMES.get(row.keyword, row.keyword))
    return (
        any(arg.star for arg in call.args)
        or len(positional) > row.place
        or any(keyword(call, name) is not None for name in names)
    )
