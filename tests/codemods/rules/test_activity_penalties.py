"""Penalties on outputs are reported in files of standalone Keras 2."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched

HEAD = "from keras import layers, regularizers\n"


def _lines(source: str, origin: str) -> tuple[list[int], list[int]]:
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    findings = [each.line for each in result.findings if each.code == "TFM157"]
    return findings, [each.line for each in result.notes if each.code == "TFM157"]


PENALTIES = [
    "layers.Dense(2, activity_regularizer=regularizers.l2(0.1))",
    "layers.Dense(2, activity_regularizer='l1')",
    "layers.ActivityRegularization(0.1)",
]
OTHERS = [
    "layers.Dense(2, activity_regularizer=None)",
    "layers.Dense(2, kernel_regularizer='l2')",
]


@pytest.mark.parametrize("code", PENALTIES)
def test_standalone(code: str) -> None:
    assert _lines(f"{HEAD}x = {code}\n", "keras==2.3") == ([2], [])
    assert _lines(f"{HEAD}x = {code}\n", "") == ([], [2])


@pytest.mark.parametrize("code", [*PENALTIES, *OTHERS])
def test_left_alone(code: str) -> None:
    assert _lines(f"from tensorflow.keras import layers, regularizers\nx = {code}\n", "tensorflow==2.3") == ([], [])
    check_untouched(f"from keras import layers, ops, regularizers\n\nx = ops.exp({code}(y))\n")


@pytest.mark.parametrize("code", OTHERS)
def test_no_penalty(code: str) -> None:
    assert _lines(f"{HEAD}x = {code}\n", "keras==2.3") == ([], [])
