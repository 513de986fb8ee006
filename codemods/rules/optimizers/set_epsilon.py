"""Report `K.set_epsilon`, which no longer decides about the epsilon of optimizers.

## What it does

Reports `K.set_epsilon(1e-4)` in a file that makes `Adam`, `RMSprop` or another optimizer that squares gradients,
without an epsilon. It rewrites nothing.

## Why

The optimizers of standalone Keras, and of `tf.keras` up to TensorFlow 1.13, took `K.epsilon()` where they were given
none. Those of Keras 3 have 1e-7.
https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

## Numbers

They can differ. After `K.set_epsilon(1e-4)`, five steps of `Adam(0.01)` with gradients of 1e-4 move a weight by 3e-5 in
Keras 2.3.1, and by 4e-3 in Keras 3.15.1 (`tests/compat/shims/keras/test_optimizers.py`).

## What it leaves to you

To pass `epsilon=K.epsilon()` to each optimizer, and its square to `RMSprop` and `Adagrad`. Optimizers that other files
make. Those of the shims take it.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.calls.api_calls import since
from codemods.analysis.calls.optimizer_names import names_from_afar
from codemods.analysis.optimizers.optimizer_calls import indirect_calls
from codemods.analysis.optimizers.optimizer_uses import OptimizerUse, optimizer_uses
from codemods.analysis.releases.possible_releases import is_before
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, Undecided, rule
from compat.tables.behaviour.update_rules import SQUARED

_SYMBOL = "keras.backend.set_epsilon"
_NAMES = frozenset(symbol.rpartition(".")[2].lower() for symbol in SQUARED)
_FIRST_WITH_OWN = "1.14"
"""The first TensorFlow whose `tf.keras` has the optimizers of TensorFlow 2, with an epsilon of their own."""
_SAID = "optimizers of Keras 2 took this for their epsilon, those of Keras 3 have 1e-7"
_ADVICE = "pass epsilon=K.epsilon() to each optimizer, and epsilon=K.epsilon() ** 2 to RMSprop and Adagrad"


@rule(
    "TFM333",
    stage=Stage.ADVICE,
    example="""
    from keras import backend as K
    from keras.layers.core import Dense
    from keras.optimizers import Adam

    K.set_epsilon(1e-4)
    optimizer = Adam(1e-3)
    """,
    severity=Severity.NUMBERS,
)
def set_epsilon(file: File) -> Iterator[Manual | Undecided]:
    """Report each call beside an optimizer that takes the default."""
    calls = [call for each in file.references(_SYMBOL) if (call := file.call_of(each)) is not None]
    if not calls or not since(file.target, "keras 3.0") or not _has_optimizers(file):
        return
    took = _took_it(file)
    for call in calls:
        if took:
            yield Manual(call, _SYMBOL, _SAID, _ADVICE)
        elif took is None:
            yield Undecided(call, _SYMBOL, "keras==2.3", _SAID, _ADVICE)


def _has_optimizers(file: File) -> bool:
    direct = any(map(_takes_the_default, optimizer_uses(file)))
    names = any(str(literal(each)).lower() in _NAMES for each in names_from_afar(file))
    return direct or names or any(found.keyword("epsilon") is None for found in indirect_calls(file))


def _takes_the_default(use: OptimizerUse) -> bool:
    return use.symbol in SQUARED and (use.call is None or keyword(use.call, "epsilon") is None)


def _took_it(file: File) -> bool | None:
    """True if the optimizers of the releases that the file was written for took the epsilon of the backend."""
    line = written_for(file).keras
    if line is None:
        return None
    return line is KerasLine.STANDALONE or (line is KerasLine.TENSORFLOW_1 and bool(is_before(file, _FIRST_WITH_OWN)))
