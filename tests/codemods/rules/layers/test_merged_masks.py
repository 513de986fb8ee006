"""A note where a file of Keras 2 merges masked sequences."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import keras\nfrom keras.layers import Add, Concatenate, Dense, Embedding, Masking, add\n"


def noted(source: str, origin: str = "keras==2.3.1", to: str = "native") -> list[int]:
    result = upgrade(source.encode(), Settings(to=to, origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    assert not [each for each in (*result.findings, *result.changes) if each.code == "TFM129"]
    return [each.line for each in result.notes if each.code == "TFM129"]


@pytest.mark.parametrize("origin", ["keras==2.2.4", "keras==2.3.1", ""])
@pytest.mark.parametrize(
    "code",
    [
        "Add()([Masking()(a), b])",
        "Concatenate(axis=1)([Masking(0.5)(a), b])",
        "add([Embedding(9, 2, mask_zero=True)(a), b])",
        "add([Embedding(9, 2, mask_zero=masks)(a), b]); z = Add()(y)",
    ],
)
def test_noted(code: str, origin: str) -> None:
    assert noted(f"{HEAD}y = {code}\n", origin) == [3]
    assert noted(f"{HEAD}y = {code}\n", origin, "compat") == ([] if origin else [3])  # on the shims, if it is known


@pytest.mark.parametrize(
    ("code", "origin"),
    [
        ("y = Add()([a, b])", "keras==2.3.1"),
        ("y = Dense(2)(Masking()(a))", "keras==2.3.1"),
        ("y = Add()([Embedding(9, 2)(a), b])", "keras==2.3.1"),
        ("y = Add()([Embedding(9, 2, mask_zero=False)(a), b])", "keras==2.3.1"),
        ("y = Add()([Masking()(a), b])", "keras==3.3"),
        ("layers = [Add, Masking]", "keras==2.3.1"),
    ],
)
def test_not_noted(code: str, origin: str) -> None:
    assert noted(f"{HEAD}{code}\n", origin) == []
