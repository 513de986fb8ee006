"""Losses that keep a tensor on `self`."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

SOURCE = """import tensorflow as tf
from keras import backend as K

class Loss:
    def __init__(self, alpha=2.0):
        self.alpha = alpha

    def compute_loss(self, y_true, y_pred):
        self.alpha = tf.constant(self.alpha)
        return self.alpha * tf.reduce_sum(tf.square(y_true - y_pred), axis=-1)
"""
LINE = "self.alpha = tf.constant(self.alpha)"


def lines(code: str, to: str = "native") -> list[int]:
    result = upgrade(code.encode(), Settings(to, select=("TFM345",)))
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "code",
    [
        SOURCE,
        SOURCE.replace(LINE, "self.alpha = K.constant(self.alpha)"),
        SOURCE.replace(LINE, "self.alpha = tf.cast(self.alpha, tf.float32)"),
        SOURCE.replace("y_true", "labels").replace("y_pred", "predictions"),
    ],
)
def test_reported(code: str, to: str) -> None:
    assert lines(code, to) == [9]


@pytest.mark.parametrize(
    "code",
    [
        SOURCE.replace(LINE, "alpha = tf.constant(self.alpha)"),
        SOURCE.replace(LINE, "self.last = tf.constant(self.alpha)"),
        SOURCE.replace(LINE, "self.alpha = float(self.alpha)"),
        SOURCE.replace(LINE, "other.alpha = tf.constant(other.alpha)"),
        SOURCE.replace("y_true, y_pred", "x, y"),
        SOURCE.replace("self.alpha = alpha\n", "self.alpha = tf.constant(alpha)\n").replace(f"        {LINE}\n", ""),
    ],
)
def test_left_alone(code: str) -> None:
    assert lines(code) == []


@pytest.mark.parametrize("keeps", [True, False])
def test_what_is_said(keeps: bool) -> None:
    np, tf = pytest.importorskip("numpy"), pytest.importorskip("tensorflow")
    found: dict[str, object] = {}
    code = SOURCE if keeps else SOURCE.replace(f"        {LINE}\n", "")
    exec(compile(code.replace("from keras import backend as K\n", ""), "code", "exec"), found)
    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", loss=found["Loss"]().compute_loss)  # type: ignore[operator]
    x, y = np.ones((4, 2)), np.ones((4, 1))
    if keeps:
        with pytest.raises(TypeError, match="Expected any non-tensor type"):
            model.fit(x, y, validation_data=(x, y), verbose=0)
    else:
        history = model.fit(x, y, validation_data=(x, y), verbose=0).history
        assert history["loss"] == pytest.approx([2.0]), "as on TensorFlow 1.15.5"
        assert history["val_loss"] == pytest.approx([1.5488])
