"""Layers in lists of a model of standalone Keras."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

CLASS = """from keras.layers import Dense, Dropout, Layer
from keras.models import Model


class Stack({base}):
    def __init__(self):
        super(Stack, self).__init__()
        {line}
"""


def _lines(line: str, origin: str = "keras==2.3", base: str = "Model") -> list[int]:
    source = CLASS.format(line=line, base=base)
    if origin.startswith("tensorflow"):
        source = source.replace("from keras", "from tensorflow.keras")
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM261"]


@pytest.mark.parametrize("value", ["[Dense(8), Dense(1)]", "[Dense(8) for _ in range(3)]", "(Dropout(0.5), Dense(1))"])
def test_lists(value: str) -> None:
    assert _lines(f"self.all = {value}") == [8]
    assert _lines(f"self.all = {value}", "tensorflow==1.15") == []
    assert _lines(f"self.all = {value}", "keras==3.3") == []
    assert _lines(f"self.all = {value}", base="object") == []


@pytest.mark.parametrize(
    "line", ["self.one = Dense(8)", "self.all = [Dropout(0.5)]", "self.sizes = [8, 1]", "x = [Dense(1)]"]
)
def test_left_alone(line: str) -> None:
    assert _lines(line) == []
