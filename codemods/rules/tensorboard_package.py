"""Name the package that TensorBoard's callback and summaries need.

## What it does

Notes once in a file that the `TensorBoard` callback, or `tf.summary.scalar` and the like of TensorFlow 2, need the
package `tensorboard`.

## Why

TensorFlow brought it along until 2.20. Since 2.21 it does not, and the first summary raises `TBNotInstalledError`.
https://github.com/tensorflow/tensorflow/releases/tag/v2.21.0

## Numbers

No numbers involved.

## What it leaves to you

`pip install tensorboard`.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.api_calls import since
from codemods.source.file import File, Reference
from codemods.types import Manual, Stage, rule

_SINCE = "tensorflow 2.21"
_CALLBACK = "keras.callbacks.TensorBoard"
_SUMMARIES = frozenset(
    f"{root}.summary.{name}"
    for root in ("tensorflow", "tensorflow.compat.v2")
    for name in ("audio", "histogram", "image", "scalar", "text")
)
_INSTALL = "pip install tensorboard"


@rule(
    "TFM159",
    stage=Stage.ADVICE,
    example="""
    from keras.callbacks import TensorBoard
    from keras.layers.core import Dense

    callback = TensorBoard(log_dir="logs")
    """,
)
def tensorboard_package(file: File) -> Iterator[Manual]:
    """Speak of the first use."""
    if not since(file.target, _SINCE):
        return
    first = min(filter(_needs_it, file.all_references()), key=lambda each: file.order(each.node), default=None)
    if first is not None:
        said = "TensorFlow 2.21 does not bring tensorboard along, and what writes its summaries stops without it"
        yield Manual(first.node, first.canonical, said, f"run {_INSTALL}", is_note=True)


def _needs_it(reference: Reference) -> bool:
    """True for the callback, and for summaries of TensorFlow 2; those of TensorFlow 1 do without."""
    return reference.certain and (reference.canonical == _CALLBACK or reference.qualified in _SUMMARIES)
