"""Report functions of Keras that a script replaces by its own: `keras.backend.mean = mean`.

## What it does

Reports assignments to what `keras.backend`, `keras.losses`, `metrics`, `layers` and the like have themselves, in files
of standalone Keras. It rewrites nothing.

## Why

The layers, losses and optimizers of Keras 2 took these functions from their modules when they ran, and so a script
could put others in their place. Those of Keras 3 are in private modules: nothing calls what is set.
https://github.com/keras-team/keras/blob/2.3.1/keras/layers/core.py

## Numbers

They can differ: a `Dense` layer calls a `K.dot` that is set in Keras 2.3.1, and neither in Keras 3 nor in `tf.keras`
(`tests/compat/tables/test_replaced_functions.py`).

## What it leaves to you

To pass the function, or a layer or loss that calls it, where it is used.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.set_on_modules import set_on_modules
from codemods.analysis.releases.written_for import written_for
from codemods.releases import api
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_SAID = "Keras 3 does not call {}: what is set there has no effect"
_ADVICE = "pass your own function, or a layer or loss that calls it, where it is used"


@rule(
    "TFM317",
    stage=Stage.ADVICE,
    example="""
    from keras import backend as K
    from keras.layers.core import Dense

    def mean(x, axis=None, keepdims=False):
        return x

    K.mean = mean
    """,
    severity=Severity.NUMBERS,
)
def replaced_functions(file: File) -> Iterator[Manual]:
    """Report assignments to names that a release has."""
    if not since(file.target, "keras 3.0") or written_for(file).keras is not KerasLine.STANDALONE:
        return
    for target, reference in set_on_modules(file):
        symbol = f"{reference.canonical}.{target.attr.value}"
        if api.lookup(symbol) is not None:
            yield Manual(target, symbol, _SAID.format(symbol), _ADVICE)
