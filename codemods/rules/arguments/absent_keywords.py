"""Report keywords that the target's signature does not take.

## What it does

Compares each keyword with the recorded signatures of the releases, and says which releases took it.
It rewrites nothing.

## Why

A keyword that is gone raises TypeError or ValueError, or is swallowed by `**kwargs`.
https://github.com/keras-team/keras/issues/18467

## Numbers

No numbers involved.

## What it leaves to you

Every reported keyword. Keywords that no release ever took are not reported: they are mistakes of another kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.calls.api_calls import KeywordUse, keyword_uses, standalone, takers
from codemods.analysis.shims.layer_keywords import is_converted_on_shims
from codemods.releases import api
from codemods.releases.api import Answer
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_SHOWN = 8
"""The number of accepted keywords that the advice names."""


@rule(
    "TFM195",
    stage=Stage.TABLES,
    example="""
    from keras.utils import to_categorical

    labels = to_categorical(classes, dtype="int32", **options)
    """,
)
def absent_keywords(file: File) -> Iterator[Edit | Manual]:
    """Report keywords that another release takes and the target does not; others are mistakes of another kind."""
    for use in keyword_uses(file):
        if is_converted_on_shims(file, use.call, use.keyword) or _is_event(use):
            continue
        release = file.target.release(use.path)
        if api.accepts(use.path, use.keyword, release) is Answer.NO:
            # what only tf.keras has today is reached through it, whichever Keras the call was written for
            for path in (use.path, standalone(use.path)):
                legacy = takers(path, use.keyword)
                if legacy:
                    yield _finding(use, release, path, legacy)
                    break


def _is_event(use: KeywordUse) -> bool:
    """True for `LambdaCallback(on_batch_end=f)`: its `**kwargs` are the methods of the callback."""
    return use.path.endswith("keras.callbacks.LambdaCallback") and use.keyword.startswith("on_")


def _finding(use: KeywordUse, release: str, path: str, legacy: tuple[str, ...]) -> Manual:
    symbol = api.lookup(path)
    signature = api.signature(use.path, release)
    assert symbol is not None
    assert signature is not None
    family = "Keras" if symbol.distribution == "keras" else "TensorFlow"
    when = api.ranges(symbol.distribution, legacy)
    shown = ", ".join(signature.keywords[:_SHOWN]) + (", ..." if len(signature.keywords) > _SHOWN else "")
    return Manual(
        use.arg,
        f"{use.path}({use.keyword}=)",
        f"{use.path} takes {use.keyword}= only in {family} {when}",
        f"pass what {release} takes for it, if anything: {shown}"
        if shown
        else "leave it out: there is nothing to pass",
    )
