"""Take the arithmetic of convolutions from the shims: `normalize_data_format`, `conv_output_length`, ...

## What it does

`from keras.utils import conv_utils` becomes `from compat.keras.utils import conv_utils`, and so do imports of its
functions and names that are read from `tf.keras.utils.conv_utils` or `tensorflow.python.keras.utils.conv_utils`.
`K.normalize_data_format` comes from there, too.

## Why

Keras 2.13 took the module away, which layers of one's own used for their sizes and formats. The functions of Keras 3
are private.
https://github.com/keras-team/keras/blob/2.3.1/keras/utils/conv_utils.py

## Numbers

Same: sizes and messages are those of Keras 2.3.1 and of `tf.keras` of TensorFlow 1.15.5
(`tests/compat/shims/keras/test_utils_modules.py`).

## What it leaves to you

Functions that only `LocallyConnected` layers used, such as `conv_kernel_mask`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.rewriting.named_modules import read_from_shims
from codemods.rewriting.shim_imports import shimmed_imports
from codemods.source.file import File, ImportedName
from codemods.source.moved_names import CONV_UTILS
from codemods.types import Edit, Stage, rule

_MODULE = "keras.utils.conv_utils"
_HOMES = dict.fromkeys(CONV_UTILS, f"compat.{_MODULE}")


@rule(
    "TFM301",
    stage=Stage.STRUCTURES,
    example="""
    from keras.layers import Layer
    from keras.utils import conv_utils

    class Upsampling(Layer):
        def __init__(self, size=2, data_format=None, **kwargs):
            super().__init__(**kwargs)
            self.size = conv_utils.normalize_tuple(size, 2, "size")
            self.data_format = conv_utils.normalize_data_format(data_format)
    """,
)
def conv_utils(file: File) -> Iterator[Edit]:
    """Change imports first: what is read from an imported module comes from the shims with it."""
    edits = list(shimmed_imports(file, lambda imported: _path_on_shims(file, imported)))
    yield from edits
    if edits:
        return
    for reference in file.references(*_HOMES):
        if not reference.spelling.shimmed and isinstance(reference.node, cst.Attribute):
            yield read_from_shims(file, reference, _HOMES[reference.canonical])


def _path_on_shims(file: File, imported: ImportedName) -> str | None:
    found = imported.spelling
    binds_the_package = isinstance(imported.statement, cst.Import) and imported.alias.asname is None
    if found is None or found.shimmed or binds_the_package:
        return None
    if found.canonical == _MODULE:
        return f"compat.{_MODULE}" if _has_all(file) else None
    home = _HOMES.get(found.canonical)
    return f"{home}.{found.canonical.rpartition('.')[2]}" if home is not None else None


def _has_all(file: File) -> bool:
    """True if the shims have every name of the module that the file uses."""
    names = (each.canonical for each in file.all_references())
    return all(name in _HOMES for name in names if name.startswith(f"{_MODULE}."))
