"""A note names the package that slim needs, once in a file."""

from __future__ import annotations

import pytest

from codemods.rules.contrib.slim_package import INSTALL
from tests.codemods.checks import check_sound

HOME = "from compat.tensorflow.contrib import "


def lines(source: str) -> list[int]:
    notes = [each for each in check_sound(source).notes if each.code == "TFM155"]
    assert all(INSTALL in each.message for each in notes)
    return [each.line for each in notes]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (f"{HOME}slim\nx = slim.conv2d(x, 3, 3)\ny = slim.flatten(x)\n", 2),
        (f"{HOME}layers\nx = layers.flatten(x)\n", 2),
        (f"import numpy\n{HOME}losses\nx = losses.softmax_cross_entropy(a, b)\n", 3),
    ],
)
def test_noted_once(source: str, line: int) -> None:
    assert lines(source) == [line]


@pytest.mark.parametrize(
    "source",
    [
        "import tf_slim as slim\nx = slim.conv2d(x, 3, 3)\n",
        f"{HOME}layers\nx = layers.xavier_initializer()\n",
        f"{HOME}training\nx = training.HParams(a=1)\n",
        "import tensorflow as tf\nx = tf.nn.relu(x)\n",
    ],
)
def test_not_noted(source: str) -> None:
    assert lines(source) == []
