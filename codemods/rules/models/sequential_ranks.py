"""Report a `Sequential` that is called on tensors of several ranks.

## What it does

Reports `self.generator(z)`, where the calls in the project pass tensors of four axes and of two, such as `tf.ones((8,
4))`. It rewrites nothing.

## Why

Keras 2 called the layers. Keras 3 builds the model for the rank of the first call, and raises ValueError at the other:
"Invalid input shape for input". It drops or adds a last axis of one.
https://github.com/keras-team/keras/blob/master/keras/src/models/sequential.py

## Numbers

No numbers involved: the second call fails (`tests/compat/tables/test_sequential_ranks.py`).

## What it leaves to you

Every reported call: to reshape the tensor to the rank of the others, or to call the layers one by one. Tensors whose
shape the project does not show.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.eager_shapes import Sizes, shapes_of
from codemods.analysis.objects.object_types import shim_of
from codemods.analysis.objects.provenance import leaves, place
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

_SEQUENTIAL = "keras.models.Sequential"


@rule(
    "TFM394",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    generator = tf.keras.Sequential([tf.keras.layers.Dense(12), tf.keras.layers.Reshape((2, 2, 3))])
    images = generator(tf.ones((5, 1, 1, 4)))
    samples = generator(tf.ones((8, 4)))
    """,
)
def sequential_ranks(file: File) -> Iterator[Manual]:
    """At the first call that gets another rank than one before."""
    if not file.imports_family() or not goes_to_keras_3(file):
        return
    calls: defaultdict[object, list[cst.Call]] = defaultdict(list)
    for call in file.calls:
        if len(call.args) >= 1 and not call.args[0].star and _is_sequential(file, call.func):
            calls[place(file, call.func)].append(call)
    for group in calls.values():
        seen: list[Sizes] = []
        for call in group:
            seen += shapes_of(file, call.args[0].value)
            ranks = sorted({len(each) for each in seen})
            if len(ranks) > 1 and not all(_is_adjusted(each, other) for each in seen for other in seen):
                name, said = file.code(call.func), " and ".join(str(each) for each in ranks)
                text = f"{name} is called on tensors of {said} axes, and Keras 3 builds it for the first of them"
                yield Manual(call, _SEQUENTIAL, text, "reshape the tensors to one rank before the call")
                break


def _is_sequential(file: File, func: cst.BaseExpression) -> bool:
    if not isinstance(func, cst.Name | cst.Attribute) or file.reference(func) is not None:
        return False
    found = leaves(file, func) or []
    made = [each for each in found if isinstance(each, cst.Call) and file.symbol(each.func) == _SEQUENTIAL]
    return len(made) == len(found) == 1 and shim_of(file, func) is None


def _is_adjusted(shape: Sizes, other: Sizes) -> bool:
    """True for one rank, and for ranks that may differ by a last axis of one only."""
    longer, shorter = (shape, other) if len(shape) > len(other) else (other, shape)
    more = len(longer) - len(shorter)
    last = literal(longer[-1]) if more else ...
    return more == 0 or (more == 1 and (last == 1 or not isinstance(last, int)))
