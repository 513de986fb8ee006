"""Report methods that legacy objects had, and the objects of the shims do not have.

## What it does

Looks up each method call on an object of the shims in the shim's class, and in the class of today behind it.
It rewrites nothing.

## Why

`model.save_spec()` was a method of Keras 2.6 to 2.15. Models of `compat` are those of Keras 3 with the methods of
Keras 2.3, and raise AttributeError.
https://www.tensorflow.org/guide/migrate

## Numbers

No numbers involved.

## What it leaves to you

Every reported call, and methods of objects whose class the file does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.flow.absence import GUIDE, only_in
from codemods.analysis.objects.object_types import shim_of
from codemods.analysis.shims.shim_signatures import has_member
from codemods.releases import api
from codemods.releases.api import Answer
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule


@rule(
    "TFM175",
    stage=Stage.TABLES,
    example="""
    from compat.keras.models import Sequential

    model = Sequential()
    print(model.save_spec())
    """,
)
def methods_on_shims(file: File) -> Iterator[Edit | Manual]:
    """Check what a release is known to have had as a method, as an attribute may be one that `__init__` sets today."""
    if not file.target.is_modern:
        return
    for node in file.attributes:
        receiver = shim_of(file, node.value) if file.reference(node) is None else None
        name = node.attr.value
        if receiver is None or receiver.defines(file, name):
            continue
        symbol = api.lookup(f"{receiver.path}.{name}")
        if symbol is None or symbol.kind != "method" or has_member(file.target, receiver.path, name) is not Answer.NO:
            continue
        said = f"{only_in(symbol)}, and the shim does not carry it"
        yield Manual(node, symbol.path, said, GUIDE)
