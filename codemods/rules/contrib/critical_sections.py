"""Take critical sections from TensorFlow itself: `tf.contrib.framework.CriticalSection` is `tf.CriticalSection`.

## What it does

Renames the class where the file gives `execute` nothing but a function, `name=` and `exclusive_resource_access=`.

## Why

TensorFlow 1.13 moved the class. Its `execute` no longer takes arguments for the function: the next one it takes says
whether the section has its resources to itself.
https://www.tensorflow.org/api_docs/python/tf/CriticalSection

## Numbers

Same: a counter, written on TensorFlow 1.12.3 (`tests/codemods/fixtures/critical_sections`).

## What it leaves to you

Files that give `execute` arguments for the function: `section.execute(lambda: step(x))` goes on.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.rewriting.rename import respelled_in_place
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.types import Edit, rule

_LEGACY, _MODERN = "tensorflow.contrib.framework.CriticalSection", "tensorflow.CriticalSection"
_WORDS = {"fn", "name", "exclusive_resource_access"}


@rule(
    "TFM169",
    example="""
    import tensorflow as tf

    section = tf.contrib.framework.CriticalSection(name="counter")
    count = section.execute(increment)
    """,
)
def critical_sections(file: File) -> Iterator[Edit]:
    """Rename where sections are made."""
    if not all(map(_is_modern, file.calls)):
        return
    for reference in file.references(_LEGACY):
        if reference.certain and not reference.spelling.shimmed and file.call_of(reference) is not None:
            yield respelled_in_place(file, reference, _MODERN)


def _is_modern(call: cst.Call) -> bool:
    """False for `execute` with arguments that the class of today does not take there."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "execute":
        return True
    given = bind(call, "fn")
    return given is not None and given.keys() <= _WORDS
