"""With `--to compat`: import Keras and TensorFlow through the shims, and change nothing else.

The shims answer every legacy name and hand everything else on.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.edits import Edit, Manual
from codemods.estimators import path_on_shims, respelled_below_shims
from codemods.file import File
from codemods.registry import rule, rules
from codemods.shim_imports import PACKAGE, shimmed_import, star_imports


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
    for statement in dict.fromkeys(imported.statement for imported in file.imports):
        paths = {
            imported.alias: path_on_shims(imported.qualified) or f"{PACKAGE}.{imported.qualified}"
            for imported in file.imports
            if imported.statement is statement and imported.spelling and not imported.spelling.shimmed
        }
        edit = shimmed_import(file, statement, paths) if paths else None
        if edit is not None:
            yield edit
    yield from star_imports(file)
