"""Report `CategoryEncoding` layers that are to find their size in data.

## What it does

Reports `CategoryEncoding()` without the number of tokens, and `adapt` of one. It rewrites nothing.

## Why

Up to TensorFlow 2.5 the layer could be adapted. Since then it is told its size: "num_tokens must be set", and it has no
`adapt`.
https://www.tensorflow.org/api_docs/python/tf/keras/layers/CategoryEncoding

## Numbers

No numbers involved.

## What it leaves to you

Every reported layer. Behind a lookup layer the size is `index.vocabulary_size()`, as in TensorFlow 2.3
(`tests/codemods/rules/layers/test_encoding_sizes.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.object_types import receiver_of
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

_SYMBOL = "keras.layers.CategoryEncoding"
_SIZES = ("num_tokens", "max_tokens")
_ADVICE = "write num_tokens=, which is index.vocabulary_size() behind a lookup layer, and leave adapt() out"


@rule(
    "TFM381",
    stage=Stage.ADVICE,
    example="""
    from tensorflow.keras.layers.experimental.preprocessing import CategoryEncoding

    encoder = CategoryEncoding(output_mode="binary")
    encoder.adapt(indices)
    """,
)
def encoding_sizes(file: File) -> Iterator[Manual]:
    """Each layer that says no size, and each `adapt` if all layers do."""
    if not goes_to_keras_3(file):
        return
    made = [(reference, file.call_of(reference)) for reference in file.references(_SYMBOL)]
    unsized = [
        (call, reference.canonical)
        for reference, call in made
        if call is not None and not reference.spelling.shimmed and not _says_size(call)
    ]
    for call, name in unsized:
        yield Manual(call, name, "CategoryEncoding does not find its size in data any more", _ADVICE)
    for call in file.calls if not unsized else ():
        method = call.func
        if isinstance(method, cst.Attribute) and method.attr.value == "adapt" and _is_encoding(file, method.value):
            advice = "leave it out: num_tokens= tells the size"
            yield Manual(call, f"{_SYMBOL}.adapt", "CategoryEncoding has no adapt() since TensorFlow 2.6", advice)


def _is_encoding(file: File, node: cst.BaseExpression) -> bool:
    found = receiver_of(file, node)
    return found is not None and found.is_a(_SYMBOL)


def _says_size(call: cst.Call) -> bool:
    positional = any(arg.keyword is None or arg.star for arg in call.args)
    return positional or any(keyword(call, name) is not None for name in _SIZES)
