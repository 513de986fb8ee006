"""Labels of one dimension and of two for one model are reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

HEAD = """\
import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential

m = Sequential([Dense(1, input_shape=(3,))])
m.compile("sgd", "mse")
k = Sequential([Dense(1, input_shape=(3,))])
"""
TWICE = "m.train_on_batch(x, {})\nm.train_on_batch(z, {})\n"
CLASS = """\
class GAN:
    def __init__(self):
        self.d = Sequential([Dense(1, input_shape=(3,))])
        self.d.compile("sgd", "mse")

    def train(self, batch_size):
        valid = np.ones((batch_size, 1))
        self.d.train_on_batch(x, valid)
        self.d.train_on_batch(z, np.zeros(batch_size))
"""


@pytest.mark.parametrize(
    "source",
    [
        TWICE.format("np.ones((4, 1))", "np.zeros(4)"),
        TWICE.format("np.ones(n // 2)", "np.zeros((n, 1))"),
        TWICE.format("np.ones((n,))", "np.zeros((n, 1)) + 0.1"),
        TWICE.format("np.array([0, 1])", "np.array([[0], [1]])"),
        TWICE.format("np.array([1] * n)", "y.reshape(-1, 1)"),
        TWICE.format("np.random.uniform(size=(4, 1))", "np.random.rand(4)"),
        TWICE.format("np.random.randint(0, 2, 4)", "np.random.normal(0, 1, (4, 1))"),
        "g = np.random.default_rng(7)\n" + TWICE.format("g.integers(0, 2, size=4)", "np.ones((4, 1))"),
        TWICE.format("np.concatenate([np.ones(4), np.zeros(4)])", "0.9 * np.ones((8, 1))"),
        "n = count()\ny = np.ones((n, 1))\nm.fit(x, y)\nm.train_on_batch(z, np.full(n, 0.0))\n",
        "m.evaluate(x, np.ones((len(x), 1)))\nm.test_on_batch(z, np.zeros(len(z)))\n",
        "def labels(n):\n    return np.ones(n * 2)\n\n\nm.fit(x, np.ones((8, 1)))\nm.fit(x, labels(4))\n",
        CLASS,
    ],
)
def test_reported(source: str) -> None:
    check_declined(HEAD + source, "TFM388", (HEAD + source).count("\n"))


@pytest.mark.parametrize(
    "source",
    [
        TWICE.format("np.ones((4, 1))", "np.zeros((4, 1))"),
        TWICE.format("np.ones(4)", "np.zeros(2)"),
        TWICE.format("np.ones((4, 1))", "labels"),
        TWICE.format("np.ones(shape)", "np.zeros((4, 1))"),
        TWICE.format("y[0]", "np.zeros((4, 1))"),
        TWICE.format("np.random.uniform(*given)", "np.zeros((4, 1))"),
        TWICE.format("np.random.uniform(0, 1)", "np.zeros((4, 1))"),
        "m.train_on_batch(x, np.ones((4, 1)))\nm.test_on_batch(z, np.zeros(4))\n",
        "m.train_on_batch(x, np.ones((4, 1)))\nk.train_on_batch(z, np.zeros(4))\n",
        "m.fit(x, np.ones((4, 1)))\nm.compile('sgd', 'mae')\nm.fit(x, np.ones(4))\n",
        "if a:\n    m.fit(x, np.ones((4, 1)))\nelse:\n    m.fit(x, np.ones(4))\n",
        "m.fit(x, np.ones((4, 1)))\nm.predict(np.ones(4))\n",
        "from sklearn.svm import SVC\n\nc = SVC()\nc.fit(x, np.ones((4, 1)))\nc.fit(x, np.ones(4))\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


@pytest.mark.tensorflow
def test_what_keras_takes() -> None:
    """Keras 2.2.4 and 2.3.1, and TensorFlow 2.3.4, 2.10.1 and 2.15.1, have these losses for either rank."""
    tf, np = pytest.importorskip("tensorflow"), pytest.importorskip("numpy")
    x, y = np.arange(24.0).reshape(8, 3) / 24, np.arange(8.0).reshape(8, 1) / 8

    def losses(second: object) -> list[float]:
        model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
        model.set_weights([np.sin(np.arange(each.size)).reshape(each.shape) for each in model.get_weights()])
        model.compile("sgd", "mse")
        return [float(model.train_on_batch(x, y)), float(model.train_on_batch(x, second))]

    assert losses(y) == pytest.approx([0.23922, 0.22289], abs=1e-5)
    with pytest.raises(ValueError, match="unknown rank"):
        losses(y[:, 0])
