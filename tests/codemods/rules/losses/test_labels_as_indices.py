"""Losses that take their labels for indices."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from tests.codemods.checks import check_sound, check_untouched, check_upgraded

LOSS = """import tensorflow as tf
from tensorflow.keras import backend as K


def loss(y_true, y_pred):
    {body}


model = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(3,))])
model.compile("sgd", loss={given})
"""
CROSSENTROPY = "tf.nn.sparse_softmax_cross_entropy_with_logits"
CAST = "tf.cast({}, tf.int64)"


@pytest.mark.parametrize(
    ("body", "labels"),
    [
        (f"return {CROSSENTROPY}(labels={{}}, logits=y_pred)", "y_true"),
        (f"return {CROSSENTROPY}({{}}, y_pred)", "y_true"),
        (f"return tf.reduce_mean({CROSSENTROPY}(labels={{}}, logits=y_pred))", "tf.squeeze(y_true, -1)"),
        (f"return {CROSSENTROPY}(labels={{}}, logits=y_pred)", "y_true[:, 0]"),
        (f"return {CROSSENTROPY}(labels={{}}, logits=y_pred)", "K.reshape(tf.squeeze(y_true), (-1,))"),
        (f"labels = K.flatten(y_true)\n    return {CROSSENTROPY}(labels={{}}, logits=y_pred)", "labels"),
        (f"y_true = K.flatten(y_true)\n    return {CROSSENTROPY}(labels={{}}, logits=y_pred)", "y_true"),
        ("return tf.reduce_sum(tf.one_hot({}, 4) * y_pred)", "y_true"),
        ("return K.sum(K.one_hot({}, 4) * y_pred)", "K.flatten(y_true)"),
        ("return y_pred * tf.gather(K.constant([1.0, 2.0]), {})", "y_true"),
    ],
)
@pytest.mark.parametrize("given", ["loss", "[loss]", "lambda y, p: loss(y_pred=p, y_true=y[..., 0])"])
def test_labels_become_whole(body: str, labels: str, given: str) -> None:
    source = LOSS.replace("{given}", given)
    check_upgraded(source.format(body=body.format(labels)), source.format(body=body.format(CAST.format(labels))))


def test_a_lambda() -> None:
    given = f"lambda y_true, y_pred: {CROSSENTROPY}(labels={{}}, logits=y_pred)"
    source = LOSS.format(body="return 0", given=given)
    check_upgraded(source.format("y_true"), source.format(CAST.format("y_true")))


OWN = """import tensorflow as tf


class Own(tf.keras.losses.Loss):
    def call(self, y_true, y_pred):
        return tf.nn.sparse_softmax_cross_entropy_with_logits(labels={}, logits=y_pred)


model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile("sgd", loss=Own())
"""
TRAINER = """import tensorflow as tf


class Trainer:
    {decorator}def loss({itself}y_true, y_pred):
        return tf.nn.sparse_softmax_cross_entropy_with_logits(labels={labels}, logits=y_pred)

    def make(self):
        model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
        model.compile("sgd", loss=self.loss)
        return model
"""


def test_a_method() -> None:
    plain = TRAINER.replace("{decorator}", "").replace("{itself}", "self, ")
    check_upgraded(plain.format(labels="y_true"), plain.format(labels=CAST.format("y_true")))
    static = TRAINER.replace("{decorator}", "@staticmethod\n    ").replace("{itself}", "")
    check_upgraded(static.format(labels="y_true"), static.format(labels=CAST.format("y_true")))


@pytest.mark.parametrize(
    ("body", "given"),
    [
        (f"return {CROSSENTROPY}(labels=tf.cast(y_true, tf.int32), logits=y_pred)", "loss"),
        (f"labels = K.cast(y_true, 'int32')\n    return {CROSSENTROPY}(labels=labels, logits=y_pred)", "loss"),
        (f"return {CROSSENTROPY}(labels=tf.argmax(y_true, -1), logits=y_pred)", "loss"),
        (f"return {CROSSENTROPY}(labels=classes, logits=y_pred)", "loss"),
        (f"return {CROSSENTROPY}(labels=made(y_true), logits=y_pred)", "loss"),
        (f"return {CROSSENTROPY}(labels=tf.argmax(y_pred, -1), logits=y_true)", "loss"),
        ("return tf.nn.softmax_cross_entropy_with_logits(labels=y_true, logits=y_pred)", "loss"),
        (f"return {CROSSENTROPY}(labels=y_true, logits=y_pred)", "'mse'"),
        (f"return {CROSSENTROPY}(labels=y_true, logits=y_pred)", "lambda y_true, y_pred: loss(y_pred, y_true)"),
    ],
)
def test_left_alone(body: str, given: str) -> None:
    check_untouched(LOSS.format(body=body, given=given))


LOSSES = f"import tensorflow as tf\ndef loss(y, p):\n    return {CROSSENTROPY}(labels={{}}, logits=p)\n"
MAIN = """import tensorflow as tf
from losses import loss
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile("sgd", loss=loss)
"""


def test_a_loss_of_another_module_is_reported(tmp_path: Path) -> None:
    silenced = LOSSES.format("y").replace("logits=p)", "logits=p)  # tf-forward: ignore[TFM507]")
    (tmp_path / "losses.py").write_text(silenced)
    (tmp_path / "main.py").write_text(MAIN)
    result = upgrade(MAIN.encode(), project=project_of(tmp_path / "main.py"))
    (finding,) = result.findings
    assert (finding.code, finding.line) == ("TFM507", 4)
    assert "tf.cast(y, tf.int64)" in finding.advice
    for written in (LOSSES.format("y"), LOSSES.format("tf.cast(y, tf.int32)")):
        (tmp_path / "losses.py").write_text(written)
        assert not upgrade(MAIN.encode(), project=project_of(tmp_path / "main.py")).findings


def test_a_class_of_losses() -> None:
    after = check_sound(OWN.format("y_true")).after.decode()
    assert f"labels={CAST.format('y_true')}, logits" in after


def test_labels_that_are_bound_again_by_something_else() -> None:
    body = f"if on:\n        y_true = classes\n    return {CROSSENTROPY}(labels=y_true, logits=y_pred)"
    check_untouched(LOSS.format(body=body, given="loss"))
