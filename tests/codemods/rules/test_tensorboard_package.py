"""A note where summaries need a package that TensorFlow no longer brings along."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Finding, Settings, Upgraded


def notes(source: str, to: str = "native") -> list[Finding]:
    result = upgrade(source.encode(), Settings(to))
    assert isinstance(result, Upgraded)
    assert not [each for each in result.findings if each.code == "TFM159"]
    return [each for each in result.notes if each.code == "TFM159"]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("from keras.callbacks import TensorBoard\na = 1\nx = [TensorBoard(), TensorBoard()]\n", 3),
        ("import keras\nx = keras.callbacks.TensorBoard('logs')\n", 2),
        ("import tensorflow as tf\nx = tf.keras.callbacks.TensorBoard('logs')\n", 2),
        ("import tensorflow as tf\ntf.compat.v2.summary.scalar('loss', 1.0, step=1)\n", 2),
        ("import tensorflow as tf\nx = tf.GradientTape()\ntf.summary.image('a', x, step=1)\n", 3),
    ],
)
def test_noted(source: str, line: int) -> None:
    assert [each.line for each in notes(source)] == [line]


def test_on_shims() -> None:
    assert (
        len(notes("from keras.callbacks import TensorBoard\nimport keras.layers.core\nTensorBoard()\n", "compat")) == 1
    )


@pytest.mark.parametrize(
    "source",
    [
        "from keras.callbacks import ModelCheckpoint, CSVLogger\nx = CSVLogger('a')\n",
        "import tensorflow as tf\nx = tf.placeholder('float32')\ntf.summary.scalar('a', x)\n",
        "import tensorflow as tf\ntf.compat.v1.summary.scalar('a', 1.0)\n",
        "import tensorflow as tf\nw = tf.summary.create_file_writer('logs')\n",
        "from own import TensorBoard\nimport keras\nx = TensorBoard()\n",
        "from tensorboardX import SummaryWriter\nimport keras\nSummaryWriter().scalar('a', 1)\n",
    ],
)
def test_not_noted(source: str) -> None:
    assert notes(source) == []
