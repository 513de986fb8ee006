"""Metrics that are one number for a batch, which Keras 2.2 weighed by the size of the batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import Origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched

HEAD = "from keras import backend as K\nfrom keras.layers import Dense\nfrom keras.models import Sequential\n"
DICE = """
def dice(y_true, y_pred, smooth=1.):
    t, p = K.flatten(y_true), K.flatten(y_pred)
    both = K.sum(t * p)
    return (2. * both + smooth) / (K.sum(t) + K.sum(p) + smooth)
"""
PRECISION = """
def precision(y_true, y_pred):
    right = K.sum(K.round(K.clip(y_true * y_pred, 0, 1)))
    return right / (K.sum(K.round(K.clip(y_pred, 0, 1))) + K.epsilon())
"""
ROWS = "\ndef rmse(y_true, y_pred):\n    return K.sqrt(K.mean(K.square(y_pred - y_true), axis=-1))\n"
MODEL = "m = Sequential([Dense(1)])\nm.compile('sgd', 'mse', metrics=[{}])\n"
OF_KERAS_3 = HEAD.replace("backend as", "ops as") + PRECISION.replace("K.epsilon()", "1e-7") + MODEL.format("precision")


def _notes(source: str, keras: str = "") -> list[str]:
    result = upgrade(source.encode(), Settings(origin=Origin(keras=keras) if keras else None))
    assert isinstance(result, Upgraded)
    assert not [each for each in result.findings if each.code == "TFM422"]
    return [each.message for each in result.notes if each.code == "TFM422"]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        (DICE + MODEL.format("'acc', dice"), "dice"),
        (PRECISION + MODEL.format("precision"), "precision"),
        (DICE + PRECISION + MODEL.format("dice, precision"), "dice and precision"),
        (DICE + "ms = [dice]\nm = Sequential([Dense(1)])\nm.compile('sgd', 'mse', ms)\n", "dice"),
        (DICE + MODEL.format("dice") + MODEL.format("dice"), "dice"),
        (MODEL.format("lambda t, p: K.mean(K.abs(t - p))"), "lambda"),
    ],
)
@pytest.mark.parametrize("keras", ["", "2.2.4", "2.0.9"])
def test_noted_once(source: str, names: str, keras: str) -> None:
    assert [each.split(" by ")[0] for each in _notes(HEAD + source, keras)] == [f"Keras 2.2 weighed {names}"]


@pytest.mark.parametrize(
    "source",
    [
        HEAD + ROWS + MODEL.format("rmse"),
        HEAD + MODEL.format("'acc'"),
        HEAD + MODEL.format("other"),
        HEAD + DICE + MODEL.format("'acc'"),
        HEAD + DICE + "print(dice(K.ones(3), K.ones(3)))\n",
        HEAD + "def kept(y_true, y_pred):\n    return y_true - y_pred\n" + MODEL.format("kept"),
        (HEAD + DICE + MODEL.format("dice")).replace("from keras", "from tensorflow.keras"),
        OF_KERAS_3,
    ],
)
def test_not_noted(source: str) -> None:
    assert _notes(source) == []


@pytest.mark.parametrize("keras", ["2.3.1", "2.4.3", "2.15.0"])
def test_later_releases(keras: str) -> None:
    assert _notes(HEAD + DICE + MODEL.format("dice"), keras) == []


def test_nothing_is_changed() -> None:
    check_untouched(OF_KERAS_3)


@pytest.mark.tensorflow
def test_the_mean_of_the_batches() -> None:
    """0.1135 in Keras 2.2.4, and 0.4116 in Keras 2.3.1 as today, for batches of 32 and 3 rows."""
    tf = pytest.importorskip("tensorflow")
    random = np.random.RandomState(0)
    x, y = random.rand(35, 4), np.concatenate([np.zeros(32), np.ones(3)])
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1, activation="sigmoid")])
    model.set_weights([random.uniform(-0.5, 0.5, (4, 1)), np.zeros(1)])

    def dice(y_true: Any, y_pred: Any) -> Any:
        true, predicted = tf.reshape(tf.cast(y_true, "float32"), [-1]), tf.reshape(y_pred, [-1])
        both = tf.reduce_sum(true * predicted)
        return (2.0 * both + 1.0) / (tf.reduce_sum(true) + tf.reduce_sum(predicted) + 1.0)

    model.compile("sgd", "binary_crossentropy", metrics=[dice])
    found = model.fit(x, y, epochs=1, batch_size=32, shuffle=False, verbose=0).history["dice"]
    assert found == pytest.approx([0.4116], abs=1e-3)
