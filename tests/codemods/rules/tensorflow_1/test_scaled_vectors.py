"""Weights of one dimension that start by their fans."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

LAYER = """from keras import initializers
from keras.layers import Layer


class Attention(Layer):
    def __init__(self, **kwargs):
        self.init = initializers.get({name})
        super(Attention, self).__init__(**kwargs)

    def build(self, input_shape):
        self.w = self.add_weight({args})
"""


def _lines(args: str, name: str = "'glorot_uniform'", origin: str = "keras==2.3") -> list[int]:
    source = LAYER.format(args=args, name=name)
    if origin.startswith("tensorflow"):
        source = source.replace("from keras", "from tensorflow.keras")
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM259"]


@pytest.mark.parametrize(
    "args",
    [
        "(input_shape[-1],), initializer=self.init",
        "shape=(input_shape[-1],), initializer='he_normal'",
        "shape=[units], initializer=initializers.VarianceScaling(2.0), name='w'",
        "name='w', shape=(3,), initializer=initializers.glorot_normal()",
    ],
)
def test_scaled(args: str) -> None:
    assert _lines(args) == [11]
    assert _lines(args, origin="tensorflow==1.15") == []
    assert _lines(args, origin="keras==3.3") == []


@pytest.mark.parametrize(
    ("args", "name"),
    [
        ("shape=(3, 4), initializer=self.init", "'glorot_uniform'"),
        ("shape=(3,), initializer=self.init", "'zeros'"),
        ("shape=(3,), initializer=self.init", "name"),
        ("shape=(3,), initializer='uniform'", "'glorot_uniform'"),
        ("shape=(1,), initializer='glorot_uniform'", "'zeros'"),
        ("shape=shape, initializer='glorot_uniform'", "'zeros'"),
        ("shape=(3,)", "'zeros'"),
    ],
)
def test_left_alone(args: str, name: str) -> None:
    assert _lines(args, name) == []
