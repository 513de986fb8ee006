"""Report inputs of ragged tensors, for layers of Keras 3 that do not take them.

## What it does

Looks for `Input(shape, ragged=True)`. It rewrites nothing.

## Why

Layers of Keras 2 took a ragged tensor, or made a dense one of it and kept its lengths as a mask. Of Keras 3's, an
`Embedding`, a `Dropout` and global pooling take it. Recurrent layers, `TimeDistributed` and a `Dense` raise: "Cannot
index into an inner ragged dimension", "Failed to convert elements of tf.RaggedTensor".
https://keras.io/api/layers/core_layers/input/

## Numbers

No numbers involved, as Keras 3 raises. On `x.to_tensor()` behind `Embedding(..., mask_zero=True)`, an `LSTM` has the
loss that it had on the ragged tensor in TensorFlow 2.4 to 2.15 (`tests/codemods/rules/test_ragged_inputs.py`).

## What it leaves to you

Every reported input, words that are 0 in the data, which the mask would leave out, and ragged tensors that reach a
model without an `Input`. Inputs of a file that has no layers but those that take them get a note.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.api_calls import since
from codemods.analysis.evidence import has_keras_2_only
from codemods.analysis.symbolic import INPUTS
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

_LAYERS = "keras.layers."
_POOLING = frozenset({"GlobalAveragePooling1D", "GlobalMaxPooling1D"})
_TAKING = _POOLING | {"Input", "InputLayer", "Embedding", "Dropout", "Dense"}


@rule(
    "TFM376",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    words = tf.keras.layers.Input((None,), dtype=tf.int32, ragged=True)
    steps = tf.keras.layers.Embedding(1000, 16)(words)
    outputs = tf.keras.layers.LSTM(8)(steps)
    """,
)
def ragged_inputs(file: File) -> Iterator[Manual]:
    """Report each input; the shims hand it on to Keras 3."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for reference in file.references(*INPUTS, "keras.layers.InputLayer"):
        call = file.call_of(reference)
        given = keyword(call, "ragged") if call is not None else None
        if call is not None and given is not None and literal(given.value) is True:
            said = "of Keras 3's layers, an Embedding and global pooling take ragged tensors, recurrent ones do not"
            advice = "give the model dense data, x.to_tensor(), and the Embedding mask_zero=True"
            yield Manual(call, f"{reference.canonical}(ragged=)", said, advice, is_note=_all_take_them(file))


def _all_take_them(file: File) -> bool:
    """True if the file has a pooling layer, and none but layers that take ragged tensors, or come after the pooling."""
    named = {
        each.canonical.removeprefix(_LAYERS) for each in file.all_references() if each.canonical.startswith(_LAYERS)
    }
    return bool(named & _POOLING) and named <= _TAKING
