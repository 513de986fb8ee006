"""Rename keywords that take the same value under another name, such as `lr` to `learning_rate`.

## What it does

Renames the keyword in calls of the optimizers, layers and models that the tables list; `Model(input=, output=)` becomes
`Model(inputs=, outputs=)`. So it does in `super().__init__(epsilon=0.1)` of a class derived from one of them.

## Why

Keras 3 raises: `Adam(lr=0.1)` ends with "ValueError: Argument(s) not recognized".
https://github.com/keras-team/keras/issues/18467

## Numbers

Same. The upgraded MiniGoogLeNet script, with its `SGD(lr=)`, follows TensorFlow 1.15.5 to 1.1e-8 in the loss on two
replicas while batches divide by them (`tests/equivalence/README.md`).

## What it leaves to you

A call that is given both names, and keywords in a dictionary that is unpacked into the call.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.symbol_calls import calls_of
from codemods.analysis.objects.base_classes import starts_of
from codemods.source.arguments import keyword, literal, named
from codemods.source.file import File, Reference
from codemods.types import Edit, Manual, rule
from compat.tables.behaviour.optimizers import OPTIMIZERS
from compat.tables.keywords.renamed_keywords import RENAMED_KEYWORDS
from compat.tables.rows import RenamedKeywords


@rule(
    "TFM102",
    example="""
    from keras.optimizers import Adam

    optimizer = Adam(lr=0.001)
    """,
)
def renamed_keywords(file: File) -> Iterator[Edit | Manual]:
    """Leave a call that has both names to a person."""
    for row in RENAMED_KEYWORDS:
        for reference in file.references(*row.symbols):
            if reference.spelling.shimmed:
                continue
            # what reaches an optimizer by way of its base class is for TFM116
            started = starts_of(file, reference) if row.symbols != OPTIMIZERS else ()
            for call in (*calls_of(file, reference), *started):
                yield from _renamed(reference, call, row)


def _renamed(reference: Reference, call: cst.Call, row: RenamedKeywords) -> Iterator[Edit | Manual]:
    for legacy, modern in row.keywords.items():
        arg = keyword(call, legacy)
        if arg is None:
            yield from _in_dict(reference, call, legacy, modern)
            continue
        short = reference.canonical.rpartition(".")[2]
        if keyword(call, modern):
            yield Manual(
                arg,
                f"{reference.canonical}({legacy}=)",
                f"{short} is given both {legacy}= and {modern}=",
                f"keep {modern}= only",
            )
        else:
            said = f"{short}({legacy}=) is now {short}({modern}=)"
            yield Edit(arg, said, ((arg, named(arg, modern)),))


def _in_dict(reference: Reference, call: cst.Call, legacy: str, modern: str) -> Iterator[Manual]:
    """Report keywords in a dictionary that is written into the call."""
    for arg in call.args:
        for element in arg.value.elements if arg.star == "**" and isinstance(arg.value, cst.Dict) else ():
            if isinstance(element, cst.DictElement) and literal(element.key) == legacy:
                said = f"{legacy} is now {modern}, and it is passed in an unpacked dictionary"
                yield Manual(arg, f"{reference.canonical}({legacy}=)", said, f"rename the key to {modern!r}")
