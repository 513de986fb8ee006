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
    """Of TensorFlow 2.21: the loss of an LSTM on ragged data was 0.43929 on 2.4.4, 2.10.1 and 2.15.1."""
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
    dense = layers.Input((None,), dtype="int32")
    masked = loss(data.to_tensor(), dense, layers.Embedding(8, 4, mask_zero=True), layers.LSTM(3))
    assert [pooled, masked] == pytest.approx([2.17453, 0.43929], abs=1e-5)
    with pytest.raises((TypeError, ValueError)):
        loss(data, layers.Input(**ragged), layers.Embedding(8, 4), layers.LSTM(3))
