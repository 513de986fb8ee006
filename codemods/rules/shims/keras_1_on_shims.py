"""Report values of Keras 1 that the shims refuse, as Keras 2 did.

## What it does

With `--to compat`, `BatchNormalization(mode=2)` is a finding. The other arguments of Keras 1 run on the shims.

## Why

The shim raises a TypeError, and so did Keras 2.
https://github.com/keras-team/keras/blob/2.3.1/keras/legacy/interfaces.py

## Numbers

No numbers involved.

## What it leaves to you

To decide what the layer is to do. Values that are not written out.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Stage, rule
from compat.tables.keywords.keras_1 import KERAS_1

_URL = "https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes"


@rule(
    "TFM258",
    stage=Stage.TABLES,
    example="""
    from compat.keras.layers import BatchNormalization

    layer = BatchNormalization(mode=2)
    """,
)
def keras_1_on_shims(file: File) -> Iterator[Manual]:
    """Report literal values that have no equal."""
    for reference in file.references(*KERAS_1):
        call = file.call_of(reference)
        if call is None or not reference.spelling.shimmed or reference.spelling.root != "keras":
            continue
        row = KERAS_1[reference.canonical]
        for name in row.unlike:
            arg, known = keyword(call, name), row.dropped.get(name)
            value = literal(arg.value) if arg is not None else ...
            if arg is not None and known is not None and value is not ... and value not in known:
                short = reference.canonical.rpartition(".")[2]
                said = f"{short}: {name}={file.code(arg.value)} of Keras 1 has no equal, and the shim refuses it"
                yield Manual(arg, f"{reference.canonical}({name}=)", said, f"{row.unlike[name]} ({_URL})")
