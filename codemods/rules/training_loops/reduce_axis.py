"""Give `strategy.reduce` the axis that it left out: none.

## What it does

`strategy.reduce(op, value)` becomes `strategy.reduce(op, value, axis=None)`.

## Why

In TensorFlow 1.13 to 1.15 the axis could be left out. TensorFlow 2 raises TypeError without it.
https://www.tensorflow.org/api_docs/python/tf/distribute/Strategy#reduce

## Numbers

Same: `None` is what a left out axis meant in TensorFlow 1.15 (`tests/compat/shims/contrib/test_custom_loops.py`).

## What it leaves to you

Nothing is said of a `reduce` whose object may be anything.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.source.arguments import bind, named, with_args
from codemods.source.canonical_names import below
from codemods.source.file import File
from codemods.source.method_calls import method_calls
from codemods.types import Edit, rule

_OPERATION = "tensorflow.distribute.ReduceOp"
_LEGACY = "tensorflow.compat.v1.distribute.Strategy"


@rule(
    "TFM181",
    example="""
    import tensorflow as tf

    strategy = tf.distribute.MirroredStrategy()

    def total(per_replica):
        return strategy.reduce(tf.distribute.ReduceOp.SUM, per_replica)
    """,
)
def reduce_axis(file: File) -> Iterator[Edit]:
    """Add the axis where a strategy reduces, or where a `ReduceOp` shows that one does."""
    for call, receiver in method_calls(file, "reduce"):
        bound = bind(call, "reduce_op", "value", "axis")
        if bound is None or bound.keys() != {"reduce_op", "value"}:
            continue
        if _is_strategy(file, receiver, bound["reduce_op"].value):
            said = "TensorFlow 2 asks for the axis of reduce(); a left out one was None"
            yield Edit(call, said, ((call, _with_axis(call)),))


def _with_axis(call: cst.Call) -> cst.Call:
    """The call with `axis=None`, on a line of its own if the arguments before it are."""
    axis = named(cst.Arg(cst.Name("None")), "axis")
    *others, last = call.args
    end, between = last.comma, others[-1].comma
    after = end.whitespace_after if isinstance(end, cst.Comma) else None
    inside = between.whitespace_after if isinstance(between, cst.Comma) else None
    if (
        isinstance(end, cst.Comma)
        and isinstance(after, cst.ParenthesizedWhitespace)
        and isinstance(inside, cst.ParenthesizedWhitespace)
    ):
        last = last.with_changes(
            comma=end.with_changes(whitespace_after=after.with_changes(last_line=inside.last_line))
        )
        plain = after.with_changes(first_line=cst.TrailingWhitespace())
        return call.with_changes(args=[*others, last, axis.with_changes(comma=cst.Comma(whitespace_after=plain))])
    last = last.with_changes(comma=cst.MaybeSentinel.DEFAULT, whitespace_after_arg=cst.SimpleWhitespace(""))
    return with_args(call, [*others, last, axis])


def _is_strategy(file: File, node: cst.BaseExpression, operation: cst.BaseExpression) -> bool:
    """True if the object is a strategy of TensorFlow 2; those of `tf.compat.v1` still know the default."""
    origin = origin_of(file, node)
    if isinstance(origin, Receiver) and (origin.shimmed or origin.is_a(_LEGACY)):
        return False
    found = evidence(file, node, Kind.STRATEGY)
    if found is not Evidence.UNKNOWN:
        return found.is_enough
    return below(file.symbol(operation) or "", _OPERATION)
