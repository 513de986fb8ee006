"""Losses that are tensors of a functional model."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched

HEAD = "import keras\ni = keras.Input((3,))\nx = keras.layers.Dense(3)(i)\nm = keras.Model(i, x)\n"


@pytest.mark.parametrize("loss", ["x", "x - i", "keras.ops.mean(x)", "0.5 * keras.ops.sum(x - i, axis=-1)"])
def test_reported(loss: str) -> None:
    check_declined(f"{HEAD}m.add_loss({loss})\n", "TFM236", 5)


def test_after_its_functions_were_rewritten() -> None:
    source = f"import tensorflow as tf\nfrom tensorflow {HEAD}m.add_loss(tf.reduce_mean(x))\n"
    result = check_sound(source)
    assert b"m.add_loss(keras.ops.mean(x))" in result.after
    assert [each.code for each in result.findings] == ["TFM236"]


@pytest.mark.parametrize(
    "code",
    [
        "class Own(keras.layers.Layer):\n    def call(self, x):\n        self.add_loss(keras.ops.mean(x))\n        return x\n",
        f"{HEAD}m.add_loss(regularizer)\n",
        f"{HEAD}m.add_loss(lambda: 1.0)\n",
        f"{HEAD}m.add_metric_of_mine(x)\n",
        "def add(model, x):\n    model.add_loss(x)\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(code if code.startswith("import") else f"import keras\n{code}")


SHIMS = """from compat.keras.layers import Dense, Input
from compat.keras.models import Model
from compat.keras import backend as K
i = Input((3,))
x = Dense(3)(i)
m = Model(i, x)
"""


@pytest.mark.parametrize("loss", ["x", "K.mean(x)", "K.mean(K.binary_crossentropy(i, x))"])
def test_models_of_the_shims(loss: str) -> None:
    check_declined(f"{SHIMS}m.add_loss({loss})\n", "TFM236", 7, to="compat")


@pytest.mark.parametrize("use", ["m.add_loss(0.5)", "m.add_loss(loss)", "other.add_loss(x)", "K.mean(x)"])
def test_left_alone_on_the_shims(use: str) -> None:
    check_untouched(f"{SHIMS}{use}\n", to="compat")
