"""Seed what Keras 3 draws its first weights from.

## What it does

In a file for standalone Keras 2, `random.seed(1337)` is added in front of `np.random.seed(1337)`; in one for
`tf.keras`, in front of `tf.set_random_seed(1337)`; and `random.seed()` in front of a later `np.random.seed()`, which
makes the numbers other ones again.

## Why

Keras 2 took the first weights, and what dropout leaves out, from NumPy's generator, `tf.keras` from TensorFlow's. Keras
3 takes both from Python's: the line that made the runs repeatable is still there, and no run repeats another.
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/random/seed_generator.py

## Numbers

They can differ, as random numbers do; the first weights and dropout are the same in each run again:
`tests/codemods/rules/models/test_random_seeds.py`.
The order in which `fit` takes the rows of arrays is not. `keras.utils.set_random_seed` would determine that as well,
but it is the same in each epoch then, see TFM319.
Drawing from NumPy moved its generator on: what the script itself draws from it once it has a model is not what it was.

## What it leaves to you

A note where the seed may not be an integer, or where the script draws numbers from Python's `random` and leaves it
unseeded: they would come out the same in each run.
A file that nothing dates is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.seeding_calls import NUMPY, PYTHON, TENSORFLOW, Seeding, releasing_calls, seeding_calls
from codemods.analysis.objects.evidence import has_native_keras
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.file import File
from codemods.types import Edit, Import, Manual, Severity, Stage, rule

_SEEDS = {KerasLine.STANDALONE: NUMPY, KerasLine.TENSORFLOW_1: TENSORFLOW, KerasLine.TENSORFLOW_2: TENSORFLOW}
"""What determined the first weights."""


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
    """Edit each statement that seeds the legacy generator with an integer."""
    seeds = _SEEDS.get(written_for(file).keras or KerasLine.KERAS_3)
    if seeds is None or not file.target.is_modern or file.asks_for_keras_2 or not has_native_keras(file):
        return
    seedings = seeding_calls(file, seeds)
    if not seedings or seeding_calls(file, PYTHON):
        return
    name, imports = bind_module(file, "random", "random", seedings[0].call)
    made = [] if _draws(file) else [_edit(file, each, name, imports) for each in seedings]
    edits = [each for each in made if each is not None]
    yield from edits
    for each in releasing_calls(file, seeds) if edits else ():
        edit = _added(file, each, name, imports)
        if edit is not None:
            yield edit
    if not edits:
        yield Manual(
            seedings[0].call,
            seedings[0].symbol,
            "no longer determines the first weights: Keras 3 draws them from Python's random",
            "call random.seed(seed) as well where runs have to repeat each other",
            is_note=True,
        )


def _draws(file: File) -> bool:
    """True if the script draws from Python's generator, and wants other numbers in each run."""
    return any((file.qualified_name(call.func) or "").startswith("random.") for call in file.calls)


def _edit(file: File, seeding: Seeding, random: str, imports: tuple[Import, ...]) -> Edit | None:
    return _added(file, seeding, random, imports) if _is_integer(file, seeding.call) else None


def _added(file: File, seeding: Seeding, random: str, imports: tuple[Import, ...]) -> Edit | None:
    """The same for Python's generator, on a line above."""
    line = file.parent(file.parent(seeding.call) or seeding.call)
    if not isinstance(line, cst.SimpleStatementLine):
        return None
    seed = file.code(seeding.call.args[0].value) if seeding.call.args else ""
    added = file.parse_statement(f"{random}.seed({seed})")
    lines = [added.with_changes(leading_lines=line.leading_lines), line.with_changes(leading_lines=())]
    said = f"Keras 3 draws the first weights from Python's random, which {seeding.symbol} does not seed"
    return Edit(seeding.call, said, ((line, cst.FlattenSentinel(lines)),), imports)


def _is_integer(file: File, call: cst.Call) -> bool:
    value: cst.BaseExpression | None = call.args[0].value
    if isinstance(value, cst.Name):
        value = file.only_value(value)
    return isinstance(value, cst.Integer) and len(call.args) == 1 and not call.args[0].star
