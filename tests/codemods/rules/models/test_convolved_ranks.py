"""Convolutions over tensors of too many axes are reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound

HEAD = (
    "import tensorflow as tf\nfrom tensorflow.keras import Input, Sequential\nfrom tensorflow.keras.layers import *\n"
)


def _found(source: str, to: str = "native") -> list[str]:
    result = check_sound(HEAD + source, to=to)
    lines = result.after.decode().splitlines()
    return [lines[each.line - 1].strip() for each in result.findings if each.code == "TFM473"]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "source",
    [
        "m = Sequential()\nm.add(Conv1D(4, kernel_size=1, input_shape=(10, 1, 6)))\n",
        "m = Sequential([Conv2D(4, 1, batch_input_shape=(None, 3, 8, 8, 1))])\n",
        "m = Sequential()\nm.add(Conv1D(4, 1))\nm.add(Flatten())\nm.build((None, 10, 1, 6))\n",
        "m = Sequential()\nm.add(Conv1D(4, 1))\nm.compile('sgd')\nm.build(input_shape=(None, 10, 1, 6))\n",
        "x = Input((10, 1, 6))\ny = Conv1D(4, 1)(x)\n",
        "x = Input(shape=(10, 1, 6))\nx = Conv1D(4, 1)(x)\n",
        "m = Sequential([Input((4, 10, 6)), Dropout(0.1), Conv1D(4, 1)])\nm.compile('sgd', 'mae')\n",
        "x = Input((3, 4, 8, 8, 1))\nc = Conv3D(4, 1)\nd = Conv2D(4, 1)\ny = d(x)\n",
    ],
)
def test_reported(source: str, to: str) -> None:
    (line,) = _found(source, to)
    assert "Conv1D" in line or "Conv2D" in line


@pytest.mark.parametrize(
    "source",
    [
        "m = Sequential()\nm.add(Conv1D(4, kernel_size=1, input_shape=(10, 6)))\n",
        "m = Sequential([Conv2D(4, 1, batch_input_shape=(None, 8, 8, 1))])\n",
        "m = Sequential()\nm.add(Conv1D(4, 1))\nm.build((None, 10, 6))\n",
        "m = Sequential()\nm.add(Reshape((10, 6)))\nm.add(Conv1D(4, 1))\nm.build((None, 10, 1, 6))\n",
        "x = Input((10, 6))\ny = Conv1D(4, 1)(x)\n",
        "x = Input((4, 10, 6))\ny = TimeDistributed(Conv1D(4, 1))(x)\n",
        "m = Sequential([TimeDistributed(Conv1D(4, 1, input_shape=(4, 10, 6)), input_shape=(4, 10, 6))])\n",
        "x = Input((4, 10, 6))\nx = TimeDistributed(Conv1D(4, 1))(x)\nx = Reshape((40, 4))(x)\nx = Conv1D(4, 1)(x)\n",
        "x = Input((4, 10, 6))\ny = Conv2D(4, 1)(x)\nz = BatchNormalization()(x)\n",
        "m = Sequential([Embedding(9, 4, input_shape=(3, 4, 5)), Dense(3)])\nm.compile('sgd', 'mae')\n",
        "m = Sequential([Conv1D(4, 1, input_shape=shape)])\nm.compile('sgd', 'mae')\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _found(source) == []
