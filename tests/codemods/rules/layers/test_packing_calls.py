"""Layers whose `__call__` packs its arguments."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

SOURCE = """from keras.layers import Input, Layer
from keras.models import Model

class Own(Layer):
    def __call__(self, x, other=None, **kwargs):
        return super(Own, self).__call__({}, **kwargs)

    def call(self, x):
        return x[0] * x[1]

    def compute_output_shape(self, shapes):
        return shapes[0]
"""
PACKED = SOURCE.format("[x, other]")


def lines(code: str) -> list[int]:
    result = upgrade(code.encode(), Settings(select=("TFM361",)))
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings]


@pytest.mark.parametrize("packed", ["[x, other]", "(x, other)"])
def test_reported(packed: str) -> None:
    assert lines(SOURCE.format(packed)) == [6]


def test_by_way_of_a_name() -> None:
    assert lines(
        SOURCE.format("both").replace("        return super", "        both = [x, other]\n        return super")
    ) == [7]


@pytest.mark.parametrize(
    "code",
    [
        SOURCE.format("x"),
        SOURCE.format("[x]"),
        PACKED.replace("(Layer)", "(object)"),
        PACKED.replace("super(Own, self)", "self.inner"),
        PACKED.replace("def __call__", "def run"),
        PACKED.replace("from keras.layers", "from tf_keras.layers"),
    ],
)
def test_left_alone(code: str) -> None:
    assert lines(code) == []


@pytest.mark.tensorflow
def test_what_is_said() -> None:
    pytest.importorskip("tensorflow")
    code = PACKED + "\ni, j = Input((3,)), Input((3,))\nmodel = Model([i, j], Own()(i, j))\n"
    found: dict[str, object] = {}
    exec(compile(code, "code", "exec"), found)
    import numpy as np

    with pytest.raises(Exception, match="Own"):
        found["model"].predict([np.ones((1, 3)), np.ones((1, 3))], verbose=0)  # type: ignore[attr-defined]
