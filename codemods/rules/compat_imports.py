"""With `--to compat`: import Keras and TensorFlow through the shims.

## What it does

`import tensorflow as tf` becomes `from compat import tensorflow as tf`, and likewise for every import of the two, in
files where another rule sees something legacy, or that `--from` says were written for Keras 2.3, TensorFlow 1 or
earlier. The shims answer every legacy name and hand everything else on.
Nothing else changes, except that TFM177 disables the behaviour of TensorFlow 2 in a script that builds a graph.

## Why

A script whose imports start with `compat` runs on TensorFlow 1.15 to 2.21: a team can change imports first, check, and
upgrade TensorFlow later. Without it the script stops at the first legacy name.
https://www.tensorflow.org/guide/migrate

## Numbers

Same. 46 trainings on the shims follow Keras 2.3.1 to 1e-5 in losses and 2e-5 in weights
(`tests/compat/shims/keras/test_keras231.py`); `compat/README.md` lists the known deviations.

## What it leaves to you

What the shims do not have: names are reported by TFM190 and TFM199, keywords by TFM174, methods by TFM175.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from codemods.analysis.estimators import is_estimator, path_on_shims, respelled_below_shims
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.shim_imports import PACKAGE, shimmed_imports, star_imports
from codemods.rules import rules
from codemods.source.file import File, ImportedName
from codemods.types import Edit, Manual, Stage, Undecided, rule


@rule(
    "TFM300",
    stage=Stage.SHIMS,
    example="""
    import tensorflow as tf
    from keras.utils import multi_gpu_model

    session = tf.Session()
    model = multi_gpu_model(model, gpus=2)
    """,
)
def compat_imports(file: File) -> Iterator[Edit | Manual]:
    """Leave a file alone if no other rule finds anything legacy in it, and nobody says that it is."""
    yield from respelled_below_shims(file)
    if _is_said_legacy(file) or any(map(_is_legacy, _outcomes(file))):
        yield from shimmed_imports(file, partial(_path, file))
        yield from star_imports(file)


def _is_said_legacy(file: File) -> bool:
    return file.origin is not None and written_for(file).keras in (KerasLine.STANDALONE, KerasLine.TENSORFLOW_1)


def _outcomes(file: File) -> Iterator[Edit | Manual | Undecided]:
    for stage in Stage:
        if stage not in (Stage.SHIMS, Stage.BEHAVIOUR, Stage.TRAINING, Stage.ADVICE, Stage.TABLES):
            for each in rules(stage):
                yield from each.apply(file)


def _is_legacy(outcome: Edit | Manual | Undecided) -> bool:
    return isinstance(outcome, Edit) or (isinstance(outcome, Manual) and not outcome.is_note)


def _path(file: File, imported: ImportedName) -> str | None:
    if imported.spelling is None:
        return path_on_shims(imported.qualified) if is_estimator(file, imported.qualified) else None
    if imported.spelling.shimmed:
        return None
    return path_on_shims(imported.qualified) or f"{PACKAGE}.{imported.qualified}"
