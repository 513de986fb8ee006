"""A note names the package that TensorBoard needs, once in a file."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.target import parse_target
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound


def lines(source: str, to: str = "native") -> list[int]:
    notes = [each for each in check_sound(source, to=to).notes if each.code == "TFM266"]
    return [each.line for each in notes]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("from keras.callbacks import TensorBoard\n\nboard = TensorBoard('logs')\nother = TensorBoard('more')\n", 3),
        ("import keras\n\nboard = keras.callbacks.TensorBoard('logs')\n", 3),
        ("import tensorflow as tf\n\nboard = tf.keras.callbacks.TensorBoard('logs')\n", 3),
        ("from keras.layers.core import Dense\nfrom keras.callbacks import TensorBoard\nx = [TensorBoard()]\n", 3),
        ("from keras.callbacks import TensorBoard\n\nclass Board(TensorBoard):\n    pass\n", 3),
        (
            "import tensorflow as tf\n\nwriter = tf.summary.create_file_writer('logs')\ntf.summary.scalar('a', 1, 1)\n",
            4,
        ),
    ],
)
def test_noted_once(source: str, line: int, to: str) -> None:
    assert lines(source, to) == [line]


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\n\nsession = tf.Session()\ntf.summary.scalar('a', x)\nw = tf.summary.FileWriter('logs')\n",
        "import tensorflow as tf\n\ntf.compat.v1.summary.scalar('a', x)\n",
        "import tensorflow as tf\n\nwriter = tf.summary.create_file_writer('logs')\nwriter.flush()\n",
        "from compat import tensorflow as tf\n\ntf.summary.scalar('a', x)\n",
        "from torch.utils.tensorboard import SummaryWriter\n\nwriter = SummaryWriter('logs')\n",
        "from own import TensorBoard\n\nboard = TensorBoard('logs')\n",
        "from keras.callbacks import EarlyStopping\n\nstop = EarlyStopping()\n",
    ],
)
def test_not_noted(source: str) -> None:
    assert lines(source) == []


def test_not_for_a_target_that_installs_it() -> None:
    source = b"import tensorflow as tf\n\nboard = tf.keras.callbacks.TensorBoard('logs')\n"
    result = upgrade(source, Settings(target=parse_target("tensorflow==2.16")))
    assert isinstance(result, Upgraded)
    assert not [each for each in result.notes if each.code == "TFM266"]
