"""Call `tf.space_to_batch_nd` for `tf.space_to_batch`, whose block is a list in TensorFlow 2.

## What it does

`tf.space_to_batch(x, paddings, 2)` becomes `tf.space_to_batch_nd(x, [2, 2], paddings)`, which is what it called.

## Why

`tf.space_to_batch` of TensorFlow 2 takes the sizes of the block before the paddings, and no single number.
https://www.tensorflow.org/api_docs/python/tf/space_to_batch

## Numbers

Same (`tests/codemods/fixtures/space_to_batch`).

## What it leaves to you

Nothing. A block size that is not a number or a name goes on as `tf.compat.v1.space_to_batch`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.graph_mode import swap
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1
from codemods.rewriting.rename import respelled_in_place
from codemods.source.arguments import bind, named
from codemods.source.file import File, Reference
from codemods.types import Edit, rule

SYMBOLS = ("tensorflow.space_to_batch", "tensorflow.nn.space_to_batch")
_MODERN = "tensorflow.space_to_batch_nd"
_PARAMETERS = ("input", "paddings", "block_size", "name", "block_shape")


@rule(
    "TFM238",
    example="""
    import tensorflow as tf

    tf.set_random_seed(1)
    blocks = tf.space_to_batch(images, [[0, 0], [0, 0]], 2)
    """,
)
def space_to_batch(file: File) -> Iterator[Edit]:
    """Repeat the size of the block."""
    for reference in file.references(*SYMBOLS):
        edit = batch_edit(file, reference)
        if edit is not None:
            yield edit


def batch_edit(file: File, reference: Reference) -> Edit | None:
    """The call of the function for any number of dimensions; None if the call does not show the size of its block."""
    call = file.call_of(reference)
    if call is None or not reference.certain or reference.spelling.shimmed or reference.spelling.plain not in SYMBOLS:
        return None
    if not isinstance(reference.node, cst.Attribute) or swap(file) is not None or not is_written_for_tensorflow_1(file):
        return None
    given = bind(call, *_PARAMETERS)
    sizes = [given[each] for each in ("block_size", "block_shape") if each in given] if given is not None else []
    shape = _shape(sizes[0].value) if len(sizes) == 1 else None
    if given is None or shape is None or not {"input", "paddings"} <= given.keys():
        return None
    edit = respelled_in_place(file, reference, _MODERN)
    ((_, function),) = edit.replacements
    plain = [given["input"].value, shape, given["paddings"].value]
    args = [cst.Arg(value) for value in plain]
    if "name" in given:
        args.append(named(cst.Arg(given["name"].value), "name"))
    made = call.with_changes(func=function, args=args)
    said = f"{reference.qualified} takes a list for its block in TensorFlow 2, as space_to_batch_nd does"
    return Edit(call, said, ((call, made),), edit.imports)


def _shape(size: cst.BaseExpression) -> cst.BaseExpression | None:
    """The height and the width of a block; a list has both, and only TensorFlow 2 took one."""
    if isinstance(size, cst.Integer | cst.Name):
        return cst.List([cst.Element(size), cst.Element(size.deep_clone())])
    return size if isinstance(size, cst.List | cst.Tuple) else None
