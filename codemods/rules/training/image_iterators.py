"""Take the next batch of images with `next()`, and ask iterators for what they have today.

## What it does

`generator.next()` becomes `next(generator)`, where `generator` comes from `flow`, `flow_from_directory` or
`flow_from_dataframe` of an `ImageDataGenerator`. `generator.nb_sample` and `generator.nb_class`, of Keras 1, become
`generator.samples` and `generator.num_classes`, also of what the same call trains with.

## Why

The iterators of `keras_preprocessing` had both. Those of TensorFlow 2.16 and later have no `next`:
"'NumpyArrayIterator' object has no attribute 'next'". Keras 2 renamed what Keras 1 counted.
https://github.com/keras-team/keras/blob/master/keras/src/legacy/preprocessing/image.py

## Numbers

No numbers involved: in Keras 2, `__next__` called `next`, and the counts are the same.

## What it leaves to you

Iterators that come from elsewhere, such as a parameter.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

import libcst as cst

from codemods.analysis.data.endless_data import is_over_images
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.objects.object_types import SEQUENCE
from codemods.source.file import File
from codemods.source.scopes import BUILTIN
from codemods.types import Edit, Manual, rule
from compat.tables.names.iterator_attributes import ITERATOR_ATTRIBUTES

_NEXT = "next"
_OF_KERAS_1 = ("nb_sample", "nb_class")
"""Names that no other data have."""
_TRAINING = frozenset(f"{name}{suffix}" for name in ("evaluate", "fit", "predict") for suffix in ("", "_generator"))
_DATA = ("generator", "validation_data", "x")


@rule(
    "TFM214",
    example="""
    from keras.preprocessing.image import ImageDataGenerator

    def batches(x, y):
        generator = ImageDataGenerator(horizontal_flip=True).flow(x, y, batch_size=8)
        while True:
            images, labels = generator.next()
            yield images, labels
    """,
)
def image_iterators(file: File) -> Iterator[Edit | Manual]:
    """Only of what is certainly an iterator over images."""
    if not file.target.is_modern:
        return
    for node in file.attributes:
        modern = ITERATOR_ATTRIBUTES.get(node.attr.value)
        if modern is not None and (is_over_images(file, node.value) or _is_trained_with(file, node)):
            new = node.with_changes(attr=cst.Name(modern))
            yield Edit(node, f"{file.code(node)} is now {file.code(new)}", ((node, new),))
        if node.attr.value != _NEXT or not is_over_images(file, node.value):
            continue
        call, said = file.parent(node), f"iterators over images have no {_NEXT}()"
        is_plain = isinstance(call, cst.Call) and call.func is node and not call.args
        if isinstance(call, cst.Call) and is_plain and _is_builtin(file, node):
            taken = cst.Call(cst.Name(_NEXT), [cst.Arg(node.value)], lpar=call.lpar, rpar=call.rpar)
            yield Edit(node, f"{said}: {file.code(taken)}", ((call, taken),))
        else:
            yield Manual(node, f"{SEQUENCE}.{_NEXT}", said, f"use {_NEXT}(iterator)")


def _is_builtin(file: File, at: cst.CSTNode) -> bool:
    return all(each.kind == BUILTIN for each in file.scope(at)[_NEXT])


def _is_trained_with(file: File, node: cst.Attribute) -> bool:
    """True for `batches.nb_sample` in a call that trains with `batches`, or evaluates or predicts, and asks for it."""
    for call in takewhile(lambda each: isinstance(each, cst.BaseExpression | cst.Arg), file.ancestors(node)):
        if isinstance(call, cst.Call) and method_of(call) in _TRAINING:
            data = [arg.value for arg in call.args if arg.keyword is None or arg.keyword.value in _DATA]
            return node.attr.value in _OF_KERAS_1 and any(node.value.deep_equals(each) for each in data)
    return False
