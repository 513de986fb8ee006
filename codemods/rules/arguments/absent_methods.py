"""Report methods that an object's class does not have in the target release.

## What it does

Looks up each method call in the target's class, if the file shows the class. It rewrites nothing.

## Why

`model.save_spec()` was a method of Keras 2.6 to 2.15, and raises AttributeError in Keras 3.
https://www.tensorflow.org/guide/migrate

## Numbers

No numbers involved.

## What it leaves to you

Every reported call, and methods of objects whose class the file does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.calls.api_calls import MethodUse, method_uses
from codemods.analysis.flow.absence import GUIDE, only_in
from codemods.releases import api
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule


@rule(
    "TFM194",
    stage=Stage.TABLES,
    example="""
    from keras.models import Sequential

    model = Sequential()
    print(model.save_spec())
    """,
)
def absent_methods(file: File) -> Iterator[Edit | Manual]:
    """Check methods only: what was a property of a class may be an attribute that `__init__` sets today."""
    for use in method_uses(file):
        if _is_absent(file, use):
            symbol = api.lookup(use.path)
            assert symbol is not None
            yield Manual(use.node, use.path, only_in(symbol), GUIDE)


def _is_absent(file: File, use: MethodUse) -> bool:
    target = file.target
    symbol = api.lookup(use.path)
    return (
        symbol is not None
        and symbol.kind == "method"
        and target.has(use.owner)
        and not target.has(use.path)
        and not api.is_open(use.owner, target.release(use.owner))
    )
