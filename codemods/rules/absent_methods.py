"""Report methods and attributes that objects of a known class do not have in the target release.

The members of every class come from the releases themselves, see `codemods.api`.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods import api
from codemods.edits import Edit, Manual
from codemods.file import File
from codemods.registry import rule
from codemods.uses import MethodUse, method_uses


@rule("TFM197", target="result")
def absent_methods(file: File) -> Iterator[Edit | Manual]:
    """Attributes that no release's class has are the object's own, and not ours to tell."""
    for use in method_uses(file):
        if _is_absent(file, use):
            symbol = api.lookup(use.path)
            assert symbol is not None
            family = "Keras" if symbol.distribution == "keras" else "TensorFlow"
            said = f"{use.path} is in {family} {symbol.availability} only"
            yield Manual(use.node, use.path, said, "see https://www.tensorflow.org/guide/migrate")


def _is_absent(file: File, use: MethodUse) -> bool:
    target = file.target
    return (
        target.has(use.owner)
        and not api.is_open(use.owner, target.release(use.owner))
        and not target.has(use.path)
        and api.lookup(use.path) is not None
    )
