"""Keep `K.batch_dot` of Keras 2.2 and TensorFlow 1; report other functions of `keras.backend` that give something else.

## What it does

`K.batch_dot` with an axis from 3 on becomes `batch_products.batch_dot`, a function of `compat` with the legacy meaning,
in files of `tf.keras` of TensorFlow 1 and of a Keras before 2.3, and so do all others of such a file. In other files of
standalone Keras it is reported, as are `K.resize_images(..., interpolation="bilinear")` and `K.ctc_decode`.

## Why

`K.batch_dot` of Keras 2.2 and TensorFlow 1 multiplied matrices and went along the other axes: (2, 3, 4, 5) and
(2, 3, 5, 4) gave (2, 3, 4, 4). Since Keras 2.3 it goes along the first axis only, and gives (2, 3, 4, 3, 4).
Bilinear resizing of standalone Keras put the samples on the corners of the pixels, today they are in the middle.
`K.ctc_decode` cut the texts to the longest one, and pads them with -1 to the number of time steps today.
https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py

## Numbers

They can differ. `tests/compat/tables/test_backend_meanings.py` holds the three on each release. `batch_products` gives
what Keras 2.2.4 and `tf.keras` 1.13.2 and 1.15.5 give, to 1e-6 (`tests/compat/test_batch_products.py`).
Of 957 calls on Keras 2.2.4, 2.3.1, `tf.keras` of TensorFlow 1.13.2, 1.15.5, 2.1.4, 2.3.4 and 2.15.1, and Keras 3.15.1,
the others agree to 2e-4 or raise an error today, but for `K.moving_average_update` of Keras 2.2.4, which corrected for
a start from zero.

## What it leaves to you

Every call that it reports, and `K.batch_dot` of tensors whose dimensions the axes do not show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.shim_coverage import Leads, place
from codemods.analysis.releases.eras import used_distributions
from codemods.analysis.releases.possible_releases import fitting_pairs
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.releases.versions import minor_version
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind, literal
from codemods.source.file import File, Reference
from codemods.types import Edit, Manual, Severity, Stage, Undecided, rule

_FIRST_OUTER_AXIS = 3
_BATCH_DOT = "keras.backend.batch_dot"
_SHIM = "compat.batch_products"
_ALONG_THE_FIRST = "2.3"
"""The Keras whose `batch_dot` goes along the first axis only; `tf.keras` has it since TensorFlow 2.0."""


def _has_outer_axis(call: cst.Call) -> bool:
    arg = (bind(call, "x", "y", "axes") or {}).get("axes")
    if arg is None:
        return False
    axes = arg.value.elements if isinstance(arg.value, cst.List | cst.Tuple) else (arg,)
    numbers = (literal(each.value) for each in axes)
    return any(isinstance(each, int) and each >= _FIRST_OUTER_AXIS for each in numbers)


def _is_bilinear(call: cst.Call) -> bool:
    bound = bind(call, "x", "height_factor", "width_factor", "data_format", "interpolation") or {}
    return "interpolation" in bound and literal(bound["interpolation"].value) == "bilinear"


_ROWS: dict[str, tuple[Callable[[cst.Call], bool], str, str]] = {
    _BATCH_DOT: (
        _has_outer_axis,
        "goes along the first axis only since Keras 2.3, and gives more dimensions than before",
        "write the product with keras.ops.einsum; if the file was written for Keras 2.2, add --from keras==2.2",
    ),
    "keras.backend.resize_images": (
        _is_bilinear,
        "has the samples in the middle of the pixels today, standalone Keras had them on the corners",
        "use tf.compat.v1.image.resize_bilinear(x, size) for the numbers of before",
    ),
    "keras.backend.ctc_decode": (
        lambda _: True,
        "pads each text with -1 to the number of time steps, and cut them to the longest one before",
        "leave the -1 out of each text: text[text >= 0]",
    ),
}


@rule(
    "TFM244",
    stage=Stage.ADVICE,
    example="""
    from keras import backend as K
    from keras.engine.topology import Layer

    class Capsules(Layer):
        def call(self, x):
            return K.batch_dot(x, self.W, [2, 3])
    """,
    severity=Severity.NUMBERS,
)
def backend_meanings(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Only in a source for standalone Keras or TensorFlow 1; one that does not tell is a note."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    found = written_for(file)
    is_legacy = found.keras is KerasLine.STANDALONE or found.tensorflow == 1
    if not is_legacy and (found.keras is not None or found.tensorflow is not None):
        return
    is_known = _multiplies_matrices(file) if is_legacy else None
    for symbol, (is_meant, said, advice) in _ROWS.items():
        references = (each for each in file.references(symbol) if not _is_carried(file, each))
        calls = [call for call in map(file.call_of, references) if call is not None and is_meant(call)]
        if symbol == _BATCH_DOT and is_known is not None:
            yield from _kept(file) if calls and is_known else ()
            continue
        name = symbol.rpartition(".")[2]
        for call in calls:
            if is_legacy:
                yield Manual(call, symbol, f"K.{name} {said}", advice)
            else:
                yield Undecided(call, f"what K.{name} gives", "keras==2.2", f"K.{name} {said}", advice)


def _multiplies_matrices(file: File) -> bool | None:
    """True where every release that the file may be written for has the legacy meaning; None where some have."""
    if used_distributions(file.original) == {"tensorflow"}:
        return written_for(file).tensorflow == 1
    meanings = {minor_version(keras) < minor_version(_ALONG_THE_FIRST) for _, keras in fitting_pairs(file)}
    return meanings.pop() if len(meanings) == 1 else None


def _kept(file: File) -> Iterator[Edit]:
    """All calls of a file that has one with an outer axis: others may multiply the same tensors."""
    for call in filter(None, map(file.call_of, file.references(_BATCH_DOT))):
        name, imports = bind_module(file, _SHIM, "batch_products", call)
        said = "K.batch_dot goes along the first axis only since Keras 2.3; that of batch_products as before"
        yield Edit(call, said, ((call.func, cst.parse_expression(f"{name}.batch_dot")),), imports)


def _is_carried(file: File, reference: Reference) -> bool:
    """True if the function is a shim, which means what it meant."""
    path = reference.qualified.removeprefix("compat.")
    return reference.spelling.shimmed and place(file.target, path).leads is Leads.SHIM
