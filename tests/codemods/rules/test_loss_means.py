"""Penalties on outputs, and masks over time steps that reach the loss, are reported."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched

HEAD = "from keras import layers, regularizers\n"
LAYERS = "from keras.layers import Dense, Embedding, LSTM, Masking, TimeDistributed\n"


def _lines(source: str, origin: str = "keras==2.3") -> tuple[list[int], list[int]]:
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


@pytest.mark.parametrize("mask", ["Embedding(9, 2, mask_zero=True)", "Embedding(9, 2, mask_zero=flag)", "Masking()"])
def test_masks(mask: str) -> None:
    source = f"{LAYERS}x = {mask}(y)\nz = TimeDistributed(Dense(2))(x)\n"
    assert _lines(source) == ([2], [])
    assert _lines(source, "") == ([], [2])
    assert _lines(source.replace("keras.", "tensorflow.keras."), "tensorflow==2.3") == ([2], [])


@pytest.mark.parametrize(
    "code",
    [
        "z = LSTM(2)(Embedding(9, 2, mask_zero=True)(y))",
        "z = TimeDistributed(Dense(2))(Embedding(9, 2)(y))",
        "z = TimeDistributed(Dense(2))(Embedding(9, 2, mask_zero=False)(y))",
        "z = TimeDistributed(Dense(2))(y)",
    ],
)
def test_no_mask(code: str) -> None:
    assert _lines(f"{LAYERS}{code}\n") == ([], [])


def test_masks_of_keras_3() -> None:
    source = f"{LAYERS}from keras import ops\nz = TimeDistributed(Dense(2))(Masking()(ops.exp(y)))\n"
    assert _lines(source, "") == ([], [])
