"""Split strings with the function of TensorFlow 2, which returns ragged tensors, and make them sparse as before.

## What it does

In a file of TensorFlow 1, `tf.strings.split(x, ",")` becomes `tf.strings.split(x, ",").to_sparse()`. With
`result_type="RaggedTensor"` it becomes `tf.compat.v2.strings.split(x, ",")`, whose name says that it is ragged.

## Why

`tf.strings.split` returned a `SparseTensor` unless it was told otherwise. TensorFlow 2 takes no `result_type`.
https://www.tensorflow.org/api_docs/python/tf/strings/split

## Numbers

Same (`tests/compat/tables/test_same_meaning.py`). `tf.compat.v1.strings.split` is not: of a scalar, it makes a ragged
tensor with another axis since TensorFlow 2.3.

## What it leaves to you

Nothing. A `result_type` that the source does not show, and a function that is handed on, go to `tf.compat.v1`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.graph_mode import swap
from codemods.analysis.graphs.same_meaning import is_made_sparse
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1
from codemods.rewriting.rename import respelled_in_place
from codemods.source.arguments import bind, literal, named, with_args
from codemods.source.file import File, Reference
from codemods.types import Edit, rule

SYMBOL = "tensorflow.strings.split"
_RAGGED = "tensorflow.compat.v2.strings.split"
_PARAMETERS = ("input", "sep", "maxsplit", "result_type", "source", "name")
_IN_PLACE = 3
"""The parameters that TensorFlow 2 has at the same places."""


@rule(
    "TFM168",
    example="""
    import tensorflow as tf

    tf.set_random_seed(1)
    words = tf.strings.split(lines, sep=",").values
    """,
)
def split_strings(file: File) -> Iterator[Edit]:
    """Keep the kind of the result."""
    for reference in file.references(SYMBOL):
        edit = split_edit(file, reference)
        if edit is not None:
            yield edit


def split_edit(file: File, reference: Reference) -> Edit | None:
    """The call of the function of TensorFlow 2 with the result of the legacy one; None if the call does not show it."""
    call = file.call_of(reference)
    if call is None or not reference.certain or reference.spelling.shimmed or reference.spelling.plain != SYMBOL:
        return None
    given = bind(call, *_PARAMETERS)
    if given is None or not given.keys() <= set(_PARAMETERS) or len({"input", "source"} & given.keys()) != 1:
        return None
    if swap(file) is not None or not is_written_for_tensorflow_1(file) or is_made_sparse(file, call):
        return None
    kind = literal(given["result_type"].value) if "result_type" in given else "SparseTensor"
    if kind not in ("SparseTensor", "RaggedTensor"):
        return None
    made = with_args(call, list(_arguments(call, given)))
    if kind == "SparseTensor":
        sparse = cst.Call(cst.Attribute(made, cst.Name("to_sparse")))
        return Edit(call, "strings.split() returns a ragged tensor in TensorFlow 2", ((call, sparse),))
    respelled = respelled_in_place(file, reference, _RAGGED)
    ((_, function),) = respelled.replacements
    said = "strings.split() takes no result_type in TensorFlow 2"
    return Edit(call, said, ((call, made.with_changes(func=function)),), respelled.imports)


def _arguments(call: cst.Call, given: dict[str, cst.Arg]) -> Iterator[cst.Arg]:
    """The arguments of TensorFlow 2; those behind `maxsplit` by name."""
    words = {arg: {"source": "input"}.get(name, name) for name, arg in given.items()}
    for index, arg in enumerate(call.args):
        if words[arg] != "result_type":
            yield arg if arg.keyword is None and index < _IN_PLACE else named(arg, words[arg])
