"""Whole legacy programs, composed by a seed: what must hold for each, and that the parts are there."""

from __future__ import annotations

import ast

import pytest

from tests.benchmarks.generated_programs import difference, engine
from tests.benchmarks.programs.composed import program

SEEDS = range(12)


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize("seed", SEEDS)
def test_engine(seed: int, to: str) -> None:
    assert not [each for each in engine(seed, to) if each.startswith("WRONG")]


@pytest.mark.full
@pytest.mark.parametrize("seed", range(SEEDS.stop, 100))
def test_engine_on_more(seed: int) -> None:
    assert not [each for each in engine(seed, "native") if each.startswith("WRONG")]


def test_each_part_is_drawn() -> None:
    programs = [program(seed) for seed in range(200)]
    for each in programs:
        ast.parse(each)
    parts = (
        "multi_gpu_model(",
        "fit_generator(",
        "tf.estimator.Estimator(",
        "model_to_estimator(",
        "contrib.distribute",
    )
    parts += ("nb_epoch=", "border_mode=", "tf.keras.", "tensorflow.python.keras", "ModelCheckpoint(", "load_model(")
    assert not [part for part in parts if not any(part in each for each in programs)]
    assert program(3) == program(3)


def test_differences() -> None:
    before = [("loss", [2.0, 1.0]), ("rate", [float("nan")])]
    assert difference(before, [("loss", [2.0, 1.001]), ("rate", [float("nan")])]) == pytest.approx(5e-4)
    assert difference(before, [("loss", [2.0, 1.0]), ("rate", [0.1])]) == float("inf")
    assert difference(before, before[:1]) == float("inf")
