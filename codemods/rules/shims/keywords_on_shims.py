"""Report keywords that a legacy release took, and the shims do not take.

## What it does

Compares each keyword with the signature of the shim, or of the object of today that the shims hand on.
It rewrites nothing.

## Why

`compat` takes the keywords that its tables know. Another one raises TypeError or ValueError, as it does without:
`ModelCheckpoint(load_weights_on_restart=True)`.
https://github.com/keras-team/keras/issues/18467

## Numbers

No numbers involved.

## What it leaves to you

Every reported keyword. Keywords that no release ever took are not reported: they are mistakes of another kind.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import shim_path, takers
from codemods.analysis.data.endless_data import is_over_images
from codemods.analysis.shims.shim_signatures import takes
from codemods.releases import api
from codemods.releases.api import Answer
from codemods.source.arguments import argument
from codemods.source.canonical_names import spelling
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.keywords.ignored_keywords import IGNORED_KEYWORDS
from compat.tables.methods.generator_methods import SAMPLE_COUNTS
from compat.tables.rows import RAISES

_COUNTED = "samples_per_epoch"


@rule(
    "TFM174",
    stage=Stage.TABLES,
    example="""
    from compat.keras.callbacks import ModelCheckpoint

    callback = ModelCheckpoint("best.h5", load_weights_on_restart=True)
    """,
)
def keywords_on_shims(file: File) -> Iterator[Edit | Manual]:
    """Report keywords of calls of the shims, and of methods of their objects."""
    if not file.target.is_modern:
        return
    for call in file.calls:
        path = shim_path(file, call)
        for arg in call.args if path is not None else ():
            if path is None or arg.keyword is None:
                continue
            name = arg.keyword.value
            if name == _COUNTED and path.endswith("_generator") and _tells_its_batches(file, call):
                continue  # the shim divides by them, as Keras 2 did
            if name in SAMPLE_COUNTS and path.endswith("_generator"):
                said = f"{name}= of Keras 1 counts samples, and only a generator with batch_size tells the batches"
                yield Manual(arg, f"{path}({name}=)", said, f"write {SAMPLE_COUNTS[name]}=, the number of batches")
            elif takes(file.target, path, name) is Answer.NO and (legacy := takers(path, name)):
                symbol = api.lookup(path)
                assert symbol is not None
                family = "Keras" if symbol.distribution == "keras" else "TensorFlow"
                said = f"{path} takes {name}= only in {family} {api.ranges(symbol.distribution, legacy)}"
                yield Manual(arg, f"{path}({name}=)", f"{said}, and the shim does not carry it", _advice(path, name))


def _tells_its_batches(file: File, call: cst.Call) -> bool:
    """True if the data are what `flow` makes of images, which has a `batch_size`."""
    given = argument(call, "generator")
    return given is not None and is_over_images(file, given.value)


def _advice(path: str, keyword: str) -> str:
    """The advice of the row about a keyword that Keras 3 refuses, too."""
    owner, _, name = path.rpartition(".")
    above, whole = spelling(owner), spelling(path)
    canonical = {path, f"{above.canonical}.{name}" if above else path, whole.canonical if whole else path}
    for row in IGNORED_KEYWORDS:
        if row.effect == RAISES and keyword in row.keywords and canonical.intersection(row.symbols):
            return f"{row.advice} ({row.url})"
    return "leave it out, and write what it did another way"
