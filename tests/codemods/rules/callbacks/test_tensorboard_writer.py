"""Reads of the writer that the callback `TensorBoard` had in TensorFlow 1."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = "import tensorflow as tf\nfrom keras.callbacks import Callback, TensorBoard\n"
GIVEN = (
    HEAD + "class C(Callback):\n    def __init__(self, board):\n        self.board = board\n"
    "    def on_epoch_end(self, epoch, logs=None):\n        {}\n"
)
DERIVED = HEAD + "class C(TensorBoard):\n    def on_epoch_end(self, epoch, logs=None):\n        {}\n"
WRITES = "self.writer.add_summary(summary, epoch)"


def found(source: str, to: str = "native") -> list[int]:
    result = upgrade(source.encode(), Settings(to))
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM341"]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (GIVEN.format("self.board.writer.add_summary(summary, epoch)"), [7]),
        (DERIVED.format(WRITES), [5]),
        (DERIVED.format(f"{WRITES}\n        self.writer.flush()"), [5]),
        (HEAD + "board = TensorBoard('logs')\nboard.writer.add_summary(summary, 1)\n", [4]),
        (HEAD + "board = TensorBoard('logs')\nclose(board.writer)\n", [4]),
    ],
)
def test_reported(source: str, lines: list[int]) -> None:
    assert found(source) == lines
    assert found(source, "compat") == []


@pytest.mark.parametrize(
    "source",
    [
        GIVEN.format("self.board.add_summary(summary, epoch)"),
        GIVEN.format("self.board.writer.writerow([epoch])"),
        GIVEN.format("self.writer = tf.summary.FileWriter('logs')\n        self.writer.add_summary(summary, epoch)"),
        GIVEN.format("self.writer.add_summary(summary, epoch)"),
        DERIVED.format(f"self.writer = tf.summary.FileWriter('logs')\n        {WRITES}"),
        DERIVED.format(f"if hasattr(self, 'writer'):\n            {WRITES}"),
        HEAD + "class C:\n    def log(self, board):\n        board.writer.add_summary(summary, 1)\n",
        HEAD + "class Log:\n    writer = tf.summary.FileWriter('logs')\nLog().writer.add_summary(summary, 1)\n",
        DERIVED.replace("keras", "tf_keras").format(WRITES),
    ],
)
def test_left_alone(source: str) -> None:
    assert found(source) == []
