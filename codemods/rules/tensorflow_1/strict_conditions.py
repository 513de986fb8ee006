"""Call the condition of TensorFlow 2, which is always strict, where TensorFlow 1 was told to be.

## What it does

In a file of TensorFlow 1, `tf.cond(p, f, g, strict=True)` becomes `tf.compat.v2.cond(p, f, g)`.

## Why

`tf.cond` of TensorFlow 2 takes no `strict`. Without it, the call reads like one of TensorFlow 1 that was not strict,
and took the element out of a list of one; hence the full name.
https://www.tensorflow.org/api_docs/python/tf/cond

## Numbers

Same: `tf.cond` of TensorFlow 2 calls the legacy function with `strict=True`
(`tests/compat/tables/test_same_meaning.py`).

## What it leaves to you

Nothing. Branches that visibly return tensors become `tf.cond` (TFM103), other conditions go on as `tf.compat.v1.cond`.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.graphs.graph_mode import swap
from codemods.analysis.graphs.same_meaning import use_of
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1
from codemods.rewriting.rename import respelled_in_place
from codemods.source.arguments import bind, literal, named, with_args
from codemods.source.file import File, Reference
from codemods.types import Edit, rule

SYMBOL = "tensorflow.cond"
_MODERN = "tensorflow.compat.v2.cond"
_PARAMETERS = ("pred", "true_fn", "false_fn", "strict", "name")


@rule(
    "TFM189",
    example="""
    import tensorflow as tf

    tf.set_random_seed(1)
    parts = tf.cond(is_training, noisy, plain, strict=True)
    """,
)
def strict_conditions(file: File) -> Iterator[Edit]:
    """Leave the word out."""
    for reference in file.references(SYMBOL):
        edit = strict_edit(file, reference)
        if edit is not None:
            yield edit


def strict_edit(file: File, reference: Reference) -> Edit | None:
    """The strict call; None if nothing says that it is."""
    call = file.call_of(reference)
    if call is None or not reference.certain or reference.spelling.shimmed or reference.spelling.plain != SYMBOL:
        return None
    given = bind(call, *_PARAMETERS)
    if given is None or not {"pred", "true_fn", "false_fn", "strict"} <= given.keys() <= set(_PARAMETERS):
        return None
    if literal(given["strict"].value) is not True or not use_of(file, reference).is_legacy:
        return None
    if swap(file) is not None or not is_written_for_tensorflow_1(file):
        return None
    words = {arg: name for name, arg in given.items()}
    args = [named(arg, "name") if words[arg] == "name" else arg for arg in call.args if words[arg] != "strict"]
    respelled = respelled_in_place(file, reference, _MODERN)
    ((_, function),) = respelled.replacements
    made = with_args(call, args).with_changes(func=function)
    return Edit(call, "cond() is always strict in TensorFlow 2", ((call, made),), respelled.imports)
