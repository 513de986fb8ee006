"""Write the layers of Keras 1 with the arguments of Keras 3: `Convolution2D(8, 3, 3, border_mode="same")`.

## What it does

Renames the arguments and values that Keras 2 converted, and makes one `kernel_size` of the sizes of a kernel:
`Convolution2D(8, 3, 3, border_mode="same", dim_ordering="th")` becomes
`Convolution2D(8, (3, 3), padding="same", data_format="channels_first")`. `Convolution2D(8, *size)` becomes
`Convolution2D(8, size)` where `size` is a tuple of the file. So it does in `super().__init__()` of a class derived from
one of the layers.

## Why

Keras 3 has no such arguments, and reads `Convolution2D(8, 3, 3)` as a kernel of 3 x 3 with strides of 3, silently.
https://github.com/keras-team/keras/blob/2.3.1/keras/legacy/interfaces.py

## Numbers

Same. Each call of `tests/compat/keras_1_calls.py` makes, on Keras 2.3.1, the layer that its rewritten form makes there.

## What it leaves to you

Calls of which the source does not show enough, such as a `dim_ordering` in a variable, or sizes that a star unpacks
from elsewhere; what Keras 2 refused or ignored, such as the dropout of an `Embedding`; an `output_shape` that the
source does not show to be the one that strides give. `tf.keras` never had these arguments. Whole numbers by position
in a file that does not show for which Keras it was written: a finding asks for `--from`.
`getattr(layers, name)(**options)`, where the file names such layers and has such arguments as keys.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.looked_up_names import looked_up
from codemods.analysis.calls.unpacked_dictionaries import unpacked
from codemods.analysis.flow.symbol_calls import calls_of
from codemods.analysis.objects.base_classes import starts_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases import api
from codemods.releases.api import Answer
from codemods.releases.origin import KerasLine
from codemods.rewriting.keras_1_arguments import (
    Converted,
    Declined,
    converted,
    is_kernel_by_position,
    is_legacy,
    legacy_keywords,
)
from codemods.rewriting.starred_kernels import with_plain_kernel
from codemods.source.arguments import keyword, literal, with_args
from codemods.source.file import File, Reference, once_per_file
from codemods.types import Edit, Manual, Stage, Undecided, rule
from compat.tables.keywords.keras_1 import KERAS_1, URL
from compat.tables.rows import Keras1Layer

_MODEL = "keras.models.Model"
_STAKE = "whole numbers by position were the sizes of a kernel in Keras 1, and the second is the strides in Keras 3"
_WRITE = "write kernel_size= and strides= out"


@rule(
    "TFM141",
    stage=Stage.STRUCTURES,
    example="""
    from keras.layers import Convolution2D

    layer = Convolution2D(8, 3, 3, border_mode="same", init="he_normal")
    """,
)
def keras_1_layers(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Edit a call as a whole, or leave it as it is; report layers that are looked up by names of the file."""
    for reference in file.references(*KERAS_1):
        row = KERAS_1[reference.canonical]
        if reference.spelling.shimmed or reference.spelling.root != "keras":
            continue
        for call in (*calls_of(file, reference), *starts_of(file, reference)):
            yield from _dictionaries(file, reference, call, row)
            plain = with_plain_kernel(file, call, row)
            if plain is None:
                if not _is_keras_2(call) and (is_legacy(call, row) or _has_keras_1(file)):
                    yield _unpacked(reference, call, row)
                    continue
                plain = call
            by_position = plain is not call or is_kernel_by_position(call, row)
            if not by_position and not is_legacy(call, row):
                continue
            if by_position and not _is_keras_1(file, call, row):
                if written_for(file).keras is None and not _is_keras_2(call):
                    yield Undecided(call, f"{_short(reference)}({', '.join(row.kernel)})", "keras==2.3", _STAKE, _WRITE)
                continue
            yield _edit(file, reference, call, plain, row)
    yield from _looked_up(file)


def _unpacked(reference: Reference, call: cst.Call, row: Keras1Layer) -> Manual:
    """Report sizes of a kernel that a star may unpack."""
    star = next(arg for arg in call.args if arg.star == "*")
    sizes = ", ".join(row.kernel)
    said = f"{_short(reference)} is given what a star unpacks, which was {sizes} in Keras 1, and may be strides today"
    return Manual(star, f"{reference.canonical}({sizes})", said, f"write filters, kernel_size=({sizes}) ({URL})")


