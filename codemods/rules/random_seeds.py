"""Seed what Keras 3 draws its first weights from.

## What it does

In a file for standalone Keras 2, `np.random.seed(1337)` becomes `keras.utils.set_random_seed(1337)`; in one for
`tf.keras`, `tf.set_random_seed(7)` becomes `tf.keras.utils.set_random_seed(7)`. Where the file seeds NumPy and
TensorFlow, each with its own number, the call is added in front of them, and they stay.

## Why

Keras 2 took the first weights, what dropout leaves out and the order of the rows from NumPy's generator, `tf.keras`
the first two from TensorFlow's. Keras 3 takes the first two from Python's `random` and the order from TensorFlow's:
the line that made the runs repeatable is still there, and no run repeats another.
https://keras.io/api/utils/python_utils/#set_random_seed-function

## Numbers

They can differ, as random numbers do; they are the same in each run again: `tests/codemods/rules/test_random_seeds.py`.
Drawing from NumPy moved its generator on: what the script itself draws from it once it has a model is not what it was.

## What it leaves to you

A note where the seed may not be an integer, is set in a loop or a function, or where the script draws numbers from
Python's `random` and leaves it unseeded, which would then come out the same in each run.
A file that nothing dates is left alone, and so is one that seeds Python's generator and TensorFlow's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_keras, bind_module
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Import, Manual, Severity, Stage, rule

_NUMPY, _PYTHON, _TENSORFLOW, _ALL = "NumPy", "Python", "TensorFlow", "all"
_SEEDS = {
    "numpy.random.seed": _NUMPY,
    "random.seed": _PYTHON,
    "tensorflow.set_random_seed": _TENSORFLOW,
    "tensorflow.random.set_random_seed": _TENSORFLOW,
    "tensorflow.random.set_seed": _TENSORFLOW,
    "tensorflow.compat.v1.set_random_seed": _TENSORFLOW,
    "tensorflow.compat.v1.random.set_random_seed": _TENSORFLOW,
    "keras.utils.set_random_seed": _ALL,
    "tensorflow.keras.utils.set_random_seed": _ALL,
}
_OF_GRAPHS = ".v1."
_SOURCES = {
    KerasLine.STANDALONE: _NUMPY,
    KerasLine.TENSORFLOW_1: _TENSORFLOW,
    KerasLine.TENSORFLOW_2: _TENSORFLOW,
}
"""The generator whose seed determined the first weights."""
_REPEATING = cst.For | cst.While | cst.BaseComp | cst.FunctionDef | cst.ClassDef | cst.Lambda


class _Seeding(NamedTuple):
    """A call that seeds a generator."""

    call: cst.Call
    symbol: str
    generator: str


@rule(
    "TFM318",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    from keras.layers.core import Dense
    from keras.models import Sequential

    np.random.seed(1337)  # for reproducibility

    model = Sequential([Dense(1, input_dim=8)])
    """,
    severity=Severity.NUMBERS,
)
def random_seeds(file: File) -> Iterator[Edit | Manual]:
    """Edit the first call that determined the weights, if it is made once, with an integer."""
    source = _SOURCES.get(written_for(file).keras or KerasLine.KERAS_3)
    if source is None or not file.target.is_modern or file.asks_for_keras_2 or not _uses_keras(file):
        return
    seedings = list(_seedings(file))
    seeded = {each.generator for each in seedings}
    legacy = [each for each in seedings if each.generator == source]
    if not legacy or _ALL in seeded or {_PYTHON, _TENSORFLOW} <= seeded:
        return
    plain = next((each for each in legacy if _is_made_once(file, each.call) and _is_integer(file, each.call)), None)
    edit = _edit(file, plain, seedings) if plain is not None and not _draws_unseeded(file, seeded) else None
    yield edit or Manual(
        legacy[0].call,
        legacy[0].symbol,
        f"{source}'s seed no longer determines the first weights: Keras 3 draws them from Python's random",
        "call keras.utils.set_random_seed(seed) instead where runs have to repeat each other",
        is_note=True,
    )


def _uses_keras(file: File) -> bool:
    """True if the file imports Keras, and not from the shims, which draw from the legacy generator."""
    if any(each.qualified.startswith("compat.") for each in file.imports):
        return False
    return any(each.canonical.startswith("keras.") for each in file.all_references())


def _seedings(file: File) -> Iterator[_Seeding]:
    for call in file.calls:
        symbol = file.qualified_name(call.func)
        if symbol in _SEEDS and call.args and literal(call.args[0].value) is not None:
            yield _Seeding(call, symbol, _SEEDS[symbol])


def _draws_unseeded(file: File, seeded: set[str]) -> bool:
    """True if the script draws from Python's generator, and wants other numbers in each run."""
    called = (file.qualified_name(call.func) or "" for call in file.calls)
    return _PYTHON not in seeded and any(name.startswith("random.") for name in called)


def _is_made_once(file: File, call: cst.Call) -> bool:
    """True for a statement of its own that runs as the module is read."""
    return isinstance(file.parent(call), cst.Expr) and not any(
        isinstance(each, _REPEATING) for each in file.ancestors(call)
    )


def _is_integer(file: File, call: cst.Call) -> bool:
    value: cst.BaseExpression | None = call.args[0].value
    if isinstance(value, cst.Name):
        value = file.only_value(value)
    return isinstance(value, cst.Integer) and len(call.args) == 1 and not call.args[0].star


def _edit(file: File, plain: _Seeding, seedings: list[_Seeding]) -> Edit | None:
    """Another call in place of this one; before it, where graphs or other generators have seeds of their own."""
    line = file.statement(plain.call)
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
        return None
    others = [each.call for each in seedings if each.generator != plain.generator]
    if any(file.before(each, line) and file.block(file.statement(each)) is not file.block(line) for each in others):
        return None
    said = (
        f"Keras 3 draws the first weights from Python's random, which {plain.symbol} does not seed; "
        "set_random_seed seeds all generators"
    )
    keras, imports = _bind(file, plain)
    code = f"{keras}.utils.set_random_seed({file.code(plain.call.args[0].value)})"
    if not others and _OF_GRAPHS not in plain.symbol:
        return Edit(plain.call, said, ((plain.call, cst.parse_expression(code)),), imports)
    first = min((line, *map(file.statement, others)), key=file.order)
    added = file.parse_statement(code)
    if not isinstance(first, cst.SimpleStatementLine) or file.block(first) is not file.block(line):
        return None
    moved = added.with_changes(leading_lines=first.leading_lines)
    lines = cst.FlattenSentinel([moved, first.with_changes(leading_lines=())])
    return Edit(plain.call, said, ((first, lines),), imports)


def _bind(file: File, plain: _Seeding) -> tuple[str, tuple[Import, ...]]:
    if any(each.qualified.startswith("keras") for each in file.imports) or plain.generator == _NUMPY:
        return bind_keras(file, plain.call)
    tensorflow, imports = bind_module(file, "tensorflow", "tf", plain.call)
    return f"{tensorflow}.keras", imports
