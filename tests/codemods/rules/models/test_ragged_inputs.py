"""Inputs of ragged tensors."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched

HEAD = "import tensorflow as tf\nL = tf.keras.layers\n"
REST = "h = L.Embedding(9, 4)(x)\n"


def _said(source: str, to: str = "native") -> list[tuple[str, bool]]:
    result = upgrade((HEAD + source).encode(), Settings(to))
    assert isinstance(result, Upgraded)
    return [(each.code, each in result.notes) for each in (*result.findings, *result.notes) if each.code == "TFM376"]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "source",
    [
        "x = L.Input((None,), ragged=True)\nh = L.LSTM(3)(x)\n",
        "x = tf.keras.Input((None,), ragged=True)\nh = L.Bidirectional(L.GRU(3))(L.Embedding(9, 4)(x))\n",
        "m = tf.keras.Sequential([L.InputLayer((None,), ragged=True), L.TimeDistributed(L.Dense(3))])\n",
        "x = L.Input((None, 3), ragged=True)\nh = L.Dense(3)(x)\n",
    ],
)
def test_reported(source: str, to: str) -> None:
    assert _said(source, to) == [("TFM376", False)]


@pytest.mark.parametrize("pooling", ["GlobalAveragePooling1D", "GlobalMaxPooling1D"])
def test_noted(pooling: str) -> None:
    source = f"x = L.Input((None,), ragged=True)\nh = L.Dense(1)(L.{pooling}()(L.Embedding(9, 4)(x)))\n"
    assert _said(source) == [("TFM376", True)]


INPUT = "x = L.Input((None,), ragged=True)\n"


@pytest.mark.parametrize(
    "source",
    [
        "h = L.Lambda(lambda t: tf.reduce_mean(t, axis=1))(L.Embedding(9, 4)(x))\nh = L.BatchNormalization()(h)\n",
        "h = L.Embedding(9, 4)(x)\nh = L.Dropout(0.1)(h)\nh = L.Lambda(lambda t: tf.math.reduce_sum(t, 1))(h)\n",
        "def mean(t):\n    return tf.reduce_mean(t, axis=1)\n\n\nh = L.Lambda(mean)(L.Embedding(9, 4)(x))\n",
        "class Own(L.Layer):\n    def call(self, x):\n        return tf.reduce_sum(x, 1)\n\n\nh = L.Dense(3)(Own()(x))\n",
        "from text import ToDense\nh = L.LSTM(3)(ToDense()(L.Embedding(9, 4)(x)))\n",
        "d = L.Lambda(lambda t: t.to_tensor(), output_shape=(None, 4))\nh = L.LSTM(3)(d(L.Embedding(9, 4)(x)))\n",
        (
            "e = L.Embedding(9, 4)\nh = L.GlobalMaxPooling1D()(e(x))\ny = L.Input((3,))\nh = L.concatenate([h, y])\n"
            "m = tf.keras.Model([x, y], h)\n"
        ),
    ],
)
def test_noted_where_a_layer_ends_it(source: str) -> None:
    assert _said(INPUT + source) == [("TFM376", True)]


@pytest.mark.parametrize(
    "source",
    [
        "d = L.Lambda(lambda t: t.to_tensor())\nh = L.LSTM(3)(d(L.Embedding(9, 4)(x)))\n",
        "h = L.Lambda(lambda t: tf.reduce_mean(t, axis=-1))(L.Embedding(9, 4)(x))\n",
        "h = L.Embedding(9, 4)(x)\na = L.Lambda(lambda t: tf.reduce_mean(t, axis=1))(h)\nb = L.LSTM(3)(h)\n",
        "h = own(L.Embedding(9, 4)(x))\n",
        "h = L.Lambda(own)(L.Embedding(9, 4)(x))\n",
        "class Own(L.Layer):\n    def call(self, x):\n        return L.LSTM(3)(x)\n\n\nh = Own()(x)\n",
    ],
)
def test_reported_behind_other_functions(source: str) -> None:
    assert _said(INPUT + source) == [("TFM376", False)]


@pytest.mark.parametrize(
    "source",
    [
        "x = L.Input((None,))\nh = L.LSTM(3)(L.Embedding(9, 4)(x))\n",
        "x = L.Input((None,), ragged=False)\nh = L.LSTM(3)(L.Embedding(9, 4)(x))\n",
        "x = L.Input((6,), sparse=True)\nh = L.Dense(3)(x)\n",
        "from keras import ops\nx = other.Input((None,), ragged=True)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


@pytest.mark.tensorflow
def test_the_layers() -> None:
    """Of TensorFlow 2.21: the loss of an LSTM on ragged data was 0.43929 on 2.4.4, 2.10.1 and 2.15.1; the others on the last two."""
    tf, np = pytest.importorskip("tensorflow"), pytest.importorskip("numpy")
    layers = tf.keras.layers
    data = tf.ragged.constant([[1, 2, 3], [4], [5, 6]])

    def loss(x: object, *between: object) -> float:
        model = tf.keras.Sequential([*between, layers.Dense(1)])
        model.set_weights([np.sin(np.arange(each.size)).reshape(each.shape) for each in model.get_weights()])
        model.compile("sgd", "mse")
        return float(model.evaluate(x, np.array([[0.0], [1.0], [0.0]]), verbose=0))

    ragged = {"shape": (None,), "dtype": "int32", "ragged": True}
    pooled = loss(data, layers.Input(**ragged), layers.Embedding(8, 4), layers.GlobalAveragePooling1D())
    mean = layers.Lambda(lambda rows: tf.reduce_mean(rows, axis=1))
    reduced = loss(data, layers.Input(**ragged), layers.Embedding(8, 4), mean)
    made_dense = layers.Lambda(lambda rows: rows.to_tensor(), output_shape=(None, 4))
    unmasked = loss(data, layers.Input(**ragged), layers.Embedding(8, 4), made_dense, layers.LSTM(3))
    dense = layers.Input((None,), dtype="int32")
    masked = loss(data.to_tensor(), dense, layers.Embedding(8, 4, mask_zero=True), layers.LSTM(3))
    found = [pooled, reduced, unmasked, masked]
    assert found == pytest.approx([2.17453, 2.17453, 0.21613, 0.43929], abs=1e-5)
    with pytest.raises((TypeError, ValueError)):
        loss(data, layers.Input(**ragged), layers.Embedding(8, 4), layers.LSTM(3))
