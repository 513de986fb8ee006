"""Give `tf.nn.dropout` the rate that is dropped, where TensorFlow 1 took the share that is kept.

## What it does

In a file of TensorFlow 1, `tf.nn.dropout(x, 0.9)` becomes `tf.nn.dropout(x, rate=1 - 0.9)`, and
`tf.nn.dropout(x, 1 - rate)` becomes `tf.nn.dropout(x, rate=rate)`.
Where nothing else tells, `tf.nn.dropout(x, keep_prob)` says by the name that the file is one of TensorFlow 1.

## Why

`tf.nn.dropout(x, 0.9)` raises nothing in TensorFlow 2, and drops 90 % instead of 10 %.
https://www.tensorflow.org/api_docs/python/tf/nn/dropout

## Numbers

Same: TensorFlow 1 computed the rate as `1 - keep_prob` itself (`tests/compat/tables/test_same_meaning.py`).
A rate that is a tensor, and no longer goes through `1 - (1 - rate)`, may differ in its last bit.

## What it leaves to you

Nothing. A script that goes on with `import tensorflow.compat.v1 as tf` keeps `keep_prob`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.graph_mode import swap
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1
from codemods.source.arguments import bind, literal, named, with_args
from codemods.source.file import File, Reference
from codemods.types import Edit, Severity, rule

SYMBOL = "tensorflow.nn.dropout"
_PARAMETERS = ("x", "keep_prob", "noise_shape", "seed", "name", "rate")


@rule(
    "TFM106",
    example="""
    import tensorflow as tf

    tf.set_random_seed(1)
    hidden = tf.nn.dropout(hidden, 0.9)
    hidden = tf.nn.dropout(hidden, keep_prob=keep)
    """,
    severity=Severity.NUMBERS,
)
def dropout_rate(file: File) -> Iterator[Edit]:
    """Replace `keep_prob` by what it leaves out."""
    for reference in file.references(SYMBOL):
        edit = rate_edit(file, reference)
        if edit is not None:
            yield edit


def rate_edit(file: File, reference: Reference) -> Edit | None:
    """The call with a rate; None if it has one, or is one of TensorFlow 2."""
    call = file.call_of(reference)
    if call is None or reference.spelling.shimmed or reference.spelling.plain != SYMBOL:
        return None
    given = bind(call, *_PARAMETERS)
    if given is None or "keep_prob" not in given or "rate" in given or not _is_legacy(file):
        return None
    kept = given["keep_prob"]
    if literal(kept.value) is None:
        return None
    words = {arg: name for name, arg in given.items()}
    first = call.args.index(kept)
    args = [*call.args[:first], _rate(kept), *(named(arg, words[arg]) for arg in call.args[first + 1 :])]
    return Edit(call, "dropout(keep_prob) is now dropout(rate=1 - keep_prob)", ((call, with_args(call, args)),))


def _is_legacy(file: File) -> bool:
    """True if the name means `tf.nn.dropout` of TensorFlow 1 now, and that of TensorFlow 2 after the upgrade."""
    return is_written_for_tensorflow_1(file) and swap(file) is None


def _rate(kept: cst.Arg) -> cst.Arg:
    value = kept.value
    if literal(value) == 1:
        return named(kept, "rate").with_changes(value=cst.Integer("0"))
    if _leaves_out(value):
        assert isinstance(value, cst.BinaryOperation)
        return named(kept, "rate").with_changes(value=value.right)
    if not isinstance(value, cst.Name | cst.Attribute | cst.Call | cst.Subscript | cst.BaseNumber) and not value.lpar:
        value = value.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return named(kept, "rate").with_changes(value=cst.BinaryOperation(cst.Integer("1"), cst.Subtract(), value))


def _leaves_out(value: cst.BaseExpression) -> bool:
    """True for `1 - rate`."""
    return (
        isinstance(value, cst.BinaryOperation)
        and isinstance(value.operator, cst.Subtract)
        and literal(value.left) == 1
        and isinstance(value.right, cst.Name | cst.Attribute | cst.Call | cst.Subscript | cst.BaseNumber)
    )
