"""Cut glimpses with `noise=`, which took the place of `uniform_noise=`.

## What it does

`tf.image.extract_glimpse(x, size, offsets, uniform_noise=False)` becomes
`tf.image.extract_glimpse(x, size, offsets, noise="gaussian")`.

## Why

The function of TensorFlow 2 has a kernel of its own, with three kinds of noise.
https://www.tensorflow.org/api_docs/python/tf/image/extract_glimpse

## Numbers

Same: glimpses inside of the image (`tests/codemods/fixtures/glimpses`); the noise around it is random.

## What it leaves to you

Nothing. Where offsets are not visibly normalized and centered, TensorFlow 2 cuts other glimpses: such a call goes on as
`tf.compat.v1.image.extract_glimpse`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.graph_mode import swap
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1
from codemods.source.arguments import bind, literal, named, with_args
from codemods.source.file import File, Reference
from codemods.types import Edit, rule

SYMBOL = "tensorflow.image.extract_glimpse"
_PARAMETERS = ("input", "size", "offsets", "centered", "normalized", "uniform_noise", "name")


@rule(
    "TFM241",
    example="""
    import tensorflow as tf

    tf.set_random_seed(1)
    glimpse = tf.image.extract_glimpse(images, [8, 8], offsets, uniform_noise=False)
    """,
)
def glimpses(file: File) -> Iterator[Edit]:
    """Name the noise."""
    for reference in file.references(SYMBOL):
        edit = glimpse_edit(file, reference)
        if edit is not None:
            yield edit


def glimpse_edit(file: File, reference: Reference) -> Edit | None:
    """The call with its noise; None if the call does not show how it reads its offsets."""
    call = file.call_of(reference)
    if call is None or not reference.certain or reference.spelling.shimmed or reference.spelling.plain != SYMBOL:
        return None
    given = bind(call, *_PARAMETERS)
    if given is None or not {"input", "size", "offsets"} <= given.keys() <= set(_PARAMETERS):
        return None
    if swap(file) is not None or not is_written_for_tensorflow_1(file):
        return None
    if not all(literal(given[each].value) is True for each in ("centered", "normalized") if each in given):
        return None
    is_uniform = literal(given["uniform_noise"].value) if "uniform_noise" in given else True
    if not isinstance(is_uniform, bool):
        return None
    value = cst.SimpleString('"uniform"' if is_uniform else '"gaussian"')
    names = {arg: name for name, arg in given.items()}
    args = [named(arg, "name") if names[arg] == "name" else arg for arg in call.args if names[arg] != "uniform_noise"]
    noise = named(given.get("uniform_noise", cst.Arg(value)), "noise").with_changes(value=value)
    args.insert(call.args.index(given["uniform_noise"]) if "uniform_noise" in given else len(args), noise)
    said = "extract_glimpse() takes the kind of its noise in TensorFlow 2"
    return Edit(call, said, ((call, with_args(call, args)),))
