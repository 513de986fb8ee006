"""Give lookup layers the mask that they had before TensorFlow 2.6, so that each token keeps its index.

## What it does

`StringLookup(vocabulary=words)` gets `mask_token=""`, and `IntegerLookup(vocabulary=ids)` gets `mask_token=0`, in files
of TensorFlow 2.3 to 2.5. `mask_value=` and `oov_value=` of those releases become `mask_token=` and `oov_token=`.

## Why

The layers kept index 0 for the mask: unknown tokens were 1, and the first word was 2. Since TensorFlow 2.6 there is no
mask by default: unknown tokens are 0, and the first word is 1. Every index is another one, without a word.
https://github.com/tensorflow/tensorflow/blob/v2.6.0/tensorflow/python/keras/layers/preprocessing/string_lookup.py

## Numbers

Same: with the mask the indices are those of TensorFlow 2.3.4 (`tests/codemods/rules/test_lookup_masks.py`).

## What it leaves to you

Files that do not show for which TensorFlow they were written, and arguments that come in dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.api_calls import since
from codemods.analysis.possible_releases import is_before, is_since
from codemods.source.arguments import named, with_args
from codemods.source.file import File
from codemods.types import Edit, Stage, Undecided, rule
from compat.tables.behaviour.lookup_masks import FIRST_WITHOUT_MASKS, MASKS, RENAMED

_EXAMPLE = "tensorflow==2.5"
_PLACE_OF_MASK = 2
"""Behind `max_tokens` and `num_oov_indices`."""


@rule(
    "TFM366",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf
    from tensorflow.keras.layers.experimental.preprocessing import PreprocessingLayer, StringLookup

    assert tf.__version__.startswith("2.4")
    lookup = StringLookup(vocabulary=["a", "b"])
    """,
)
def lookup_masks(file: File) -> Iterator[Edit | Undecided]:
    """Edit calls that say nothing of a mask."""
    if not since(file.target, "keras 3.0"):
        return
    for reference in file.references(*MASKS):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed or any(arg.star for arg in call.args):
            continue
        renamed = [_renamed(arg) for arg in call.args]
        mask = MASKS[reference.canonical]
        short = reference.canonical.rpartition(".")[2]
        if _is_given(renamed):
            if renamed != [*call.args]:
                yield Edit(call, f"{short} renamed mask_value and oov_value", ((call, with_args(call, renamed)),))
        elif is_before(file, FIRST_WITHOUT_MASKS) or renamed != [*call.args]:
            token = named(cst.Arg(cst.parse_expression(repr(mask).replace("'", '"'))), "mask_token")
            said = f"{short} kept index 0 for a mask, which is now written out: each token keeps its index"
            yield Edit(call, said, ((call, with_args(call, [*renamed, token])),))
        elif not is_since(file, FIRST_WITHOUT_MASKS, FIRST_WITHOUT_MASKS):
            stake = f"{short} kept index 0 for a mask before TensorFlow 2.6, and has none since: indices differ by one"
            yield Undecided(call, f"{short}(mask_token=)", _EXAMPLE, stake, "write mask_token= out")


def _is_given(args: list[cst.Arg]) -> bool:
    positional = [arg for arg in args if arg.keyword is None]
    named = [arg.keyword.value for arg in args if arg.keyword is not None]
    return "mask_token" in named or len(positional) > _PLACE_OF_MASK


def _renamed(arg: cst.Arg) -> cst.Arg:
    name = RENAMED.get(arg.keyword.value) if arg.keyword is not None else None
    return arg.with_changes(keyword=cst.Name(name)) if name is not None else arg
