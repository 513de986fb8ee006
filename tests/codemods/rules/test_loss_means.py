"""Masks over time steps that reach the loss are reported."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

LAYERS = "from keras.layers import Dense, Embedding, LSTM, Masking, TimeDistributed\n"


def _lines(source: str, origin: str = "keras==2.3") -> tuple[list[int], list[int]]:
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    findings = [each.line for each in result.findings if each.code == "TFM157"]
    return findings, [each.line for each in result.notes if each.code == "TFM157"]


@pytest.mark.parametrize("mask", ["Embedding(9, 2, mask_zero=True)", "Embedding(9, 2, mask_zero=flag)", "Masking()"])
def test_masks(mask: str) -> None:
    source = f"{LAYERS}x = {mask}(y)\nz = TimeDistributed(Dense(2))(x)\n"
    assert _lines(source) == ([2], [])
    assert _lines(source, "") == ([2], [])
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
