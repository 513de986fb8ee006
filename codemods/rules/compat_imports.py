"""With `--to compat`: import Keras and TensorFlow through the shims, and change nothing else.

The shims answer every legacy name and hand everything else on.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.estimators import path_on_shims, respelled_below_shims
from codemods.rewriting.shim_imports import PACKAGE, shimmed_imports, star_imports
from codemods.rules import rules
from codemods.source.file import File, ImportedName
from codemods.types import Edit, Manual, rule


@rule(
    "TFM300",
    target="compat",
    example="""
    import tensorflow as tf
    from keras.utils import multi_gpu_model

    session = tf.Session()
    model = multi_gpu_model(model, gpus=2)
    """,
)
def compat_imports(file: File) -> Iterator[Edit | Manual]:
    """A file in which no other rule sees anything legacy is left alone."""
    yield from respelled_below_shims(file)
    if not any(True for other in (*rules("early"), *rules("native"), *rules("late")) for _ in other.apply(file)):
        return
    yield from shimmed_imports(file, _path)
    yield from star_imports(file)


def _path(imported: ImportedName) -> str | None:
    if imported.spelling is None or imported.spelling.shimmed:
        return None
    return path_on_shims(imported.qualified) or f"{PACKAGE}.{imported.qualified}"
