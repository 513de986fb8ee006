"""Losses that are added to a layer from outside."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched

HEAD = "from keras.layers import Dense, Layer\nfrom keras.models import Model, load_model\n"
MODEL = "model = load_model('x.h5')\n"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (f"{MODEL}for each in model.layers:\n    each.add_loss(r(each.kernel))\n", 5),
        (f"{MODEL}for each in model.layers[1:]:\n    if each.name:\n        each.add_loss(r)\n", 6),
        (f"{MODEL}model.layers[3].add_loss(r)\n", 4),
        ("dense = Dense(3)\ndense.add_loss(r)\n", 4),
        ("class A:\n    def f(self, m):\n        for each in m.layers:\n            each.add_loss(r)\n", 6),
        ("class A(object):\n    def f(self):\n        self.d = Dense(3)\n        self.d.add_loss(r)\n", 6),
    ],
)
def test_added_from_outside(source: str, line: int) -> None:
    assert "ignores" in check_declined(HEAD + source, "TFM209", line).message


def test_on_the_shims() -> None:
    result = check_sound(f"{HEAD}{MODEL}model.layers[1].add_loss(r)\n", to="compat")
    assert [each.line for each in result.findings if each.code == "TFM209"] == [4]


@pytest.mark.parametrize(
    "source",
    [
        "class A(Layer):\n    def call(self, x):\n        self.add_loss(x)\n        return x\n",
        "class A(Layer):\n    def call(self, x):\n        self.dense.add_loss(x)\n        return x\n",
        "class A(Own):\n    def f(self, m):\n        for each in m.layers:\n            each.add_loss(r)\n",
        "class A:\n    def add_loss(self, x): pass\nA().add_loss(3)\n",
        "import meters\nm = meters.Meter()\nm.add_loss(3)\n",
        "def f(meter):\n    meter.add_loss(3)\n",
        "for each in meters:\n    each.add_loss(3)\n",
        f"{MODEL}model.add_loss(r)\n",
        f"{MODEL}for each in model.layers:\n    print(each.losses)\n",
        "import tensorflow.compat.v1 as tf\ntf.losses.add_loss(r)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


CTC = """import tensorflow as tf
from tensorflow import keras
class Ctc(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.loss_fn = {}
    def call(self, y, p):
        loss = self.loss_fn(y, p, self.a, self.b)
        self.add_loss({})
        return p
"""


@pytest.mark.parametrize(
    ("function", "added"),
    [("keras.backend.ctc_batch_cost", "loss"), ("other", "keras.losses.binary_crossentropy(y, p)")],
)
def test_a_number_for_each_row_is_noted(function: str, added: str) -> None:
    result = check_sound(CTC.format(function, added))
    assert [each.line for each in result.notes if each.code == "TFM209"] == [9]
    assert not [each for each in result.findings if each.code == "TFM209"]


@pytest.mark.parametrize(
    ("function", "added"), [("keras.backend.ctc_batch_cost", "tf.reduce_mean(loss)"), ("other", "loss")]
)
def test_other_losses_of_a_layer(function: str, added: str) -> None:
    assert "TFM209" not in {each.code for each in check_sound(CTC.format(function, added)).notes}