def _edit(file: File, reference: Reference, call: cst.Call, plain: cst.Call, row: Keras1Layer) -> Edit | Manual:
    """Edit a call; `plain` is the same without stars among the sizes of the kernel."""
    found = converted(file, plain, row)
    left = found if isinstance(found, Declined) else found.left if not found.renamed else None
    if left is not None:
        symbol = f"{reference.canonical}({left.argument}=)" if left.argument else reference.canonical
        return Manual(left.node, symbol, f"{_short(reference)}: {left.reason}", f"{left.advice} ({URL})")
    assert isinstance(found, Converted)
    if plain is not call:
        found.renamed.insert(0, ", ".join(row.kernel))
        found.modern.insert(0, "kernel_size")
    short = _short(reference)
    said = f"{short}({', '.join(found.renamed)}) of Keras 1 is now {short}({', '.join(found.modern)})"
    return Edit(call, said, ((call, with_args(call, found.args)),))


def _short(reference: Reference) -> str:
    return reference.qualified.rpartition(".")[2]


def _is_keras_1(file: File, call: cst.Call, row: Keras1Layer) -> bool:
    """True if whole numbers by position are sizes of a kernel, as they were for standalone Keras before 2.4."""
    if _is_keras_2(call):
        return False
    return is_legacy(call, row) or _has_keras_1(file) or written_for(file).keras is KerasLine.STANDALONE


def _is_keras_2(call: cst.Call) -> bool:
    return any(keyword(call, modern) for modern in ("padding", "strides", "data_format", "kernel_size"))


@once_per_file
def _has_keras_1(file: File) -> bool:
    """True if the file, before any edit, calls a layer or `Model` with keywords of Keras 1."""
    before = file.original
    for reference in before.references(*KERAS_1, _MODEL):
        call = before.call_of(reference)
        if call is not None and reference.spelling.root == "keras":
            row = KERAS_1.get(reference.canonical)
            if is_legacy(call, row) if row else keyword(call, "input") and keyword(call, "output"):
                return True
    return False


def _dictionaries(file: File, reference: Reference, call: cst.Call, row: Keras1Layer) -> Iterator[Edit | Manual]:
    """Report the dictionaries that are unpacked into a call and have keywords of Keras 1 as keys."""
    for arg in call.args:
        for held in unpacked(file, arg) if arg.star == "**" else ():
            keys = [key for key in held.entries if key in legacy_keywords(row)]
            if keys:
                said = f"{_short(reference)} is given {', '.join(keys)} of Keras 1 in an unpacked dictionary"
                modern = ", ".join(f"{key} is {row.keywords[key]}" for key in keys if key in row.keywords)
                symbol = f"{reference.canonical}({keys[0]}=)"
                advice = f"rename the keys: {modern or 'see the release notes'} ({URL})"
                yield Manual(arg, symbol, said, advice, culprit=held.holder)


def _looked_up(file: File) -> Iterator[Manual]:
    """Report `getattr(layers, name)(**options)` if the file has keywords of Keras 1 for what it may be."""
    for found in looked_up(file):
        if found.module.spelling.shimmed or found.module.spelling.root != "keras" or _is_keras_3(file):
            continue
        keys = {key: at for call in found.calls for key, at in _given(file, call).items()}
        modern = {key for key in keys for each in found.references if _takes_today(file, each, key)}
        for reference in found.references:
            row = KERAS_1.get(reference.canonical)
            legacy = [key for key in keys if row is not None and key in legacy_keywords(row) and key not in modern]
            if row is not None and legacy:
                said = f"{file.code(found.taken)} may be {_short(reference)}, and the file has {legacy[0]}= of Keras 1"
                renamed = f"{legacy[0]} is {row.keywords[legacy[0]]}" if legacy[0] in row.keywords else "see the notes"
                symbol = f"{reference.canonical}({legacy[0]}=)"
                yield Manual(found.taken, symbol, said, f"rename the keys: {renamed} ({URL})", culprit=keys[legacy[0]])
                break


def _is_keras_3(file: File) -> bool:
    return written_for(file).keras is KerasLine.KERAS_3


def _given(file: File, call: cst.Call) -> dict[str, cst.CSTNode]:
    """The keywords of a call; if it unpacks a dictionary, the keys of all dictionaries of the file are among them."""
    found: dict[str, cst.CSTNode] = {arg.keyword.value: arg for arg in call.args if arg.keyword is not None}
    if any(arg.star == "**" for arg in call.args):
        for entry in file.every(cst.DictElement):
            key = literal(entry.key)
            if isinstance(key, str):
                found.setdefault(key, entry)
        for made in file.calls:
            if file.is_builtin(made.func, "dict"):
                for arg in made.args:
                    if arg.keyword is not None:
                        found.setdefault(arg.keyword.value, arg)
    return found


def _takes_today(file: File, reference: Reference, key: str) -> bool:
    """True if something else that may be meant takes the keyword today, as `Embedding` takes `output_dim`."""
    return api.accepts(reference.canonical, key, file.target.release(reference.canonical)) is Answer.YES
