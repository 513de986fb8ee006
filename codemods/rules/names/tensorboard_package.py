"""Name the package that the `TensorBoard` callback and the summaries of TensorFlow 2 need.

## What it does

Notes once in a file that `keras.callbacks.TensorBoard`, or a function such as `tf.summary.scalar`, needs `tensorboard`.

## Why

TensorFlow 2.20 and before installed TensorBoard; 2.21 does not, and raises TBNotInstalledError when the first number is
written. `tf.compat.v1.summary` needs no package.
https://github.com/tensorflow/tensorflow/releases/tag/v2.21.0

## Numbers

No numbers involved.

## What it leaves to you

`pip install tensorboard`.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.calls.api_calls import since
from codemods.source.file import File
from codemods.types import Manual, Stage, rule

INSTALL = "pip install tensorboard"
_CALLBACK = "keras.callbacks.TensorBoard"
_SUMMARIES = tuple(f"tensorflow.summary.{name}" for name in ("audio", "histogram", "image", "scalar", "text"))


@rule(
    "TFM266",
    stage=Stage.ADVICE,
    example="""
    from keras.callbacks import TensorBoard

    callbacks = [TensorBoard("logs")]
    """,
)
def tensorboard_package(file: File) -> Iterator[Manual]:
    """Speak of the first use; the summaries of the shims are those of TensorFlow 1."""
    if not since(file.target, "tensorflow 2.21"):
        return
    found = [each for each in file.references(*_SUMMARIES) if not each.spelling.shimmed]
    found = [each for each in (*file.references(_CALLBACK), *found) if file.reference(each.node) is each]
    if found:
        first = min(found, key=lambda each: file.order(each.node))
        name = first.qualified.rpartition(".")[2]
        said = f"{name} writes with the package tensorboard, which TensorFlow 2.21 no longer installs"
        yield Manual(first.node, first.qualified, said, f"run {INSTALL}", is_note=True)
