"""Layers that are put into a list by index."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

SOURCE = """import tensorflow as tf

class Net(tf.keras.Model):
    def __init__(self):
        super(Net, self).__init__()
        self.blocks = {}
        for i in range(2):
            self.blocks[i] = {}

    def call(self, x):
        for block in self.blocks:
            x = block(x)
        return x
"""
LIST, DENSE = "[None] * 2", "tf.keras.layers.Dense(2)"


def lines(code: str) -> list[int]:
    result = upgrade(code.encode(), Settings(select=("TFM356",)))
    assert isinstance(result, Upgraded)
    assert result.after == code.encode()
    return [each.line for each in result.findings]


@pytest.mark.parametrize("made", [LIST, "2 * [None]", "[None for _ in range(2)]", "[None, None]", "list(range(2))"])
def test_reported(made: str) -> None:
    assert lines(SOURCE.format(made, DENSE)) == [8]


def test_own_layers() -> None:
    own = "\nclass Block(tf.keras.layers.Layer):\n    pass\n"
    assert lines(SOURCE.format(LIST, "Block()") + own) == [8]


@pytest.mark.parametrize(
    "code",
    [
        SOURCE.format("{}", DENSE),
        SOURCE.format(LIST, "i"),
        SOURCE.format(LIST, "tf.zeros(3)"),
        SOURCE.format(LIST, DENSE).replace("tf.keras.Model", "object"),
        SOURCE.format(LIST, DENSE).replace("self.blocks[i] = ", "self.blocks.append(").replace("(2)\n", "(2))\n"),
        SOURCE.format(LIST, DENSE).replace("self.blocks", "blocks"),
        SOURCE.format(LIST, DENSE)
        .replace("import tensorflow as tf", "import tf_keras")
        .replace("tf.keras", "tf_keras"),
    ],
)
def test_left_alone(code: str) -> None:
    assert lines(code) == []


@pytest.mark.tensorflow
def test_what_is_said() -> None:
    """The model has four weights in TensorFlow 2.3.4."""
    tf = pytest.importorskip("tensorflow")
    found: dict[str, type] = {}
    exec(compile(SOURCE.format(LIST, DENSE), "code", "exec"), found)
    model = found["Net"]()
    model(tf.ones((1, 2)))
    assert model.weights == []
    exec(
        compile(SOURCE.format("[]", DENSE).replace("[i] = ", ".append(").replace("(2)\n", "(2))\n"), "c", "exec"), found
    )
    model = found["Net"]()
    model(tf.ones((1, 2)))
    assert len(model.weights) == 4
