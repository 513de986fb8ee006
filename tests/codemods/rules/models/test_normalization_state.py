"""`set_weights` of a model with a `Normalization` is reported, whose mean is not read again."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

HEAD = """\
from tensorflow.keras import Input, Model, Sequential
from tensorflow.keras.applications import EfficientNetB0, ResNet50
from tensorflow.keras.layers import Dense, Normalization
from tensorflow.keras.models import clone_model

"""
BUILD = "def build():\n    x = Input((3,))\n    return Model(x, Dense(1)(Normalization()(x)))\n\n\n"


@pytest.mark.parametrize(
    "source",
    [
        "n = Normalization()\nn.set_weights(w)\n",
        "m = Sequential([Normalization(axis=-1), Dense(1)])\nm.set_weights(w)\n",
        "m = Sequential()\nm.add(Normalization())\nm.set_weights(other.get_weights())\n",
        f"{BUILD}m = build()\nm.set_weights(w)\n",
        f"{BUILD}m = build()\nc = clone_model(m)\nc.set_weights(m.get_weights())\n",
        "m = EfficientNetB0(weights=None)\nm.set_weights(EfficientNetB0().get_weights())\n",
        "b = EfficientNetB0()\nm = Model(b.input, Dense(1)(b.output))\nm.set_weights(w)\n",
        "m = Sequential([EfficientNetB0(include_top=False), Dense(1)])\nm.set_weights([v * 2 for v in w])\n",
        "n = Normalization()\nx = Input((3,))\nm = Model(x, Dense(1)(n(x)))\nm.set_weights(w)\n",
        f"{BUILD}class A:\n    def __init__(self):\n        self.m = build()\n        self.m.set_weights(w)\n",
    ],
)
def test_reported(source: str) -> None:
    check_declined(HEAD + source, "TFM387", (HEAD + source).count("\n"))


@pytest.mark.parametrize(
    "source",
    [
        "m = Sequential([Dense(1)])\nm.set_weights(w)\n",
        "m = ResNet50()\nm.set_weights(w)\n",
        "n = Normalization(mean=1.0, variance=2.0)\nn.set_weights(w)\n",
        "m = Sequential([Normalization(), Dense(1)])\ngiven.set_weights(w)\n",
        f"{BUILD}m = build()\nw = m.get_weights()\nm.fit(x, y)\nm.set_weights(w)\n",
        f"{BUILD}m = build()\nm.set_weights([v * 0.5 for v in m.get_weights()])\n",
        f"{BUILD}m = build()\nm.set_weights(w)\nm.layers[1].finalize_state()\n",
        f"{BUILD}m = build()\nm.load_weights('w.weights.h5')\n",
        f"{BUILD}m = build()\nd = Dense(1)\nd.set_weights(w)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


@pytest.mark.tensorflow
def test_what_it_computes() -> None:
    """TensorFlow 2.3.4, 2.10.1 and 2.15.1 have the second numbers after `set_weights` alone."""
    tf, np = pytest.importorskip("tensorflow"), pytest.importorskip("numpy")
    layers, x = tf.keras.layers, np.arange(12.0).reshape(4, 3) ** 2
    layer = layers.Normalization()
    model = tf.keras.Sequential([layers.Input((3,)), layer, layers.Dense(1, kernel_initializer="ones")])
    layer.set_weights([np.array([1.0, 2.0, 3.0]), np.array([4.0, 4.0, 4.0]), np.array(0)])
    assert model(x).numpy().ravel().tolist() == [5, 50, 149, 302]
    layer.finalize_state()
    assert model(x).numpy().ravel().tolist() == [-0.5, 22, 71.5, 148]
