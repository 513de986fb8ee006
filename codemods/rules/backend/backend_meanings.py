"""Report functions of `keras.backend` that give something else than they gave in Keras 2.2 or TensorFlow 1.

## What it does

Reports `K.batch_dot` with an axis from 3 on, `K.resize_images(..., interpolation="bilinear")` and `K.ctc_decode`.

## Why

`K.batch_dot` of Keras 2.2 and TensorFlow 1 multiplied matrices and went along the other axes: (2, 3, 4, 5) and
(2, 3, 5, 4) gave (2, 3, 4, 4). Since Keras 2.3 it goes along the first axis only, and gives (2, 3, 4, 3, 4).
Bilinear resizing of standalone Keras put the samples on the corners of the pixels, today they are in the middle.
`K.ctc_decode` cut the texts to the longest one, and pads them with -1 to the number of time steps today.
https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py

## Numbers

They can differ. `tests/compat/tables/test_backend_meanings.py` holds the three on each release.
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
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import bind, literal
from codemods.source.file import File, Reference
from codemods.types import Manual, Severity, Stage, Undecided, rule

_FIRST_OUTER_AXIS = 3


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
    "keras.backend.batch_dot": (
        _has_outer_axis,
        "goes along the first axis only since Keras 2.3, and gives more dimensions than before",
        "write the product with keras.ops.einsum, or with tf.matmul if it is one of matrices",
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
def backend_meanings(file: File) -> Iterator[Manual | Undecided]:
    """Only in a source for standalone Keras or TensorFlow 1; one that does not tell is a note."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    found = written_for(file)
    is_legacy = found.keras is KerasLine.STANDALONE or found.tensorflow == 1
    if not is_legacy and (found.keras is not None or found.tensorflow is not None):
        return
    for symbol, (is_meant, said, advice) in _ROWS.items():
        for reference in file.references(symbol):
            call = file.call_of(reference)
            if call is not None and is_meant(call) and not _is_carried(file, reference):
                name = symbol.rpartition(".")[2]
                if is_legacy:
                    yield Manual(call, symbol, f"K.{name} {said}", advice)
                else:
                    yield Undecided(call, f"what K.{name} gives", "keras==2.2", f"K.{name} {said}", advice)


def _is_carried(file: File, reference: Reference) -> bool:
    """True if the function is a shim, which means what it meant."""
    path = reference.qualified.removeprefix("compat.")
    return reference.spelling.shimmed and place(file.target, path).leads is Leads.SHIM
