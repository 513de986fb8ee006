"""Recurrent cells with dropout that a class calls itself are reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound

TEXT = """import tensorflow as tf
class Net({base}):
    def __init__(self):
        super().__init__()
        self.cell = {cell}
    def call(self, x, training=None):
        {first}
        y, states = self.cell(x, [x], training=training)
        return self.cell(y, states, training=training)
"""


def codes(cell: str, base: str = "tf.keras.Model", first: str = "pass", to: str = "native") -> list[str]:
    return [each.code for each in check_sound(TEXT.format(cell=cell, base=base, first=first), to=to).findings]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "cell",
    [
        "tf.keras.layers.GRUCell(8, dropout=0.5)",
        "tf.keras.layers.LSTMCell(8, recurrent_dropout=0.5)",
        "tf.keras.layers.SimpleRNNCell(8, dropout=rate)",
    ],
)
def test_reported_once(cell: str, to: str) -> None:
    assert codes(cell, to=to).count("TFM315") == 1


@pytest.mark.parametrize(
    ("cell", "base", "first"),
    [
        ("tf.keras.layers.GRUCell(8)", "tf.keras.Model", "pass"),
        ("tf.keras.layers.GRUCell(8, dropout=0.0)", "tf.keras.Model", "pass"),
        ("tf.keras.layers.GRU(8, dropout=0.5)", "tf.keras.Model", "pass"),
        ("tf.keras.layers.GRUCell(8, dropout=0.5)", "object", "pass"),
        ("tf.keras.layers.GRUCell(8, dropout=0.5)", "tf.keras.Model", "self.cell.reset_dropout_mask()"),
        ("Cell(8, dropout=0.5)", "tf.keras.Model", "pass"),
    ],
)
def test_left_alone(cell: str, base: str, first: str) -> None:
    assert "TFM315" not in codes(cell, base, first)
