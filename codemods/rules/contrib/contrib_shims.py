"""Take hyperparameters and optimizers of `tf.contrib` from the shims.

## What it does

`tf.contrib.training.HParams` and `parse_values` come from `compat.tensorflow.contrib.training`, and `LARSOptimizer`,
`LazyAdamOptimizer`, `NadamOptimizer`, `AdaMaxOptimizer`, `AdamWOptimizer`, `MomentumWOptimizer`, what they are made of
and `ScipyOptimizerInterface` from `compat.tensorflow.contrib.opt`.

## Why

TensorFlow 2 has no `tf.contrib`, and TensorFlow Addons, which had some of them, ended with TensorFlow 2.15.
https://github.com/tensorflow/community/blob/master/rfcs/20180907-contrib-sunset.md

## Numbers

Same. Five steps of each optimizer end at the weights of TensorFlow 1.15.5 to 2e-6, for dense and for sparse gradients
(`tests/compat/shims/contrib/test_opt.py`). Six minimizations by SciPy 1.18 end within 2e-3 of where those of SciPy 1.7
ended (`test_external_optimizer.py` beside it).

## What it leaves to you

Optimizers in a file that compiles Keras models, which take those of `keras.optimizers`.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.calls.api_calls import known_calls
from codemods.rewriting.named_modules import taken_from_shims
from codemods.source.file import File
from codemods.types import Edit, rule
from compat.tables.names.shims import SHIMS

_HPARAMS, _OPT = "compat.shims.contrib.hparams", "compat.shims.contrib.opt"
_SCIPY = "compat.shims.contrib.external_optimizer"
_HOMES = {
    _HPARAMS: "compat.tensorflow.contrib.training",
    _OPT: "compat.tensorflow.contrib.opt",
    _SCIPY: "compat.tensorflow.contrib.opt",
}
_SYMBOLS = {symbol: shim.module for shim in SHIMS if shim.module in _HOMES for symbol in shim.symbols}


@rule(
    "TFM122",
    example="""
    import tensorflow as tf

    hparams = tf.contrib.training.HParams(rate=0.1, units=[8, 4])
    hparams.parse("rate=0.2")
    """,
)
def contrib_shims(file: File) -> Iterator[Edit]:
    """Change imports of the names themselves, and names that are read from `tf.contrib`."""
    left = _OPT if _compiles(file) else None
    homes = {symbol: _HOMES[module] for symbol, module in _SYMBOLS.items() if module != left}
    yield from taken_from_shims(file, homes)


def _compiles(file: File) -> bool:
    return any(called.canonical.endswith(".compile") for called in known_calls(file))
