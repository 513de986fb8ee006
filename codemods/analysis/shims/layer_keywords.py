"""Keywords of layers that the shims of standalone Keras convert, although no layer of today takes them."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from codemods.analysis.objects.class_sources import prepared
from codemods.rewriting.keras_1_arguments import legacy_keywords
from codemods.source.canonical_names import Spelling, spelling
from codemods.source.file import File
from compat.tables.keywords.keras_1 import KERAS_1
from compat.tables.keywords.no_effect import NO_EFFECT

_OF_ALL = frozenset({"weights", "batch_input_shape", "batch_size"})
_ROOTS = ("keras", "tensorflow.keras", "tensorflow.compat.v2.keras")
"""Standalone Keras, and `tf.keras`, which never took the arguments of Keras 1."""
_OF_SEQUENCES = frozenset({"input_dim", "input_length"})
_AS_THEY_ARE = frozenset({"InputLayer", "RNN", "Wrapper", "Layer", "Input"})
"""What the shims do not wrap."""


def is_converted(found: Spelling, keyword: str) -> bool:
    """True if the layer of a name, on the shims, converts `keyword=`."""
    home, _, layer = found.canonical.rpartition(".")
    if found.root not in _ROOTS or home != "keras.layers" or layer in _AS_THEY_ARE or not layer[:1].isupper():
        return False
    row = KERAS_1.get(found.canonical) if found.root == "keras" else None
    if row is not None and (keyword in legacy_keywords(row) or (row.is_sequence and keyword in _OF_SEQUENCES)):
        return True
    if found.canonical in NO_EFFECT.get(keyword, ()):
        return True
    return keyword in _OF_ALL or (layer == "Embedding" and keyword == "input_length")


def is_converted_on_shims(file: File, call: cst.Call, keyword: str) -> bool:
    """True if a call of the shims converts `keyword=`, also one that `partial` prepares, or by another name."""
    found = [file.reference(each) for each in _called(file, call)]
    return bool(found) and all(
        each is not None and each.spelling.shimmed and is_converted(each.spelling, keyword) for each in found
    )


def _called(file: File, call: cst.Call) -> Sequence[cst.BaseExpression]:
    """What a call may call, as far as the file shows it."""
    given = prepared(file, call)
    if given is not None:
        return [given]
    if isinstance(call.func, cst.Name) and file.reference(call.func) is None:
        return file.definitions(call.func) or []
    return [call.func]


def path_converts(path: str, keyword: str) -> bool:
    """The same of a path without `compat`."""
    found = spelling(path)
    return found is not None and is_converted(found, keyword)


def takes_sides(file: File, call: cst.Call) -> bool:
    """True for a layer of the shims that takes a dictionary of the sides of a picture."""
    reference = file.reference(call.func)
    if reference is None or not reference.spelling.shimmed or reference.spelling.root != "keras":
        return False
    row = KERAS_1.get(reference.canonical)
    return row is not None and bool(row.sides)
